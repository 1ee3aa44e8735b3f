// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Adds labels to a set: {"a":1,"c":1} and then {"b":2,"c":2} make {"a":1,"b":2,"c":2}.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/labels/label_merger.h"
#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/label_entry.h"

namespace {

using fdr::JsonLabel;
using fdr::LabelEntry;
using fdr::LabelMerger;
using fdr::MergeLabel;

constexpr unsigned kNoInstance = PM_IN_NULL;

// A set knows only the last part of a compound name, so the names come from its text.
std::vector<MergeLabel> LabelsOf(const pmLabelSet& set) {
  std::vector<MergeLabel> labels;
  if (set.nlabels <= 0) return labels;
  std::optional<std::vector<JsonLabel>> parsed =
      fdr::ParseLabels(std::string_view(set.json, set.jsonlen));
  if (!parsed || parsed->size() != static_cast<std::size_t>(set.nlabels)) return labels;
  for (std::size_t i = 0; i < parsed->size(); ++i)
    labels.push_back({std::move((*parsed)[i]), fdr::pmapi::FromC(set.labels[i])});
  return labels;
}

std::vector<MergeLabel> WithFlags(std::vector<JsonLabel> parsed, int flags) {
  std::vector<MergeLabel> labels;
  for (JsonLabel& label : parsed) {
    LabelEntry place;
    place.name_offset = static_cast<std::uint16_t>(label.name_at);
    place.name_length = static_cast<std::uint8_t>(label.compared);
    place.value_offset = static_cast<std::uint16_t>(label.value_at);
    place.value_length = static_cast<std::uint16_t>(label.value.size());
    place.flags = static_cast<std::uint8_t>(flags | (label.is_compound ? PM_LABEL_COMPOUND : 0));
    labels.push_back({std::move(label), place});
  }
  return labels;
}

// Whole names are compared, whatever objects they come from.
void Flatten(std::vector<MergeLabel>& labels) {
  for (MergeLabel& label : labels) {
    label.label.is_compound = false;
    label.label.compared = label.label.name.size();
  }
}

// Without the blanks between words.
std::string Compact(std::string_view json) {
  std::string compact;
  bool in_text = false, escaped = false;
  for (const char c : json) {
    if (!in_text && std::string_view(" \t\r\n").find(c) != std::string_view::npos) continue;
    if (c == '"' && !escaped) in_text = !in_text;
    escaped = in_text && c == '\\' && !escaped;
    compact += c;
  }
  return compact;
}

// Replaces text and labels, in memory that pmFreeLabelSets() frees.
void Fill(const std::string& text, const std::vector<MergeLabel>& labels, pmLabelSet& set) {
  fdr::pmapi::MallocPtr<pmLabel> places = fdr::pmapi::AllocateArray<pmLabel>(labels.size());
  char* const json = fdr::pmapi::NewString(text);
  for (std::size_t i = 0; i < labels.size(); ++i)
    places.get()[i] = fdr::pmapi::ToC(labels[i].place);
  free(set.json);    // NOLINT
  free(set.labels);  // NOLINT
  set.json = json;
  set.jsonlen = static_cast<std::uint16_t>(text.size());
  set.nlabels = static_cast<int>(labels.size());
  set.labels = places.release();
}

pmLabelSet* NewSet() {
  auto* const set = fdr::pmapi::AllocateArray<pmLabelSet>(1).release();
  *set = {};
  set->inst = kNoInstance;
  return set;
}

// The first text of a set stays as it is, but for blanks.
int AddLabels(pmLabelSet*& set, const char* text, int flags) {
  const std::string json = Compact(text);
  std::optional<std::vector<JsonLabel>> parsed = fdr::ParseLabels(json);
  if (!parsed) return -EINVAL;
  std::vector<MergeLabel> added = WithFlags(std::move(*parsed), flags);
  if (set == nullptr) {
    if (json.size() + 1 >= PM_MAXLABELJSONLEN) return -E2BIG;  // as PCP
    set = NewSet();
    Fill(added.empty() ? "" : json, added, *set);
    return set->nlabels;
  }
  std::vector<MergeLabel> old = LabelsOf(*set);
  Flatten(old);
  Flatten(added);
  LabelMerger merger;
  if (!merger.Add(old, set->json) || !merger.Add(added, json.c_str())) return -E2BIG;
  Fill(merger.text(), merger.labels(), *set);
  return set->nlabels;
}

}  // namespace

int __pmAddLabels(pmLabelSet** set, const char* json, int flags) {
  return fdr::pmapi::Guarded([&] { return AddLabels(*set, json, flags); });
}
