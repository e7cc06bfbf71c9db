remove_listed() { # of a program's folder $1 what its manifest lists, which goes last; what is not the program's, or lies behind a link, stays
    if [ -f "$1/_internal/contents.json" ]; then
        (
            cd "$1"
            {
                sed -n 's|^  "\([^/"][^"]*\)": "[0-9a-f]\{64\}",\{0,1\}$|./\1|p' _internal/contents.json | LC_ALL=C sort -u | tr '\n' '\0'
                find . ! -type d -print0
            } | LC_ALL=C sort -z | LC_ALL=C uniq -zd | xargs -0 rm -f --
        )
        rm -f -- "$1/_internal/contents.json.sig"
        rm -f -- "$1/_internal/contents.json"
    fi
    find "$1" -depth -type d -empty -delete
}
remove_program() { # a folder $1; what somebody put into it, a clinic maybe, is kept as $2
    [ -L "$1" ] || [ -L "$1/_internal" ] || remove_listed "$1"
    [ -e "$1" ] || [ -L "$1" ] || return 0
    aside=$2
    while [ -e "$aside" ]; do aside=$aside+; done
    mv -T -- "$1" "$aside"
    kept_aside "$aside"
}
