// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/domain_changes.h"

#include <fmt/format.h>

#include <utility>

namespace fdr {
namespace {

// A rule may name the first word of an instance only.
template <class Names>
auto FindNameIn(Names& names, std::string_view name) {
  const auto found = names.find(std::string(name));
  return found != names.end() ? found : names.find(std::string(FirstWordOf(name)));
}

}  // namespace

Result<void> DomainChange::Add(const InDomClause& clause) {
  using Kind = InDomClause::Kind;
  const auto twice = [&](std::string_view what) {
    return rules_.Complain(
        clause.place, fmt::format("{} of instance domain {} has two rules", what, ToString(from_)));
  };
  switch (clause.kind) {
    case Kind::kMove:
    case Kind::kDuplicate:
      if (std::exchange(has_moved_, true)) return twice("the number");
      (clause.kind == Kind::kMove ? to_ : copy_.emplace()) = clause.target.Of(from_);
      move_place_ = clause.place;
      return {};
    case Kind::kNumber:
      if (!numbers_.emplace(clause.old_number, clause.new_number).second)
        return twice(fmt::format("instance {}", clause.old_number));
      return {};
    case Kind::kName:
      if (!names_.emplace(clause.old_name, NewName{clause.new_name, clause.place}).second)
        return twice(fmt::format("instance \"{}\"", clause.old_name));
      deletes_names_ |= !clause.new_name;
      return {};
    case Kind::kReplace:
      substitutions_.push_back(&*clause.substitution);
      return {};
    case Kind::kRedact:
      redacts_ = true;
      return {};
  }
  return {};
}

const DomainChange::NewName* DomainChange::FindRule(std::string_view name) const {
  if (names_.empty()) return nullptr;
  const auto found = FindNameIn(names_, name);
  return found == names_.end() ? nullptr : &found->second;
}

std::optional<InstanceId> DomainChange::FindName(std::string_view name) const {
  const auto found = wanted_.find(std::string(name));
  return found == wanted_.end() ? std::nullopt : found->second;
}

void DomainChange::NoteMember(const InDomEntry& entry) {
  if (wants_members_) members_.insert(entry.id);
  if (wanted_.empty()) return;
  if (const auto wanted = FindNameIn(wanted_, entry.name); wanted != wanted_.end())
    wanted->second = entry.id;
}

void DomainChange::Note(const InDomRecord& record) {
  if (!record.is_delta) members_.clear();
  for (const InDomEntry& entry : record.entries)
    if (entry.deleted())
      members_.erase(entry.id);
    else
      NoteMember(entry);
}

Result<std::string> DomainChange::NameOf(const InDomEntry& entry, const NewName* rule) const {
  std::string name(rule != nullptr ? *rule->name : entry.name);
  for (const Substitution* substitution : substitutions_)
    if (auto applied = substitution->Apply(name); !applied) return Fail(applied.error());
  if (redacts_) name = fmt::format("{} [redacted]", entry.id);
  if (name.empty())
    return Fail(Errc::kInvalidArgument,
                fmt::format("The rules would leave no name to instance {} \"{}\" of {}", entry.id,
                            entry.name, ToString(from_)));
  return name;
}

// What the archive has twice is not the fault of the rules.
Result<void> DomainChange::CheckUnique(const InDomRecord& record) const {
  std::unordered_map<InstanceId, std::string_view> numbers;
  std::unordered_map<std::string_view, InstanceId> names;
  for (const InDomEntry& entry : record.entries) {
    if (entry.deleted()) continue;
    const auto [number, is_new] = numbers.emplace(entry.id, entry.name);
    if (!is_new && changed_.contains(entry.id))
      return Fail(Errc::kInvalidArgument,
                  fmt::format("The rules would give number {} of {} to \"{}\" and \"{}\"", entry.id,
                              ToString(from_), number->second, entry.name));
    const auto [name, is_only] = names.emplace(FirstWordOf(entry.name), entry.id);
    if (!is_only && (changed_.contains(entry.id) || changed_.contains(name->second)))
      return Fail(Errc::kInvalidArgument,
                  fmt::format("The rules would give the name \"{}\" of {} to instances {} and {}",
                              name->first, ToString(from_), name->second, entry.id));
  }
  return {};
}

// An instance is not deleted and changed.
Result<void> DomainChange::CheckConflict(const InDomEntry& entry, const NewName& rule) const {
  const auto number = numbers_.find(entry.id);
  if (number == numbers_.end() || (rule.name && number->second)) return {};
  return rules_.Complain(
      rule.place, fmt::format("another rule about instance {} \"{}\" of {} contradicts", entry.id,
                              entry.name, ToString(from_)));
}

// Returns the new number of an instance, if it stays.
Result<std::optional<InstanceId>> DomainChange::Take(const InDomEntry& entry, const NewName* rule) {
  if (rule != nullptr)
    if (auto checked = CheckConflict(entry, *rule); !checked) return Fail(checked.error());
  if (rule != nullptr && !rule->name)
    deleted_.insert(entry.id);
  else
    deleted_.erase(entry.id);
  const auto number = NumberOf(entry.id);
  if (number) NoteMember(entry);
  return number;
}

Result<InDomRecord> DomainChange::Change(const InDomRecord& record, InDomId to) {
  if (!changes_instances()) {
    Note(record);
    InDomRecord moved = record;
    moved.indom = to;
    return moved;
  }
  constexpr std::size_t kMostNames = std::size_t{64} << 20;
  if (!record.is_delta) members_.clear();
  builder_ = {};
  changed_.clear();
  std::size_t bytes = 0;
  for (const InDomEntry& entry : record.entries) {
    if (entry.deleted()) {
      members_.erase(entry.id);
      if (const auto number = NumberOf(entry.id)) builder_.Delete(*number);
      continue;
    }
    const NewName* const rule = FindRule(entry.name);
    const auto number = Take(entry, rule);
    if (!number) return Fail(number.error());
    if (!*number) continue;
    const Result<std::string> name = NameOf(entry, rule);
    if (!name) return Fail(name.error());
    if (**number != entry.id || *name != entry.name) changed_.insert(**number);
    bytes += name->size();
    if (bytes > kMostNames + record.strings.size())
      return Fail(Errc::kTooLarge,
                  fmt::format("The rules would make the names of {} too long", ToString(from_)));
    builder_.Add(**number, *name);
  }
  InDomRecord changed = builder_.Build(record.stamp, to, record.is_delta);
  if (auto checked = CheckUnique(changed); !checked) return Fail(checked.error());
  return changed;
}

}  // namespace fdr
