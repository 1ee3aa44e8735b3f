// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/metric_origins.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "fdr/replay/copy/scrub/known_metrics.h"

namespace fdr {

// Passes all on as it is.
class MetricOrigins::Look final : public CopySink {
 public:
  using Note = void (MetricOrigins::*)(const DescRecord&);

  Look(MetricOrigins& origins, Note note, CopySink& next)
      : origins_(origins), note_(note), next_(next) {}

  Result<void> Begin(const LabelRecord& label) override { return next_.Begin(label); }
  Result<void> Add(const MetadataRecord& record) override {
    if (const auto* desc = std::get_if<DescRecord>(&record)) (origins_.*note_)(*desc);
    return next_.Add(record);
  }
  Result<void> Add(const CopiedRecord& record) override { return next_.Add(record); }
  Result<void> End() override { return next_.End(); }

 private:
  MetricOrigins& origins_;
  Note note_;
  CopySink& next_;
};

CopySink& MetricOrigins::Originals(CopySink& next) {
  originals_ = std::make_unique<Look>(*this, &MetricOrigins::NoteOriginal, next);
  return *originals_;
}

CopySink& MetricOrigins::Results(CopySink& next) {
  results_ = std::make_unique<Look>(*this, &MetricOrigins::NoteResult, next);
  return *results_;
}

void MetricOrigins::NoteOriginal(const DescRecord& record) {
  names_.clear();
  for (const std::string_view name : record.names) {
    const auto part = parts_.find(std::string(name));
    names_.push_back(part == parts_.end() ? std::string(name) : part->second);
  }
  rule_ = RuleForAll({names_.begin(), names_.end()}, record.desc);
}

// A descriptor comes out of the stages between before the next one goes in.
void MetricOrigins::NoteResult(const DescRecord& record) {
  for (const std::string_view name : record.names) {
    ScrubRule rule = rule_;
    if (const ScrubRule own = RuleFor(name, record.desc); own.is_known)
      rule = StricterOf(rule, own);
    const auto [known, is_new] = rules_.emplace(std::string(name), rule);
    if (!is_new) known->second = StricterOf(known->second, rule);
  }
}

ScrubRule MetricOrigins::RuleOf(std::string_view name, const Desc& desc) const {
  for (const std::string_view one : {name, MeasuredMetric(name)})
    if (const auto rule = rules_.find(std::string(one)); rule != rules_.end()) return rule->second;
  return RuleFor(name, desc);
}

}  // namespace fdr
