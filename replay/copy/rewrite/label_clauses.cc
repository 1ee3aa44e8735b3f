// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// label instances 60.1 "sda" "model" { value -> "unknown" }

#include <algorithm>

#include "fdr/replay/copy/rewrite/clause_parser.h"
#include "fdr/replay/labels/label_json.h"
#include "fdr/replay/text/json_syntax.h"

namespace fdr {
namespace {

constexpr std::size_t kLongestLabelName = 254;

}  // namespace

Result<void> ClauseParser::ParseLabel() {
  LabelRule rule;
  rule.place = Place();
  if (auto parsed = ParseLabelOwner(rule); !parsed) return parsed;
  if (!in_.Take("*") && !in_.Sees("{")) {
    auto name = TakeLabelName();
    if (!name) return Fail(name.error());
    rule.name = std::move(*name);
  }
  if (!in_.Take("*") && !in_.Sees("{")) {
    auto value = TakeLabelValue();
    if (!value) return Fail(value.error());
    rule.value = std::move(*value);
  }
  if (auto parsed = ParseClauses([&] { return ParseLabelClause(rule); }); !parsed) return parsed;
  rules_.labels.push_back(std::move(rule));
  return {};
}

Result<void> ClauseParser::ParseLabelOwner(LabelRule& rule) {
  const auto set = [&](LabelLevel level, Result<MetricPattern> metric) -> Result<void> {
    if (!metric) return Fail(metric.error());
    rule.level = level;
    rule.metric = std::move(*metric);
    return {};
  };
  if (in_.TakeKeyword("context")) return {};
  if (in_.TakeKeyword("domain")) return set(LabelLevel::kDomain, TakeAgent());
  if (in_.TakeKeyword("cluster")) return set(LabelLevel::kCluster, TakeCluster());
  if (in_.TakeKeyword("item")) return set(LabelLevel::kItem, TakeMetric());
  const bool is_indom = in_.TakeKeyword("indom");
  if (!is_indom && !in_.TakeKeyword("instances"))
    return in_.Complain("context, domain, cluster, item, indom or instances is expected");
  rule.level = is_indom ? LabelLevel::kInDom : LabelLevel::kInstances;
  const auto indom = TakeInDom();
  if (!indom) return Fail(indom.error());
  rule.indom = *indom;
  return is_indom ? Result<void>() : ParseLabelInstance(rule);
}

Result<void> ClauseParser::ParseLabelInstance(LabelRule& rule) {
  if (in_.Take("*") || in_.Sees("{")) return {};
  if (in_.SeesString()) {
    auto name = in_.TakeString();
    if (!name) return Fail(name.error());
    rule.instance_name = std::move(*name);
    return {};
  }
  const auto number = TakeInstance();
  if (!number) return Fail(number.error());
  rule.instance = *number;
  return {};
}

Result<std::string> ClauseParser::TakeLabelName() {
  const std::size_t offset = in_.offset();
  auto name = TakeString("the name of a label");
  if (!name) return name;
  // As a reader of labels sees it.
  const auto labels = ParseLabels("{\"" + *name + "\":1}");
  if (!labels || labels->size() != 1 || name->size() > kLongestLabelName)
    return in_.ComplainAt(offset, "a label's name has letters, digits, _ and .");
  return name;
}

Result<std::string> ClauseParser::TakeLabelValue() {
  const std::size_t offset = in_.offset();
  if (in_.SeesString()) {
    auto text = in_.TakeString(RewriteScanner::Quotes::kJson);
    if (!text) return text;
    std::string json = '"' + *text + '"';
    if (!IsJson(json)) return in_.ComplainAt(offset, "this is not a string of JSON");
    return json;
  }
  for (const std::string_view word : {"true", "false", "null"})
    if (in_.TakeKeyword(word)) return std::string(word);
  std::string number = in_.Take("-") ? "-" : "";
  number += in_.TakeHost().value_or("");
  if (number.empty() || number == "-" || !IsJson(number))
    return in_.ComplainAt(offset, "a string, a number, true, false or null is expected");
  return number;
}

Result<void> ClauseParser::ParseLabelClause(LabelRule& rule) {
  using Kind = LabelClause::Kind;
  LabelClause clause;
  clause.place = Place();
  if (in_.TakeKeyword("delete")) {
    rule.clauses.push_back(std::move(clause));
    return {};
  }
  if (in_.TakeKeyword("new")) {
    clause.kind = Kind::kNew;
    auto name = TakeLabelName();
    if (!name) return Fail(name.error());
    clause.name = std::move(*name);
    auto value = TakeLabelValue();
    if (!value) return Fail(value.error());
    clause.value = std::move(*value);
  } else if (in_.TakeKeyword("label")) {
    clause.kind = Kind::kName;
    if (auto arrow = TakeArrow(); !arrow) return arrow;
    auto name = TakeLabelName();
    if (!name) return Fail(name.error());
    clause.name = std::move(*name);
  } else if (in_.TakeKeyword("value")) {
    clause.kind = Kind::kValue;
    if (auto arrow = TakeArrow(); !arrow) return arrow;
    auto value = TakeLabelValue();
    if (!value) return Fail(value.error());
    clause.value = std::move(*value);
  } else if (auto parsed = ParseLabelTarget(rule, clause); !parsed) {
    return parsed;
  }
  rule.clauses.push_back(std::move(clause));
  return {};
}

// Labels move to an owner of the same level.
Result<void> ClauseParser::ParseLabelTarget(const LabelRule& rule, LabelClause& clause) {
  clause.kind = LabelClause::Kind::kMove;
  const auto take = [&](auto& to, auto parse) -> Result<void> {
    if (auto arrow = TakeArrow(); !arrow) return arrow;
    auto target = (this->*parse)();
    if (!target) return Fail(target.error());
    to = std::move(*target);
    return {};
  };
  switch (rule.level) {
    case LabelLevel::kContext:
      break;
    case LabelLevel::kDomain:
      if (in_.TakeKeyword("domain")) return take(clause.metric, &ClauseParser::TakeAgent);
      break;
    case LabelLevel::kCluster:
      if (in_.TakeKeyword("cluster")) return take(clause.metric, &ClauseParser::TakeCluster);
      break;
    case LabelLevel::kItem:
      if (in_.TakeKeyword("item")) return take(clause.metric, &ClauseParser::TakeMetricNumbers);
      break;
    case LabelLevel::kInDom:
      if (in_.TakeKeyword("indom")) return take(clause.indom, &ClauseParser::TakeInDom);
      break;
    case LabelLevel::kInstances:
      if (in_.TakeKeyword("instances")) return take(clause.indom, &ClauseParser::TakeInDom);
      if (!in_.TakeKeyword("instance")) break;
      clause.kind = LabelClause::Kind::kInstance;
      return take(clause.instance, &ClauseParser::TakeInstance);
  }
  return in_.Complain("delete, new, label, value, the owner's new number or } is expected");
}

}  // namespace fdr
