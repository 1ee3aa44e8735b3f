// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which processes of this machine `fdr record` records by default.  See docs/guide/processes.md.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/logger/config/recording_options.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tools/record/record_command.h"

namespace fdr::tools {

/// How changes of instance domains are recorded.
DomainRecords DomainsOf(const RecordCommand& command);

/// The metrics that are recorded if the user names none.
std::vector<std::string> DefaultMetrics(const RecordCommand& command);

/// Nothing if all processes are recorded, or none.  `ring` is how much time is kept in memory; 0:
/// no ring.
Result<std::optional<BusyOptions>> BusyOptionsOf(const RecordCommand& command, Nanos interval,
                                                 Nanos ring);

}  // namespace fdr::tools
