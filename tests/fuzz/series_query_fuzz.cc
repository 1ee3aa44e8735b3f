// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Expressions over series.  Each operand becomes a small series whose kind its name tells; then all
// nodes are computed.

#include "fdr/replay/serve/series/language/series_parser.h"
#include "fdr/replay/serve/series/language/series_spelling.h"
#include "fdr/replay/serve/series/math/run_aggregates.h"
#include "fdr/replay/serve/series/math/run_functions.h"
#include "fdr/replay/serve/series/math/run_pairs.h"
#include "fdr/replay/serve/series/math/series_rules.h"
#include "fdr/replay/serve/series/series_filter.h"
#include "fdr/replay/serve/series/series_window.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace {

using fdr::fuzz::Require;

struct Series {
  fdr::Desc desc;
  fdr::SampleRun run;
};

void CheckOperand(const fdr::SeriesOperand& operand) {
  for (std::size_t i = 0; i < operand.conditions.size(); ++i) {
    const fdr::SeriesCondition& condition = operand.conditions[i];
    if (condition.kind == fdr::SeriesCondition::Kind::kCompare) continue;
    Require(condition.left < i && condition.right < i, "parts come first");
  }
  static_cast<void>(fdr::ResolveWindow(operand.window, {}));
  static_cast<void>(fdr::SeriesFilter::Compile(operand));
}

// The name says the type, the semantics, the units and the values: "a.hm" and so on.
Series SeriesOf(const std::string& name) {
  const auto digit = [&](std::size_t i) { return i < name.size() ? name[i] % 8 : 0; };
  Series series;
  series.desc.type = static_cast<fdr::Type>(std::min(digit(0), 5));
  if (digit(1) == 1) series.desc.semantics = fdr::Semantics::kCounter;
  if (digit(1) == 2) series.desc.indom = fdr::InDomId::Build(1, 1);
  series.desc.units.dim_space = static_cast<std::int8_t>(digit(2) % 3);
  series.desc.units.scale_space = static_cast<std::uint8_t>(digit(2));
  for (std::size_t i = 3; i < name.size() && i < 20; ++i) {
    series.run.Begin({static_cast<std::int64_t>(i * 7) - digit(i), 0});
    const bool has_instances = !series.desc.indom.IsNull();
    for (int instance = 0; instance < (has_instances ? digit(i) : 1); ++instance) {
      const std::uint64_t bits = static_cast<std::uint64_t>(name[i]) << (digit(i) * 8 + instance);
      if (fdr::IsFinite(series.desc.type, bits))
        series.run.Add(has_instances ? instance : fdr::kSingular, bits);
    }
  }
  return series;
}

fdr::Result<Series> Computed(const fdr::SeriesQuery& query, const fdr::SeriesNode& node,
                             const std::vector<Series>& known) {
  const auto [a, b] = node.operands;
  const auto facts = [&](std::uint32_t i) {
    const bool is_constant = query.nodes[i].op == fdr::SeriesOp::kConstant;
    return fdr::SeriesFacts{known[i].desc, "x", "1", is_constant};
  };
  if (!fdr::IsArithmetic(node.op)) {
    const auto bound = DescribeFunction(node, facts(a));
    if (!bound) return fdr::Fail(bound.error());
    const auto& [desc, run] = known[a];
    if (node.op == fdr::SeriesOp::kRate) return Series{bound->desc, RateOf(*bound, desc, run)};
    if (IsAggregate(node.op)) return Series{bound->desc, Aggregated(node, desc.type, run)};
    return Series{bound->desc, ApplyToValues(node, *bound, desc.type, run)};
  }
  const auto bound = DescribeOperator(node.op, facts(a), facts(b));
  if (!bound) return fdr::Fail(bound.error());
  const fdr::RunOperand left = {known[a].run, known[a].desc}, right = {known[b].run, known[b].desc};
  const fdr::Op op = fdr::DerivedOp(node.op);
  if (facts(a).is_constant || facts(b).is_constant)
    return Series{bound->desc, CombineWithConstant(op, *bound, left, right, facts(a).is_constant)};
  const auto pairs = NearestPairs(left.run.samples, right.run.samples);
  return Series{bound->desc, CombineRuns(op, *bound, left, right, pairs)};
}

void CheckRun(const Series& series) {
  const fdr::SampleRun& run = series.run;
  Require(run.stamps.empty() || run.stamps.size() == run.values.size(), "each value has a stamp");
  for (const fdr::SampleRun::Sample& sample : run.samples)
    Require(sample.first + sample.count <= run.values.size(), "samples have their values");
  for (const fdr::FetchedValue& value : run.values)
    Require(fdr::IsFinite(series.desc.type, value.bits), "values are finite");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  const fdr::Result<fdr::SeriesQuery> query = fdr::ParseSeriesQuery(text);
  if (!query) {
    Require(!query.error().what.empty(), "errors have a text");
    return 0;
  }
  for (const fdr::SeriesOperand& operand : query->operands) CheckOperand(operand);
  Require(SpellNodes(*query).size() == query->nodes.size(), "each node has a name");
  Require(query->nodes.back().op != fdr::SeriesOp::kConstant, "the root is no constant");
  std::vector<Series> known;
  for (const fdr::SeriesNode& node : query->nodes) {
    Series series;
    if (node.op == fdr::SeriesOp::kOperand) {
      series = SeriesOf(query->operands[node.operands[0]].name);
    } else if (node.op == fdr::SeriesOp::kConstant) {
      series.desc.type = node.type;
      series.run.Begin({});
      series.run.Add(fdr::kSingular, node.bits);
    } else {
      Require(node.operands[0] < known.size() && node.operands[1] < known.size(),
              "operands stand before");
      fdr::Result<Series> computed = Computed(*query, node, known);
      if (!computed) return 0;
      series = std::move(*computed);
    }
    CheckRun(series);
    known.push_back(std::move(series));
  }
  return 0;
}
