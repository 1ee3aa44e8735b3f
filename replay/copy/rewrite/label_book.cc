// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/label_book.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fdr/archive/record/indom_record.h"

namespace fdr {
namespace {

constexpr std::uint32_t kClusterMask = ~std::uint32_t{0x3ff};  // without the item

std::uint32_t IdIn(LabelLevel level, MetricId id) {
  if (level == LabelLevel::kDomain) return id.domain();
  return level == LabelLevel::kCluster ? id.value & kClusterMask : id.value;
}

LabelLevel LevelOf(const LabelPlace& owner) { return static_cast<LabelLevel>(owner.level); }

bool IsOfInDom(LabelLevel level) {
  return level == LabelLevel::kInDom || level == LabelLevel::kInstances;
}

LabelPlace OwnerOf(const LabelSetRecord& record) {
  const auto level = static_cast<LabelLevel>(record.level);
  std::uint32_t id = record.id;
  if (level == LabelLevel::kContext) id = kContextId;
  if (level == LabelLevel::kCluster) id &= kClusterMask;
  return {record.level, id};
}

bool HasNew(const LabelRule& rule) {
  return std::ranges::any_of(rule.clauses, [](const LabelClause& clause) {
    return clause.kind == LabelClause::Kind::kNew;
  });
}

}  // namespace

LabelBook::LabelBook(const RewriteRules& rules, RuleTable& table, Pass pass)
    : rules_(rules), table_(table), pass_(std::move(pass)) {
  for (const LabelRule& rule : rules_.labels)
    if (HasNew(rule)) new_labels_.push_back(&rule);
}

Result<void> LabelBook::Begin() {
  is_touched_ = !rules_.labels.empty();
  for (const auto& [id, change] : table_.metrics()) {
    is_touched_ |= change->is_deleted || change->changes_id();
    // Even a deleted metric says that its agent had one.
    auto& agents = domains_[id.domain()];
    auto& clusters = clusters_[id.value & kClusterMask];
    if (change->is_deleted) continue;
    agents.insert(change->after.id.domain());
    clusters.insert(change->after.id.value & kClusterMask);
  }
  for (const auto& [id, change] : table_.domains())
    is_touched_ |=
        change->to() != id || change->copy() || change->changes_numbers() || table_.IsAbandoned(id);
  std::set<LabelPlace> owners;
  for (const LabelRule* rule : new_labels_) {
    if (rule->level == LabelLevel::kInstances)
      for (const auto& [id, change] : table_.domains())
        if (rule->indom.Matches(id)) change->WantMembers();
    for (const LabelPlace& owner : OwnersInTable(rule->level))
      if (Fits(*rule, owner)) owners.insert(owner);
  }
  for (const LabelPlace& owner : owners)
    if (auto added = AddNew(owner); !added) return added;
  for (const LabelRule& rule : rules_.labels)
    if (rule.instance_name)
      for (const auto& [id, change] : table_.domains())
        if (rule.indom.Matches(id)) change->Want(*rule.instance_name);
  return {};
}

std::vector<LabelPlace> LabelBook::OwnersInTable(LabelLevel level) const {
  const auto number = static_cast<std::uint32_t>(level);
  if (level == LabelLevel::kContext) return {{number, kContextId}};
  std::set<LabelPlace> owners;
  if (IsOfInDom(level)) {
    for (const auto& [id, change] : table_.domains())
      if (!id.IsNull()) owners.insert({number, id.value});
  } else {
    for (const auto& [id, change] : table_.metrics()) owners.insert({number, IdIn(level, id)});
  }
  return {owners.begin(), owners.end()};
}

bool LabelBook::Fits(const LabelRule& rule, const LabelPlace& owner) const {
  if (rule.level != LevelOf(owner)) return false;
  switch (rule.level) {
    case LabelLevel::kContext:
      return true;
    case LabelLevel::kDomain:
      return owner.id == rule.metric.domain;
    case LabelLevel::kCluster:
      return rule.metric.Matches(MetricId{owner.id});
    case LabelLevel::kItem: {
      if (rule.metric.name.empty()) return rule.metric.Matches(MetricId{owner.id});
      const MetricChange* const change = table_.Find(MetricId{owner.id});
      return change != nullptr &&
             std::ranges::find(change->names, rule.metric.name) != change->names.end();
    }
    case LabelLevel::kInDom:
    case LabelLevel::kInstances:
      return rule.indom.Matches(InDomId{owner.id});
  }
  return false;
}

bool LabelBook::FitsInstance(const LabelRule& rule, const LabelPlace& owner,
                             InstanceId instance) const {
  if (rule.instance) return instance == *rule.instance;
  if (!rule.instance_name) return true;
  const DomainChange* const change = table_.Find(InDomId{owner.id});
  return change != nullptr && change->FindName(*rule.instance_name) == instance;
}

// Nothing, if all that the labels describe is deleted.
std::vector<LabelPlace> LabelBook::TargetsOf(const LabelPlace& owner) const {
  const LabelLevel level = LevelOf(owner);
  std::vector<LabelPlace> targets;
  if (level == LabelLevel::kDomain || level == LabelLevel::kCluster) {
    const auto& places = level == LabelLevel::kDomain ? domains_ : clusters_;
    const auto found = places.find(owner.id);
    if (found == places.end()) return {owner};
    for (const std::uint32_t id : found->second) targets.push_back({owner.level, id});
  } else if (level == LabelLevel::kItem) {
    const MetricChange* const change = table_.Find(MetricId{owner.id});
    if (change == nullptr) return {owner};
    if (!change->is_deleted) targets.push_back({owner.level, change->after.id.value});
  } else if (IsOfInDom(level)) {
    const InDomId id{owner.id};
    const DomainChange* const change = table_.Find(id);
    if (change == nullptr) return {owner};
    if (!table_.IsAbandoned(id)) targets.push_back({owner.level, change->to().value});
    if (change->copy()) targets.push_back({owner.level, change->copy()->value});
  } else {
    targets.push_back(owner);
  }
  return targets;
}

// The changes of instances between the owners, if there are any.
const DomainChange* LabelBook::InstancesOf(const LabelPlace& owner,
                                           const LabelPlace& target) const {
  if (LevelOf(owner) != LabelLevel::kInstances) return nullptr;
  const DomainChange* const change = table_.Find(InDomId{owner.id});
  if (change == nullptr || !change->changes_numbers()) return nullptr;
  return change->copy().value_or(change->to()).value == target.id ? change : nullptr;
}

// Adds to what is there.
Result<void> LabelBook::Put(const LabelPlace& target, InstanceId instance,
                            std::vector<MergeLabel> labels, Pieces& pieces) const {
  auto made = OwnedLabels::Of(std::move(labels));
  if (!made) return Fail(made.error());
  OwnedLabels& there = pieces[target][instance];
  auto merged = Merged(there, *made);
  if (!merged) return Fail(merged.error());
  there = std::move(*merged);
  return {};
}

Result<void> LabelBook::ApplyClause(const LabelRule& rule, const LabelClause& clause,
                                    const LabelPlace& owner, InstanceId instance,
                                    std::vector<MergeLabel>& labels, Pieces& pieces) const {
  using Kind = LabelClause::Kind;
  const auto is_meant = [&rule](const MergeLabel& label) {
    return (!rule.name || label.label.name == *rule.name) &&
           (!rule.value || label.label.value == *rule.value);
  };
  if (clause.kind == Kind::kNew) return {};
  if (clause.kind == Kind::kName || clause.kind == Kind::kValue) {
    for (MergeLabel& label : labels)
      if (is_meant(label))
        (clause.kind == Kind::kName ? label.label.name : label.label.value) =
            clause.kind == Kind::kName ? clause.name : clause.value;
    return {};
  }
  std::vector<MergeLabel> taken;
  const auto rest = std::stable_partition(labels.begin(), labels.end(), std::not_fn(is_meant));
  std::move(rest, labels.end(), std::back_inserter(taken));
  labels.erase(rest, labels.end());
  if (clause.kind == Kind::kDelete || taken.empty()) return {};
  if (clause.kind == Kind::kInstance) {
    for (const LabelPlace& target : TargetsOf(owner))
      if (auto put = Put(target, clause.instance, taken, pieces); !put) return put;
    return {};
  }
  LabelPlace target = owner;
  if (IsOfInDom(rule.level))
    target.id = clause.indom.Of(InDomId{owner.id}).value;
  else if (rule.level == LabelLevel::kDomain)
    target.id = clause.metric.domain;
  else
    target.id = IdIn(rule.level, clause.metric.Of(MetricId{owner.id}));
  if ((rule.level == LabelLevel::kItem && !table_.HasMetric(MetricId{target.id})) ||
      (IsOfInDom(rule.level) && !table_.HasInDom(InDomId{target.id})))
    return rules_.Complain(clause.place, "the new archive has nothing with this number");
  return Put(target, instance, std::move(taken), pieces);
}

// False if they have NEW only.
Result<bool> LabelBook::ApplyRules(std::span<const LabelRule* const> rules, const LabelPlace& owner,
                                   InstanceId instance, std::vector<MergeLabel>& labels,
                                   Pieces& pieces) const {
  bool has_changed = false;
  for (const LabelRule* rule : rules) {
    if (!FitsInstance(*rule, owner, instance)) continue;
    for (const LabelClause& clause : rule->clauses) {
      has_changed |= clause.kind != LabelClause::Kind::kNew;
      if (auto applied = ApplyClause(*rule, clause, owner, instance, labels, pieces); !applied)
        return Fail(applied.error());
    }
  }
  return has_changed;
}

Result<std::optional<OwnedLabels>> LabelBook::LeftOf(const LabelSet& set,
                                                     std::span<const LabelRule* const> rules,
                                                     const LabelPlace& owner,
                                                     Pieces& pieces) const {
  if (rules.empty() || set.entries.empty()) return OwnedLabels::From(set);
  auto labels = OwnedLabels::From(set).Labels();
  if (!labels) return Fail(labels.error());
  const auto changed = ApplyRules(rules, owner, set.instance, *labels, pieces);
  if (!changed) return Fail(changed.error());
  if (!*changed) return OwnedLabels::From(set);
  if (labels->empty()) return std::nullopt;
  auto made = OwnedLabels::Of(std::move(*labels));
  if (!made) return Fail(made.error());
  return std::move(*made);
}

Result<LabelBook::Pieces> LabelBook::Apply(const LabelSetRecord& record,
                                           const LabelPlace& owner) const {
  Pieces pieces;
  std::vector<const LabelRule*> rules;
  for (const LabelRule& rule : rules_.labels)
    if (Fits(rule, owner)) rules.push_back(&rule);
  const std::vector<LabelPlace> targets = TargetsOf(owner);
  for (const LabelSet& set : record.sets) {
    const auto left = LeftOf(set, rules, owner, pieces);
    if (!left) return Fail(left.error());
    if (!*left) continue;
    for (const LabelPlace& target : targets) {
      const DomainChange* const instances = InstancesOf(owner, target);
      const auto number =
          instances == nullptr ? std::optional(set.instance) : instances->NumberOf(set.instance);
      if (!number) continue;
      OwnedLabels& there = pieces[target][*number];
      auto merged = Merged(there, **left);
      if (!merged) return Fail(merged.error());
      there = std::move(*merged);
    }
  }
  return pieces;
}

// What the source had before is forgotten.
void LabelBook::Replace(const Source& source, Pieces pieces) {
  std::set<LabelPlace>& placed = placed_[source];
  for (const LabelPlace& owner : placed) {
    if (pieces.contains(owner)) continue;
    book_[owner].erase(source);
    dirty_.insert(owner);
  }
  placed.clear();
  for (auto& [owner, sets] : pieces) {
    book_[owner][source] = std::move(sets);
    placed.insert(owner);
    dirty_.insert(owner);
  }
}

Result<void> LabelBook::Add(const LabelSetRecord& record) {
  if (!is_touched_ || !IsKnown(static_cast<LabelLevel>(record.level))) return pass_(record);
  if (auto advanced = AdvanceTo(record.stamp); !advanced) return advanced;
  const LabelPlace owner = OwnerOf(record);
  auto pieces = Apply(record, owner);
  if (!pieces) return Fail(pieces.error());
  Replace({owner, false}, std::move(*pieces));
  stamp_ = record.stamp;
  return {};
}

// The labels that rules give to an owner.
Result<void> LabelBook::AddNew(const LabelPlace& original) {
  Pieces pieces;
  const auto put = [&](InstanceId instance, const LabelClause& clause) -> Result<void> {
    for (const LabelPlace& target : TargetsOf(original)) {
      const DomainChange* const instances = InstancesOf(original, target);
      const auto number =
          instances == nullptr ? std::optional(instance) : instances->NumberOf(instance);
      if (!number) continue;
      const auto label = LabelOf(LevelOf(original), clause.name, clause.value);
      if (auto added = Put(target, *number, {label}, pieces); !added) return added;
    }
    return {};
  };
  for (const LabelRule* rule : new_labels_) {
    if (!Fits(*rule, original)) continue;
    for (const LabelClause& clause : rule->clauses) {
      if (clause.kind != LabelClause::Kind::kNew) continue;
      if (rule->level != LabelLevel::kInstances) {
        if (auto added = put(kSingular, clause); !added) return added;
        continue;
      }
      const DomainChange* const change = table_.Find(InDomId{original.id});
      for (const InstanceId member : change->members())
        if (FitsInstance(*rule, original, member))
          if (auto added = put(member, clause); !added) return added;
    }
  }
  Replace({original, true}, std::move(pieces));
  return {};
}

Result<void> LabelBook::NoteMembers(InDomId original, Timestamp stamp) {
  const LabelPlace owner{static_cast<std::uint32_t>(LabelLevel::kInstances), original.value};
  const bool is_meant =
      std::ranges::any_of(new_labels_, [&](const LabelRule* rule) { return Fits(*rule, owner); });
  if (!is_meant) return {};
  if (auto advanced = AdvanceTo(stamp); !advanced) return advanced;
  stamp_ = stamp;
  return AddNew(owner);
}

Result<void> LabelBook::AdvanceTo(Timestamp stamp) {
  return stamp > stamp_ && stamp_ != Timestamp() ? Flush() : Result<void>();
}

Result<void> LabelBook::BeforeData(Timestamp stamp) {
  if (stamp_ == Timestamp()) stamp_ = stamp;
  return dirty_.empty() ? Result<void>() : Flush();
}

Result<void> LabelBook::PassOwner(const LabelPlace& owner) {
  OwnedSets all;
  const auto sources = book_.find(owner);
  if (sources == book_.end()) return {};
  // What the rules make, and what the owner had itself, counts more than what it got from others.
  for (const int rank : {0, 1, 2})
    for (const auto& [source, sets] : sources->second) {
      if (rank != (source.is_rule ? 2 : source.owner == owner ? 1 : 0)) continue;
      for (const auto& [instance, labels] : sets) {
        auto merged = Merged(all[instance], labels);
        if (!merged) return Fail(merged.error());
        all[instance] = std::move(*merged);
      }
    }
  std::set<InstanceId>& said = said_[owner];
  if (all.empty())
    for (const InstanceId instance : std::exchange(said, {})) all[instance];
  else
    for (const auto& [instance, labels] : all) said.insert(instance);
  if (all.empty()) return {};
  LabelSetRecord record{.stamp = stamp_, .level = owner.level, .id = owner.id, .sets = {}};
  for (const auto& [instance, labels] : all) record.sets.push_back(labels.View(instance));
  return pass_(record);
}

Result<void> LabelBook::Flush() {
  for (const LabelPlace& owner : std::exchange(dirty_, {}))
    if (auto passed = PassOwner(owner); !passed) return passed;
  return {};
}

}  // namespace fdr
