// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The source's answers about the metrics that a configuration names.

#pragma once

#include <map>
#include <optional>
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
    std::vector<NamedMetric> metrics;   ///< of this name, or below it
    std::vector<std::string> problems;  ///< why some or all are missing
  };

  std::map<std::string, Answer> names;
  /// The present instances of the requested domains; none for a domain that cannot be read.
  std::map<InDomId, std::vector<NamedInstance>> domains;
};

/// The questions for a source.
struct NameQuestions {
  std::set<std::string> names;           ///< or patterns: "disk.*.read"
  std::set<std::string> with_instances;  ///< names whose metrics' instances are needed
  /// How much memory the answers may take; see held_metadata.h.
  std::size_t most_memory = kNoMetadataLimit;
  NameHint hint = {};  ///< if set, all names are asked for when one of these is unknown
};

/// The instance of that number, or of that name; of "1 minute", the first word is enough.
std::optional<InstanceId> FindInstance(const std::vector<NamedInstance>& instances,
                                       const InstanceSpec& spec);

/// Asks all questions.  An error means that the source does not answer, or that the answers are too
/// large (kTooLarge).  An unknown name is no error.
void StartResolveNames(NameQuestions questions, Context& context, Done<ResolvedNames> done);

}  // namespace fdr
