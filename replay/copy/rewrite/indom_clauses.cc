// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// indom 60.2 { indom -> 61.2  inst 1 -> 60  iname "1 minute" -> "60 second" }

#include "fdr/replay/copy/rewrite/clause_parser.h"

namespace fdr {

Result<void> ClauseParser::ParseInDom() {
  InDomRule rule;
  rule.place = Place();
  auto indom = TakeInDom();
  if (!indom) return Fail(indom.error());
  rule.indom = *indom;
  if (auto parsed = ParseClauses([&] { return ParseInDomClause(rule); }); !parsed) return parsed;
  rules_.indoms.push_back(std::move(rule));
  return {};
}

Result<void> ClauseParser::ParseInDomClause(InDomRule& rule) {
  InDomClause clause;
  clause.place = Place();
  if (in_.TakeKeyword("indom")) {
    if (auto arrow = TakeArrow(); !arrow) return arrow;
    if (in_.TakeKeyword("duplicate")) clause.kind = InDomClause::Kind::kDuplicate;
    auto target = TakeInDom();
    if (!target) return Fail(target.error());
    clause.target = *target;
  } else if (in_.TakeKeyword("iname")) {
    if (auto parsed = ParseInstanceName(clause); !parsed) return parsed;
  } else if (in_.TakeKeyword("inst")) {
    clause.kind = InDomClause::Kind::kNumber;
    const auto old = TakeInstance();
    if (!old) return Fail(old.error());
    clause.old_number = *old;
    if (auto arrow = TakeArrow(); !arrow) return arrow;
    if (!in_.TakeKeyword("delete")) {
      const auto number = TakeInstance();
      if (!number) return Fail(number.error());
      clause.new_number = *number;
    }
  } else {
    return in_.Complain("indom, iname, inst or } is expected");
  }
  rule.clauses.push_back(std::move(clause));
  return {};
}

// Behind "iname".
Result<void> ClauseParser::ParseInstanceName(InDomClause& clause) {
  if (in_.TakeKeyword("redact")) {
    clause.kind = InDomClause::Kind::kRedact;
    return {};
  }
  if (in_.TakeKeyword("replace")) {
    clause.kind = InDomClause::Kind::kReplace;
    auto substitution = TakeSubstitution();
    if (!substitution) return Fail(substitution.error());
    clause.substitution = std::move(*substitution);
    return {};
  }
  clause.kind = InDomClause::Kind::kName;
  auto old = TakeString("the name of an instance");
  if (!old) return Fail(old.error());
  clause.old_name = std::move(*old);
  if (auto arrow = TakeArrow(); !arrow) return arrow;
  if (in_.TakeKeyword("delete")) return {};
  auto name = TakeString("the name of an instance");
  if (!name) return Fail(name.error());
  if (name->empty()) return in_.ComplainAt(clause.place.offset, "an instance must have a name");
  clause.new_name = std::move(*name);
  return {};
}

}  // namespace fdr
