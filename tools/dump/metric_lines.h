// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The lines of a dump that show the values of one metric in one record.

#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "fdr/archive/record/result_record.h"
#include "fdr/tools/dump/dump_context.h"
#include "fdr/tools/dump/instance_text.h"

namespace fdr::tools {

/// Keeps the start of each metric's lines from one record to the next.  One thread at a time.
class MetricLines {
 public:
  explicit MetricLines(const DumpContext& dump) : dump_(dump) {}

  /// Appends the lines of `set`, a part of the record at `stamp`.
  void Append(Timestamp stamp, const ValueSet& set);

 private:
  struct Metric {
    MetricId id;
    const Desc* desc;            // null for a metric without one
    InstanceText* instances;     // null for a singular metric
    std::string head;            // "    60.0.4 (disk.dev.read):"
    Metric* follower = nullptr;  // the metric whose values came next the last time
  };

  Metric& Find(MetricId id);
  std::unique_ptr<Metric> Make(MetricId id);
  InstanceText* InstancesOf(InDomId indom);
  void AppendEventLines(const Metric& metric, const ValueSet& set);

  const DumpContext& dump_;
  std::unordered_map<MetricId, std::unique_ptr<Metric>> metrics_;
  std::unordered_map<InDomId, std::unique_ptr<InstanceText>> instances_;
  Metric* before_ = nullptr;
};

}  // namespace fdr::tools
