#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Unpacks the Debian package in a directory, and looks at what is in it.
#
# usage: package_test.sh DIRECTORY
set -euo pipefail
shopt -s globstar
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
deb=("$(realpath "$1")"/*.deb)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "${deb[*]}: $*"
  exit 1
}

[ ${#deb[@]} -eq 1 ] || fail "not one package"
dpkg-deb -x "${deb[0]}" "$work"
cd "$work"
for file in usr/bin/fdr usr/include/fdr/{archive/archive.h,replay/zone.h} usr/lib/**/libfdr_{archive,replay}.a \
  usr/lib/**/cmake/fdr/fdr-config.cmake usr/lib/**/pkgconfig/fdr-{archive,pmapi,replay}.pc \
  usr/include/fdr/pmapi/pcp/pmapi.h usr/lib/**/libfdr_pmapi.so.0 \
  usr/share/doc/fdr/{copyright,changelog.gz}; do
  [ -s "$file" ] || fail "$file is missing"
done

version=$(dpkg-deb -f "${deb[0]}" Version)
usr/bin/fdr --version | grep -qx "fdr $version" || fail "fdr --version does not say $version"
depends=", $(dpkg-deb -f "${deb[0]}" Depends),"
for library in libbz2-1.0 libc6 libfmt9 liblzma5 libstdc++6 libzstd1 zlib1g; do
  [[ $depends == *", $library"[\ ,]* ]] || fail "does not depend on $library"
done
dpkg-deb -f "${deb[0]}" Description Maintainer | grep -q '&' && fail "the description is garbled"
dpkg-deb -c "${deb[0]}" | grep -v ' root/root ' && fail "not all files are root's"

"$here/man_pages_test.sh" "$work/usr/bin/fdr" "$work/usr/share/man/man1"
"$here/completions_test.sh" "$work/usr/bin/fdr" "$work/usr/share"
