#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Expects that a package has each file below /usr, each document and each page of its own that its man pages and its
# help texts name.
#
# usage: named_files_test.sh ROOT
# where ROOT has the files of the package.
set -euo pipefail
shopt -s nullglob
cd "$1"
texts=$(mktemp -d)
trap 'rm -rf "$texts"' EXIT

for page in usr/share/man/man*/fdr*.gz; do
  name=${page##*/}
  # "fdr-view 1" is a page, and \\- a hyphen.
  zcat "$page" | sed -E 's/^\.Xr ([a-zA-Z0-9_-]+) ([1-8]).*/\1(\2)/; s/\\-/-/g' >"$texts/${name%.gz}"
done
export FDR_CONFIG=/dev/null
usr/bin/fdr --help >"$texts/fdr --help"
while read -r verb; do
  usr/bin/fdr "$verb" --help >"$texts/fdr $verb --help"
done < <(sed '1,/^Verbs:/d' "$texts/fdr --help" | grep -oE '^  [a-z]+')
for topic in times metrics expressions hosts; do usr/bin/fdr help $topic >"$texts/fdr help $topic"; done

count=0 missing=0
need() {  # need TEXT FILE
  count=$((count + 1))
  [ ! -e "$2" ] || return 0
  echo "${1##*/} names $2, which is not in the package"
  missing=$((missing + 1))
}

for text in "$texts"/*; do
  while read -r path; do
    need "$text" "${path#/}"
  done < <(grep -oE '/usr/[A-Za-z0-9_/.-]*[A-Za-z0-9_/-]' "$text" | sort -u)
  while read -r document; do
    need "$text" "usr/share/doc/fdr/${document#/usr/share/doc/fdr/}"
  done < <(grep -oE '[A-Za-z0-9_/-]+\.md(\.gz)?' "$text" | sort -u)
  while IFS='()' read -r name section; do
    need "$text" "usr/share/man/man$section/$name.$section.gz"
  done < <(grep -oE '\bfdr(-[a-z]+)?\([1-8]\)' "$text" | sort -u)
done
echo "$count names of files in $(find "$texts" -type f | wc -l) texts"
[ "$count" -ge 100 ] && [ "$missing" -eq 0 ]
