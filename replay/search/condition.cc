// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/condition.h"

#include <utility>

#include "fdr/replay/derive/binder.h"
#include "fdr/replay/derive/expression_parser.h"
#include "fdr/replay/search/inlined_metrics.h"

namespace fdr {
namespace {

// What the source knows about the names of an expression.
Result<MetricFacts> FactsAbout(const Expression& expression, Context& source,
                               const DerivedTable& definitions) {
  const std::vector<std::string> names = NamesIn(expression);
  const auto found = source.Find(names);
  if (!found) return Fail(found.error());
  MetricFacts facts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    MetricFact& fact = facts[names[i]];
    if (!(*found)[i]) {
      fact.is_metric = fact.is_derived = definitions.Find(names[i]) != nullptr;
      continue;
    }
    fact.is_metric = true;
    if (const Result<Desc> desc = source.DescOf(*(*found)[i])) fact.desc = *desc;
  }
  return facts;
}

bool IsUnknown(const std::string& name, const MetricFacts& facts) {
  const auto fact = facts.find(name);
  return fact == facts.end() || !fact->second.is_metric;
}

tl::unexpected<Error> Explain(const Expression& expression, const MetricFacts& facts,
                              const SemanticError& error) {
  if (error.is_of_operand)
    for (const Node& node : expression.nodes)
      if (node.op == Op::kMetric && IsUnknown(node.text, facts))
        return Fail(Errc::kNotFound, node.text);
  std::string what = "Cannot compute " + error.Message();
  for (const CounterUse& use : CountersCompared(expression, facts))
    what += "; " + use.text + " is a counter: " + use.meant + " may be meant";
  return Fail(Errc::kInvalidArgument, std::move(what));
}

}  // namespace

Result<Expression> ParseCondition(std::string_view text, DeriveRules rules) {
  auto parsed = ParseExpression(text, rules);
  if (parsed) return std::move(*parsed);
  return Fail(Errc::kInvalidArgument, CaretText(text, parsed.error()));
}

Result<Condition> BindCondition(Expression expression, Context& source,
                                const DerivedTable& definitions) {
  Condition condition;
  Result<MetricFacts> facts = FactsAbout(expression, source, definitions);
  if (!facts) return Fail(facts.error());
  Result<Expression> whole = WithDefinitions(std::move(expression), [&](const std::string& name) {
    const auto fact = facts->find(name);
    const bool is_derived = fact != facts->end() && fact->second.is_derived;
    return is_derived ? definitions.Find(name) : nullptr;
  });
  if (!whole) return Fail(whole.error());
  condition.expression = std::move(*whole);
  facts = FactsAbout(condition.expression, source, definitions);
  if (!facts) return Fail(facts.error());
  auto bound = BindExpression(condition.expression, *facts, definitions.rules());
  if (!bound) return Explain(condition.expression, *facts, bound.error());
  condition.bound = std::move(*bound);
  if (condition.bound.metrics.empty())
    return Fail(Errc::kInvalidArgument, "A condition needs a metric");
  if (!IsNumeric(condition.desc().type))
    return Fail(Errc::kInvalidArgument, "The condition is neither true nor false: it is a text");
  condition.terms = TermsOf(condition.expression, condition.bound);
  condition.counters = CountersCompared(condition.expression, *facts);
  return condition;
}

}  // namespace fdr
