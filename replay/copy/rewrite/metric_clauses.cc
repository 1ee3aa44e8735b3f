// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// metric disk.dev.read { name -> disc.reads  pmid -> 61.*.*  type -> u64 }

#include <array>
#include <utility>

#include "fdr/replay/copy/rewrite/clause_parser.h"

namespace fdr {

Result<void> ClauseParser::ParseMetric() {
  MetricRule rule;
  rule.place = Place();
  if (!in_.SeesWord())
    return in_.Complain("a metric is expected: its name, or its numbers, such as 60.2.5 or 60.2.*");
  auto metric = TakeMetric();
  if (!metric) return Fail(metric.error());
  rule.metric = std::move(*metric);
  if (auto parsed = ParseClauses([&] { return ParseMetricClause(rule); }); !parsed) return parsed;
  rules_.metrics.push_back(std::move(rule));
  return {};
}

Result<void> ClauseParser::ParseMetricClause(MetricRule& rule) {
  using Kind = MetricClause::Kind;
  MetricClause clause;
  clause.place = Place();
  constexpr std::array<std::pair<std::string_view, Kind>, 8> kKinds = {{{"delete", Kind::kDelete},
                                                                        {"name", Kind::kName},
                                                                        {"pmid", Kind::kId},
                                                                        {"sem", Kind::kSemantics},
                                                                        {"type", Kind::kType},
                                                                        {"indom", Kind::kInDom},
                                                                        {"units", Kind::kUnits},
                                                                        {"value", Kind::kValue}}};
  bool is_known = false;
  for (const auto& [keyword, kind] : kKinds) {
    is_known = in_.TakeKeyword(keyword);
    clause.kind = kind;
    if (is_known) break;
  }
  if (!is_known && in_.TakeKeyword("extraunits")) {
    is_known = true;
    clause.kind = Kind::kUnits;
    clause.is_extra = true;
  }
  if (!is_known)
    return in_.Complain(
        "delete, name, pmid, sem, type, indom, units, extraunits, value or } is expected");
  if (auto parsed = ParseMetricTarget(clause); !parsed) return parsed;
  rule.clauses.push_back(std::move(clause));
  return {};
}

// Behind the first word.
Result<void> ClauseParser::ParseMetricTarget(MetricClause& clause) {
  using Kind = MetricClause::Kind;
  if (clause.kind == Kind::kDelete) return {};
  if (clause.kind == Kind::kType) return ParseType(clause);
  if (clause.kind == Kind::kValue) {
    in_.TakeKeyword("replace");
    auto substitution = TakeSubstitution();
    if (!substitution) return Fail(substitution.error());
    clause.substitution = std::move(*substitution);
    return {};
  }
  if (auto arrow = TakeArrow(); !arrow) return arrow;
  if (clause.kind == Kind::kSemantics) return ParseSemantics(clause);
  if (clause.kind == Kind::kInDom) return ParseMetricInDom(clause);
  if (clause.kind == Kind::kUnits) return ParseUnits(clause);
  if (clause.kind == Kind::kName) {
    auto name = in_.TakeName();
    if (!name) return in_.Complain("the name of a metric is expected");
    constexpr std::size_t kLongestName = 1024;
    if (name->size() > kLongestName || name->ends_with('.') || name->find("..") != name->npos)
      return in_.ComplainAt(clause.place.offset, "this cannot be the name of a metric");
    clause.name = std::move(*name);
    clause.name_may_exist = in_.TakeKeyword("dupok");
    return {};
  }
  auto id = TakeMetricNumbers();
  if (!id) return Fail(id.error());
  clause.id = std::move(*id);
  return {};
}

Result<void> ClauseParser::ParseSemantics(MetricClause& clause) {
  constexpr std::array<std::pair<std::string_view, Semantics>, 3> kSemantics = {
      {{"counter", Semantics::kCounter},
       {"instant", Semantics::kInstant},
       {"discrete", Semantics::kDiscrete}}};
  for (const auto& [keyword, semantics] : kSemantics) {
    clause.semantics = semantics;
    if (in_.TakeKeyword(keyword)) return {};
  }
  return in_.Complain("counter, instant or discrete is expected");
}

// "32", "u32", ... and "64" are words that begin with a digit.
Result<Type> ClauseParser::TakeType() {
  constexpr std::array<std::pair<std::string_view, Type>, 7> kTypes = {{{"32", Type::k32},
                                                                        {"u32", Type::kU32},
                                                                        {"64", Type::k64},
                                                                        {"u64", Type::kU64},
                                                                        {"float", Type::kFloat},
                                                                        {"double", Type::kDouble},
                                                                        {"string", Type::kString}}};
  for (const auto& [keyword, type] : kTypes)
    if (in_.TakeKeyword(keyword)) return type;
  return in_.Complain("32, u32, 64, u64, float, double or string is expected");
}

Result<void> ClauseParser::ParseType(MetricClause& clause) {
  if (in_.TakeKeyword("if")) {
    const auto type = TakeType();
    if (!type) return Fail(type.error());
    clause.if_type = *type;
  }
  if (auto arrow = TakeArrow(); !arrow) return arrow;
  const auto type = TakeType();
  if (!type) return Fail(type.error());
  clause.type = *type;
  return {};
}

Result<void> ClauseParser::ParseMetricInDom(MetricClause& clause) {
  if (!in_.TakeKeyword("null")) {
    const auto indom = TakeInDom();
    if (!indom) return Fail(indom.error());
    clause.indom = *indom;
  }
  if (!in_.TakeKeyword("output")) return {};
  auto output = TakeOutput();
  if (!output) return Fail(output.error());
  clause.output = std::move(*output);
  return {};
}

Result<OutputChoice> ClauseParser::TakeOutput() {
  using Kind = OutputChoice::Kind;
  OutputChoice output;
  constexpr std::array<std::pair<std::string_view, Kind>, 6> kKinds = {{{"first", Kind::kFirst},
                                                                        {"last", Kind::kLast},
                                                                        {"min", Kind::kMin},
                                                                        {"max", Kind::kMax},
                                                                        {"sum", Kind::kSum},
                                                                        {"avg", Kind::kAverage}}};
  for (const auto& [keyword, kind] : kKinds) {
    output.kind = kind;
    if (in_.TakeKeyword(keyword)) return output;
  }
  if (in_.TakeKeyword("inst")) {
    output.kind = Kind::kNumber;
    const auto number = TakeInstance();
    if (!number) return Fail(number.error());
    output.number = *number;
    return output;
  }
  if (!in_.TakeKeyword("iname"))
    return in_.Complain("first, last, min, max, sum, avg, inst or iname is expected");
  output.kind = Kind::kName;
  auto name = TakeString("the name of an instance");
  if (!name) return Fail(name.error());
  output.name = std::move(*name);
  return output;
}

}  // namespace fdr
