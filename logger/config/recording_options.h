// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a source is recorded: into which archives, how often, and who hears of it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/logger/config/limit.h"
#include "fdr/logger/config/logger_config.h"
#include "fdr/replay/context.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

/// Of a clock that never goes back, in nanoseconds.
using Nanos = std::int64_t;

inline constexpr std::size_t kNoMetadataLimit = std::numeric_limits<std::size_t>::max();

/// What archives are called: see archive_names.h.
struct NamePattern {
  /// A base name, with or without directories and strftime(3)'s conversions.
  std::string text;
  /// Of the times in names.
  Zone zone = {};
  /// What time it is; nothing needs to tell if there are no conversions.
  std::function<Timestamp()> clock = {};
};

/// Of the recorder, for the records that an archive begins and ends with.
struct RecorderIdentity {
  std::string host;       ///< on which it runs
  std::string directory;  ///< in which it runs: archives are told by their whole names
  std::int32_t pid = 0;
};

struct RecorderOptions {
  NamePattern names;  ///< of the archives
  /// Goes on in the last archive of that name, if there is one.  One that is damaged is left as
  /// it is, and the next one begun.
  bool append = false;
  /// What was recorded is on the medium when StartSample() is done.  See docs/crash-contract.md.
  bool sync_each_sample = false;
  /// How the disk is waited for.
  std::launch sync = std::launch::async | std::launch::deferred;
  Version version = Version::k3;
  std::string zoneinfo;  ///< of the source, if it does not tell
  /// A mark stands for samples without a value, however many follow one another.  For sources
  /// that are recordings: between two of them nothing is known.
  bool mark_where_empty = false;
  RecorderIdentity identity;
  FileSystem* files = &PosixFileSystem();
  /// An archive has begun; why the one before it had to end, if there was one.
  std::function<void(const std::string& base, const std::string& why)> on_archive;
  /// Nothing will be written to that data volume any more, and it is on the medium, unless
  /// writing it has failed.  Comes from any thread, but not after the recorder's end.
  std::function<void(const std::string& path)> on_volume_end;
  /// An archive that was made here has its labels, which say that it starts then.
  std::function<void(const std::string& base, Timestamp start)> on_begun = {};
  /// How much memory what the source says about metrics may take.  More is kTooLarge, and nothing
  /// to go on after.
  std::size_t max_metadata = kNoMetadataLimit;
  /// Of a collector: what it said has changed, since that was last asked: CollectorChange.
  std::function<std::uint32_t()> take_changes;
};

/// Of the archives that are kept.
struct KeepLimits {
  std::int64_t age = 0;     ///< nanoseconds since an archive was last written; 0: any
  std::uint64_t bytes = 0;  ///< of all archives' files together; 0: any
};

/// When an archive ends and the next one begins.
struct Rotation {
  Nanos interval = 0;  ///< a multiple of a second
  Zone zone = {};      ///< whose midnights count
  std::function<Timestamp()> clock;
};

/// Something that is not done as asked for.
struct LogWarning {
  TextPlace place;
  std::string what;

  /// "FILE:LINE: WHAT"
  std::string Message() const { return place.Text() + ": " + what; }
};

/// A record of values that were fetched together.
struct RecordedGroup {
  Nanos interval = 0;  ///< at which they are; 0: once
  std::vector<std::string> names;
  std::uint64_t bytes = 0;  ///< in the data volume
};

/// What is recorded by default: enough to see, days later, what a machine was short of.
inline const std::vector<std::string> kDefaultMetrics = {
    "hinv",          "kernel.all",  "kernel.percpu.cpu", "kernel.uname",
    "mem.util",      "mem.physmem", "mem.vmstat",        "swap",
    "disk.dev",      "disk.all",    "filesys",           "network.interface",
    "network.tcp",   "network.udp", "network.ip",        "network.sockstat",
    "vfs",           "proc.runq",   "proc.nprocs",       "pmcd.version",
    "pmcd.hostname", "pmcd.pid",    "pmcd.seqnum",       "pmcd.timezone",
    "pmcd.zoneinfo"};

struct RecordingOptions {
  RecorderOptions recorder;
  LoggerConfig config;                   ///< what is recorded, and how often
  Nanos default_interval = 0;            ///< of statements that say "default"
  bool lingers = false;                  ///< without metrics, goes on, and waits for some to come
  std::uint64_t samples = 0;             ///< so many, and it is over; 0: no limit
  std::uint64_t bytes = 0;               ///< ... so many, or a few more, in all data volumes
  std::optional<RecordingLimit> volume;  ///< of each data volume, which may be a sample larger
  std::optional<KeepLimits> keep;        ///< else all archives are kept
  std::optional<Rotation> rotation;      ///< else there is one archive, if nothing else ends it
  /// How long a sample takes to get to the medium, at most, if the medium is not slower; 0:
  /// nobody sees to that before the end of the archive.
  Nanos sync_interval = 0;
  /// The clock on the wall, at whose multiples of the intervals samples are taken; empty: these
  /// begin when the recording does.
  std::function<Nanos()> wall_clock;
  /// Connects to the source, the first time and again; empty: it cannot be lost.
  std::function<void(Done<void>)> connect;
  /// Has all that is asked of the source fail at once; empty: it never takes long.
  std::function<void()> disconnect;
  /// The source is to be asked for its names: the first time, and whenever they, or it, may
  /// have become others.
  std::function<void()> on_plan;
  /// What happens, for people: a source that is lost, and found again.
  std::function<void(const std::string& what)> on_event;
  /// What is not done as the configuration asks for, each once.
  std::function<void(const LogWarning& warning)> on_warning;
  std::function<void(const RecordedGroup& group)> on_record;
};

}  // namespace fdr
