// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the command line of `fdr record` to the options of the library.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/logger/config/limit.h"
#include "fdr/logger/recording.h"
#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/name_space/name_space.h"
#include "fdr/replay/search/condition.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/record/record_command.h"
#include "fdr/tools/run/run_end.h"

namespace fdr::tools {

/// The settings that are known before anything is opened.
struct RecordSettings {
  LoggerConfig config;
  std::shared_ptr<const NameSpace> names;  ///< null: the names of the source
  DerivedTable derived{DeriveRules::kNewest, DerivedTable::Scope::kRecorded};
  std::optional<Version> version;   ///< of the format: see RecorderOptions
  std::optional<BusyOptions> busy;  ///< of this machine; default: all processes
  Nanos interval = 0;
  Zone zone;                          ///< of times on the command line, and in names of archives
  Nanos ring = 0;                     ///< how much time to keep in memory; 0: no ring
  std::optional<Expression> when;     ///< asks for a snapshot, or for the command
  Nanos patience = 0;                 ///< for how long it must be true
  std::vector<std::string> reaction;  ///< the words of that command; none: there is no command
  Nanos rest = 0;                     ///< from one start of it, or one entry, to the next
  RunEnd end;                         ///< of the recording
  std::optional<RecordingLimit> limit;
  std::optional<RecordingLimit> volume;
  std::optional<Rotation> rotation;
  std::optional<KeepLimits> keep;
  bool syncs_each_sample = false;
  Nanos sync_interval = 0;  ///< between two syncs; 0: only at the end
  std::string asked_out;    ///< as the command line has it
  std::string out;          ///< with its directory; a directory for several hosts
};

/// An archive needs a name for each metric: kInvalidArgument for an expression.
Result<void> CheckHaveNames(const std::vector<std::string>& metrics);

Result<RecordSettings> ReadSettings(const RecordCommand& command);

/// The error of a recording; says more if the archive cannot begin.
Error ExplainStart(Error error);

/// `base` names the archives; `source` is the name that people know the source by.
RecordingOptions OptionsFor(const RecordCommand& command, const RecordSettings& settings,
                            const std::string& base, const std::string& source);

}  // namespace fdr::tools
