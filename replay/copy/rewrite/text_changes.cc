// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/text_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fdr {

bool TextChanges::Fits(const TextRule& rule, const TextRecord& record) const {
  if (rule.is_of_metric != IsOfMetric(record.kind)) return false;
  if (!(IsOneLine(record.kind) ? rule.one_line : rule.help)) return false;
  if (rule.content && *rule.content != record.text()) return false;
  if (!rule.is_of_metric) return rule.indom.Matches(InDomId{record.id});
  const MetricId id{record.id};
  if (rule.metric.name.empty()) return rule.metric.Matches(id);
  const MetricChange* const change = table_.Find(id);
  return change != nullptr &&
         std::ranges::find(change->names, rule.metric.name) != change->names.end();
}

std::vector<std::uint32_t> TextChanges::TargetsOf(const TextRecord& record) const {
  if (IsOfMetric(record.kind)) {
    const MetricChange* const change = table_.Find(MetricId{record.id});
    if (change == nullptr) return {record.id};
    if (change->is_deleted) return {};
    return {change->after.id.value};
  }
  const InDomId id{record.id};
  const DomainChange* const change = table_.Find(id);
  if (change == nullptr) return {record.id};
  std::vector<std::uint32_t> targets;
  if (!table_.IsAbandoned(id)) targets.push_back(change->to().value);
  if (change->copy()) targets.push_back(change->copy()->value);
  return targets;
}

Result<void> TextChanges::Claim(TextKind kind, std::uint32_t target, std::uint32_t original) {
  const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(kind)} << 32 | target;
  const auto [owner, is_first] = owners_.emplace(key, original);
  if (is_first || owner->second == original) return {};
  const std::string name =
      IsOfMetric(kind) ? ToString(MetricId{target}) : ToString(InDomId{target});
  return Fail(Errc::kInvalidArgument,
              fmt::format("The rules would give two help texts to {}", name));
}

Result<std::vector<TextRecord>> TextChanges::Change(const TextRecord& record) {
  if (!IsKnown(record.kind)) return std::vector<TextRecord>{record};
  std::vector<std::uint32_t> targets = TargetsOf(record);
  TextRecord changed = record;
  for (const TextRule& rule : rules_.texts) {
    if (!Fits(rule, record)) continue;
    for (const TextClause& clause : rule.clauses) {
      if (clause.kind == TextClause::Kind::kDelete) return std::vector<TextRecord>();
      if (clause.kind == TextClause::Kind::kText) {
        changed.stored = clause.text;
        continue;
      }
      const bool is_of_metric = clause.kind == TextClause::Kind::kMetric;
      const MetricId metric = clause.metric.Of(MetricId{record.id});
      const InDomId indom = clause.indom.Of(InDomId{record.id});
      if (is_of_metric ? !table_.HasMetric(metric) : !table_.HasInDom(indom))
        return rules_.Complain(clause.place, "the new archive has nothing with this number");
      targets = {is_of_metric ? metric.value : indom.value};
    }
  }
  std::vector<TextRecord> records;
  for (const std::uint32_t target : targets) {
    if (auto claimed = Claim(record.kind, target, record.id); !claimed)
      return Fail(claimed.error());
    changed.id = target;
    records.push_back(changed);
  }
  return records;
}

}  // namespace fdr
