ordered() { # version $1 as `sort -V` and dpkg order it: 0.2.0rc1 comes before 0.2.0
    printf '%s\n' "$1" | sed 's/[.-]\{0,1\}\([a-z]\)/~\1/'
}
