// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What each clause of a rule does to a metric.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fdr/replay/copy/rewrite/rule_table.h"
#include "fdr/replay/units/same_dimensions.h"
#include "fdr/replay/units/temperature.h"

namespace fdr {
namespace {

std::string_view WordOf(MetricClause::Kind kind) {
  constexpr std::array<std::string_view, 8> kWords = {"delete", "name",  "pmid",  "sem",
                                                      "type",   "indom", "units", "value"};
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace

tl::unexpected<Error> RuleTable::ComplainOf(const MetricClause& clause, const MetricChange& change,
                                            std::string_view what) const {
  return rules_.Complain(clause.place, fmt::format("metric {}: {}", change.name, what));
}

// One clause of a kind, but any number of DELETE, VALUE and TYPE IF.
Result<void> RuleTable::CheckTwice(const MetricClause& clause, const MetricChange& change,
                                   ClausesByKind& seen) const {
  using Kind = MetricClause::Kind;
  const bool may_repeat = clause.kind == Kind::kDelete || clause.kind == Kind::kValue ||
                          (clause.kind == Kind::kType && clause.if_type);
  const MetricClause*& same = seen[static_cast<std::size_t>(clause.kind)];
  const bool is_delete = clause.kind == Kind::kDelete;
  const bool has_other =
      std::any_of(seen.begin() + 1, seen.end(), [](auto* other) { return other; });
  if (is_delete ? has_other : seen[0] != nullptr)
    return ComplainOf(clause, change, "it is deleted, and has other rules");
  if (same != nullptr && !may_repeat && !(same->kind == Kind::kType && same->if_type))
    return ComplainOf(clause, change,
                      fmt::format("it has two rules of the kind {}", WordOf(clause.kind)));
  if (same == nullptr) same = &clause;
  return {};
}

// The name that the rule has, or the first one.
Result<void> RuleTable::ApplyName(const MetricClause& clause, std::string_view rule_name,
                                  const DescRecord& record, MetricChange& change) const {
  if (record.names.empty()) return {};
  const std::string old(rule_name.empty() ? record.names.front() : rule_name);
  change.new_names[old] = clause.name;
  return {};
}

Result<void> RuleTable::CheckType(const MetricClause& clause, const MetricChange& change) const {
  if (IsNumeric(change.before.type) || clause.type == change.before.type) return {};
  return ComplainOf(clause, change,
                    fmt::format("its type is {}, but only numbers become another type",
                                ToString(change.before.type)));
}

Result<void> RuleTable::ApplyInDom(const MetricClause& clause, MetricChange& change) {
  const InDomId before = change.before.indom;
  change.after.indom = clause.indom ? clause.indom->Of(before) : InDomId{};
  change.output = clause.output;
  if (before.IsNull()) {
    // There is at most one value.
    change.output.reset();
    if (!clause.indom) return {};
    change.new_instance = 0;
    const auto& output = clause.output;
    if (output && output->kind == OutputChoice::Kind::kNumber) change.new_instance = output->number;
    if (!output || output->kind != OutputChoice::Kind::kName) return {};
    const auto target = Learn(change.after.indom);
    if (!target) return Fail(target.error());
    (*target)->Want(output->name);
    change.output = output;
    change.choice = *target;
    return {};
  }
  if (!clause.indom && !change.output) change.output.emplace();
  if (!change.output) return {};
  const auto kind = change.output->kind;
  if (kind >= OutputChoice::Kind::kMin && kind <= OutputChoice::Kind::kAverage &&
      !IsNumeric(change.before.type))
    return ComplainOf(clause, change, "only numbers have min, max, sum and avg");
  if (kind != OutputChoice::Kind::kName) return {};
  const auto domain = Learn(before);
  if (!domain) return Fail(domain.error());
  (*domain)->Want(change.output->name);
  change.choice = *domain;
  return {};
}

Result<void> RuleTable::ApplyUnits(const MetricClause& clause, MetricChange& change) const {
  const Units before = change.before.units;
  change.after.units = clause.units;
  const bool rescales = clause.rescale || rules_.rescales_all;
  if (!rescales || before == clause.units) return {};
  if (rules_.rescales_if_possible && !KeepDimensions(before, clause.units)) return {};
  if (!IsNumeric(change.before.type))
    return ComplainOf(clause, change, "only numbers can be rescaled");
  change.is_temperature = AreTemperatures(before, clause.units);
  if (change.is_temperature) return {};
  const auto ratio = ScaleRatio::Between(before, clause.units);
  if (!ratio || ratio->has_wrapped())
    return ComplainOf(clause, change,
                      fmt::format("values cannot be rescaled from {} to {}",
                                  before == Units() ? "none" : ToString(before),
                                  clause.units == Units() ? "none" : ToString(clause.units)));
  if (!ratio->IsOne()) change.ratio = *ratio;
  return {};
}

Result<void> RuleTable::Apply(const MetricClause& clause, std::string_view rule_name,
                              const DescRecord& record, MetricChange& change, ClausesByKind& seen) {
  using Kind = MetricClause::Kind;
  if (clause.kind == Kind::kType && clause.if_type && *clause.if_type != change.before.type)
    return {};
  if (auto checked = CheckTwice(clause, change, seen); !checked) return checked;
  switch (clause.kind) {
    case Kind::kDelete:
      change.is_deleted = true;
      return {};
    case Kind::kName:
      return ApplyName(clause, rule_name, record, change);
    case Kind::kId:
      change.after.id = clause.id.Of(change.before.id);
      return {};
    case Kind::kSemantics:
      change.after.semantics = clause.semantics;
      return {};
    case Kind::kType:
      change.after.type = clause.type;
      return CheckType(clause, change);
    case Kind::kInDom:
      return ApplyInDom(clause, change);
    case Kind::kUnits:
      return ApplyUnits(clause, change);
    case Kind::kValue:
      if (change.before.type != Type::kString)
        return ComplainOf(clause, change, "its values are no strings");
      change.substitutions.push_back(&*clause.substitution);
      return {};
  }
  return {};
}

}  // namespace fdr
