#!/bin/sh
# 明道诊所 MingDao Clinic: this file is the installer and the program in one. `sh FILE --help` says what it can do.
#
# It needs no network, no root, and nothing but the tools named below. What follows the last line is a gzip'd tar of
# `program`, the folder that is installed, and `share`, what a desktop wants to know of it. Layout it leaves:
#   PREFIX/versions/VERSION   the program, unpacked beside and given its name only when it is whole
#   PREFIX/current, previous  relative links to one of those, each replaced by a rename
# Killed anywhere, `current` leads to the old or the new program, whole. Patients' records are never in PREFIX.
set -eu
umask 022
unset TAR_OPTIONS GZIP POSIXLY_CORRECT CDPATH # a person's own taste in these tools
VERSION=@VERSION@
FLOOR=@FLOOR@
CONTENTS=@CONTENTS@
KILOBYTES=@KILOBYTES@
HEADER=@HEADER@
SUM=@SUM@
NAME=mingdao-clinic
TOOLS="cat chmod cp cut df dirname find grep gzip head id ln ls mkdir mv readlink rm rmdir sed sha256sum sort sync tail tar tr uname uniq xargs"
MISUSED=2 DAMAGED=3 UNSUITABLE=4 OLDER=5 OPEN=6

case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
zh*[Uu][Tt][Ff]*8) chinese=yes ;;
*) chinese= ;;
esac

say() { # what cannot be said must not end the work
    if [ "$chinese" ]; then printf '%s\n' "$1"; else printf '%s\n' "$2"; fi 2>/dev/null || true
}
fail() { # code, Chinese, English
    say "$2" "$3" >&2
    exit "$1"
}

usage() {
    say "明道诊所 $VERSION 安装程序（Linux x86_64，glibc $FLOOR 或更新）

用法：sh $NAME….run [选项]
  （不写）         为当前用户安装到 ~/.local/opt/$NAME，不需要 root
  --system         为本机所有用户安装到 /opt/$NAME-run（需要 root）
  --prefix 目录    程序放到这个目录
  --update         只更新已有的安装；没有安装时不做任何事
  --back           换回上一个版本
  --uninstall      移除程序；病历等数据不动
  --check          只检查这个文件与本机是否合用
  --unpack 目录    检查后只解开到一个新目录，不安装
  --version        版本
  --help           本说明
安装不连接网络。程序换版本时先在旁边解开、核对，再一步切换；中途断电，旧版或新版总有一个是完整的。" \
        "MingDao Clinic $VERSION, installer (Linux x86_64, glibc $FLOOR or newer)

Usage: sh $NAME….run [option]
  (none)           install for this user in ~/.local/opt/$NAME, without root
  --system         install for everybody in /opt/$NAME-run (needs root)
  --prefix DIR     put the program in this folder
  --update         update an installation that is there; without one, do nothing
  --back           go back to the version before
  --uninstall      remove the program; patients' records stay
  --check          only see whether this file and this machine fit
  --unpack DIR     check, then only unpack into a new folder
  --version        the version
  --help           this page
No connection is made. A new version is unpacked beside, verified, and switched to in one step: after a power cut the old
or the new one is whole."
}

# --- what was asked for ---------------------------------------------------------------------------------------------

task=install prefix='' system='' into='' made='' held='' scratch='' fresh=''
line_break='
'
if [ "${0##*/}" = uninstall ]; then
    task=uninstall
    prefix=$(dirname -- "$0")
fi
while [ $# -gt 0 ]; do
    case $1 in
    --prefix | --unpack | --prefix= | --unpack=)
        [ -n "${2:-}" ] && [ "${1%=}" = "$1" ] || fail $MISUSED "$1 后面要写一个目录。" "$1 needs a folder."
        case $1 in --prefix) prefix=$2 ;; *) task=unpack into=$2 ;; esac
        shift
        ;;
    --prefix=*) prefix=${1#*=} ;;
    --unpack=*) task=unpack into=${1#*=} ;;
    --system) system=yes ;;
    --update | --back | --uninstall | --check) task=${1#--} ;;
    --version)
        echo "$NAME $VERSION"
        exit 0
        ;;
    --help | -h)
        usage
        exit 0
        ;;
    *) fail $MISUSED "不认识 $1。--help 列出可用的选项。" "$1 is not known. --help lists what is." ;;
    esac
    shift
done

absolute() { case $1 in /*) printf '%s' "$1" ;; *) printf '%s/%s' "$PWD" "$1" ;; esac }
refuse_line_break() {
    case $1 in
    *"$line_break"*) fail $MISUSED "目录名里不能有换行。" "The name of the folder must not have a line break." ;;
    esac
}

if [ "$system" ]; then
    [ -n "$prefix" ] || prefix=/opt/$NAME-run
    bin=/usr/local/bin share=/usr/local/share
else
    [ -n "${HOME:-}" ] || fail $MISUSED "没有设 HOME，不知道当前用户的目录在哪里。" "HOME is not set: there is no telling where this user's folder is."
    refuse_line_break "$HOME"
    HOME=$(absolute "$HOME")
    [ -n "$prefix" ] || prefix=$HOME/.local/opt/$NAME
    bin=$HOME/.local/bin share=$HOME/.local/share
    case ${XDG_DATA_HOME:-} in /*) share=$XDG_DATA_HOME ;; esac # by its own rule a relative one counts for nothing
fi
refuse_line_break "$prefix$into$share"
# One spelling of a folder: whoever removes it has to know its links and its menu entry again.
prefix=$(absolute "$prefix")
prefix=$(readlink -m -- "$prefix" 2>/dev/null || printf '%s' "$prefix")
file=$0
case $file in -*) file=./$file ;; esac

# --- does it fit ----------------------------------------------------------------------------------------------------

# @include order.sh
is_older() { # whether version $1 comes before version $2
    [ "$1" != "$2" ] && [ "$(printf '%s\n' "$(ordered "$1")" "$(ordered "$2")" | sort -V | head -n 1)" = "$(ordered "$1")" ]
}

check_machine() {
    missing=
    for tool in $TOOLS; do command -v "$tool" >/dev/null || missing="$missing $tool"; done
    [ -z "$missing" ] || fail $UNSUITABLE "本机缺少安装要用的工具：$missing。什么都没有改动。" "This machine lacks tools that the installation needs:$missing. Nothing was changed."
    [ "$(uname -s) $(uname -m)" = "Linux x86_64" ] ||
        fail $UNSUITABLE "这个文件适用于 Linux x86_64，本机是 $(uname -s) $(uname -m)。什么都没有改动。" "This file is for Linux x86_64, and here is $(uname -s) $(uname -m). Nothing was changed."
    here=$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d ' ' -f 2 || true)
    [ -n "$here" ] || fail $UNSUITABLE "需要 glibc $FLOOR 或更新，本机用的不是 glibc。什么都没有改动。" "glibc $FLOOR or newer is needed, and this machine does not use glibc. Nothing was changed."
    ! is_older "$here" "$FLOOR" || fail $UNSUITABLE "需要 glibc $FLOOR 或更新，本机是 $here。什么都没有改动。" "glibc $FLOOR or newer is needed, and here is $here. Nothing was changed."
}

check_file() {
    [ -f "$file" ] && [ -r "$file" ] || fail $DAMAGED "读不到安装文件 $file。" "The installer $file cannot be read."
    zeros=0000000000000000000000000000000000000000000000000000000000000000
    found=$({
        head -c $HEADER -- "$file" | LC_ALL=C sed "s/^SUM=.*/SUM=$zeros/"
        tail -c +$((HEADER + 1)) -- "$file"
    } | sha256sum | cut -d ' ' -f 1)
    [ "$found" = "$SUM" ] || fail $DAMAGED "安装文件已损坏或不完整（SHA-256 不符）。什么都没有改动；请重新复制一份。" "The installer is damaged or incomplete (SHA-256 differs). Nothing was changed; please copy it again."
}

# --- the parts of the work ------------------------------------------------------------------------------------------

version_of() { # the version a link leads to; empty without one
    place=$(readlink -- "$prefix/$1" 2>/dev/null || true)
    place=${place##*/}
    printf '%s' "${place#.kept-}"
}

link() { # make link $1 lead to $2, in one step
    ln -s -- "$2" "$1.part" && mv -fT -- "$1.part" "$1"
}

cannot_write() { fail 1 "不能写入 $1。已有的程序没有改动。" "$1 cannot be written. The program that was there is unchanged."; }

needs_room() { # for what is packed, where $1 is to lie
    place=$1
    while [ ! -d "$place" ]; do
        place=${place%/*}
        [ "$place" ] || place=/
    done
    [ -w "$place" ] || cannot_write "$1"
    room=$(df -Pk -- "$place" 2>/dev/null | sed -n '2s/.* \([0-9][0-9]*\)  *[0-9][0-9]*% .*/\1/p')
    [ "${room:-$KILOBYTES}" -ge $KILOBYTES ] ||
        fail 1 "磁盘空间不够：需要 $(((KILOBYTES + 1023) / 1024)) MB，$place 所在的磁盘只剩 $((room / 1024)) MB。什么都没有改动。" "There is too little room: $(((KILOBYTES + 1023) / 1024)) MB are needed, and $((room / 1024)) MB are left where $place lies. Nothing was changed."
}

own_folder() { # make $1, and what is missing above it; what was made is noted, to be removed with the program
    [ "$1" ] && [ ! -d "$1" ] || return 0
    own_folder "${1%/*}" || return 1
    [ -d "$1" ] || mkdir -- "$1" 2>/dev/null || return 1 # it is there where only a slash more was written
    made=$1$line_break$made
    [ ! -e "$prefix/.lock" ] || printf '%s\n' "$1" >>"$prefix/.folders"
}

remove_folders() { # of those in the list $1 what is empty
    printf '%s' "$1" | sort -ru | while IFS= read -r folder; do rmdir -- "$folder" 2>/dev/null || true; done
}

leave() { # what is half done goes; where no program came to be, so does every folder that was made for it
    [ -z "$scratch" ] || rm -rf -- "$scratch" ${fresh:+"$fresh"}
    [ "$made" ] && [ ! -L "$prefix/current" ] || return 0
    [ ! "$held" ] || rm -rf -- "$prefix/versions/$VERSION" "$prefix/current.part" "$prefix/.folders" "$prefix/.lock"
    remove_folders "$made"
}

hold() { # no two of us at once; the lock is gone with the process. What was cut off goes
    { true >"$prefix/.lock"; } 2>/dev/null || cannot_write "$prefix"
    exec 9>"$prefix/.lock"
    ! command -v flock >/dev/null || flock -n 9 || fail 1 "另一个安装正在进行。" "Another installation is under way."
    held=yes
    [ -z "$made" ] || printf '%s' "$made" >>"$prefix/.folders" || cannot_write "$prefix"
    rm -f -- "$prefix"/*.part "$prefix"/.current.* "$prefix"/.previous.*
    rm -rf -- "$prefix"/.unpacked.* "$prefix"/versions/.new-*
    for gone in "$prefix"/versions/.gone-*; do
        [ ! -d "$gone" ] || remove_program "$gone" "$prefix/left-${gone##*/.gone-}"
    done
}

unpack() { # into a new folder $1
    mkdir -- "$1" 2>/dev/null || cannot_write "${1%/*}"
    scratch=$1
    # Should gzip fail, tar does too: there is an end of the archive to miss.
    if ! reason=$(tail -c +$((HEADER + 1)) -- "$file" | gzip -dc 2>/dev/null | tar -xf - --no-same-owner -C "$1" 2>&1); then
        reason=$(printf '%s\n' "$reason" | head -n 1)
        fail 1 "解开时出错（$reason）。已有的程序没有改动。" "Unpacking failed ($reason). The program that was there is unchanged."
    fi
}

verify() { # a program folder, by the program in it
    reason=$("$1/mingdao" verify-install 2>&1 9>&- </dev/null) || fail $DAMAGED "核对程序文件未通过，没有切换。已有的程序没有改动。
$reason" "The program's files did not pass verification, so it was not switched to. The program that was there is unchanged.
$reason"
}

flush() { sync -f -- "$1" 2>/dev/null || sync; }

put() { # a file $1 at $2, in one step
    mkdir -p -- "${2%/*}" && cp -- "$1" "$2.part" && mv -fT -- "$2.part" "$2"
}

quoted() { # as the Exec of a desktop entry wants a path
    printf '%s' "$1" | sed 's/[\\"`$]/\\&/g; s/\\/\\\\/g; s/%/%%/g; s/.*/"&"/'
}

tell_desktop() { # $1: what a desktop wants to know; failures here leave a program that starts all the same
    for entry in mingdao mingdao-clinic; do
        if [ -e "$bin/$entry" ] && [ ! -L "$bin/$entry" ]; then
            say "$bin/$entry 不是本程序的，没有替换。" "$bin/$entry is not of this program and was left."
        else
            own_folder "$bin" && rm -f -- "$bin/$entry.part" && link "$bin/$entry" "$prefix/current/$entry"
        fi
    done
    (cd "$1" && find applications icons man -type d) >"$1/folders"
    while IFS= read -r folder; do own_folder "$share/$folder" || return 1; done <"$1/folders"
    cp -R -- "$1/icons" "$1/man" "$share/" || return 1
    exec_line=$(quoted "$prefix/current/$NAME")
    while IFS= read -r line; do
        case $line in Exec=*) printf 'Exec=%s\n' "$exec_line" ;; *) printf '%s\n' "$line" ;; esac
    done <"$1/applications/$NAME.desktop" >"$1/entry"
    put "$1/entry" "$share/applications/$NAME.desktop"
    refresh_desktop
}

refresh_desktop() { # what was kept of menus and icons; without these tools, at the next session
    ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$share/applications" 2>/dev/null || true
    [ ! -f "$share/icons/hicolor/icon-theme.cache" ] || ! command -v gtk-update-icon-cache >/dev/null ||
        gtk-update-icon-cache -qt "$share/icons/hicolor" 2>/dev/null || true
}

forget_desktop() { # what is of this installation, in $bin and $share
    for entry in mingdao mingdao-clinic; do
        [ "$(readlink -- "$bin/$entry" || true)" != "$prefix/current/$entry" ] || rm -f -- "$bin/$entry"
    done
    if grep -qsxF "Exec=$(quoted "$prefix/current/$NAME")" "$share/applications/$NAME.desktop"; then
        rm -f -- "$share/applications/$NAME.desktop" "$share"/icons/hicolor/*/apps/$NAME.* \
            "$share"/man/man1/mingdao.1.gz "$share"/man/man1/mingdao-clinic.1.gz \
            "$share"/man/*/man1/mingdao.1.gz "$share"/man/*/man1/mingdao-clinic.1.gz
        refresh_desktop
    fi
}

# @include removal.sh
# @include open.sh

kept_aside() { say "不属于程序的文件没有删除，放在 $1。" "Files that are not the program's were not removed; they are in $1."; }

is_ours() { case ${1##*/} in .kept-*) return 0 ;; *) [ -f "$1/_internal/contents.json" ] ;; esac }

drop() { # a version $1: under another name first, so that what is cut off is no version any more
    [ -d "$prefix/versions/$1" ] || return 0
    mv -T -- "$prefix/versions/$1" "$prefix/versions/.gone-$1"
    remove_program "$prefix/versions/.gone-$1" "$prefix/left-${1#.kept-}"
}

switch() { # to a verified folder $1 beside the versions
    target=$(readlink -- "$prefix/current" || true)
    if [ "$target" = "versions/$VERSION" ]; then # the name is in use: lead round it while it changes hands
        kept=.kept-$VERSION
        drop "$kept"
        mv -T -- "$1" "$prefix/versions/$kept"
        link "$prefix/current" "versions/$kept"
        drop "$VERSION"
        cp -al -- "$prefix/versions/$kept" "$1" 2>/dev/null || cp -a -- "$prefix/versions/$kept" "$1"
        mv -T -- "$1" "$prefix/versions/$VERSION"
    else
        drop "$VERSION"
        mv -T -- "$1" "$prefix/versions/$VERSION"
        [ -z "$target" ] || [ "$(version_of current)" = "$VERSION" ] || link "$prefix/previous" "$target"
    fi
    flush "$prefix"
    link "$prefix/current" "versions/$VERSION"
    flush "$prefix"
}

prune() { # every version but the one that is started, the one before it, and one that runs
    for left in "$prefix"/versions/* "$prefix"/versions/.kept-*; do
        is_ours "$left" || continue
        case versions/${left##*/} in
        "$(readlink -- "$prefix/current")" | "$(readlink -- "$prefix/previous" || true)") ;;
        *) [ "$(open_programs "$left")" ] || drop "${left##*/}" ;;
        esac
    done
}

# --- the work -------------------------------------------------------------------------------------------------------

install() {
    check_machine
    check_file
    [ -z "$system" ] || [ "$(id -u)" = 0 ] || fail 1 "--system 要以 root 运行。不写 --system 就只为当前用户安装，不需要 root。" "--system has to be run by root. Without it the program is installed for this user, and no root is needed."
    before=$(version_of current)
    if [ "$task" = update ] && [ -z "$before" ]; then
        fail 1 "$prefix 里没有安装，无从更新。" "There is no installation in $prefix to update."
    fi
    if [ -n "$before" ] && is_older "$VERSION" "$before"; then
        fail $OLDER "已安装的是 $before，这个文件是更旧的 $VERSION，没有安装。要换回装过的上一个版本，用 --back。" "$before is installed and this file is the older $VERSION, so it was not installed. --back goes back to the version before."
    fi
    if [ -e "$prefix" ] && [ ! -d "$prefix/versions" ] && [ -n "$(ls -A -- "$prefix" 2>/dev/null)" ]; then
        fail 1 "$prefix 里有别的东西，请换一个目录。什么都没有改动。" "There is something else in $prefix; please choose another folder. Nothing was changed."
    fi
    if [ -d "$prefix/current" ] && [ ! -L "$prefix/current" ]; then
        fail 1 "$prefix/current 应当是链接，却是一个目录（安装被整个复制过？）。请移走这个目录，或换一个目录安装。什么都没有改动。" "$prefix/current ought to be a link and is a folder; was the installation copied? Please move it away, or choose another folder. Nothing was changed."
    fi
    needs_room "$prefix"
    own_folder "$prefix/versions" || cannot_write "$prefix"
    hold
    unpacked=$prefix/.unpacked.$$
    unpack "$unpacked"
    same=$(sha256sum 2>/dev/null <"$prefix/versions/$VERSION/_internal/contents.json" | cut -d ' ' -f 1 || true)
    if [ "$(readlink -- "$prefix/current" || true)" = "versions/$VERSION" ] && [ "$same" = "$CONTENTS" ] &&
        "$prefix/current/mingdao" verify-install >/dev/null 2>&1 9>&- </dev/null; then
        say "$VERSION 已经装好，核对无误。" "$VERSION is installed already and was found whole."
    else
        fresh=$prefix/versions/.new-$VERSION.$$
        mv -T -- "$unpacked/program" "$fresh"
        flush "$fresh"
        verify "$fresh"
        switch "$fresh"
        fresh=
    fi
    prune
    head -c $HEADER -- "$file" >"$unpacked/uninstall" && chmod 755 "$unpacked/uninstall" && put "$unpacked/uninstall" "$prefix/uninstall"
    tell_desktop "$unpacked/share" || say "菜单与命令的登记没有全部完成；程序可以从 $prefix/current/$NAME 启动。" "Not all of the menu entry and the commands could be made; the program can be started from $prefix/current/$NAME."
    if [ -n "$before" ] && [ "$before" != "$VERSION" ]; then
        say "已从 $before 更新到 $VERSION。旧版留着：--back 换回。" "Updated from $before to $VERSION. The old one is kept: --back goes back to it."
    else
        say "明道诊所 $VERSION 已装在 $prefix。" "MingDao Clinic $VERSION is installed in $prefix."
    fi
    say "从应用菜单打开“明道诊所”，或运行 $bin/$NAME。" "Open MingDao Clinic from the menu, or run $bin/$NAME."
    case :${PATH:-}: in
    *:"$bin":*) ;;
    *) say "$bin 不在 PATH 里；重新登录后可能就在。" "$bin is not in PATH; it may be after the next login." ;;
    esac
}

store_of() { # the form of the records that the program link $1 leads to knows; it says so in its manifest
    sed -n 's/^ "store": "0*\([0-9][0-9]*\)".*/\1/p' "$prefix/$1/_internal/contents.json"
}

back() {
    old=$(version_of previous) now=$(version_of current)
    [ -n "$old" ] && [ -x "$prefix/previous/mingdao" ] || fail 1 "没有上一个版本可以换回。" "There is no version before to go back to."
    hold
    verify "$prefix/previous"
    target=$(readlink -- "$prefix/previous") left=$(readlink -- "$prefix/current")
    link "$prefix/current" "$target"
    link "$prefix/previous" "$left"
    flush "$prefix"
    say "已从 $now 换回 $old。" "Went back from $now to $old."
    # Only who has the passphrase can look into the records, so nothing is refused here.
    knows=$(store_of current) newer=$(store_of previous)
    [ "${knows:-0}" -ge "${newer:-0}" ] ||
        say "$old 只认识格式 $knows 的病历库；用 $now 打开过的已是格式 $newer，$old 会拒绝打开，数据不受影响。需要时再用一次 --back，就回到 $now。" "$old knows records up to form $knows. What $now has opened is of form $newer: $old will refuse it, and nothing happens to it. --back once more goes forth to $now."
}

uninstall() {
    [ -d "$prefix/versions" ] || fail 1 "$prefix 里没有安装。" "There is no installation in $prefix."
    [ -w "$prefix" ] || cannot_write "$prefix"
    hold
    running=$(open_programs "$prefix/versions")
    [ -z "$running" ] || fail $OPEN "程序正开着：$running（括号里是进程号）。请关闭明道诊所后再移除。什么都没有改动。" "The program is open: $running (the numbers are those of the processes). Please close MingDao Clinic and try again. Nothing was changed."
    forget_desktop
    bin=/usr/local/bin share=/usr/local/share # the uninstaller in the prefix is not told for whom it was installed
    forget_desktop
    rm -f -- "$prefix/current" "$prefix/previous"
    for left in "$prefix"/versions/* "$prefix"/versions/.kept-*; do
        ! is_ours "$left" || drop "${left##*/}"
    done
    folders=$(cat -- "$prefix/.folders" 2>/dev/null || true)$line_break
    rm -f -- "$prefix/.folders" "$prefix/uninstall" "$prefix/.lock"
    rmdir -- "$prefix/versions" 2>/dev/null || true
    remove_folders "$folders"
    [ -z "$(ls -A -- "$prefix" 2>/dev/null)" ] || say "$prefix 里还有不属于程序的文件，没有删除。" "$prefix has files that are not the program's; they were left."
    say "程序已移除。病历等数据没有动。" "The program was removed. Patients' records were left where they are."
}

trap leave EXIT
trap 'exit 130' HUP INT TERM
case $task in
install | update) install ;;
back) back ;;
uninstall) uninstall ;;
check)
    check_machine
    check_file
    say "安装文件完好（$NAME $VERSION），本机合用：Linux $(uname -m)，glibc $here。" "The installer is whole ($NAME $VERSION) and fits this machine: Linux $(uname -m), glibc $here."
    ;;
unpack)
    check_machine
    check_file
    into=$(absolute "$into")
    [ ! -e "$into" ] || fail 1 "$into 已经存在。" "$into exists already."
    needs_room "$into"
    unpack "$into.$$"
    mv -T -- "$into.$$/program" "$into"
    flush "$into"
    ;;
esac
exit 0
