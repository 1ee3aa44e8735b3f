// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What happened on a machine, and who did it.  docs/why.md has the rules.
//
//   auto archive = ArchiveContext::Open("today");
//   const Result<Explanation> why = Explain(**archive, {});
//   for (const Finding& finding : why->findings) ...
//
// First one pass over the archive, for a few metrics of the whole machine.  Then two over each
// stretch that was found: for its processes, and for the totals of programs and users.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/why/finding.h"
#include "fdr/replay/why/machine_course.h"

namespace fdr::why {

struct ExplainOptions {
  std::optional<Timestamp> start = {}, end = {};  ///< only what happened then
  std::size_t most = 5;                           ///< findings
  GoOn go_on = [](Timestamp) { return true; };
};

struct Explanation {
  std::string host;
  Timestamp start, end;                         ///< of the archive
  double interval = 0;                          ///< of samples, in seconds
  std::vector<Finding> findings = {};           ///< the worst first
  std::vector<std::string> looked_at = {};      ///< subjects of rules that had what they need
  std::vector<std::string> not_looked_at = {};  ///< and of those that had nothing
  std::vector<std::string> missing = {};        ///< metrics that the archive does not have
  std::vector<std::string> in_part = {};        ///< metrics with too many instances
  std::vector<std::string> missing_of_processes = {};
  bool has_processes = false;
};

Result<Explanation> Explain(ArchiveContext& archive, const ExplainOptions& options);

}  // namespace fdr::why
