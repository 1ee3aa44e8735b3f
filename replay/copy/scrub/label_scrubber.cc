// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/label_scrubber.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "fdr/replay/copy/scrub/json_scrubber.h"
#include "fdr/replay/labels/label_json.h"

namespace fdr {
namespace {

using Labels = std::vector<JsonLabel>;

constexpr std::uint32_t kLevels = 63;

void SortByPlace(Labels& labels) {
  std::sort(labels.begin(), labels.end(),
            [](const JsonLabel& a, const JsonLabel& b) { return a.name_at < b.name_at; });
}

// Which labels of a set are optional, in the order of its text.
std::vector<bool> OptionalOnes(const LabelSet& set) {
  std::optional<Labels> labels = ParseLabels(set.json);
  if (!labels) return {};
  SortByPlace(*labels);
  std::vector<bool> optional;
  for (const JsonLabel& label : *labels)
    optional.push_back(
        std::any_of(set.entries.begin(), set.entries.end(), [&](const LabelEntry& entry) {
          return entry.name_offset == label.name_at && (entry.flags & kLabelOptional) != 0;
        }));
  return optional;
}

// Where the labels of a text are; nothing if a set cannot hold them.
std::optional<std::vector<LabelEntry>> EntriesOf(std::string_view json, std::uint32_t level,
                                                 const std::vector<bool>& optional) {
  std::optional<Labels> labels = ParseLabels(json);
  if (!labels || json.size() > kMaxLabelJson || labels->size() > kMaxLabels) return std::nullopt;
  Labels in_text = *labels;
  SortByPlace(in_text);
  std::vector<LabelEntry> entries;
  for (const JsonLabel& label : *labels) {
    if (label.name_at == 0) continue;  // "a" of {"a":{}}
    if (label.compared > std::numeric_limits<std::uint8_t>::max()) return std::nullopt;
    const auto place = static_cast<std::size_t>(
        std::find_if(in_text.begin(), in_text.end(),
                     [&](const JsonLabel& one) { return one.name_at == label.name_at; }) -
        in_text.begin());
    std::uint32_t flags = level & kLevels;
    if (label.is_compound) flags |= kLabelCompound;
    if (place < optional.size() && optional[place]) flags |= kLabelOptional;
    entries.push_back({.name_offset = static_cast<std::uint16_t>(label.name_at),
                       .name_length = static_cast<std::uint8_t>(label.compared),
                       .flags = static_cast<std::uint8_t>(flags),
                       .value_offset = static_cast<std::uint16_t>(label.value_at),
                       .value_length = static_cast<std::uint16_t>(label.value.size())});
  }
  return entries;
}

}  // namespace

ScrubbedLabels ScrubLabels(const LabelSetRecord& record, TextScrubber& scrubber) {
  ScrubbedLabels scrubbed;
  scrubbed.record = {.stamp = record.stamp, .level = record.level, .id = record.id, .sets = {}};
  for (const LabelSet& set : record.sets) {
    LabelSet made{
        .instance = set.instance, .json = {}, .count = std::min(set.count, 0), .entries = {}};
    if (set.json.empty()) {
      scrubbed.record.sets.push_back(std::move(made));
      continue;
    }
    // Programs of PCP count the NUL.
    const auto json = ScrubbedJson(UpToNul(set.json), scrubber);
    auto entries = json ? EntriesOf(*json, record.level, OptionalOnes(set)) : std::nullopt;
    if (!entries) {
      ++scrubber.names().report().label_sets_left_out;
      continue;
    }
    made.json = scrubbed.texts.emplace_back(*json);
    made.count = static_cast<std::int32_t>(entries->size());
    made.entries = std::move(*entries);
    scrubbed.record.sets.push_back(std::move(made));
  }
  return scrubbed;
}

}  // namespace fdr
