// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_conflicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fdr/replay/values/type_name.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/pmlogextract.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

std::string Joined(const std::vector<std::string_view>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

class ConflictSearch {
 public:
  ConflictSearch(const std::vector<SurveyedInput>& inputs, bool drops, ChosenValues& chosen)
      : inputs_(inputs), drops_(drops), chosen_(chosen) {}

  bool Run();

 private:
  bool IsChosen(MetricId id) const { return !chosen_.metrics || chosen_.metrics->contains(id); }
  bool Add(const DescRecord& record);
  bool Compare(const DescRecord& old, const DescRecord& now);
  bool Differ(MetricId id, const std::string& text);
  void AddText(const TextRecord& text);

  const std::vector<SurveyedInput>& inputs_;
  bool drops_;
  ChosenValues& chosen_;
  std::unordered_map<MetricId, DescRecord> known_;
  std::unordered_map<std::string_view, MetricId> by_name_;
  std::unordered_map<std::uint64_t, std::string_view> texts_;
};

// Returns whether to go on.
bool ConflictSearch::Differ(MetricId id, const std::string& text) {
  if (drops_)
    PrintPeerWarning(kPmlogextract, text);
  else
    PrintPeerError(kPmlogextract, text);
  chosen_.dropped.insert(id);
  return drops_;
}

bool ConflictSearch::Compare(const DescRecord& old, const DescRecord& now) {
  const Desc& before = old.desc;
  const Desc& after = now.desc;
  const std::set<std::string_view> old_names(old.names.begin(), old.names.end());
  if (old_names != std::set<std::string_view>(now.names.begin(), now.names.end()))
    return Differ(before.id,
                  fmt::format("metric PMID {}: name changed from {} to {}!", ToString(before.id),
                              Joined(old.names), Joined(now.names)));
  const auto differ = [&](const char* what, const std::string& from, const std::string& to) {
    return Differ(before.id, fmt::format("metric {}: {} changed from {} to {}!", Joined(old.names),
                                         what, from, to));
  };
  if (before.type != after.type)
    return differ("type", std::string(TypeName(before.type)), std::string(TypeName(after.type)));
  if (before.indom != after.indom)
    return differ("indom", ToString(before.indom), ToString(after.indom));
  if (before.semantics != after.semantics)
    return differ("semantics", ToString(before.semantics), ToString(after.semantics));
  if (before.units != after.units)
    return differ("units", ToString(before.units), ToString(after.units));
  return true;
}

bool ConflictSearch::Add(const DescRecord& record) {
  const MetricId id = record.desc.id;
  if (!IsChosen(id)) return true;
  for (const std::string_view name : record.names) {
    const auto [known, is_new] = by_name_.try_emplace(name, id);
    if (is_new || known->second == id) continue;
    if (!Differ(known->second, fmt::format("metric {}: PMID changed from {} to {}!", name,
                                           ToString(known->second), ToString(id))))
      return false;
  }
  const auto [known, is_new] = known_.try_emplace(id, record);
  return is_new || Compare(known->second, record);
}

void ConflictSearch::AddText(const TextRecord& text) {
  const auto kind = static_cast<std::uint32_t>(text.kind);
  if (IsOfMetric(text.kind) && !IsChosen(MetricId{text.id})) return;
  const auto [known, is_new] = texts_.try_emplace(std::uint64_t{kind} << 32 | text.id, text.text());
  if (is_new || known->second == text.text()) return;
  const std::string what = IsOfMetric(text.kind) ? "metric PMID " + ToString(MetricId{text.id})
                                                 : "instance domain " + ToString(InDomId{text.id});
  if (IsOneLine(text.kind))
    PrintPeerWarning(kPmlogextract,
                     fmt::format("{} one line text changed from\n  \"{}\" to\n  \"{}\"!", what,
                                 known->second, text.text()));
  else
    PrintPeerWarning(kPmlogextract, what + " help text changed!");
  known->second = text.text();
}

// The inputs take turns, as PCP's program reads them.
bool ConflictSearch::Run() {
  std::size_t most = 0;
  for (const SurveyedInput& input : inputs_)
    most = std::max(most, input.metadata->metrics().size());
  for (std::size_t i = 0; i < most; ++i)
    for (const SurveyedInput& input : inputs_) {
      const Metadata& metadata = *input.metadata;
      if (i >= metadata.metrics().size()) continue;
      const auto record = metadata.StoredDesc(metadata.metrics()[i].id);
      if (record && !Add(*record)) return false;
    }
  for (const SurveyedInput& input : inputs_)
    for (const TextRecord& text : input.metadata->texts()) AddText(text);
  return true;
}

}  // namespace

bool SettleExtractConflicts(const std::vector<SurveyedInput>& inputs, bool drops,
                            ChosenValues& chosen) {
  if (inputs.size() < 2) return true;
  if (!ConflictSearch(inputs, drops, chosen).Run()) return false;
  if (chosen.dropped.empty()) return true;
  std::string text = "Warning: the metrics below will be missing from the output archive\n";
  const std::set<MetricId> ascending(chosen.dropped.begin(), chosen.dropped.end());
  for (const MetricId id : ascending) text += fmt::format("\tPMID: {}\n", ToString(id));
  PrintMessage(text);
  return true;
}

}  // namespace fdr::tools
