#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Expects that every verb has a man page.  The page must format without a warning, explain exactly the options of the
# verb, and show every example of the verb's help as it must be typed, with its quotes and brackets.
#
# usage: man_pages_test.sh FDR DIRECTORY_OF_PAGES
set -euo pipefail
fdr=$1 pages=$2
failures=0

fail() {
  echo "$@"
  failures=$((failures + 1))
}

# Prints the names of the options that a text explains.  Looks only at lines that begin with an option.
options() {  # options INDENTATION
  sed -nE "s/^ {$1}(-.*)/\1/p" | sed -E 's/  .*//' | grep -oE '(^|[ ,])--?[A-Za-z0-9?][A-Za-z0-9-]*' | tr -d ' ,' | sort
}

# Prints the lines of examples in a help text.
examples() {
  sed -nE '/^Examples:$/,/^$/s/^  (fdr .*)/\1/p' | sort
}

check() {  # check PAGE [VERB]
  local page=$pages/$1.1.gz
  [ -f "$page" ] || { fail "$page: missing"; return; }
  local warnings
  warnings=$(man --warnings -E UTF-8 -l "$page" 2>&1 >/dev/null)
  [ -z "$warnings" ] || fail "$page: $warnings"
  # Quotes around nothing, or two at an end: mdoc took a part of the text for punctuation or a macro.
  if man -E UTF-8 -l "$page" 2>/dev/null | col -b | grep -E "‘’|’’"; then
    fail "$page: the quotes above are not where they belong"
  fi
  shift
  diff <("$fdr" "$@" --help | options 2) <(MANWIDTH=200 man -E ascii -l "$page" 2>/dev/null | options 5) ||
    fail "$page: the options above are in the command's help only (<) or in the page only (>)"
  local form shown
  for form in ascii UTF-8; do
    shown=$(MANWIDTH=200 man -E $form -l "$page" 2>/dev/null | col -b | sed -nE '/^EXAMPLES/,/^[A-Z ]+$/s/^[ \t]+(fdr .*)/\1/p')
    if comm -23 <("$fdr" "$@" --help | examples) <(sort <<<"$shown") | grep .; then
      fail "$page: the examples above are in the command's help, but not as such in the page ($form)"
    fi
  done
}

check fdr
for verb in $("$fdr" --help | sed '1,/^Verbs:/d' | grep -oE '^  [a-z]+'); do
  check "fdr-$verb" "$verb"
done
exit $failures
