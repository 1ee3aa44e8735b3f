// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What happened, who did it, and how that is known.  docs/why.md has the rules.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/units.h"
#include "fdr/replay/why/time_grid.h"

namespace fdr::why {

enum class Cause : std::uint8_t {
  kCpu,
  kForkStorm,
  kMemory,
  kDisk,
  kNetwork,
  kFilesystem,
  kBlocked,
  kClock,
  kGap,
};

/// "fork-storm"
const char* NameOf(Cause cause);

/// A number with units.
struct Amount {
  double value = 0;
  Units units = {};
  bool per_second = false;  ///< a counter of these units, per second
};
/// A part of the time, or of something else: 1 is all of it.
Amount ShareOf(double part);
Amount BytesOf(double bytes);
Amount BytesPerSecond(double bytes);
Amount EventsPerSecond(double events);
Amount CountOf(double things);
Amount TimeOf(double seconds);

/// A sentence, in which {value}, {program} and {where}, of the finding, stand for what they name.
struct Evidence {
  std::string sentence;
  std::string metric;  ///< with its instance
  Amount value;
  std::optional<Amount> usual = {};  ///< in the rest of the recording
  std::string program = {};
};

/// The processes of one program and user; or the one that started these again and again.
struct Culprit {
  std::string program = {}, user = {};  ///< "" if the archive does not say it
  std::string unit = {};                ///< of systemd, or a container; "" if it is not clear
  std::string started = {};             ///< the program whose processes ended; "" if it is its own
  std::vector<InstanceId> pids = {};
  Amount amount = {};                ///< of what the cause is about
  std::optional<double> share = {};  ///< of all that was used of it
  bool is_niced = false;             ///< most of it at low priority
  bool through_children = false;     ///< its children used it, and have ended
};

/// By what processes are ranked.
enum class Use : std::uint8_t {
  kNone,
  kCpu,
  kForks,
  kMemory,
  kKilled,
  kDisk,
  kNetwork,
  kWaiting,
  kHeldBack
};

struct Finding {
  Cause cause = Cause::kCpu;
  Timestamp start, end;
  CellRange cells = {};    ///< of the grid
  CellRange worst = {};    ///< the part of them for which processes are looked at
  double score = 0;        ///< those of all causes can be compared
  std::string where = {};  ///< a disk, an interface, a file system; "" for the whole machine
  bool niced = false;      ///< at low priority
  std::vector<Evidence> evidence = {};  ///< the first one is the verdict
  bool pages = false;                   ///< memory was short, so that pages went to and fro
  Use use = Use::kNone;
  std::optional<Amount> total = {};  ///< culprits have a share of it
  double growth = 0;  ///< beside what is usual, of what culprits are ranked by; 0: not known
  std::vector<Culprit> culprits = {};
  std::vector<std::string> others = {};  ///< what follows from it, such as "the CPU was full"
};

}  // namespace fdr::why
