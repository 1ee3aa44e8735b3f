// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From what the command line of `fdr record` says to what the library is asked for.

#pragma once

#include <optional>
#include <string>

#include "fdr/logger/config/limit.h"
#include "fdr/logger/recording.h"
#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/name_space/name_space.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/record/record_command.h"
#include "fdr/tools/run/run_end.h"

namespace fdr::tools {

/// What is understood of the command line before anything is opened.
struct RecordSettings {
  LoggerConfig config;
  std::shared_ptr<const NameSpace> names;  ///< none: those of the source
  DerivedTable derived{DeriveRules::kNewest, DerivedTable::Scope::kRecorded};
  Nanos interval = 0;
  Zone zone;       ///< of times on the command line, and in names of archives
  Nanos ring = 0;  ///< how much time is kept in memory, if that is wanted
  RunEnd end;      ///< of the recording
  std::optional<RecordingLimit> limit;
  std::optional<RecordingLimit> volume;
  std::optional<Rotation> rotation;
  std::optional<KeepLimits> keep;
  bool syncs_each_sample = false;
  Nanos sync_interval = 0;  ///< else; 0: at the end
  std::string out;          ///< in its directory
};

/// `archive` is what is recorded, if it is one.
Result<RecordSettings> ReadSettings(const RecordCommand& command,
                                    const ArchiveContext* archive = nullptr);

/// `base` names the archives, and `source` is what people call that which is recorded.
RecordingOptions OptionsFor(const RecordCommand& command, const RecordSettings& settings,
                            const std::string& base, const std::string& source);

}  // namespace fdr::tools
