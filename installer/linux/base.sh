#!/bin/sh
# `make installer`: builds dist/mingdao-clinic in a base, so that it runs on a domestic Linux and not only on what is as new as this machine.
#
# The base is an old Debian with the libraries of Qt and a Python compiled there (compile.sh). It is made once, about ten minutes, and kept
# in build/base under the hash of what it is made of; `rm -rf build/base` has it made anew, with what Debian has mended since. The packages are
# those of requirements.lock, in wheels for glibc 2.28. Where no base can be had (no root, no debootstrap, no mirror) this says so, and the
# folder is built here: it asks for this machine's glibc, and its name says so as well.
set -eu
cd "$(dirname "$0")/../.."

RELEASE=bullseye  # glibc 2.31: the oldest that is still served
SOURCES=bookworm  # what compile.sh takes; mended until 2028
TOOLS="gcc libc6-dev make dpkg-dev patch pkg-config binutils libffi-dev zlib1g-dev libbz2-dev liblzma-dev uuid-dev libexpat1-dev"
KEEPS="PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive"
PLACE=/mingdao # this tree, within the base

say() { printf 'base: %s\n' "$*" >&2; }

build_here() {
    say "$1; so the folder is built on this machine's own libraries and will ask for its glibc"
    exec .venv/bin/python -m installer.freeze
}

from_apt() { # RELEASE: where apt has it from here
    apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null | sed -n "s/^$1 //p" | head -n 1
}

# inside OPTIONS-OF-UNSHARE COMMAND …: runs it in the base, with this tree and the builder's $key, if any; the mounts are its own.
key=""
inside() {
    options=$1
    shift
    # shellcheck disable=SC2086 # several words each
    unshare --mount --pid --fork --kill-child $options sh -euc '
        root=$1 place=$2 key=$3
        shift 3
        mount --make-rprivate /
        mkdir -p "$root$place"
        mount -t proc proc "$root/proc"
        mount --bind /dev "$root/dev"
        mount --bind . "$root$place"
        if [ -n "$key" ]; then
            : >>"$root/run/key"
            mount --bind "$key" "$root/run/key"
        fi
        exec chroot "$root" env -i -C "$place" "$@"' \
        sh "$root" "$PLACE" "$key" $KEEPS \
        ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
        ${SOURCE_DATE_EPOCH:+"SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH"} ${key:+MINGDAO_SIGNING_KEY=/run/key} \
        ${key:+${MINGDAO_SIGNING_PASSPHRASE:+"MINGDAO_SIGNING_PASSPHRASE=$MINGDAO_SIGNING_PASSPHRASE"}} "$@"
}

make_base() {
    mirror=$(from_apt "$SOURCES")
    security=$(from_apt "$SOURCES-security")
    [ -n "$mirror" ] || build_here "apt names no mirror of Debian here"
    say "making the base once, about ten minutes; what is said is in build/base/log"
    rm -rf --one-file-system build/base
    mkdir -p build/base
    root=$PWD/build/base/part
    debootstrap --variant=minbase --include=ca-certificates "$RELEASE" "$root" "$mirror" >build/base/log 2>&1 ||
        build_here "no Debian $RELEASE can be had from this machine's mirror (build/base/log)"
    {
        printf 'deb %s %s main\ndeb-src %s %s main\n' "$mirror" "$RELEASE" "$mirror" "$SOURCES"
        [ -z "$security" ] || printf 'deb %s %s-security main\ndeb-src %s %s-security main\n' "$security" "$RELEASE" "$security" "$SOURCES"
    } >"$root/etc/apt/sources.list"
    {
        inside "" apt-get update -q
        inside "" apt-get upgrade -y -q
        # shellcheck disable=SC2046,SC2086 # several words each
        inside "" apt-get install -y -q --no-install-recommends $TOOLS $(inside "" sh installer/bootstrap.sh libraries)
        inside "" sh installer/linux/compile.sh
    } >>build/base/log 2>&1 </dev/null || {
        tail -n 5 build/base/log >&2
        say "the base could not be made; all that was said is in build/base/log"
        exit 1
    }
    mv "$root" "$kept"
}

# The packages of the lock, as this machine gets packages, into an environment of the base.
fill() {
    lock=$(sha256sum <requirements.lock)
    [ "$(cat "$root/venv/lock" 2>/dev/null)" != "$lock" ] || return 0
    say "installing the locked packages into the base"
    inside "" python3.11 -m venv --clear --without-pip /venv
    .venv/bin/uv pip install --quiet --target "$root/venv/lib/python3.11/site-packages" --python-platform x86_64-manylinux_2_28 \
        --python-version 3.11 --no-build --require-hashes -r requirements.lock
    printf '%s\n' "$lock" >"$root/venv/lock"
}

[ "$(uname -m)" = x86_64 ] || build_here "there is a base only for x86_64"
[ "$(id -u)" = 0 ] || build_here "the base needs root"
sh installer/tools.sh base || build_here "the tools for the base are missing"
unshare --mount true 2>/dev/null || build_here "nothing may be mounted here"

hash=$(cat installer/linux/base.sh installer/linux/compile.sh installer/linux/older_glibc.h installer/bootstrap.sh | sha256sum | cut -c 1-16)
kept=$PWD/build/base/$hash
[ -d "$kept" ] || make_base
root=$kept
fill
inside --net python3.11 -m pip --python /venv/bin/python install -qq --root-user-action=ignore --disable-pip-version-check --no-deps --no-build-isolation -e .
key=${MINGDAO_SIGNING_KEY:-} # only now: nothing that was fetched is compiled beside it
inside --net /venv/bin/python -m installer.freeze
