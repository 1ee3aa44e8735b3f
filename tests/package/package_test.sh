#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Unpacks the Debian package in a temporary directory, and checks its content.  With `peer`, also what only a machine can
# show on which PCP and the shells are installed.
#
# usage: package_test.sh DIRECTORY [peer]
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
for file in usr/bin/fdr usr/include/fdr/{archive/archive.h,replay/time/zone.h} usr/lib/**/libfdr_cxx.a \
  usr/lib/**/cmake/fdr/fdr-config.cmake usr/lib/**/pkgconfig/{fdr,fdr-mmv-stats,fdr-pmapi,fdr-pmda,fdr-trace}.pc \
  usr/include/fdr/pmapi/pcp/{import,mmv_stats,platform_defs,pmapi,pmda,trace}.h \
  usr/lib/**/libfdr_{mmv,pmapi,pmda,trace}.so.0 \
  usr/lib/fdr/fdr-agent-host{,.so} usr/lib/fdr/libpcp/{libpcp.so.3,libpcp_{gui.so.2,import.so.1,mmv.so.1,pmda.so.3,trace.so.2}} \
  usr/lib/systemd/system/fdr-{record,serve}.service usr/share/doc/fdr/{copyright,changelog.gz}; do
  [ -s "$file" ] || fail "$file is missing"
done

[ "$(find usr/lib -name '*.a' | wc -l)" = 1 ] || fail "there is not one static library"

version=$(dpkg-deb -f "${deb[0]}" Version)
usr/bin/fdr --version | grep -qx "fdr $version" || fail "fdr --version does not say $version"
[ "$(usr/bin/fdr pcp --which)" = "$(realpath usr/lib/fdr/libpcp)" ] || fail "fdr pcp --which finds another library"
[ "$(cd usr/lib/fdr/libpcp && echo *)" = \
  "libpcp.so.3 libpcp_gui.so.2 libpcp_import.so.1 libpcp_mmv.so.1 libpcp_pmda.so.3 libpcp_trace.so.2" ] ||
  fail "there are other libraries in usr/lib/fdr/libpcp"
for program in pmlogextract pmlogredact pmlogreduce pmlogrewrite; do
  [[ $("usr/lib/fdr/pcp-bin/$program" 2>&1) == *"Usage: $program "* ]] || fail "$program is not fdr's"
done
depends=", $(dpkg-deb -f "${deb[0]}" Depends),"
for library in libbz2-1.0 libc6 libfmt9 liblzma5 libstdc++6 libzstd1 zlib1g; do
  [[ $depends == *", $library"[\ ,]* ]] || fail "does not depend on $library"
done
dpkg-deb -f "${deb[0]}" Description Maintainer | grep -q '&' && fail "the description is garbled"
dpkg-deb -c "${deb[0]}" | grep -v ' root/root ' && fail "not all files are root's"

"$here/named_files_test.sh" "$work" || fail "its own texts name what it lacks"

# The service runs `fdr record`.
service=usr/lib/systemd/system/fdr-record.service
grep -q '^ExecStart=/usr/bin/fdr record ' "$service" || fail "the service runs something else"
# `fdr record` accepts the options of the service.  Every tool of PCP can read the archive, and old archives are
# removed.
options=$(sed -n 's/^Environment=FDR_RECORD="\(.*\)"$/\1/p' "$service")
for option in --rotate= --keep= --compress=none; do
  [[ $options == *$option* ]] || fail "the service does not say $option"
done
command=$(sed -n 's/^ExecStart=//p' "$service")
# shellcheck disable=SC2016  # systemd expands it
for word in '$FDR_RECORD' --directory=/var/log/fdr; do
  [[ $command == *" $word "* ]] || fail "the service does not use $word"
done
out=${command##* }
read -ra words <<<"${options/--interval=10s/--interval=10ms}"
usr/bin/fdr record --quiet --directory="$work/log" "${words[@]}" --size=2 "${out//%%/%}" 2>"$work/complaints" ||
  fail "the service's options: $(cat "$work/complaints")"
[ -s "$work/log/fdr-keep.${out//%%/%}.txt" ] || fail "what the service records is never removed"
archive=("$work"/log/*.meta)
usr/bin/fdr check -w "${archive[0]%.meta}" >"$work/findings" || fail "what the service records: $(cat "$work/findings")"
grep -q '^EnvironmentFile=-/etc/default/fdr-record$' "$service" || fail "the service has no environment file"
# The other service runs `fdr serve`, as a user that owns nothing.
serve=usr/lib/systemd/system/fdr-serve.service
# shellcheck disable=SC2016  # systemd expands it
grep -qx 'ExecStart=/usr/bin/fdr serve $FDR_SERVE' "$serve" || fail "the service does not serve"
for line in Type=notify DynamicUser=yes ProtectSystem=strict CapabilityBoundingSet= NoNewPrivileges=yes; do
  grep -qx "$line" "$serve" || fail "$serve has no $line"
done
if command -v systemd-analyze >/dev/null; then
  for unit in "$service" "$serve"; do
    copy=$work/${unit##*/}
    sed "s|^ExecStart=/usr/bin|ExecStart=$work/usr/bin|" "$unit" >"$copy"
    complaints=$(systemd-analyze verify --man=no --recursive-errors=no "$copy" 2>&1 | grep -v '^/usr/' || true)
    [ -z "$complaints" ] || fail "the service: $complaints"
  done
fi

[ "${2:-}" = peer ] || exit 0
pmlogcheck -w "${archive[0]%.meta}" || fail "pmlogcheck complains of what the service records"
[ "$(usr/bin/fdr pcp --check pmval)" = "runs here" ] || fail "fdr pcp does not run pmval"
iostat=$here/../../docs/guide/examples/iostat.txt
iostat2pcp "$iostat" "$work/peers"
usr/bin/fdr pcp iostat2pcp "$iostat" "$work/ours" || fail "fdr pcp does not run iostat2pcp"
diff <(pminfo -a "$work/peers" -dfm) <(usr/bin/fdr pcp pminfo -a "$work/ours" -dfm) || fail "pminfo prints something else"
"$here/man_pages_test.sh" "$work/usr/bin/fdr" "$work/usr/share/man/man1"
"$here/completions_test.sh" "$work/usr/bin/fdr" "$work/usr/share"
