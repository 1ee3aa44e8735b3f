// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whose processes archives tell of.

#pragma once

#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {

/// Processes of some users: the domain, the identifier, and the name, since the system gives the
/// number of a process to another one later.
using ProcessOwners = std::set<std::tuple<InDomId, InstanceId, std::string>>;

/// The domains of metrics that tell the user of each process.
std::unordered_set<InDomId> DomainsOfProcesses(const Metadata& metadata);

/// The processes that belonged to one of the users at any time: names, or numbers.  kNotFound if no
/// archive says whose the processes are, or if a user has none.
Result<ProcessOwners> ProcessesOf(const std::vector<std::string>& users,
                                  const std::vector<ArchiveFiles>& inputs,
                                  const CommonOptions& common, DamageReport& damage);

}  // namespace fdr::tools
