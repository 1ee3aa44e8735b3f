# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Completion of fdr for bash.  Verbs and options come from fdr's own help, so there is no list to keep.

# _fdr_archives PREFIX: base names of archives, and directories.
_fdr_archives() {
  compgen -f -- "$1" | sed -nE 's/\.meta(\.[a-z0-9]+)?$//p'
  compgen -d -- "$1"
}

# _fdr_live_metrics COMMAND WORD...: the metrics of the host behind -h, else of this machine.
_fdr_live_metrics() {
  local command=$1 source=(-L) i
  for ((i = 2; i < $#; ++i)); do
    [[ ${!i} == @(-h|--host) ]] && source=(-h "${@:i+1:1}")
  done
  "$command" names -q "${source[@]}" 2>/dev/null | cut -d " " -f 1
}

# _fdr_metrics COMMAND WORD...: the metrics of the first word that is an archive.
_fdr_metrics() {
  local command=$1 word metrics
  for word in "${@:2}"; do
    [[ $word == -* ]] && continue
    metrics=$("$command" names -q "$word" 2>/dev/null | cut -d " " -f 1)
    [ -z "$metrics" ] || { echo "$metrics"; return; }
  done
}

_fdr() {
  local command=$1 current=$2 previous=$3 words=
  if [ "$current" = "=" ]; then
    current=
  elif [ "$previous" = "=" ]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=$("$command" --help | sed -nE -e 's/^  (-[^ ]+).*/\1/p' -e '/^Verbs:/,/^$/s/^  ([^ ]+).*/\1/p')
  elif [ "$previous" = --tz ]; then
    words="local archive utc"
  elif [ "$previous" = --where ]; then
    words=$(_fdr_metrics "$command" "${COMP_WORDS[@]:2}")
  elif [[ $current == -* ]]; then
    words=$("$command" "${COMP_WORDS[1]}" --help | sed -nE 's/^  (-[^ ]+).*/\1/p' | tr , ' ')
  elif [[ ${COMP_WORDS[1]} == live ]]; then
    words=$(_fdr_live_metrics "$command" "${COMP_WORDS[@]:2:COMP_CWORD-2}")
  elif [[ ${COMP_WORDS[1]} == @(dump|names|replay|summary) ]] &&
    words=$(_fdr_metrics "$command" "${COMP_WORDS[@]:2:COMP_CWORD-2}") && [ -n "$words" ]; then
    :
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(_fdr_archives "$current")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

# Where nothing fits, such as for a file that an option takes, names of files do.
complete -o bashdefault -o default -F _fdr fdr
