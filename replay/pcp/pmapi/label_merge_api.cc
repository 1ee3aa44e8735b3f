// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmMergeLabels(3) and pmMergeLabelSets(3).

#include <pcp/pmapi.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "fdr/replay/labels/label_merger.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/label_entry.h"
#include "fdr/replay/pcp/pmapi/base/text_buffer.h"

namespace fdr::pmapi {
namespace {

int Outcome(bool fits) { return fits ? 0 : -E2BIG; }

int AddText(const char* text, LabelMerger& merger) {
  std::optional<std::vector<JsonLabel>> parsed = ParseLabels(text);
  if (!parsed) return -EINVAL;
  if (parsed->empty()) return 0;
  std::vector<MergeLabel> labels;
  labels.reserve(parsed->size());
  for (JsonLabel& label : *parsed) labels.push_back({std::move(label), {}});
  return Outcome(merger.Add(labels, text));
}

// A program may have made the set itself, so a label may point out of the text.
int AddSet(const pmLabelSet& set, LabelMerger& merger) {
  std::vector<LabelEntry> places;
  if (set.nlabels > 0) places.reserve(static_cast<std::size_t>(set.nlabels));
  for (int i = 0; i < set.nlabels; ++i) places.push_back(FromC(set.labels[i]));
  return Outcome(merger.Add(LabelsIn(set.json != nullptr ? set.json : "", places), set.json));
}

using CFilter = int (*)(const pmLabel*, const char*, void*);

LabelFilter FilterOf(CFilter filter, void* argument) {
  if (filter == nullptr) return {};
  return [=](const LabelEntry& place, const char* json) {
    const pmLabel label = ToC(place);
    return filter(&label, json, argument) != 0;
  };
}

// `add` passes one of the sets to the merger.
template <class Set, class Add>
int Merge(Set** sets, int count, char* buffer, int length, LabelFilter filter, Add add) {
  if (sets == nullptr || count < 1) return -EINVAL;
  return Guarded([&] {
    LabelMerger merger(static_cast<std::size_t>(std::max(length, 0)), std::move(filter));
    int status = 0;
    for (int i = 0; i < count && status == 0; ++i)
      if (sets[i] != nullptr) status = add(*sets[i], merger);
    if (merger.has_merged()) PutText(merger.text(), buffer, length);
    return status < 0 ? status : static_cast<int>(merger.text().size());
  });
}

}  // namespace
}  // namespace fdr::pmapi

using fdr::LabelMerger;

// A buffer of no bytes has no room even for an empty result.
int pmMergeLabels(char** sets, int nsets, char* buffer, int length) {
  const int merged = fdr::pmapi::Merge(
      sets, nsets, buffer, length, {},
      [](char& text, LabelMerger& merger) { return fdr::pmapi::AddText(&text, merger); });
  return merged == 0 && length < 1 ? -E2BIG : merged;
}

int pmMergeLabelSets(pmLabelSet** sets, int nsets, char* buffer, int length,
                     int (*filter)(const pmLabel*, const char*, void*), void* arg) {
  return fdr::pmapi::Merge(sets, nsets, buffer, length, fdr::pmapi::FilterOf(filter, arg),
                           [](const pmLabelSet& set, LabelMerger& merger) {
                             return set.nlabels < 0 ? 0 : fdr::pmapi::AddSet(set, merger);
                           });
}
