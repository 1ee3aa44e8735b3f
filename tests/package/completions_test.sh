#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Expects that, in every shell, the completions know each verb, each option in `fdr VERB --help`, and values: archives,
# metrics, words that an option takes, zones.
#
# usage: completions_test.sh FDR SHARE
# where SHARE is the /usr/share in which the completions are installed.
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
PATH=$(dirname "$1"):$PATH
export SHARE=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work  # for fish, which writes there
mkdir "$work/archives"
cd "$work/archives"
touch first.meta first.index first.0 second.meta.xz second.0.xz other
mkdir subdirectory
cp "$here"/../../testdata/peer/v3-pmlogger.* .
failures=0

# Prints the words to which the incomplete last word can be completed.  For zsh, the script replaces the builtin
# completion functions with simple ones.
# shellcheck disable=SC2016  # the shells expand their scripts themselves
complete_in() {  # complete_in SHELL WORD...
  local shell=$1
  shift
  case $shell in
    bash)
      bash -uc 'source "$SHARE/bash-completion/completions/fdr"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _fdr fdr "${*: -1}" "${*: -2:1}"
        [ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
      ;;
    zsh)
      zsh -fc '_describe() { [[ $1 != -o ]] || shift; print -l -- ${(P)2%%:*} }
        _files() { [[ $1 != -/ ]] || print -l -- *(/N) }
        compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- $@ }
        words=("$@") CURRENT=$# PREFIX=$@[-1]
        complete() { source $SHARE/zsh/vendor-completions/_fdr }
        complete | grep -e "^$PREFIX" || true' zsh "$@"
      ;;
    fish)
      fish --no-config -c 'source $SHARE/fish/vendor_completions.d/fdr.fish; complete -C "$argv"' -- "$@" | cut -f 1
      ;;
  esac
}

expect() {  # expect SHELL EXPECTED WORD...
  local shell=$1 expected=$2 found
  shift 2
  found=$(complete_in "$shell" "$@" | sort -u)
  [ "$found" = "$expected" ] && return
  printf '%s: "%s" completes to\n%s\nand not to\n%s\n' "$shell" "$*" "$found" "$expected"
  failures=$((failures + 1))
}

# With "=", bash sees three words.
expect bash utc fdr info --tz = u
expect bash "$(printf '%s\n' archive local utc)" fdr info --tz =
for shell in zsh fish; do expect $shell --tz=utc fdr info --tz=u; done

verbs=$(fdr --help | sed '1,/^Verbs:/d' | grep -oE '^  [a-z]+' | tr -d ' ' | sort)
for shell in bash zsh fish; do
  expect $shell "$(printf '%s\n' --help --version)" fdr --
  expect $shell info fdr inf
  expect $shell "$(printf '%s\n' archive local utc)" fdr info --tz ""
  expect $shell utc fdr info --tz u
  expect $shell first fdr info fir
  expect $shell second fdr info --exact sec
  expect $shell v3-pmlogger fdr replay v3
  expect $shell "$(fdr names v3-pmlogger | cut -d " " -f 1 | grep "^k")" fdr replay v3-pmlogger k
  expect $shell kernel.all.load fdr names -v v3-pmlogger hinv.ncpu kernel.all.lo
  expect $shell kernel.all.load fdr find v3-pmlogger --where kernel.all.lo
  expect $shell second fdr info v3-pmlogger sec
  expect $shell subdirectory/ fdr info sub
  expect $shell replay fdr help repl
  expect $shell Europe/Berlin fdr info --tz Europe/Ber
  expect $shell "$(printf '%s\n' none xz zstd)" fdr record --compress ""
  expect $shell zstd fdr record --compress z
  expect $shell interpolated fdr replay --mode i
  expect $shell record fdr record --durability r
  expect $shell v3-pmlogger fdr record --from v3
  expect $shell "$(fdr names v3-pmlogger | cut -d " " -f 1 | grep "^k")" fdr record --from v3-pmlogger new k
  expect $shell kernel.all.load fdr replay -t 1s --tz utc v3-pmlogger kernel.all.lo
  expect $shell kernel.all.load fdr live kernel.all.lo
  expect $shell kernel.all.load fdr names -L kernel.all.lo
  expect $shell hinv.ncpu fdr record new hinv.ncp
  for verb in $verbs; do
    options=$(fdr "$verb" --help | grep -oE '^  -[^ ]+' | tr -d ' ' | tr , '\n' | sort)
    expect $shell "$(grep -e '^--' <<<"$options")" fdr "$verb" --
  done
done
exit $failures
