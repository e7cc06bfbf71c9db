open_programs() { # which programs in the folder $1 run, as far as this account sees it: "mingdao-clinic (1234)", … ; nothing when none does
    folder=$(readlink -m -- "$1") # the system tells a program's place without any link
    for program in /proc/[0-9]*/exe; do
        place=$(readlink -- "$program" 2>/dev/null || true)
        case $place in
        "$folder"/*)
            place=${place% (deleted)} program=${program%/exe}
            printf '%s%s (%s)' "${separator:-}" "${place##*/}" "${program##*/}"
            separator=', '
            ;;
        esac
    done
}
