#!/bin/sh
# What building and trying the installers needs beside the .venv: tools of the system, by command and Debian package. The one place.
#
# `tools.sh build` for `make installer`, `tools.sh base` for the Debian it builds in, `tools.sh test` for `make installer-test`. Installs what
# is missing where it may (as root, or by a sudo that asks nothing); elsewhere it prints the one line to paste and fails.
set -eu

say() { printf 'tools: %s\n' "$*" >&2; }

BUILD="objdump=binutils strip=binutils dpkg-deb=dpkg tar=tar gzip=gzip xz=xz-utils makensis=nsis x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64-win32 x86_64-w64-mingw32-windres=binutils-mingw-w64-x86-64 wine=wine"
BASE="debootstrap=debootstrap unshare=util-linux"
TEST="ip=iproute2 strace=strace Xvfb=xvfb xdpyinfo=x11-utils dbus-run-session=dbus gnome-keyring-daemon=gnome-keyring xdotool=xdotool xwd=x11-apps ibus-daemon=ibus /usr/libexec/ibus-engine-libpinyin=ibus-libpinyin"

case ${1:-} in
build) pairs=$BUILD ;;
base) pairs=$BASE ;;
test) pairs="$BUILD $BASE $TEST" ;;
*)
    say "build, base or test?"
    exit 2
    ;;
esac

missing_packages() {
    for pair in $pairs; do
        PATH="$PATH:/usr/sbin:/sbin" command -v "${pair%=*}" >/dev/null || printf '%s\n' "${pair#*=}"
    done | sort -u | tr '\n' ' '
}

missing=$(missing_packages)
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null; then
    say "this system has no apt; please provide what these Debian packages hold: $missing"
    exit 1
fi
[ "$(id -u)" = 0 ] && as_root="" || as_root="sudo"
if [ -z "$as_root" ] || sudo -n true 2>/dev/null; then
    say "installing system packages: $missing"
    # shellcheck disable=SC2086 # several words each
    { $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends -o DPkg::Lock::Timeout=300 $missing >/dev/null; } || say "apt could not install them"
    missing=$(missing_packages)
    [ -n "$missing" ] || exit 0
fi
say "system packages are missing; this line installs them:"
echo "${as_root:+$as_root }apt-get update && ${as_root:+$as_root }apt-get install -y --no-install-recommends $missing" >&2
exit 1
