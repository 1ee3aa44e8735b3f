// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/describe_metrics.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "fdr/logger/source/held_metadata.h"
#include "fdr/logger/source/no_answer.h"

namespace fdr {
namespace {

// Open questions hold a reference.
class Describer : public std::enable_shared_from_this<Describer> {
 public:
  Describer(Context& source, MetadataFeed& metadata, Done<std::vector<MetricId>> done)
      : source_(source), metadata_(metadata), done_(std::move(done)) {}

  void Start(std::span<const MetricId> metrics) {
    std::unordered_set<MetricId> seen;
    for (const MetricId metric : metrics)
      if (seen.insert(metric).second) metrics_.push_back(metric);
    // One more question stays open until all are asked, because answers may come at once.
    open_ = 1;
    for (const MetricId metric : metrics_)
      if (!metadata_.Knows(metric)) AskForNames(metric);
    Answered();
  }

 private:
  // The names of a metric do not change.
  void AskForNames(MetricId metric) {
    ++open_;
    source_.StartNamesOf(
        metric, [self = shared_from_this(), metric](Result<std::vector<std::string>> names) {
          self->TakeNames(metric, std::move(names));
          self->Answered();
        });
  }

  void TakeNames(MetricId metric, Result<std::vector<std::string>> names) {
    if (names) names = Bounded(std::move(*names));
    if (names)
      names_of_[metric] = std::move(*names);
    else if (EndsQuestions(names.error()))
      lost_ = names.error();
  }

  Result<std::vector<std::string>> Bounded(std::vector<std::string> names) {
    held_ += MemoryForMetric("") + MemoryFor(names);
    if (Result<void> fits = metadata_.CheckMemory(held_); !fits) return Fail(fits.error());
    return names;
  }

  void Answered() {
    if (--open_ > 0) return;
    if (lost_) return done_(Fail(*lost_));
    source_.StartDescs(metrics_,
                       [self = shared_from_this()](const Result<std::vector<Result<Desc>>>& descs) {
                         if (!descs) return self->done_(Fail(descs.error()));
                         self->done_(self->Know(*descs));
                       });
  }

  std::vector<MetricId> Know(const std::vector<Result<Desc>>& descs) {
    std::vector<MetricId> described;
    for (const Result<Desc>& desc : descs) {
      if (!desc) continue;
      const auto names = names_of_.find(desc->id);
      if (metadata_.Knows(desc->id))
        metadata_.Update(*desc);
      else if (names != names_of_.end() && !names->second.empty())
        metadata_.Know({*desc, std::move(names->second)});
      else
        continue;
      described.push_back(desc->id);
    }
    return described;
  }

  Context& source_;
  MetadataFeed& metadata_;
  Done<std::vector<MetricId>> done_;
  std::vector<MetricId> metrics_;                          // each once
  std::map<MetricId, std::vector<std::string>> names_of_;  // of unknown ones
  std::size_t held_ = 0;                                   // memory for these names
  std::size_t open_ = 0;                                   // number of open questions
  std::optional<Error> lost_;                              // set if an answer is missing
};

}  // namespace

void StartDescribing(Context& source, std::span<const MetricId> metrics, MetadataFeed& metadata,
                     Done<std::vector<MetricId>> done) {
  const auto describer = std::make_shared<Describer>(source, metadata, std::move(done));
  describer->Start(metrics);
}

}  // namespace fdr
