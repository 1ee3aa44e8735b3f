// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/instance_choice.h"

#include <algorithm>
#include <unordered_set>

#include "fdr/replay/derive/instance_name.h"
#include "fdr/replay/pattern/text_pattern.h"

namespace fdr {
namespace {

constexpr std::uint32_t kEvaluations = 100;  // between two looks for instances to forget

}  // namespace

std::optional<InstanceId> FindInstance(std::span<const NamedInstance> members,
                                       std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (const NamedInstance& member : members)
    if (member.name == name) return member.id;
  for (const NamedInstance& member : members)
    if (FirstWordOf(member.name) == name) return member.id;
  for (const NamedInstance& member : members)
    if (IsSameNumber(FirstWordOf(member.name), name)) return member.id;
  const bool is_quoted = name.size() > 2 && name.front() == '"' && name.back() == '"';
  return is_quoted ? FindInstance(members, name.substr(1, name.size() - 2)) : std::nullopt;
}

bool InstanceChoice::NeedsNames(const Node& node, std::span<const FetchedValue> values) const {
  if (node.op == Op::kInstance) return !instance_ && !values.empty();
  return std::any_of(values.begin(), values.end(), [this](const FetchedValue& value) {
    return !matches_.contains(value.instance);
  });
}

bool InstanceChoice::Matches(const Node& node, const NamedInstance& member) {
  return node.pattern->IsIn(FirstWordOf(member.name)) != node.inverted;
}

void InstanceChoice::Learn(const Node& node, std::span<const NamedInstance> members) {
  if (node.op == Op::kInstance) {
    if (!instance_) instance_ = FindInstance(members, node.text);
    return;
  }
  for (const NamedInstance& member : members)
    if (!matches_.contains(member.id)) matches_[member.id].is_chosen = Matches(node, member);
}

void InstanceChoice::LearnOnce(const Node& node, std::span<const NamedInstance> members,
                               const Values& values) {
  std::unordered_set<InstanceId> wanted;
  for (const FetchedValue& value : values.list) {
    const auto [match, is_new] = matches_.try_emplace(value.instance);
    if (is_new)
      wanted.insert(value.instance);
    else
      ++match->second.uses;
  }
  if (wanted.empty()) return;
  for (const NamedInstance& member : members)
    if (wanted.contains(member.id)) matches_[member.id].is_chosen = Matches(node, member);
}

void InstanceChoice::ForgetRare() {
  if (++evaluations_ < kEvaluations) return;
  evaluations_ = 0;
  std::erase_if(matches_, [](const auto& entry) { return entry.second.uses < kEvaluations / 2; });
  for (auto& [instance, match] : matches_) match.uses = 0;
}

bool InstanceChoice::LetsThrough(const Node& node, InstanceId instance) const {
  if (node.op == Op::kInstance) return instance_ == instance;
  const auto known = matches_.find(instance);
  return known != matches_.end() && known->second.is_chosen;
}

Values InstanceChoice::Choose(const Node& node, const Values& values,
                              std::vector<FetchedValue>& out) const {
  if (values.IsError()) return values;
  out.clear();
  for (const FetchedValue& value : values.list)
    if (LetsThrough(node, value.instance)) out.push_back(value);
  return ValuesOf(out);
}

}  // namespace fdr
