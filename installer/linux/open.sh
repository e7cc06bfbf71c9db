open_programs() { # which programs in the folder $1 run, as far as this account sees it: "mingdao-clinic (1234)", … ; nothing when none does
    for program in /proc/[0-9]*/exe; do
        place=$(readlink -- "$program" 2>/dev/null || true)
        case $place in
        "$1"/*)
            place=${place% (deleted)} program=${program%/exe}
            printf '%s%s (%s)' "${separator:-}" "${place##*/}" "${program##*/}"
            separator=', '
            ;;
        esac
    done
}
