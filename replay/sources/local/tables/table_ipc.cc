// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: semaphores, message queues and shared memory of System V.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kIpcLimitsRows[] = {
    {"ipc.sem.max_semmap", Linux(21, 0), kU32, kDiscrete, kNoUnits, "semmap",
     "entries of the semaphore map"},
    {"ipc.sem.max_semid", Linux(21, 1), kU32, kDiscrete, kNoUnits, "semmni",
     "semaphore sets that there may be"},
    {"ipc.sem.max_sem", Linux(21, 2), kU32, kDiscrete, kNoUnits, "semmns",
     "semaphores that there may be"},
    {"ipc.sem.num_undo", Linux(21, 3), kU32, kDiscrete, kNoUnits, "semmnu",
     "undo structures that there may be"},
    {"ipc.sem.max_perid", Linux(21, 4), kU32, kDiscrete, kNoUnits, "semmsl",
     "semaphores of a set that there may be"},
    {"ipc.sem.max_ops", Linux(21, 5), kU32, kDiscrete, kNoUnits, "semopm",
     "operations of one call"},
    {"ipc.sem.max_undoent", Linux(21, 6), kU32, kDiscrete, kNoUnits, "semume",
     "undo entries of a process"},
    {"ipc.sem.sz_semundo", Linux(21, 7), kU32, kDiscrete, kNoUnits, "semusz",
     "size of an undo structure"},
    {"ipc.sem.max_semval", Linux(21, 8), kU32, kDiscrete, kNoUnits, "semvmx",
     "largest value of a semaphore"},
    {"ipc.sem.max_exit", Linux(21, 9), kU32, kDiscrete, kNoUnits, "semaem",
     "largest value that is undone when a process ends"},
    {"ipc.sem.used_sem", Linux(61, 0), kU32, kInstant, kNoUnits, "sem_used", "semaphore sets"},
    {"ipc.sem.tot_sem", Linux(61, 1), kU32, kInstant, kNoUnits, "sem_total", "semaphores"},
    {"ipc.msg.sz_pool", Linux(22, 0), kU32, kDiscrete, kKbyte, "msgpool",
     "size of the pool of messages"},
    {"ipc.msg.mapent", Linux(22, 1), kU32, kDiscrete, kNoUnits, "msgmap",
     "entries of the message map"},
    {"ipc.msg.max_msgsz", Linux(22, 2), kU32, kDiscrete, kNoUnits, "msgmax",
     "size of the largest message"},
    {"ipc.msg.max_defmsgq", Linux(22, 3), kU32, kDiscrete, kNoUnits, "msgmnb",
     "bytes of a queue that there may be"},
    {"ipc.msg.max_msgqid", Linux(22, 4), kU32, kDiscrete, kNoUnits, "msgmni",
     "queues that there may be"},
    {"ipc.msg.max_msgseg", Linux(22, 5), kU32, kDiscrete, kNoUnits, "msgssz",
     "size of a message segment"},
    {"ipc.msg.num_smsghdr", Linux(22, 6), kU32, kDiscrete, kNoUnits, "msgtql",
     "message headers that there may be"},
    {"ipc.msg.max_seg", Linux(22, 7), kU32, kDiscrete, kNoUnits, "msgseg",
     "message segments that there may be"},
    {"ipc.msg.used_queues", Linux(62, 0), kU32, kInstant, kNoUnits, "msg_used", "message queues"},
    {"ipc.msg.tot_msg", Linux(62, 1), kU32, kInstant, kNoUnits, "msg_total",
     "messages in all queues"},
    {"ipc.msg.tot_bytes", Linux(62, 2), kU32, kInstant, kByte, "msg_bytes", "bytes in all queues"},
    {"ipc.shm.max_segsz", Linux(23, 0), kU32, kDiscrete, kByte, "shmmax",
     "size of the largest segment"},
    {"ipc.shm.min_segsz", Linux(23, 1), kU32, kDiscrete, kByte, "shmmin",
     "size of the smallest segment"},
    {"ipc.shm.max_seg", Linux(23, 2), kU32, kDiscrete, kNoUnits, "shmmni",
     "segments that there may be"},
    {"ipc.shm.max_segproc", Linux(23, 3), kU32, kDiscrete, kNoUnits, "shmseg",
     "segments that a process may use"},
    {"ipc.shm.max_shmsys", Linux(23, 4), kU32, kDiscrete, kNoUnits, "shmall",
     "pages of shared memory that there may be"},
    {"ipc.shm.tot", Linux(56, 0), kU32, kInstant, kByte, "shm_total", "shared memory"},
    {"ipc.shm.rss", Linux(56, 1), kU32, kInstant, kByte, "shm_rss",
     "shared memory that is in memory"},
    {"ipc.shm.swp", Linux(56, 2), kU32, kInstant, kByte, "shm_swapped",
     "shared memory that is swapped out"},
    {"ipc.shm.used_ids", Linux(56, 3), kU32, kInstant, kNoUnits, "shm_used", "segments"},
    {"ipc.shm.swap_attempts", Linux(56, 4), kU32, kInstant, kNoUnits, "swap_attempts",
     "attempts to swap shared memory out"},
    {"ipc.shm.swap_successes", Linux(56, 5), kU32, kInstant, kNoUnits, "swap_successes",
     "... that succeeded"},
};

constexpr MetricRow kSemRows[] = {
    {"ipc.sem.key", Linux(66, 0), kString, kDiscrete, kNoUnits, "key", "name of the set"},
    {"ipc.sem.owner", Linux(66, 1), kString, kDiscrete, kNoUnits, "owner", "user who owns it"},
    {"ipc.sem.perms", Linux(66, 2), kU32, kInstant, kNoUnits, "perms", "permissions"},
    {"ipc.sem.nsems", Linux(66, 3), kU32, kInstant, kNoUnits, "nsems", "semaphores of the set"},
};

constexpr MetricRow kMsgRows[] = {
    {"ipc.msg.key", Linux(65, 0), kString, kDiscrete, kNoUnits, "key", "name of the queue"},
    {"ipc.msg.owner", Linux(65, 1), kString, kDiscrete, kNoUnits, "owner", "user who owns it"},
    {"ipc.msg.perms", Linux(65, 2), kU32, kInstant, kNoUnits, "perms", "permissions"},
    {"ipc.msg.msgsz", Linux(65, 3), kU32, kDiscrete, kByte, "cbytes", "bytes in the queue"},
    {"ipc.msg.messages", Linux(65, 4), kU32, kInstant, kNoUnits, "qnum", "messages in the queue"},
    {"ipc.msg.last_send_pid", Linux(65, 5), kU32, kInstant, kByte, "lspid",
     "process that sent last"},
    {"ipc.msg.last_recv_pid", Linux(65, 6), kU32, kInstant, kNoUnits, "lrpid",
     "process that received last"},
};

constexpr MetricRow kShmRows[] = {
    {"ipc.shm.key", Linux(64, 0), kString, kDiscrete, kNoUnits, "key", "name of the segment"},
    {"ipc.shm.owner", Linux(64, 1), kString, kDiscrete, kNoUnits, "owner", "user who owns it"},
    {"ipc.shm.perms", Linux(64, 2), kU32, kInstant, kNoUnits, "perms", "permissions"},
    {"ipc.shm.segsz", Linux(64, 3), kU32, kDiscrete, kByte, "size", "size"},
    {"ipc.shm.nattch", Linux(64, 4), kU32, kInstant, kNoUnits, "nattch", "processes that use it"},
    {"ipc.shm.status", Linux(64, 5), kString, kInstant, kNoUnits, "status",
     "whether it is locked, or will be removed"},
    {"ipc.shm.creator_pid", Linux(64, 6), kU32, kDiscrete, kNoUnits, "cpid",
     "process that made it"},
    {"ipc.shm.last_access_pid", Linux(64, 7), kU32, kInstant, kNoUnits, "lpid",
     "process that used it last"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kIpcLimits, kIpcLimitsRows},
    {GridId::kSem, kSemRows},
    {GridId::kMsg, kMsgRows},
    {GridId::kShm, kShmRows},
};

}  // namespace

std::span<const MetricGroup> IpcMetrics() { return kGroups; }

}  // namespace fdr::local
