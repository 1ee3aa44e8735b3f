// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/bound_metrics.h"

#include <unordered_set>
#include <utility>

namespace fdr {
namespace {

// The metric with novalue() in place of unknown metrics.
std::shared_ptr<const DerivedMetric> WithoutUnknown(
    const std::shared_ptr<const DerivedMetric>& metric, const MetricFacts& facts) {
  std::shared_ptr<DerivedMetric> changed;
  for (std::size_t i = 0; i < metric->expression.nodes.size(); ++i) {
    const Node& node = metric->expression.nodes[i];
    if (node.op != Op::kMetric) continue;
    const auto fact = facts.find(node.text);
    if (fact != facts.end() && fact->second.is_metric) continue;
    if (!changed) changed = std::make_shared<DerivedMetric>(*metric);
    changed->expression.nodes[i].op = Op::kNoValue;
  }
  return changed ? changed : metric;
}

}  // namespace

Desc BoundMetric::desc() const {
  Desc desc = expression.desc();
  desc.id = metric->id;
  return desc;
}

// The questions to the context about some metrics.
struct BoundMetrics::Inquiry {
  DerivedMetrics metrics;
  std::vector<std::string> names;
  std::vector<MetricId> ids;                 // of the known names
  std::vector<const std::string*> id_names;  // these names
  MetricFacts facts;
  Done<void> done;
};

BoundMetric* BoundMetrics::Find(MetricId id) {
  const auto found = bound_.find(id);
  return found != bound_.end() ? found->second.get() : nullptr;
}

void BoundMetrics::ForgetAll() {
  bound_.clear();
  ++generation_;
}

void BoundMetrics::ForgetValues() {
  for (auto& [id, bound] : bound_)
    if (bound->evaluator) bound->evaluator->Forget();
}

// Also binds the metrics whose metadata is copied (meta=).
std::shared_ptr<BoundMetrics::Inquiry> BoundMetrics::Prepare(const DerivedMetrics& metrics) const {
  auto inquiry = std::make_shared<Inquiry>();
  std::unordered_set<MetricId> taken;
  const auto take = [&](const std::shared_ptr<const DerivedMetric>& metric) {
    if (!bound_.contains(metric->id) && taken.insert(metric->id).second)
      inquiry->metrics.push_back(metric);
  };
  for (const auto& metric : metrics) take(metric);
  for (std::size_t i = 0; i < inquiry->metrics.size(); ++i)  // grows in the loop
    for (const Node& node : inquiry->metrics[i]->expression.nodes)
      if (const auto meta = node.tags.meta.empty() ? nullptr : find_(node.tags.meta)) take(meta);
  for (const auto& metric : inquiry->metrics)
    for (std::string& name : NamesIn(metric->expression))
      if (inquiry->facts.try_emplace(name).second) inquiry->names.push_back(std::move(name));
  return inquiry;
}

void BoundMetrics::Bind(const DerivedMetrics& metrics, Done<void> done) {
  const std::shared_ptr<Inquiry> inquiry = Prepare(metrics);
  inquiry->done = std::move(done);
  if (inquiry->names.empty()) {
    BindAll(*inquiry);
    return inquiry->done({});
  }
  source_.StartFind(inquiry->names, [this, inquiry](Result<std::vector<Result<MetricId>>> found) {
    if (!found) return inquiry->done(Fail(std::move(found.error())));
    for (std::size_t i = 0; i < found->size(); ++i) {
      const std::string& name = inquiry->names[i];
      MetricFact& fact = inquiry->facts[name];
      fact.is_metric = (*found)[i].has_value();
      if (fact.is_metric) {
        inquiry->ids.push_back(*(*found)[i]);
        inquiry->id_names.push_back(&name);
      } else if (find_(name)) {
        fact.is_metric = fact.is_derived = true;
      }
    }
    AskForDescs(inquiry);
  });
}

void BoundMetrics::AskForDescs(const std::shared_ptr<Inquiry>& inquiry) {
  source_.StartDescs(inquiry->ids, [this, inquiry](Result<std::vector<Result<Desc>>> descs) {
    if (!descs) return inquiry->done(Fail(std::move(descs.error())));
    for (std::size_t i = 0; i < descs->size(); ++i)
      if ((*descs)[i]) inquiry->facts[*inquiry->id_names[i]].desc = *(*descs)[i];
    BindAll(*inquiry);
    inquiry->done({});
  });
}

// Binds a metric after those whose metadata it copies.  In a circle of copies, the metadata is
// unknown.
void BoundMetrics::BindAll(Inquiry& inquiry) {
  for (bool at_last = false;;) {
    DerivedMetrics waiting;
    for (const auto& metric : inquiry.metrics)
      if (!BindOne(metric, inquiry, at_last)) waiting.push_back(metric);
    if (waiting.empty()) return;
    at_last = waiting.size() == inquiry.metrics.size();
    inquiry.metrics = std::move(waiting);
  }
}

// False if the metric has to wait for another one.
bool BoundMetrics::BindOne(const std::shared_ptr<const DerivedMetric>& metric, Inquiry& inquiry,
                           bool at_last) {
  if (Find(metric->id) != nullptr) return true;  // by another inquiry
  for (const Node& node : metric->expression.nodes) {
    const auto meta =
        node.tags.meta.empty() ? inquiry.facts.end() : inquiry.facts.find(node.tags.meta);
    if (meta == inquiry.facts.end() || !meta->second.is_derived || meta->second.desc) continue;
    const auto derived = find_(meta->first);
    const BoundMetric* const other = derived ? Find(derived->id) : nullptr;
    if (other == nullptr && !at_last) return false;
    if (other != nullptr && !other->error) meta->second.desc = other->desc();
  }
  auto bound = std::make_unique<BoundMetric>();
  const bool may_be_unknown = table_.options().Get(DerivedOption::kUnknownIsNoValue) != 0;
  bound->metric = may_be_unknown ? WithoutUnknown(metric, inquiry.facts) : metric;
  auto expression = BindExpression(bound->metric->expression, inquiry.facts, table_.rules());
  if (expression) {
    bound->expression = std::move(*expression);
    bound->evaluator.emplace(bound->metric->expression, bound->expression, table_.rules());
    if (on_bound_) on_bound_(*metric);
  } else {
    bound->error = std::move(expression.error());
    if (on_error_) on_error_(*metric, *bound->error);
  }
  bound_[metric->id] = std::move(bound);
  return true;
}

}  // namespace fdr
