// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/bound_query.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "fdr/replay/serve/series/language/series_spelling.h"
#include "fdr/replay/serve/series/matching_series.h"
#include "fdr/replay/serve/series/math/series_rules.h"

namespace fdr {
namespace {

using Series = std::vector<BoundSeries>;
using Place = std::uint32_t;

constexpr std::size_t kMostBoundSeries = 10'000;

std::string_view HostOf(const BoundSeries& series) {
  return series.origin.source->catalogue->source_id();
}

// The series that are combined: those of the same host.  If a host has several on both sides, names
// decide.  If there is one series on each side, they are combined, whatever their hosts.
std::vector<std::pair<Place, Place>> PairSeries(const Series& left, const Series& right) {
  if (left.size() == 1 && right.size() == 1) return {{0, 0}};
  struct OfHost {
    std::vector<Place> left, right;
  };
  std::unordered_map<std::string_view, OfHost> hosts;
  for (Place i = 0; i < left.size(); ++i) hosts[HostOf(left[i])].left.push_back(i);
  for (Place k = 0; k < right.size(); ++k) hosts[HostOf(right[k])].right.push_back(k);
  std::vector<std::pair<Place, Place>> pairs;
  const auto add = [&](Place i, Place k) { pairs.emplace_back(i, k); };
  for (Place i = 0; i < left.size(); ++i) {
    const OfHost& host = hosts[HostOf(left[i])];
    const bool names_decide = host.left.size() > 1 && host.right.size() > 1;
    for (const Place k : host.right)
      if (!names_decide || left[i].origin.metric->name == right[k].origin.metric->name) add(i, k);
  }
  return pairs;
}

class Binder {
 public:
  Binder(const SeriesQuery& query, const SeriesQuestion& question)
      : query_(query), question_(question), names_(SpellNodes(query)) {}

  Result<BoundQuery> Bind() {
    for (const SeriesNode& node : query_.nodes) {
      Result<Series> series = Series();
      if (node.op == SeriesOp::kOperand)
        series = BindOperand(node);
      else if (node.op == SeriesOp::kConstant)
        series = BindConstant(node);
      else if (IsArithmetic(node.op))
        series = BindOperator(node);
      else
        series = BindFunction(node);
      if (!series) return Fail(series.error());
      count_ += series->size();
      if (count_ > kMostBoundSeries)
        return Fail(Errc::kTooLarge,
                    fmt::format("an expression over more than {} series", kMostBoundSeries));
      bound_.nodes.push_back(std::move(*series));
    }
    if (auto checked = CheckUnits(); !checked) return Fail(checked.error());
    return std::move(bound_);
  }

 private:
  SeriesFacts FactsOf(Place node, const BoundSeries& series) const {
    const bool is_constant = query_.nodes[node].op == SeriesOp::kConstant;
    return {.desc = series.node.desc,
            .name = names_[node],
            .id = is_constant ? std::string_view() : series.origin.metric->id,
            .is_constant = is_constant};
  }

  // Of sources with the same series, the first one counts.
  Result<Series> BindOperand(const SeriesNode& node) {
    const auto found = MatchingSeries(query_.operands[node.operands[0]], question_);
    if (!found) return Fail(found.error());
    Series all;
    std::set<std::string_view> ids;
    for (const FoundSeries& one : *found) {
      if (!ids.insert(one.metric->id).second) continue;
      all.push_back({.origin = one, .node = {}});
      all.back().node.desc = one.metric->desc;
      if (all.size() > kMostBoundSeries) break;  // Bind() refuses
    }
    return all;
  }

  static Result<Series> BindConstant(const SeriesNode& node) {
    BoundSeries constant;
    constant.node.desc.type = node.type;
    return Series{constant};
  }

  Result<Series> BindFunction(const SeriesNode& node) const {
    const Place operand = node.operands[0];
    Series all;
    for (const BoundSeries& series : bound_.nodes[operand]) {
      const Result<BoundNode> described = DescribeFunction(node, FactsOf(operand, series));
      if (!described) return Fail(described.error());
      all.push_back({series.origin, *described, {static_cast<Place>(all.size())}});
    }
    return all;
  }

  Result<Series> BindOperator(const SeriesNode& node) const {
    const auto [a, b] = node.operands;
    const Series &left = bound_.nodes[a], &right = bound_.nodes[b];
    std::vector<std::pair<Place, Place>> pairs;
    const bool left_is_constant = query_.nodes[a].op == SeriesOp::kConstant;
    if (left_is_constant)
      for (Place k = 0; k < right.size(); ++k) pairs.emplace_back(0, k);
    else if (query_.nodes[b].op == SeriesOp::kConstant)
      for (Place i = 0; i < left.size(); ++i) pairs.emplace_back(i, 0);
    else
      pairs = PairSeries(left, right);
    Series all;
    for (const auto& [i, k] : pairs) {
      const Result<BoundNode> described =
          DescribeOperator(node.op, FactsOf(a, left[i]), FactsOf(b, right[k]));
      if (!described) return Fail(described.error());
      // Instances are those of the left side, unless only the right side has some.
      const bool right_leads = left_is_constant || (left[i].node.desc.indom.IsNull() &&
                                                    !right[k].node.desc.indom.IsNull());
      all.push_back({right_leads ? right[k].origin : left[i].origin, *described, {i, k}});
    }
    return all;
  }

  // The result has one descriptor.
  Result<void> CheckUnits() const {
    const Series& series = bound_.result();
    const auto root = static_cast<Place>(bound_.nodes.size() - 1);
    for (const BoundSeries& one : series)
      if (one.node.desc.units != series.front().node.desc.units)
        return Fail(IncompatibleUnits(FactsOf(root, series.front()), FactsOf(root, one)));
    return {};
  }

  const SeriesQuery& query_;
  const SeriesQuestion& question_;
  std::vector<std::string> names_;  // of nodes
  BoundQuery bound_;
  std::size_t count_ = 0;
};

}  // namespace

Desc BoundQuery::desc() const {
  Desc desc = result().front().node.desc;
  for (const BoundSeries& series : result())
    if (series.node.desc.type != desc.type) desc.type = Type::kDouble;
  return desc;
}

Result<BoundQuery> BindQuery(const SeriesQuery& query, const SeriesQuestion& question) {
  return Binder(query, question).Bind();
}

Result<BoundQuery> BindAgain(const SeriesQuery& query, const SeriesQuestion& question) {
  Result<BoundQuery> bound = BindQuery(query, question);
  if (bound) return bound;
  if (auto checked = question.request.CheckLimit(); !checked) return Fail(checked.error());
  return BoundQuery{.nodes = {{}}};
}

}  // namespace fdr
