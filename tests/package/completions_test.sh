#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Expects that, in every shell, the completions know each verb, each option in `fdr VERB --help`, and archives.
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
      zsh -fc '_call_program() { shift; "$@" }
        _describe() { [[ $1 != -o ]] || shift; print -l -- ${(P)2%%:*} }
        _files() { }
        compadd() { [[ $1 != -f ]] || shift; shift; print -l -- $@ }
        words=("$@") CURRENT=$# PREFIX=$@[-1]
        source $SHARE/zsh/vendor-completions/_fdr | grep -e "^$PREFIX" || true' zsh "$@"
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
  for verb in $verbs; do
    options=$(fdr "$verb" --help | grep -oE '^  -[^ ]+' | tr -d ' ' | tr , '\n' | sort)
    expect $shell "$(grep -e '^--' <<<"$options")" fdr "$verb" --
  done
done
exit $failures
