// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values that a shell may complete a word to: archives, metrics, zones, recorders.  A source that
// cannot be read has no values: a shell shows no errors while a user types.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fdr::tools {

/// Base names of archives, and directories with a slash at their end, whose paths begin with
/// `prefix`.
std::vector<std::string> ArchiveCandidates(const std::string& prefix);

/// The metrics of an archive, ascending.
std::vector<std::string> MetricsOfArchive(const std::string& archive);
/// The metrics of a host, or of this machine, ascending.
std::vector<std::string> MetricsOfSource(const std::optional<std::string>& host);

/// The names of all reports, with their colons.
std::vector<std::string> ReportCandidates();

/// local, archive and utc; with a prefix the names of zones, too.
std::vector<std::string> ZoneCandidates(std::string_view prefix);

/// The running recorders of this user, by their process identifiers.
std::vector<std::string> RecorderCandidates();

}  // namespace fdr::tools
