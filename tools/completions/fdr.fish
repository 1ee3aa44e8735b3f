# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Completion of fdr for fish.  Verbs and options come from fdr's own help, so there is no list to keep.

function __fdr_verbs
    fdr --help | sed -nE '/^Verbs:/,/^$/s/^  ([^ ]+) +(.*)/\1\t\2/p'
end

# Each name of an option of the verb on the command line, with what it does, once a "-" is typed.
function __fdr_options
    string match -q -- '-*' (commandline -ct); or return
    set -l words (commandline -opc)
    fdr $words[2] --help | sed -nE 's/^  (-[^ ,]+)(,([^ ]+))?( [^ ]+)* +(.*)/\1\t\5\n\3\t\5/p' | string match -- '-*'
end

# Whether the verb on the command line shows times in a zone.
function __fdr_has_zone
    set -l words (commandline -opc)
    fdr $words[2] --help | string match -q -- '* --tz *'
end

# Base names of archives.
function __fdr_archives
    __fish_complete_suffix .meta | string replace -rf '\.meta(\.\w+)?$|(/)$' '$2'
end

# Of `live`, the metrics of the host behind -h, else of this machine.  Of others, the metrics of the first word that is
# an archive, or else archives.
function __fdr_arguments
    set -l words (commandline -opc)
    if test "$words[2]" = live
        set -l source -L
        set -l host (contains -i -- -h $words); and set source -h $words[(math $host + 1)]
        fdr names -q $source 2>/dev/null | cut -d ' ' -f 1
        return
    end
    if contains -- "$words[2]" dump names replay summary; or test "$words[-1]" = --where
        for word in (string match -v -- '-*' $words[3..])
            set -l metrics (fdr names -q $word 2>/dev/null | cut -d ' ' -f 1)
            test -n "$metrics"; and printf '%s\n' $metrics; and return
        end
    end
    __fdr_archives
end

complete -c fdr -n __fish_use_subcommand -f -a '(__fdr_verbs)'
complete -c fdr -n __fish_use_subcommand -l help -d 'Show this help'
complete -c fdr -n __fish_use_subcommand -l version -d 'Show the versions of fdr and of its libraries'
complete -c fdr -n 'not __fish_use_subcommand' -f -a '(__fdr_options)'
complete -c fdr -n 'not __fish_use_subcommand' -f -a '(__fdr_arguments)'
complete -c fdr -n 'not __fish_use_subcommand; and __fdr_has_zone' -l tz -x -a 'local archive utc'
