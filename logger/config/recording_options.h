// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How to record a source: into which archives, how often, and which events to report.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/record/indom_record.h"
#include "fdr/logger/config/limit.h"
#include "fdr/logger/config/logger_config.h"
#include "fdr/replay/context.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

/// A time or an interval of a steady clock, in nanoseconds.
using Nanos = std::int64_t;

inline constexpr std::size_t kNoMetadataLimit = std::numeric_limits<std::size_t>::max();

/// The names of the archives of a recording: see archive_names.h.
struct NamePattern {
  /// A base name, with or without directories and strftime(3)'s conversions.
  std::string text;
  /// The zone of the times in names.
  Zone zone = {};
  /// The current time; needed only for conversions.
  std::function<Timestamp()> clock = {};
};

/// The recorder itself, for the first and the last record of an archive.
struct RecorderIdentity {
  std::string host;       ///< that it runs on
  std::string directory;  ///< that it runs in; makes the names of archives absolute
  std::int32_t pid = 0;
};

struct RecorderOptions {
  NamePattern names;  ///< of the archives
  /// Continues the last archive of that name, if there is one.  A damaged archive is left
  /// unchanged, and the next one begun.
  bool append = false;
  /// A sample is on the medium when its StartSample() is done.  See docs/crash-contract.md.
  bool sync_each_sample = false;
  /// How background work waits for the disk.
  std::launch sync = std::launch::async | std::launch::deferred;
  /// The version of all archives, also of one that is continued.  Without it, that one keeps its
  /// own version, and those that begin have version 2: programs of PCP 6.0.3 die of what
  /// pmlogextract makes of version 3 (docs/format/metadata.md).
  std::optional<Version> version;
  DomainRecords domains = DomainRecords::kFull;
  RecorderIdentity identity;
  FileSystem* files = &PosixFileSystem();
  /// Called when an archive has begun, with the reason why the one before it ended, if any.
  std::function<void(const std::string& base, const std::string& why)> on_archive;
  /// Called when that data volume is finished and on the medium (unless writing it has failed).
  /// Comes from any thread, but not after the recorder is destroyed.
  std::function<void(const std::string& path)> on_volume_end;
  /// Called when a new archive has its labels, which contain `start`.
  std::function<void(const std::string& base, Timestamp start)> on_begun = {};
  /// A new archive begins when the metadata of this one have that many bytes: those of version 2
  /// end at 2 GiB, and readers keep them in memory.
  std::uint64_t metadata_limit = std::uint64_t{1} << 30;
  /// The most memory for the metadata of the source.  More is kTooLarge, which
  /// ends the recording.
  std::size_t max_metadata = kNoMetadataLimit;
  /// Returns the changes that a collector has reported since the last call: CollectorChange.
  std::function<std::uint32_t()> take_changes;
  /// Fills in values that the source knows only since the last sample, of the metrics given, with a
  /// stamp between the last sample and the one before.  They are recorded between these two.  False
  /// if there are none.
  std::function<bool(std::span<const MetricId> metrics, FetchResult& earlier)> take_earlier;
};

/// The limits of the archives that are kept.
struct KeepLimits {
  std::int64_t age = 0;     ///< nanoseconds since an archive was last written; 0: any
  std::uint64_t bytes = 0;  ///< of all archives' files together; 0: any
};

/// When an archive ends and the next one begins.
struct Rotation {
  Nanos interval = 0;  ///< a multiple of a second
  Zone zone = {};      ///< in which days begin
  std::function<Timestamp()> clock;
};

/// A request of the configuration that could not be met.
struct LogWarning {
  TextPlace place;
  std::string what;

  /// "FILE:LINE: WHAT"
  std::string Message() const { return place.Text() + ": " + what; }
};

/// Returns more about an unknown name, such as "; did you mean ...?", from all names of a source.
using NameHint =
    std::function<std::string(const std::string& name, const std::vector<std::string>& all)>;

/// A record of values that were fetched together.
struct RecordedGroup {
  Nanos interval = 0;  ///< between two records; 0: once
  std::vector<std::string> names;
  std::uint64_t bytes = 0;  ///< in the data volume
};

/// The metrics that are recorded by default: enough to see, days later, what a machine was short
/// of, and to fill the tables of PCP's tools.
inline const std::vector<std::string> kDefaultMetrics = {"hinv",
                                                         "kernel.all",
                                                         "kernel.percpu.cpu",
                                                         "kernel.percpu.intr",
                                                         "kernel.uname",
                                                         "mem.util",
                                                         "mem.physmem",
                                                         "mem.freemem",
                                                         "mem.vmstat",
                                                         "mem.numa.alloc",
                                                         "swap",
                                                         "disk.dev",
                                                         "disk.all",
                                                         "filesys",
                                                         "network.interface",
                                                         "network.tcp",
                                                         "network.udp",
                                                         "network.ip",
                                                         "network.sockstat",
                                                         "vfs",
                                                         "proc.runq",
                                                         "proc.nprocs",
                                                         "ipc.msg.max_msgqid",
                                                         "ipc.msg.max_msgsz",
                                                         "ipc.msg.max_defmsgq",
                                                         "ipc.msg.used_queues",
                                                         "ipc.msg.tot_msg",
                                                         "ipc.msg.tot_bytes",
                                                         "ipc.sem.max_semid",
                                                         "ipc.sem.max_perid",
                                                         "ipc.sem.num_undo",
                                                         "ipc.sem.max_ops",
                                                         "ipc.sem.max_semval",
                                                         "ipc.sem.used_sem",
                                                         "ipc.sem.tot_sem",
                                                         "ipc.shm.max_seg",
                                                         "ipc.shm.max_segsz",
                                                         "ipc.shm.max_shmsys",
                                                         "ipc.shm.min_segsz",
                                                         "ipc.shm.used_ids",
                                                         "ipc.shm.tot",
                                                         "ipc.shm.rss",
                                                         "ipc.shm.swp",
                                                         "ipc.shm.swap_attempts",
                                                         "ipc.shm.swap_successes",
                                                         "pmcd.version",
                                                         "pmcd.hostname",
                                                         "pmcd.pid",
                                                         "pmcd.seqnum",
                                                         "pmcd.timezone",
                                                         "pmcd.zoneinfo"};

/// The command lines of processes.  They may hold secrets.
inline constexpr const char* kCommandLines = "proc.psinfo.psargs";

/// The metrics of processes that are recorded by default: what PCP's tools ask for (pcp-atop(1),
/// pcp-ps(1), pcp-pidstat(1)), as far as it costs little.
inline const std::vector<std::string> kProcessMetrics = {"proc.psinfo.pid",
                                                         "proc.psinfo.ppid",
                                                         "proc.psinfo.pgrp",
                                                         "proc.psinfo.session",
                                                         "proc.psinfo.tgid",
                                                         "proc.psinfo.tty",
                                                         "proc.psinfo.ttyname",
                                                         "proc.psinfo.cmd",
                                                         kCommandLines,
                                                         "proc.psinfo.start_time",
                                                         "proc.psinfo.sname",
                                                         "proc.psinfo.wchan_s",
                                                         "proc.psinfo.utime",
                                                         "proc.psinfo.stime",
                                                         "proc.psinfo.cutime",
                                                         "proc.psinfo.cstime",
                                                         "proc.psinfo.guest_time",
                                                         "proc.psinfo.delayacct_blkio_time",
                                                         "proc.psinfo.minflt",
                                                         "proc.psinfo.maj_flt",
                                                         "proc.psinfo.priority",
                                                         "proc.psinfo.nice",
                                                         "proc.psinfo.rt_priority",
                                                         "proc.psinfo.policy",
                                                         "proc.psinfo.policy_s",
                                                         "proc.psinfo.processor",
                                                         "proc.psinfo.vsize",
                                                         "proc.psinfo.rss",
                                                         "proc.psinfo.threads",
                                                         "proc.psinfo.vctxsw",
                                                         "proc.psinfo.nvctxsw",
                                                         "proc.psinfo.cgroups",
                                                         "proc.id",
                                                         "proc.memory.vmdata",
                                                         "proc.memory.vmstack",
                                                         "proc.memory.vmexe",
                                                         "proc.memory.vmlib",
                                                         "proc.memory.vmlock",
                                                         "proc.memory.vmswap",
                                                         "proc.io",
                                                         "proc.schedstat",
                                                         "fdr.usage"};

/// The metrics of control groups that are recorded by default, in one sample of many: those of
/// version 2, then those of version 1.
inline const std::vector<std::string> kGroupMetrics = {
    "cgroup.cpu.stat.usage",
    "cgroup.memory.current",
    "cgroup.io.stat.rbytes",
    "cgroup.io.stat.wbytes",
    "cgroup.pressure.cpu.some.total",
    "cgroup.pressure.memory.some.total",
    "cgroup.pressure.io.some.total",
    "cgroup.cpuacct.usage",
    "cgroup.memory.usage",
    "cgroup.blkio.all.throttle.io_service_bytes.read",
    "cgroup.blkio.all.throttle.io_service_bytes.write"};

/// The interval of the task that asks for values, among those of all tasks.
struct AskingTask {
  Nanos interval = 0;  ///< 0: it runs once
  Nanos shortest = 0;  ///< 0: all run once
  Nanos longest = 0;   ///< 0: some task runs once
};

struct RecordingOptions {
  RecorderOptions recorder;
  LoggerConfig config;                   ///< which metrics to record, and how often
  Nanos default_interval = 0;            ///< for statements that say "default"
  bool lingers = false;                  ///< waits for metrics if there are none
  std::uint64_t samples = 0;             ///< ends after this many; 0: no limit
  std::uint64_t bytes = 0;               ///< ends after this many, or a few more, in all volumes
  std::optional<RecordingLimit> volume;  ///< of each data volume, which may be one sample larger
  std::optional<KeepLimits> keep;        ///< default: all archives are kept
  std::optional<Rotation> rotation;      ///< default: archives do not end by time
  /// How long until a sample is on the medium, at most, if the medium is not slower; 0: only at the
  /// end of the archive.
  Nanos sync_interval = 0;
  /// The wall clock, to sample at its multiples of the intervals; empty: intervals count from the
  /// start.
  std::function<Nanos()> wall_clock;
  bool is_controlled = false;  ///< takes orders while it runs: see Recording::StartOrder()
  /// Programs that give orders know instances by the same numbers as the source.
  bool has_common_instances = true;
  LoggerConfig orders;  ///< of an earlier recording, and in force again
  /// Takes all orders in force, as a configuration, whenever they change.
  std::function<void(const std::string& text)> on_orders = [](const std::string&) {};
  /// Connects to the source, the first time and again; empty: it cannot be lost.
  std::function<void(Done<void>)> connect;
  /// Makes all open questions to the source fail at once; empty: answers never take long.
  std::function<void()> disconnect;
  /// Waits for something to happen at the source, but no longer than this; empty: Context::Wait(),
  /// which waits for the answer or for the source's own limit of time.  Recording::Run() alone
  /// waits; for a LiveContext: `live.loop().RunOneFor(at_most)`.
  std::function<void(std::chrono::nanoseconds at_most)> wait;
  /// Called before the source is asked for its names: the first time, and whenever the names or the
  /// source may have changed.
  std::function<void()> on_plan;
  /// Called before the source is asked for values.  While it is late, no task has its turn.
  std::function<void(const AskingTask& task)> on_sample;
  /// Events for people: the source is lost, or found again.
  std::function<void(const std::string& what)> on_event;
  NameHint hint;  ///< what a warning adds about an unknown name; empty: nothing
  /// Parts of the configuration that cannot be met, each once.
  std::function<void(const LogWarning& warning)> on_warning;
  std::function<void(const RecordedGroup& group)> on_record;
};

}  // namespace fdr
