// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/conflicts/conflict_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "fdr/replay/copy/conflicts/common_form.h"

namespace fdr {
namespace {

std::string RuleType(Type type) {
  constexpr std::array<const char*, 6> kNames = {"32", "u32", "64", "u64", "float", "double"};
  return kNames.at(static_cast<std::size_t>(type));
}

std::string RuleSemantics(Semantics semantics) {
  return semantics == Semantics::kDiscrete ? "discrete" : "instant";
}

// Clauses that make one descriptor of another.
std::string ClausesFor(const Desc& from, const Desc& to) {
  std::string clauses;
  if (from.type != to.type) clauses += " type -> " + RuleType(to.type);
  if (from.semantics != to.semantics) clauses += " sem -> " + RuleSemantics(to.semantics);
  if (from.units != to.units)
    clauses += fmt::format(" units -> {},{},{},{},{},{} rescale", to.units.dim_space,
                           to.units.dim_time, to.units.dim_count, to.units.scale_space,
                           to.units.scale_time, to.units.scale_count);
  return clauses;
}

bool ShareAName(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.empty() || b.empty()) return true;
  std::vector<std::string> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return !both.empty();
}

}  // namespace

void ConflictPlan::Add(const std::string& archive, const Metadata& metadata) {
  const std::size_t number = archives_.size();
  archives_.push_back(archive);
  for (const Desc& desc : metadata.metrics()) {
    const auto known = metadata.NamesOf(desc.id);
    std::vector<std::string> names(known.begin(), known.end());
    std::ranges::sort(names);
    for (const std::string& name : names) numbers_[name][desc.id] = number;
    Definitions& definitions = metrics_[desc.id];
    const auto same = std::ranges::find_if(definitions, [&](const Definition& other) {
      return other.desc == desc && other.names == names;
    });
    if (same == definitions.end())
      definitions.push_back({desc, std::move(names), {number}});
    else
      same->archives.push_back(number);
  }
}

bool ConflictPlan::HasOtherNumber(const Definition& definition) const {
  return std::ranges::any_of(definition.names, [&](const std::string& name) {
    return numbers_.find(name)->second.size() > 1;
  });
}

bool ConflictPlan::Disagree(const Definitions& definitions) const {
  const Definition& last = definitions.back();
  return std::ranges::any_of(definitions, [&](const Definition& one) {
    return one.desc != last.desc || !ShareAName(one.names, last.names) || HasOtherNumber(one);
  });
}

void ConflictPlan::AddRule(const Definition& definition, const std::string& rule) {
  for (const std::size_t archive : definition.archives) rules_[archives_[archive]] += rule;
}

void ConflictPlan::Settle(const Definition& definition) {
  settled_.insert(definition.desc.id);
  names_.insert(names_.end(), definition.names.begin(), definition.names.end());
}

// A name with several numbers, and a number with other names only, may be different things.
void ConflictPlan::Convert(const Definitions& definitions) {
  Desc common = definitions.front().desc;
  for (const Definition& one : definitions) {
    if (HasOtherNumber(one) || !ShareAName(one.names, definitions.back().names)) return;
    const auto form = CommonForm(common, one.desc);
    if (!form) return;
    common = *form;
  }
  for (const Definition& one : definitions) {
    Settle(one);
    const std::string clauses = ClausesFor(one.desc, common);
    if (!clauses.empty())
      AddRule(one, fmt::format("metric {} {{{} }}\n", ToString(one.desc.id), clauses));
  }
}

void ConflictPlan::Drop(const Definitions& definitions) {
  for (const Definition& one : definitions) {
    Settle(one);
    dropped_.insert(one.desc.id);
  }
}

MetricId ConflictPlan::FreeNumber(MetricId like) {
  constexpr std::uint32_t kMostItem = 1023, kMostCluster = 4095;
  for (std::uint32_t cluster = like.cluster(), tried = 0; tried <= kMostCluster; ++tried) {
    for (std::uint32_t item = kMostItem; item > 0; --item) {
      const MetricId id = MetricId::Build(like.domain(), cluster, item);
      if (metrics_.try_emplace(id).second) return id;
    }
    cluster = (cluster + kMostCluster) % (kMostCluster + 1);
  }
  return {};
}

std::string ConflictPlan::FreeName(std::string_view like) {
  for (int number = 1;; ++number) {
    std::string name = fmt::format("{}_{}", like, number);
    // Neither this name nor one below it.
    const auto next = numbers_.lower_bound(name);
    const bool is_taken =
        next != numbers_.end() && (next->first == name || next->first.starts_with(name + '.'));
    if (is_taken) continue;
    numbers_[name];
    return name;
  }
}

// The values of a definition leave the metric that another one keeps, and names that others have.
void ConflictPlan::GiveAway(const Definition& definition, const Definition& kept) {
  Settle(definition);
  const bool needs_number =
      definition.desc != kept.desc || !ShareAName(definition.names, kept.names);
  MetricId id = definition.desc.id;
  std::string clauses;
  if (needs_number) {
    id = FreeNumber(definition.desc.id);
    clauses = fmt::format(" pmid -> {}", ToString(id));
  }
  const std::size_t last = definition.archives.back();
  std::string rules;
  for (const std::string& name : definition.names) {
    const auto& numbers = numbers_.find(name)->second;
    const bool is_kept = needs_number && std::ranges::binary_search(kept.names, name);
    const bool is_taken = is_kept || std::ranges::any_of(numbers, [&](const auto& other) {
                            return other.first != definition.desc.id && other.second > last;
                          });
    if (!is_taken) continue;
    const std::string other = FreeName(name);
    names_.push_back(other);
    parts_.emplace(name, id);
    part_names_.emplace(other, name);
    rules += fmt::format("metric {} {{ name -> {}{} }}\n", name, other,
                         std::exchange(clauses, std::string()));
  }
  if (!clauses.empty())
    rules += fmt::format("metric {} {{{} }}\n", ToString(definition.desc.id), clauses);
  AddRule(definition, rules);
}

// The last archive keeps its metric.
void ConflictPlan::Split(const Definitions& definitions) {
  const auto last = std::ranges::max_element(
      definitions, {}, [](const Definition& one) { return one.archives.back(); });
  // GiveAway() adds metrics.
  const Definition kept = *last;
  for (const Definition& one : Definitions(definitions)) GiveAway(one, kept);
}

void ConflictPlan::Decide(ConflictPolicy policy, const std::unordered_set<MetricId>* among) {
  std::vector<Definitions> disagreeing;
  for (const auto& [id, definitions] : metrics_)
    if ((among == nullptr || among->contains(id)) && Disagree(definitions))
      disagreeing.push_back(definitions);
  for (const Definitions& definitions : disagreeing) {
    if (policy == ConflictPolicy::kConvert) Convert(definitions);
    if (policy == ConflictPolicy::kSplit) Split(definitions);
    if (policy == ConflictPolicy::kDrop) Drop(definitions);
  }
  std::ranges::sort(names_);
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
}

const std::string& ConflictPlan::RulesFor(const std::string& archive) const {
  static const std::string kNone;
  const auto rules = rules_.find(archive);
  return rules == rules_.end() ? kNone : rules->second;
}

}  // namespace fdr
