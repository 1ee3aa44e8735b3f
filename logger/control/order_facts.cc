// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/control/order_facts.h"

#include <memory>
#include <optional>
#include <utility>

#include "fdr/logger/source/held_metadata.h"
#include "fdr/logger/source/no_answer.h"

namespace fdr {
namespace {

// Asks step by step; lives until the last answer.
class FactFinder : public std::enable_shared_from_this<FactFinder> {
 public:
  FactFinder(const LogOrder& order, Context& source, bool names, std::size_t most_memory,
             Done<OrderFacts> done)
      : source_(source), names_(names), most_memory_(most_memory), done_(std::move(done)) {
    for (const LogOrder::Metric& metric : order.metrics) {
      ids_.push_back(metric.id);
      is_whole_.push_back(metric.instances.empty());
    }
  }

  void Describe() {
    source_.StartDescs(ids_,
                       [self = shared_from_this()](const Result<std::vector<Result<Desc>>>& descs) {
                         if (!descs) return self->done_(Fail(descs.error()));
                         self->AskFurther(*descs);
                       });
  }

 private:
  // A step ends with the answer to its last question; one more stays open until all are asked.
  void AskFurther(const std::vector<Result<Desc>>& descs) {
    open_ = 1;
    for (std::size_t i = 0; i < descs.size(); ++i) {
      if (descs[i]) {
        facts_.metrics.emplace_back(NamedMetric{{}, ids_[i], descs[i]->indom});
      } else {
        facts_.metrics.emplace_back(tl::unexpected(descs[i].error()));
      }
    }
    for (std::size_t i = 0; i < descs.size(); ++i) {
      if (!descs[i]) continue;
      if (names_) FindName(i);
      if (is_whole_[i] && !descs[i]->indom.IsNull()) FindInstances(descs[i]->indom);
    }
    Answered(Result<void>());
  }

  void FindName(std::size_t i) {
    ++open_;
    source_.StartNamesOf(
        ids_[i], [self = shared_from_this(), i](const Result<std::vector<std::string>>& names) {
          if (names && !names->empty())
            self->facts_.metrics[i]->name = names->front();
          else
            self->facts_.metrics[i] = Fail(Errc::kNotFound, "It has no name");
          self->Answered(names);
        });
  }

  void FindInstances(InDomId indom) {
    if (!facts_.domains.try_emplace(indom).second) return;
    ++open_;
    source_.StartInstances(
        indom, [self = shared_from_this(), indom](Result<std::vector<NamedInstance>> instances) {
          if (instances) {
            self->held_ += MemoryFor(*instances);
            const Result<void> fits = CheckHeld(self->held_, self->most_memory_);
            if (!fits) self->lost_ = fits.error();
            if (fits) self->facts_.domains[indom] = std::move(*instances);
          }
          self->Answered(instances);
        });
  }

  template <class T>
  void Answered(const Result<T>& answer) {
    if (!answer && EndsQuestions(answer.error()) && !lost_) lost_ = answer.error();
    if (--open_ > 0) return;
    lost_ ? done_(Fail(*lost_)) : done_(std::move(facts_));
  }

  Context& source_;
  bool names_;
  std::size_t most_memory_;
  std::vector<MetricId> ids_;
  std::vector<bool> is_whole_;
  OrderFacts facts_;
  std::size_t open_ = 0, held_ = 0;
  std::optional<Error> lost_;
  Done<OrderFacts> done_;
};

}  // namespace

void StartOrderFacts(const LogOrder& order, Context& source, bool names, std::size_t most_memory,
                     Done<OrderFacts> done) {
  std::make_shared<FactFinder>(order, source, names, most_memory, std::move(done))->Describe();
}

}  // namespace fdr
