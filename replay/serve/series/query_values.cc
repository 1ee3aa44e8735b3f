// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/query_values.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "fdr/replay/serve/series/math/run_aggregates.h"
#include "fdr/replay/serve/series/math/run_functions.h"
#include "fdr/replay/serve/series/math/run_pairs.h"
#include "fdr/replay/serve/series/math/series_rules.h"

namespace fdr {
namespace {

using Run = std::shared_ptr<const SampleRun>;

// A place among different windows; nothing if the samples are not those of a window any more.
using WindowPlace = std::optional<std::size_t>;

class Computation {
 public:
  Computation(const SeriesQuery& query, const BoundQuery& bound, const HttpRequest& request,
              std::size_t& budget)
      : query_(query), bound_(bound), request_(request), budget_(budget), samples_(budget) {}

  Result<void> Read(const std::vector<SeriesWindow>& windows) {
    for (std::size_t i = 0; i < query_.nodes.size(); ++i) {
      NoteWindow(query_.nodes[i], windows);
      if (query_.nodes[i].op != SeriesOp::kOperand) continue;
      for (const BoundSeries& series : bound_.nodes[i]) samples_.Want(series.origin, *windows_[i]);
    }
    return samples_.Read(different_, request_);
  }

  Result<std::vector<ComputedSeries>> Compute() {
    std::vector<ComputedSeries> all;
    const std::size_t root = query_.nodes.size() - 1;
    for (const BoundSeries& series : bound_.result()) {
      Result<Run> run = RunOf(root, series);
      if (!run) return Fail(run.error());
      const SeriesMetric* const metric = series.origin.metric;
      all.push_back({metric->id, series.node.desc.type, std::move(*run), samples_.IdsOf(metric)});
    }
    return all;
  }

 private:
  // Which window the samples of a node have.
  void NoteWindow(const SeriesNode& node, const std::vector<SeriesWindow>& windows) {
    const auto [left, right] = node.operands;
    if (node.op == SeriesOp::kOperand) {
      const auto known = std::ranges::find(different_, windows[left]);
      windows_.emplace_back(known - different_.begin());
      if (known == different_.end()) different_.push_back(windows[left]);
    } else if (node.op == SeriesOp::kConstant ||
               (IsAggregate(node.op) && node.axis == SeriesAxis::kTime)) {
      windows_.emplace_back();
    } else {
      const bool is_right = IsArithmetic(node.op) && IsConstant(left);
      windows_.push_back(windows_[is_right ? right : left]);
    }
  }

  bool IsConstant(std::size_t node) const { return query_.nodes[node].op == SeriesOp::kConstant; }

  // No deeper than the expression.
  Result<Run> RunOf(std::size_t place, const BoundSeries& series) {
    const SeriesNode& node = query_.nodes[place];
    if (node.op == SeriesOp::kOperand) return samples_.Of(series.origin.metric, *windows_[place]);
    if (const auto known = runs_.find(&series); known != runs_.end()) return known->second;
    if (auto checked = request_.CheckLimit(); !checked) return Fail(checked.error());
    Result<SampleRun> run = SampleRun();
    if (node.op == SeriesOp::kConstant) {
      run->Begin({});
      run->Add(kSingular, node.bits);
    } else if (IsArithmetic(node.op)) {
      run = OfOperator(node, series);
    } else {
      run = OfFunction(node, series);
    }
    if (!run) return Fail(run.error());
    if (auto spent = Spend(run->size(), budget_); !spent) return Fail(spent.error());
    return runs_[&series] = std::make_shared<const SampleRun>(std::move(*run));
  }

  Result<SampleRun> OfFunction(const SeriesNode& node, const BoundSeries& series) {
    const BoundSeries& part = bound_.nodes[node.operands[0]][series.parts[0]];
    const Desc& desc = part.node.desc;
    const Result<Run> operand = RunOf(node.operands[0], part);
    if (!operand) return Fail(operand.error());
    if (node.op == SeriesOp::kRate) return RateOf(series.node, desc, **operand);
    if (IsAggregate(node.op)) return Aggregated(node, desc.type, **operand);
    return ApplyToValues(node, series.node, desc.type, **operand);
  }

  Result<SampleRun> OfOperator(const SeriesNode& node, const BoundSeries& series) {
    const auto [a, b] = node.operands;
    const BoundSeries& left_part = bound_.nodes[a][series.parts[0]];
    const BoundSeries& right_part = bound_.nodes[b][series.parts[1]];
    const Result<Run> left_run = RunOf(a, left_part), right_run = RunOf(b, right_part);
    if (!left_run) return Fail(left_run.error());
    if (!right_run) return Fail(right_run.error());
    const RunOperand left = {**left_run, left_part.node.desc};
    const RunOperand right = {**right_run, right_part.node.desc};
    const Op op = DerivedOp(node.op);
    if (IsConstant(a) || IsConstant(b))
      return CombineWithConstant(op, series.node, left, right, IsConstant(a));
    const bool same_window = windows_[a] && windows_[a] == windows_[b];
    const Result<SamplePairs> pairs = same_window
                                          ? NearestPairs(left.run.samples, right.run.samples)
                                          : PairsInOrder(left.run.samples, right.run.samples);
    if (!pairs) return Fail(pairs.error());
    return CombineRuns(op, series.node, left, right, *pairs);
  }

  const SeriesQuery& query_;
  const BoundQuery& bound_;
  const HttpRequest& request_;
  std::size_t& budget_;
  std::vector<SeriesWindow> different_;
  std::vector<WindowPlace> windows_;  // of nodes
  OperandSamples samples_;
  std::unordered_map<const BoundSeries*, Run> runs_;  // a part may be that of several series
};

}  // namespace

Result<std::vector<ComputedSeries>> ComputeValues(const SeriesQuery& query, const BoundQuery& bound,
                                                  const std::vector<SeriesWindow>& windows,
                                                  const HttpRequest& request, std::size_t& budget) {
  Computation computation(query, bound, request, budget);
  if (auto read = computation.Read(windows); !read) return Fail(read.error());
  return computation.Compute();
}

}  // namespace fdr
