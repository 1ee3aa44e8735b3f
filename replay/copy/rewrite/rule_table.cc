// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fdr {
namespace {

constexpr std::uint64_t kAny = 0xffff;  // no cluster or item has this number

std::uint64_t KeyOf(std::uint32_t domain, std::uint64_t cluster, std::uint64_t item) {
  return std::uint64_t{domain} << 32 | cluster << 16 | item;
}

std::uint64_t KeyOf(const MetricPattern& metric) {
  return KeyOf(metric.domain, metric.cluster ? *metric.cluster : kAny,
               metric.item ? *metric.item : kAny);
}

constexpr std::uint64_t kAnySerial = 0xffffffff;

std::uint64_t KeyOf(std::uint32_t domain, std::uint64_t serial) {
  return std::uint64_t{domain} << 32 | serial;
}

bool IsBelow(std::string_view name, std::string_view above) {
  return name.size() > above.size() && name.starts_with(above) && name[above.size()] == '.';
}

}  // namespace

RuleTable::RuleTable(const RewriteRules& rules)
    : rules_(rules),
      used_metric_rules_(rules.metrics.size()),
      used_indom_rules_(rules.indoms.size()),
      used_renames_(rules.renames.size()) {
  for (std::size_t i = 0; i < rules_.metrics.size(); ++i) {
    const MetricPattern& metric = rules_.metrics[i].metric;
    (metric.name.empty() ? by_id_[KeyOf(metric)] : by_name_[metric.name]).push_back(i);
  }
  for (std::size_t i = 0; i < rules_.indoms.size(); ++i) {
    const InDomPattern& indom = rules_.indoms[i].indom;
    indoms_by_id_[KeyOf(indom.domain, indom.serial ? *indom.serial : kAnySerial)].push_back(i);
  }
}

// In the order of the files.
RuleTable::RulePlaces RuleTable::RulesFor(const DescRecord& record) const {
  RulePlaces places;
  const auto add = [&places](const auto& index, const auto& key) {
    if (const auto found = index.find(key); found != index.end())
      places.insert(places.end(), found->second.begin(), found->second.end());
  };
  const MetricId id = record.desc.id;
  for (const std::uint64_t cluster : {std::uint64_t{id.cluster()}, kAny})
    for (const std::uint64_t item : {std::uint64_t{id.item()}, kAny})
      add(by_id_, KeyOf(id.domain(), cluster, item));
  if (!by_name_.empty())
    for (const std::string_view name : record.names) add(by_name_, std::string(name));
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

Result<void> RuleTable::ApplyRenames(const DescRecord& record, MetricChange& change) {
  for (std::size_t i = 0; i < rules_.renames.size(); ++i) {
    const auto& [from, to] = rules_.renames[i];
    for (const std::string_view name : record.names) {
      if (name != from && !IsBelow(name, from)) continue;
      used_renames_[i] = true;
      const bool is_first =
          change.new_names.emplace(name, to + std::string(name.substr(from.size()))).second;
      if (!is_first)
        return Fail(Errc::kInvalidArgument, fmt::format("The rules rename {} twice", name));
    }
  }
  return {};
}

// Instances change with the domain that the metric has in the end.
Result<void> RuleTable::ApplyDomain(MetricChange& change, bool has_clause) {
  if (change.before.indom.IsNull()) return {};
  const auto domain = Learn(change.before.indom);
  if (!domain) return Fail(domain.error());
  const InDomId changed = (*domain)->copy().value_or((*domain)->to());
  if (has_clause && (*domain)->to() != (*domain)->from() && change.after.indom != changed &&
      !change.after.indom.IsNull() && change.after.indom != change.before.indom)
    return rules_.Complain(
        (*domain)->move_place(),
        fmt::format("metric {} would have two instance domains: {} and {}", change.name,
                    ToString(changed), ToString(change.after.indom)));
  if (!has_clause || change.after.indom == change.before.indom)
    change.after.indom = (*domain)->to();
  if (change.after.indom == changed) change.instances = *domain;
  return {};
}

Result<void> RuleTable::ClaimId(const MetricChange& change, ClausePlace place) {
  const auto [owner, is_first] = final_ids_.emplace(change.after.id, change.before.id);
  if (is_first) return {};
  return rules_.Complain(
      place, fmt::format("metrics {} and {} would have the number {}",
                         metrics_.at(owner->second)->name, change.name, ToString(change.after.id)));
}

Result<const MetricChange*> RuleTable::Learn(const DescRecord& record) {
  const auto [place, is_new] = metrics_.try_emplace(record.desc.id);
  if (!is_new && place->second) return place->second.get();
  auto change = std::make_unique<MetricChange>();
  change->before = change->after = record.desc;
  change->name =
      record.names.empty() ? ToString(record.desc.id) : std::string(record.names.front());
  change->names.assign(record.names.begin(), record.names.end());
  ClausesByKind seen{};
  ClausePlace id_place{rules_.files.size(), 0};
  bool has_indom_clause = false;
  for (const std::size_t i : RulesFor(record)) {
    const MetricRule& rule = rules_.metrics[i];
    used_metric_rules_[i] = true;
    for (const MetricClause& clause : rule.clauses) {
      if (auto applied = Apply(clause, rule.metric.name, record, *change, seen); !applied)
        return Fail(applied.error());
      if (clause.kind == MetricClause::Kind::kId) id_place = clause.place;
      if (clause.kind != MetricClause::Kind::kInDom) continue;
      has_indom_clause = true;
      indom_places_[record.desc.id] = clause.place;
    }
  }
  if (auto renamed = ApplyRenames(record, *change); !renamed) return Fail(renamed.error());
  if (auto applied = ApplyDomain(*change, has_indom_clause); !applied) return Fail(applied.error());
  place->second = std::move(change);
  MetricChange& learned = *place->second;
  ++former_users_[learned.before.indom];
  if (learned.is_deleted) return &learned;
  if (auto claimed = ClaimId(learned, id_place); !claimed) return Fail(claimed.error());
  ++users_[learned.after.indom];
  for (const std::string_view name : record.names) {
    const auto renamed = learned.new_names.find(std::string(name));
    const bool is_renamed = renamed != learned.new_names.end() && renamed->second != name;
    const MetricClause* const name_clause =
        seen[static_cast<std::size_t>(MetricClause::Kind::kName)];
    const bool may_exist = name_clause != nullptr && name_clause->name_may_exist;
    if (auto added = names_.Add(is_renamed ? std::string_view(renamed->second) : name,
                                {record.desc.id, is_renamed, is_renamed && may_exist});
        !added)
      return Fail(added.error());
  }
  return &learned;
}

Result<DomainChange*> RuleTable::Learn(InDomId indom) {
  const auto [place, is_new] = domains_.try_emplace(indom);
  if (!is_new) return place->second.get();
  place->second = std::make_unique<DomainChange>(rules_, indom);
  DomainChange& change = *place->second;
  if (indom.IsNull()) return &change;
  for (const std::uint64_t serial : {std::uint64_t{indom.serial()}, kAnySerial}) {
    const auto found = indoms_by_id_.find(KeyOf(indom.domain(), serial));
    if (found == indoms_by_id_.end()) continue;
    for (const std::size_t i : found->second) {
      used_indom_rules_[i] = true;
      for (const InDomClause& clause : rules_.indoms[i].clauses)
        if (auto added = change.Add(clause); !added) return Fail(added.error());
    }
  }
  for (const std::optional<InDomId> final : {std::optional(change.to()), change.copy()}) {
    if (!final) continue;
    const auto [owner, is_first] = final_indoms_.emplace(*final, indom);
    if (is_first || owner->second == indom) continue;
    const DomainChange& other = *domains_.at(owner->second);
    const bool is_moved = change.to() != indom || change.copy();
    return rules_.Complain(is_moved ? change.move_place() : other.move_place(),
                           fmt::format("instance domains {} and {} would both be {}",
                                       ToString(owner->second), ToString(indom), ToString(*final)));
  }
  return &change;
}

Result<void> RuleTable::CheckInDoms() const {
  for (const auto& [id, place] : indom_places_) {
    const MetricChange& change = *metrics_.at(id);
    const InDomId indom = change.after.indom;
    if (change.is_deleted || indom.IsNull() || HasInDom(indom)) continue;
    return rules_.Complain(
        place, fmt::format("metric {}: the new archive has no instance domain {}", change.name,
                           ToString(indom)));
  }
  return {};
}

Result<void> RuleTable::Learn(const Metadata& metadata,
                              const std::function<bool(MetricId)>& is_chosen) {
  for (const InDomHistory& indom : metadata.indoms()) {
    if (is_chosen) break;
    if (auto learned = Learn(indom.id()); !learned) return Fail(learned.error());
  }
  for (const Desc& desc : metadata.metrics()) {
    if (is_chosen && !is_chosen(desc.id)) continue;
    const auto names = metadata.NamesOf(desc.id);
    if (auto learned = Learn(DescRecord{.desc = desc, .names = {names.begin(), names.end()}});
        !learned)
      return Fail(learned.error());
  }
  return CheckInDoms();
}

bool RuleTable::IsAbandoned(InDomId original) const {
  const DomainChange* const change = Find(original);
  return change != nullptr && former_users_.contains(original) && !users_.contains(change->to());
}

std::vector<std::string> RuleTable::UnusedRenames() const {
  std::vector<std::string> unused;
  for (std::size_t i = 0; i < rules_.renames.size(); ++i)
    if (!used_renames_[i]) unused.push_back(rules_.renames[i].from);
  return unused;
}

std::vector<std::string> RuleTable::UnusedRules() const {
  std::vector<std::string> unused;
  const auto add = [&](ClausePlace place, std::string_view what) {
    if (place.file >= rules_.files.size()) return;
    const RuleText& file = *rules_.files[place.file];
    unused.push_back(fmt::format("{}:{}: {}", file.file(), file.PlaceOf(place.offset).line, what));
  };
  for (std::size_t i = 0; i < rules_.indoms.size(); ++i)
    if (!used_indom_rules_[i]) add(rules_.indoms[i].place, "the rule fits no instance domain");
  for (std::size_t i = 0; i < rules_.metrics.size(); ++i)
    if (!used_metric_rules_[i]) add(rules_.metrics[i].place, "the rule fits no metric");
  return unused;
}

}  // namespace fdr
