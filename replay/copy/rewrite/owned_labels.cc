// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/owned_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "fdr/replay/labels/label_json.h"

namespace fdr {
namespace {

Result<OwnedLabels> TextOf(LabelMerger& merger, bool fits) {
  if (!fits) return Fail(Errc::kTooLarge, "The rules would make more labels than a set can have");
  OwnedLabels labels{merger.text(), static_cast<std::int32_t>(merger.labels().size()), {}};
  for (const MergeLabel& label : merger.labels()) labels.entries.push_back(label.place);
  if (labels.entries.size() > kMaxLabels)
    return Fail(Errc::kTooLarge, "The rules would make more labels than a set can have");
  return labels;
}

}  // namespace

Result<std::vector<MergeLabel>> OwnedLabels::Labels() const {
  const auto parsed = ParseLabels(json);
  const bool has_objects = parsed && std::ranges::any_of(*parsed, &JsonLabel::is_compound);
  if (has_objects)
    return Fail(Errc::kUnsupportedFeature,
                "Rules cannot change labels that are parts of an object: " + json);
  std::vector<MergeLabel> labels = LabelsIn(json, entries);
  std::ranges::stable_sort(labels, {}, [](const MergeLabel& label) { return label.label.name; });
  return labels;
}

Result<OwnedLabels> OwnedLabels::Of(std::vector<MergeLabel> labels) {
  std::ranges::stable_sort(labels, {}, [](const MergeLabel& label) { return label.label.name; });
  const auto twice = std::ranges::adjacent_find(
      labels, {}, [](const MergeLabel& label) { return label.label.name; });
  if (twice != labels.end())
    return Fail(Errc::kInvalidArgument,
                fmt::format("The rules would make two labels \"{}\"", twice->label.name));
  LabelMerger merger;
  const bool fits = merger.Add(labels, nullptr);
  return TextOf(merger, fits);
}

Result<OwnedLabels> Merged(const OwnedLabels& under, const OwnedLabels& over) {
  if (under.empty()) return over;
  if (over.empty()) return under;
  const auto first = under.Labels();
  if (!first) return Fail(first.error());
  const auto second = over.Labels();
  if (!second) return Fail(second.error());
  LabelMerger merger;
  const bool fits = merger.Add(*first, nullptr) && merger.Add(*second, nullptr);
  return TextOf(merger, fits);
}

MergeLabel LabelOf(LabelLevel level, const std::string& name, const std::string& value) {
  MergeLabel label;
  label.label.name = name;
  label.label.value = value;
  label.label.compared = name.size();
  label.place.flags = static_cast<std::uint8_t>(level);
  return label;
}

}  // namespace fdr
