// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// text metric disk.dev.read help "the old text" { text -> "the new one" }

#include "fdr/replay/copy/rewrite/clause_parser.h"

namespace fdr {

Result<void> ClauseParser::ParseText() {
  using Quotes = RewriteScanner::Quotes;
  TextRule rule;
  rule.place = Place();
  if (in_.TakeKeyword("metric")) {
    auto metric = TakeMetric();
    if (!metric) return Fail(metric.error());
    rule.metric = std::move(*metric);
  } else if (in_.TakeKeyword("indom")) {
    rule.is_of_metric = false;
    auto indom = TakeInDom();
    if (!indom) return Fail(indom.error());
    rule.indom = *indom;
  } else {
    return in_.Complain("metric or indom is expected");
  }
  if (in_.TakeKeyword("help")) {
    rule.one_line = false;
    rule.help = true;
  } else if (in_.TakeKeyword("all") || in_.Take("*")) {
    rule.help = true;
  } else {
    in_.TakeKeyword("oneline");
  }
  if (in_.SeesString()) {
    auto content = in_.TakeString(Quotes::kText);
    if (!content) return Fail(content.error());
    rule.content = std::move(*content);
  }
  if (auto parsed = ParseClauses([&] { return ParseTextClause(rule); }); !parsed) return parsed;
  rules_.texts.push_back(std::move(rule));
  return {};
}

Result<void> ClauseParser::ParseTextClause(TextRule& rule) {
  using Kind = TextClause::Kind;
  TextClause clause;
  clause.place = Place();
  if (in_.TakeKeyword("delete")) {
    rule.clauses.push_back(std::move(clause));
    return {};
  }
  if (in_.TakeKeyword("text"))
    clause.kind = Kind::kText;
  else if (rule.is_of_metric && in_.TakeKeyword("metric"))
    clause.kind = Kind::kMetric;
  else if (!rule.is_of_metric && in_.TakeKeyword("indom"))
    clause.kind = Kind::kInDom;
  else
    return in_.Complain(rule.is_of_metric ? "delete, text, metric or } is expected"
                                          : "delete, text, indom or } is expected");
  if (auto arrow = TakeArrow(); !arrow) return arrow;
  if (clause.kind == Kind::kText) {
    auto text = TakeString("a text", RewriteScanner::Quotes::kText);
    if (!text) return Fail(text.error());
    clause.text = std::move(*text);
  } else if (clause.kind == Kind::kMetric) {
    auto metric = TakeMetricNumbers();
    if (!metric) return Fail(metric.error());
    clause.metric = std::move(*metric);
  } else {
    const auto indom = TakeInDom();
    if (!indom) return Fail(indom.error());
    clause.indom = *indom;
  }
  rule.clauses.push_back(std::move(clause));
  return {};
}

}  // namespace fdr
