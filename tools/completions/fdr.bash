# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Completion of the command in bash.  fdr itself knows what a word can become: "fdr __complete WORD..." prints a line
# for each completion, perhaps with a description behind a tab.

_fdr() {
  local command=$1 current=$2 word line directories=
  local -a words=()
  # Bash takes "=" for a word of its own: --tz=utc is three words, of which the last one is completed.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [ ${#words[@]} -gt 0 ] && [[ $word == "=" || ${words[-1]} == --*= ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  COMPREPLY=()
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    case $line in
      :files) ;;  # completed below, where nothing else fits
      :directories) directories=yes ;;
      --*=*) COMPREPLY+=("${line#*=}") ;;
      *) printf -v line %q "$line" && COMPREPLY+=("$line") ;;
    esac
  done < <("$command" __complete "${words[@]}" 2>/dev/null)
  if [ "$directories" ]; then mapfile -t COMPREPLY < <(compgen -d -- "$current"); fi
  # After a directory, its contents are completed.
  if [ ${#COMPREPLY[@]} -eq 1 ] && [[ ${COMPREPLY[0]} == */ ]]; then compopt -o nospace 2>/dev/null || true; fi
}

# Where nothing fits, such as for a file that an option takes, names of files do.
complete -o bashdefault -o default -F _fdr fdr
