// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/condition.h"

#include <set>
#include <utility>

#include "fdr/replay/derive/binder.h"
#include "fdr/replay/derive/expression_parser.h"
#include "fdr/replay/search/inlined_metrics.h"

namespace fdr {
namespace {

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
  if (error.text.find("same instance domain") != std::string::npos)
    what += "; scalar(a[i]) is one value for all instances of another metric";
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

std::vector<std::string> NamesToFind(const Expression& expression,
                                     const DerivedTable& definitions) {
  std::set<std::string> names;
  const auto add = [&names](const Expression& part) {
    for (std::string& name : NamesIn(part)) names.insert(std::move(name));
  };
  add(expression);
  for (const std::string& name : NamesIn(expression))
    if (const auto definition = definitions.Find(name)) add(definition->expression);
  return {names.begin(), names.end()};
}

Result<Condition> BindCondition(Expression expression, MetricFacts facts,
                                const DerivedTable& definitions) {
  for (auto& [name, fact] : facts)
    if (!fact.is_metric) fact.is_metric = fact.is_derived = definitions.Find(name) != nullptr;
  Result<Expression> whole = WithDefinitions(std::move(expression), [&](const std::string& name) {
    const auto fact = facts.find(name);
    const bool is_derived = fact != facts.end() && fact->second.is_derived;
    return is_derived ? definitions.Find(name) : nullptr;
  });
  if (!whole) return Fail(whole.error());
  Condition condition;
  condition.expression = std::move(*whole);
  auto bound = BindExpression(condition.expression, facts, definitions.rules());
  if (!bound) return Explain(condition.expression, facts, bound.error());
  condition.bound = std::move(*bound);
  if (condition.bound.metrics.empty())
    return Fail(Errc::kInvalidArgument, "A condition needs a metric");
  if (!IsNumeric(condition.desc().type))
    return Fail(Errc::kInvalidArgument, "The condition is neither true nor false: it is a text");
  condition.terms = TermsOf(condition.expression, condition.bound);
  condition.counters = CountersCompared(condition.expression, facts);
  return condition;
}

Result<Condition> BindCondition(Expression expression, Context& source,
                                const DerivedTable& definitions) {
  const std::vector<std::string> names = NamesToFind(expression, definitions);
  const auto found = source.Find(names);
  if (!found) return Fail(found.error());
  MetricFacts facts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    MetricFact& fact = facts[names[i]];
    fact.is_metric = (*found)[i].has_value();
    if (!fact.is_metric) continue;
    if (const Result<Desc> desc = source.DescOf(*(*found)[i])) fact.desc = *desc;
  }
  return BindCondition(std::move(expression), std::move(facts), definitions);
}

}  // namespace fdr
