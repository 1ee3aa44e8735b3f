// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a source of values knows about the metrics that a configuration names.

#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/logger/source/held_metadata.h"
#include "fdr/replay/context.h"

namespace fdr {

struct NamedMetric {
  std::string name;
  MetricId id;
  InDomId indom;

  friend bool operator==(const NamedMetric&, const NamedMetric&) = default;
};

struct ResolvedNames {
  struct Answer {
    std::vector<NamedMetric> metrics;   ///< of this name or below it
    std::vector<std::string> problems;  ///< why some, or all, are not there
  };

  std::map<std::string, Answer> names;
  /// Their instances now, of the domains asked for; those that cannot be had have none.
  std::map<InDomId, std::vector<NamedInstance>> domains;
};

/// What to ask a source.
struct NameQuestions {
  std::set<std::string> names;           ///< or patterns: "disk.*.read"
  std::set<std::string> with_instances;  ///< those of whose metrics the instances matter
  /// How much memory the answers may take; see held_metadata.h.
  std::size_t most_memory = kNoMetadataLimit;
};

/// Asks for all of it.  An error means that nobody answers, or that there is too much (kTooLarge);
/// a name that is not known is none.
void StartResolveNames(NameQuestions questions, Context& context, Done<ResolvedNames> done);

}  // namespace fdr
