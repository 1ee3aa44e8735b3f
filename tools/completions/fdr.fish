# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Completion of fdr for fish.  fdr itself knows what a word can become: "fdr __complete WORD..." prints a line for each
# completion, perhaps with a description behind a tab.

function __fdr_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] __complete $words[2..] "$current" 2>/dev/null)
    set -l found (string match -v -r '^:(files|directories)$' -- $lines)
    printf '%s\n' $found
    if contains :directories $lines
        __fish_complete_directories "$current"
    else if contains :files $lines; and test -z "$found"
        __fish_complete_path "$current"
    end
end

complete -c fdr -f -a '(__fdr_complete)'
