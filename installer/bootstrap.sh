#!/bin/sh
# Makes this tree ready to run: system packages, .venv, and in it every pinned dependency and both programs.
#
# May be run as often as one likes. It installs system packages only where it may (as root, or by a sudo that asks
# nothing); elsewhere it prints the one line to paste. It refuses a Python older than 3.11, and 3.14 or newer.
set -eu
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }

# A version manager's shim may stand in the path with no Python behind it, so each candidate is asked, not looked up.
is_supported() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null; }

find_python() {
    for python in python3.13 python3.12 python3.11 python3 /usr/bin/python3; do
        if is_supported "$python" && "$python" -c 'import ensurepip, venv' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
}

# What Qt needs, by the name the loader uses, because package names differ between releases (libglib2.0-0, libglib2.0-0t64).
missing_libraries() {
    known=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)
    for pair in libGL.so.1=libgl1 libEGL.so.1=libegl1 libxkbcommon.so.0=libxkbcommon0 \
        libfontconfig.so.1=libfontconfig1 libdbus-1.so.3=libdbus-1-3 libglib-2.0.so.0=libglib2.0-0 \
        libxcb-cursor.so.0=libxcb-cursor0 libxcb-icccm.so.4=libxcb-icccm4 libxcb-keysyms.so.1=libxcb-keysyms1 \
        libxcb-image.so.0=libxcb-image0 libxcb-render-util.so.0=libxcb-render-util0 libxcb-shape.so.0=libxcb-shape0 \
        libxcb-randr.so.0=libxcb-randr0 libxcb-xkb.so.1=libxcb-xkb1 libxkbcommon-x11.so.0=libxkbcommon-x11-0; do
        case $known in *"${pair%=*} "*) ;; *) printf ' %s' "${pair#*=}" ;; esac
    done
}

missing_packages() {
    [ -n "$(find_python)" ] || printf ' python3-venv'
    [ "$(uname)" = Linux ] || return 0
    missing_libraries
    command -v dbus-run-session >/dev/null || printf ' dbus'
    command -v gnome-keyring-daemon >/dev/null || printf ' gnome-keyring'
    command -v strace >/dev/null || printf ' strace'
}

install_packages() { # uses $as_root, which is empty for root
    $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            -o DPkg::Lock::Timeout=300 $1 >/dev/null
}

if [ "${1:-}" = libraries ]; then # for installer/linux/base.sh
    missing_libraries
    exit
fi

missing=$(missing_packages)
if [ -n "$missing" ] && ! command -v apt-get >/dev/null; then
    say "this system has no apt; please provide what these Debian packages hold:$missing"
elif [ -n "$missing" ]; then
    [ "$(id -u)" = 0 ] && as_root="" || as_root="sudo"
    if [ -z "$as_root" ] || sudo -n true 2>/dev/null; then
        say "installing system packages:$missing"
        install_packages "$missing" || say "apt could not install them"
        missing=$(missing_packages)
    fi
    if [ -n "$missing" ]; then
        say "system packages are missing; this line installs them:"
        echo "${as_root:+$as_root }apt-get update && ${as_root:+$as_root }apt-get install -y --no-install-recommends$missing"
    fi
fi

python=$(find_python)
if [ -z "$python" ]; then
    case $missing in *python3-venv*) ;; *) say "Python 3.11, 3.12 or 3.13 with venv is needed" ;; esac
    exit 1
fi

if ! is_supported .venv/bin/python; then
    say "creating .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi
say "installing the locked dependencies (about 250 MB the first time)"
.venv/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
say "installing mingdao and mingdao-clinic"
.venv/bin/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
say "ready"
