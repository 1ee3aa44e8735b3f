#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Runs build.sh in a Debian 12 that has only apt.  So the lists of build.sh must name every package that it needs.
# Nothing may run afterwards, and nothing new may start with the machine.  Uses the commit that is checked out, and the
# mirror that this machine uses.  Needs root and debootstrap.  ./build.sh bare installs debootstrap.
#
# usage: bare_debian.sh [TREE [COMMAND...]]
#
# TREE is the directory to use and to keep.  Default: a temporary directory.  An existing tree is used again, with the
# current commit.  COMMAND runs in place of the demo, the package, and the tests.
#
# Mounts and processes live in their own namespaces.  So the kernel ends them with the script, and the command that
# deletes the tree never sees a mount.
set -euo pipefail
checkout=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
[ "$(id -u)" -eq 0 ] || { echo "bare_debian.sh: not root" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "bare_debian.sh: debootstrap is not installed" >&2; exit 2; }

namespace=
finish() {
  if [ -n "$namespace" ]; then
    kill -KILL "$namespace" 2>/dev/null || true
    wait "$namespace" 2>/dev/null || true
  fi
  [ -n "$keeps" ] || rm -rf --one-file-system "$tree" || { sleep 2; rm -rf --one-file-system "$tree"; }
}
keeps=${1:-}
tree=${keeps:-$(mktemp -d "${TMPDIR:-/tmp}/bare-debian.XXXXXX")}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
shift $(($# > 0))

# Runs a command in its own namespaces.
apart() {  # apart COMMAND...
  local status=0
  unshare --mount --pid --fork --kill-child "$@" &
  namespace=$!
  wait "$namespace" || status=$?
  namespace=
  return "$status"
}

make_tree() {
  local mirror
  # shellcheck disable=SC2016  # apt expands it
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' 'Origin: Debian' |
    head -n 1)
  apart debootstrap --variant=minbase bookworm "$tree" "${mirror:-http://deb.debian.org/debian}"
  chmod 755 "$tree"  # mktemp lets only root in, but agents and clients of other users have to enter
}

# Gives the tree the network settings of this machine, so that it can reach the mirror.
connect_tree() {
  cp /etc/resolv.conf /etc/hosts "$tree/etc/"
  apt-config dump Acquire | grep -E '^Acquire::(https?|Check-)' >"$tree/etc/apt/apt.conf.d/90machine" || true
}

copy_commit() {
  mkdir -p "$tree/fdr"
  find "$tree/fdr" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
  # The files may belong to another user than root, so git needs safe.directory.
  git -C "$checkout" -c safe.directory="$checkout" archive HEAD | tar -x -m -C "$tree/fdr"
}

# The links by which services start with the machine.
started_at_boot() {
  { find "$tree/etc/systemd" "$tree"/etc/rc?.d -type l \
    '(' -path '*.wants/*' -o -path '*.requires/*' -o -name 'S*' ')' 2>/dev/null || true; } | sort
}

# Runs a command in the tree, as the first child of a process name space.  Fails if a process is left.
#
# The compiler cache of this machine serves the tree, too: it counts only if compiler, flags and each header are the
# same.  With FDR_EMPTY_CACHE=1 the tree has none, for measurements.
run() {  # run COMMAND...
  local status=0 cache='' before
  [ -n "${FDR_EMPTY_CACHE:-}" ] || cache=$(ccache --get-config cache_dir 2>/dev/null) || true
  [ -d "$cache" ] || cache=
  before=$(started_at_boot)
  # shellcheck disable=SC2016  # the inner shells expand them
  apart bash -c '
    set -e
    tree=$1
    cache=$2
    shift 2
    mount --bind "$tree" "$tree"  # tests make name spaces of their own there: its root must be a mount
    mount -t proc proc "$tree/proc"
    mount --rbind /sys "$tree/sys"
    mount --rbind /dev "$tree/dev"
    if [ -n "$cache" ]; then
      mkdir -p "$tree/root/.cache/ccache"
      mount --bind "$cache" "$tree/root/.cache/ccache"
    fi
    status=0
    chroot "$tree" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      bash -c "cd /fdr && exec \"\$@\"" bash "$@" || status=$?
    for second in {1..10}; do
      left=
      for process in "$tree"/proc/[0-9]*; do
        [ "${process##*/}" = 1 ] || left+=$(tr "\0" " " <"$process/cmdline" || true)$'\''\n'\''
      done 2>/dev/null
      [ -n "$left" ] || exit $status
      sleep 1
    done
    printf "bare_debian.sh: this still runs:\n%s" "$left" >&2
    exit 1' bash "$tree" "$cache" "$@" || status=$?
  if ! diff <(echo "$before") <(started_at_boot); then
    echo "bare_debian.sh: $*: now other services start with the machine" >&2
    status=1
  fi
  [ "$status" -eq 0 ] || echo "bare_debian.sh: $*: failed with status $status" >&2
  return "$status"
}

[ -e "$tree/usr/bin/apt-get" ] || make_tree
connect_tree
copy_commit
if [ $# -gt 0 ]; then
  run "$@"
else
  had_pcp=
  [ ! -e "$tree/usr/bin/pmval" ] || had_pcp=1  # of an earlier run
  run ./build.sh demo
  run ./build.sh package
  [ -n "$had_pcp" ] || [ ! -e "$tree/usr/bin/pmval" ] || { echo "bare_debian.sh: the demo or the package installs PCP" >&2; exit 1; }
  run ./build.sh test
fi
