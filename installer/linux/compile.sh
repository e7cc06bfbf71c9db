#!/bin/sh
# Run by base.sh within the base, as root: compiles what the base has only too old, or so new in its demands that the folder would not run on
# glibc 2.28. The sources are Debian's, of a release that still mends them; each result is a package, so that dpkg knows whose every file is.
set -eu

HEADER=$(realpath "$(dirname "$0")")/older_glibc.h
LIBRARIES=/usr/lib/$(uname -m)-linux-gnu
WORK=/root/compiled

packed() { # NAME SOURCE: installs what lies in $WORK/NAME.root
    staged=$WORK/$1.root
    version=$(dpkg-parsechangelog -l "$WORK/$2/debian/changelog" -S Version)
    mkdir -p "$staged/DEBIAN" "$staged/usr/share/doc/$1"
    cp "$WORK/$2/debian/copyright" "$staged/usr/share/doc/$1/copyright"
    cat >"$staged/DEBIAN/control" <<END
Package: $1
Version: $version+glibc2.28
Source: $2 ($version)
Architecture: $(dpkg --print-architecture)
Multi-Arch: same
Maintainer: MingDao Clinic
Description: $2, compiled for the folder of MingDao Clinic
END
    dpkg-deb -Znone --build "$staged" "$WORK/$1.deb" >/dev/null
    dpkg -i "$WORK/$1.deb" >/dev/null
    ldconfig
}

source_of() { # NAME [--skip-patches]: unpacks the newest that the mirror really has as $WORK/NAME
    mkdir "$WORK/$1.source"
    cd "$WORK/$1.source"
    for version in $(apt-cache showsrc "$1" | sed -n 's/^Version: //p' | sort -rVu); do
        apt-get source -qq --download-only -o APT::Sandbox::User=root "$1=$version" >/dev/null && break
        rm -f ./*
    done
    # apt has held every file against the list that Debian signs.
    dpkg-source --no-check ${2:-} -x ./*.dsc "$WORK/$1" >/dev/null
    cd "$WORK/$1"
    SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -S Timestamp) # two builds of one source are alike
    export SOURCE_DATE_EPOCH
}

rm -rf "$WORK"
mkdir "$WORK"
jobs=-j$(nproc)
older="-O2 -include $HEADER"

source_of openssl # 1.1.1, which the base has, is no longer mended
./Configure linux-x86_64 shared no-tests --prefix=/usr/local --libdir=lib --openssldir=/usr/lib/ssl >/dev/null
make -s "$jobs" build_generated >/dev/null
make -s "$jobs" libcrypto.so libssl.so >/dev/null
mkdir -p "$WORK/libssl3.root/usr/local/lib" "$WORK/libssl3.root/usr/local/include"
cp -a libcrypto.so* libssl.so* "$WORK/libssl3.root/usr/local/lib"
cp -a include/openssl "$WORK/libssl3.root/usr/local/include"
packed libssl3 openssl

source_of libpng1.6 # for pow
./configure -q --prefix=/usr "--libdir=$LIBRARIES" --disable-static "CFLAGS=$older"
make -s "$jobs" >/dev/null
make -s install-libLTLIBRARIES "DESTDIR=$WORK/libpng16-16.root" >/dev/null
packed libpng16-16 libpng1.6

source_of dbus # without the libsystemd of the base, which asks for 2.30
./configure -q --prefix=/usr "--libdir=$LIBRARIES" --sysconfdir=/etc --localstatedir=/var --runstatedir=/run --with-system-socket=/run/dbus/system_bus_socket \
    --disable-static --disable-systemd --disable-selinux --disable-apparmor --disable-libaudit --disable-tests --disable-xml-docs --disable-doxygen-docs --without-x "CFLAGS=$older"
make -s -C dbus "$jobs" libdbus-1.la >/dev/null
make -s -C dbus install-libLTLIBRARIES "DESTDIR=$WORK/libdbus-1-3.root" >/dev/null
packed libdbus-1-3 dbus

source_of python3.11 --skip-patches
# The patches before this one make it fit Debian's own layout; from here on they mend faults.
sed -n '/^shutdown-deadlock/,$p' debian/patches/series | grep -v '^#' >"$WORK/series"
[ -s "$WORK/series" ]
while read -r patch; do
    patch -p1 -s --no-backup-if-mismatch <"debian/patches/$patch"
done <"$WORK/series"
# One of them has pyexpat look into the interpreter, which its own build does not expect.
cat >Modules/Setup.local <<'END'
*shared*
pyexpat -DPy_BUILD_CORE_MODULE -DHAVE_EXPAT_CONFIG_H -DUSE_PYEXPAT_CAPI -I$(srcdir)/Modules/expat pyexpat.c expat/xmlparse.c expat/xmlrole.c expat/xmltok.c
END
# sem_clockwait came with glibc 2.30; without it a lock waits as it did before.
./configure -q --prefix=/usr/local --enable-shared --without-static-libpython --disable-test-modules --with-openssl=/usr/local \
    ac_cv_func_sem_clockwait=no "OPT=-DNDEBUG -fwrapv -Wall" "CFLAGS=$older"
make -s "$jobs" >"$WORK/python.log" 2>&1 || { tail -n 20 "$WORK/python.log" >&2 && exit 1; }
make -s install "DESTDIR=$WORK/python3.11.root" ENSUREPIP=no >>"$WORK/python.log" 2>&1
packed python3.11 python3.11
python3.11 -c 'import bz2, ctypes, hashlib, lzma, math, pyexpat, ssl, uuid, zlib'
python3.11 -m ensurepip >/dev/null 2>&1
rm -rf "$WORK"
