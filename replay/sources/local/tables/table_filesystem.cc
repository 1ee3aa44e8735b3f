// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: file systems, and the kernel's tables of files.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kFilesystemRows[] = {
    {"filesys.capacity", Linux(5, 1), kU64, kDiscrete, kKbyte, "capacity", "size"},
    {"filesys.used", Linux(5, 2), kU64, kInstant, kKbyte, "used", "space in use"},
    {"filesys.free", Linux(5, 3), kU64, kInstant, kKbyte, "free", "space that is free"},
    {"filesys.maxfiles", Linux(5, 4), kU32, kDiscrete, kNoUnits, "maxfiles",
     "files that there can be"},
    {"filesys.usedfiles", Linux(5, 5), kU32, kInstant, kNoUnits, "usedfiles",
     "files that there are"},
    {"filesys.freefiles", Linux(5, 6), kU32, kInstant, kNoUnits, "freefiles",
     "files that there can still be"},
    {"filesys.mountdir", Linux(5, 7), kString, kDiscrete, kNoUnits, "mountdir",
     "where it is mounted"},
    {"filesys.full", Linux(5, 8), kDouble, kInstant, kNoUnits, "full",
     "share of the space that is in use, in percent"},
    {"filesys.blocksize", Linux(5, 9), kU32, kInstant, kByte, "blocksize", "size of a block"},
    {"filesys.avail", Linux(5, 10), kU64, kInstant, kKbyte, "avail",
     "space that is free for users other than root"},
    {"filesys.readonly", Linux(5, 11), kU32, kInstant, kNoUnits, "readonly",
     "whether it is mounted for reading only"},
};

constexpr MetricRow kProcSysRows[] = {
    {"vfs.files.count", Linux(27, 0), k32, kInstant, kNoUnits, "fs/file-nr 0", "open files"},
    {"vfs.files.free", Linux(27, 1), k32, kInstant, kNoUnits, "fs/file-nr 1",
     "file structures that are free"},
    {"vfs.files.max", Linux(27, 2), k32, kInstant, kNoUnits, "fs/file-nr 2",
     "files that may be open at a time"},
    {"vfs.inodes.count", Linux(27, 3), k32, kInstant, kNoUnits, "fs/inode-nr 0",
     "inodes in memory"},
    {"vfs.inodes.free", Linux(27, 4), k32, kInstant, kNoUnits, "fs/inode-nr 1",
     "inodes in memory that are free"},
    {"vfs.dentry.count", Linux(27, 5), k32, kInstant, kNoUnits, "fs/dentry-state 0",
     "directory entries in memory"},
    {"vfs.dentry.free", Linux(27, 6), k32, kInstant, kNoUnits, "fs/dentry-state 1",
     "directory entries in memory that are unused"},
    {"vfs.aio.count", Linux(27, 7), k32, kInstant, kNoUnits, "fs/aio-nr", "asynchronous requests"},
    {"vfs.aio.max", Linux(27, 8), k32, kInstant, kNoUnits, "fs/aio-max-nr",
     "asynchronous requests that there may be at a time"},
};

constexpr MetricRow kLocksRows[] = {
    {"vfs.locks.posix.read", Linux(75, 0), kU32, kInstant, kNoUnits, "posix.read",
     "POSIX locks of files for reading"},
    {"vfs.locks.posix.write", Linux(75, 1), kU32, kInstant, kNoUnits, "posix.write",
     "POSIX locks of files for writing"},
    {"vfs.locks.posix.count", Linux(75, 2), kU32, kInstant, kNoUnits, "posix.count",
     "POSIX locks of files of any kind"},
    {"vfs.locks.flock.read", Linux(75, 3), kU32, kInstant, kNoUnits, "flock.read",
     "flock locks of files for reading"},
    {"vfs.locks.flock.write", Linux(75, 4), kU32, kInstant, kNoUnits, "flock.write",
     "flock locks of files for writing"},
    {"vfs.locks.flock.count", Linux(75, 5), kU32, kInstant, kNoUnits, "flock.count",
     "flock locks of files of any kind"},
    {"vfs.locks.lease.read", Linux(75, 6), kU32, kInstant, kNoUnits, "lease.read",
     "lease locks of files for reading"},
    {"vfs.locks.lease.write", Linux(75, 7), kU32, kInstant, kNoUnits, "lease.write",
     "lease locks of files for writing"},
    {"vfs.locks.lease.count", Linux(75, 8), kU32, kInstant, kNoUnits, "lease.count",
     "lease locks of files of any kind"},
};

constexpr MetricRow kTmpfsRows[] = {
    {"tmpfs.capacity", Linux(34, 1), kU64, kDiscrete, kKbyte, "capacity", "size"},
    {"tmpfs.used", Linux(34, 2), kU64, kInstant, kKbyte, "used", "space in use"},
    {"tmpfs.free", Linux(34, 3), kU64, kInstant, kKbyte, "free", "space that is free"},
    {"tmpfs.maxfiles", Linux(34, 4), kU32, kDiscrete, kNoUnits, "maxfiles",
     "files that there can be"},
    {"tmpfs.usedfiles", Linux(34, 5), kU32, kInstant, kNoUnits, "usedfiles",
     "files that there are"},
    {"tmpfs.freefiles", Linux(34, 6), kU32, kInstant, kNoUnits, "freefiles",
     "files that there can still be"},
    {"tmpfs.full", Linux(34, 7), kDouble, kInstant, kNoUnits, "full",
     "share of the space that is in use, in percent"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kFilesystem, kFilesystemRows},
    {GridId::kProcSys, kProcSysRows},
    {GridId::kLocks, kLocksRows},
    {GridId::kTmpfs, kTmpfsRows},
};

}  // namespace

std::span<const MetricGroup> FilesystemMetrics() { return kGroups; }

}  // namespace fdr::local
