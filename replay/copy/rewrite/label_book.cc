// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/label_book.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fdr/archive/record/indom_record.h"

namespace fdr {
namespace {

// A record has the labels of all instances, so each change of a domain repeats them.
constexpr std::uint64_t kMostNewBytes = std::uint64_t{64} << 20;

std::string NameOf(const LabelPlace& owner) {
  const LabelLevel level = LevelOf(owner);
  if (level == LabelLevel::kContext) return "labels of the archive";
  if (level == LabelLevel::kDomain) return "labels of domain " + std::to_string(owner.id);
  if (IsOfInDom(level)) return "labels of instance domain " + ToString(InDomId{owner.id});
  return "labels of metric " + ToString(MetricId{owner.id});
}

bool HasNew(const LabelRule& rule) {
  return std::ranges::any_of(rule.clauses, [](const LabelClause& clause) {
    return clause.kind == LabelClause::Kind::kNew;
  });
}

}  // namespace

// Says whose labels these are, and which rule is meant.
tl::unexpected<Error> LabelBook::Place(Error error, const LabelPlace& owner,
                                       const LabelRule* rule) const {
  if (error.code != Errc::kUnsupportedFeature && error.code != Errc::kTooLarge)
    return Fail(std::move(error));
  error.what += " (" + NameOf(owner) + ')';
  if (rule == nullptr) return Fail(std::move(error));
  Error placed = rules_.Complain(rule->place, error.what).value();
  placed.code = error.code;
  return Fail(std::move(placed));
}

LabelBook::LabelBook(const RewriteRules& rules, RuleTable& table, Pass pass)
    : rules_(rules), table_(table), places_(table), pass_(std::move(pass)) {
  for (const LabelRule& rule : rules_.labels)
    if (HasNew(rule)) new_labels_.push_back(&rule);
}

Result<void> LabelBook::Begin() {
  is_touched_ = places_.Begin() || !rules_.labels.empty();
  std::set<LabelPlace> owners;
  for (const LabelRule* rule : new_labels_) {
    if (rule->level == LabelLevel::kInstances)
      for (const auto& [id, change] : table_.domains())
        if (rule->indom.Matches(id)) change->WantMembers();
    for (const LabelPlace& owner : places_.All(rule->level))
      if (places_.Fits(*rule, owner)) owners.insert(owner);
  }
  for (const LabelPlace& owner : owners)
    if (auto added = AddNew(owner); !added) return added;
  for (const LabelRule& rule : rules_.labels)
    if (rule.instance_name)
      for (const auto& [id, change] : table_.domains())
        if (rule.indom.Matches(id)) change->Want(*rule.instance_name);
  return {};
}

// Adds to the present labels.
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
    for (const LabelPlace& target : places_.TargetsOf(owner))
      if (auto put = Put(target, clause.instance, taken, pieces); !put) return put;
    return {};
  }
  LabelPlace target = owner;
  if (IsOfInDom(rule.level))
    target.id = clause.indom.Of(InDomId{owner.id}).value;
  else if (rule.level == LabelLevel::kDomain)
    target.id = clause.metric.domain;
  else
    target.id = LabelIdOf(rule.level, clause.metric.Of(MetricId{owner.id}));
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
    if (!places_.FitsInstance(*rule, owner, instance)) continue;
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
  if (!labels) return Place(labels.error(), owner, rules.front());
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
    if (places_.Fits(rule, owner)) rules.push_back(&rule);
  const std::vector<LabelPlace> targets = places_.TargetsOf(owner);
  for (const LabelSet& set : record.sets) {
    const auto left = LeftOf(set, rules, owner, pieces);
    if (!left) return Fail(left.error());
    if (!*left) continue;
    for (const LabelPlace& target : targets) {
      const DomainChange* const instances = places_.InstancesOf(owner, target);
      const auto number =
          instances == nullptr ? std::optional(set.instance) : instances->NumberOf(set.instance);
      if (!number) continue;
      OwnedLabels& there = pieces[target][*number];
      auto merged = Merged(there, **left);
      if (!merged) return Place(merged.error(), target, nullptr);
      there = std::move(*merged);
    }
  }
  return pieces;
}

// What the source had before is forgotten.
void LabelBook::Replace(const Source& source, Pieces&& pieces) {
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
  const LabelPlace owner = PlaceOf(record);
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
    for (const LabelPlace& target : places_.TargetsOf(original)) {
      const DomainChange* const instances = places_.InstancesOf(original, target);
      const auto number =
          instances == nullptr ? std::optional(instance) : instances->NumberOf(instance);
      if (!number) continue;
      const auto label = LabelOf(LevelOf(original), clause.name, clause.value);
      if (auto added = Put(target, *number, {label}, pieces); !added) return added;
    }
    return {};
  };
  for (const LabelRule* rule : new_labels_) {
    if (!places_.Fits(*rule, original)) continue;
    for (const LabelClause& clause : rule->clauses) {
      if (clause.kind != LabelClause::Kind::kNew) continue;
      if (rule->level != LabelLevel::kInstances) {
        if (auto added = put(kSingular, clause); !added) return added;
        continue;
      }
      const DomainChange* const change = table_.Find(InDomId{original.id});
      for (const InstanceId member : change->members())
        if (places_.FitsInstance(*rule, original, member))
          if (auto added = put(member, clause); !added) return added;
    }
  }
  Replace({original, true}, std::move(pieces));
  return {};
}

Result<void> LabelBook::NoteMembers(InDomId original, Timestamp stamp) {
  const LabelPlace owner{static_cast<std::uint32_t>(LabelLevel::kInstances), original.value};
  const bool is_meant = std::ranges::any_of(
      new_labels_, [&](const LabelRule* rule) { return places_.Fits(*rule, owner); });
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

const LabelRule* LabelBook::RuleOf(const LabelPlace& owner) const {
  for (const LabelRule& rule : rules_.labels)
    if (places_.Fits(rule, owner)) return &rule;
  return nullptr;
}

Result<void> LabelBook::CountBytes(const LabelPlace& owner, const OwnedSets& sets) {
  const bool has_new =
      std::ranges::any_of(book_.at(owner), [](const auto& source) { return source.first.is_rule; });
  if (!has_new || LevelOf(owner) != LabelLevel::kInstances) return {};
  for (const auto& [instance, labels] : sets)
    new_bytes_ += labels.json.size() + labels.entries.size() * sizeof(LabelEntry);
  if (new_bytes_ <= kMostNewBytes) return {};
  return Place({Errc::kTooLarge,
                "The rules would write more than 64 MiB of labels: each change of the domain "
                "repeats those of all instances",
                {}},
               owner, RuleOf(owner));
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
        if (!merged) return Place(merged.error(), owner, RuleOf(owner));
        all[instance] = std::move(*merged);
      }
    }
  if (auto counted = CountBytes(owner, all); !counted) return counted;
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
