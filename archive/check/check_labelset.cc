// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_labelset.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace fdr {
namespace {

constexpr std::int32_t kMostLabels = 255;
constexpr std::uint32_t kLevelMask = 0x3f;  // the other bits are flags
constexpr std::uint32_t kMostDomains = 512;

std::optional<LabelLevel> LevelOf(std::uint32_t word) {
  const auto level = static_cast<LabelLevel>(word & kLevelMask);
  return IsKnown(level) ? std::optional(level) : std::nullopt;
}

bool IdFits(LabelLevel level, std::uint32_t id) {
  switch (level) {
    case LabelLevel::kContext:
      return id == kContextId;
    case LabelLevel::kDomain:
      return id < kMostDomains;
    case LabelLevel::kCluster:
      return (id & kUnusedIdBit) == 0 && MetricId{id}.item() == 0;
    case LabelLevel::kInDom:
    case LabelLevel::kItem:
    case LabelLevel::kInstances:
      break;
  }
  return (id & kUnusedIdBit) == 0;
}

bool IsLabelNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

char At(std::string_view text, std::size_t i) { return i < text.size() ? text[i] : '\0'; }

bool Inside(std::string_view text, std::size_t offset, std::size_t length) {
  return offset <= text.size() && length <= text.size() - offset;
}

class SetCheck {
 public:
  SetCheck(const LabelSet& set, std::optional<LabelLevel> level, const CheckPlace& place,
           FileReport& report)
      : set_(set), level_(level), place_(place), report_(report) {}

  void Check() {
    CheckJson();
    if (set_.count > kMostLabels || (set_.count < 0 && !set_.json.empty()))
      report_.Add(CheckCode::kLabelsCount, place_, "A set of {} labels with {} bytes of text",
                  set_.count, set_.json.size());
    for (const LabelEntry& entry : set_.entries) CheckEntry(entry);
    const auto by_name = [&](const LabelEntry& a, const LabelEntry& b) {
      return set_.Name(a) < set_.Name(b);
    };
    // Compound names are dotted paths; the entry has only the last part.
    const bool compound =
        std::any_of(set_.entries.begin(), set_.entries.end(),
                    [](const LabelEntry& e) { return (e.flags & kLabelCompound) != 0; });
    if (!compound && !std::is_sorted(set_.entries.begin(), set_.entries.end(), by_name))
      report_.Add(CheckCode::kLabelsOrder, place_, "Labels not in the order of their names: {}",
                  set_.json);
  }

 private:
  void CheckJson() {
    const std::string_view json = set_.json;
    if (json.empty() && set_.entries.empty()) return;
    if (json.size() > kMaxLabelJson || json.size() < 2 || json.front() != '{' || json.back() != '}')
      report_.Add(CheckCode::kLabelsJson, place_, "{} bytes of text that are no JSON object",
                  json.size());
  }

  void CheckEntry(const LabelEntry& e) {
    const std::string_view json = set_.json;
    if (!Inside(json, e.name_offset, e.name_length) ||
        !Inside(json, e.value_offset, e.value_length)) {
      report_.Add(CheckCode::kLabelsOffset, place_,
                  "A label's name at {}+{} or value at {}+{} lies outside of {} bytes",
                  e.name_offset, e.name_length, e.value_offset, e.value_length, json.size());
      return;
    }
    const std::string_view name = set_.Name(e);
    const std::size_t name_end = std::size_t{e.name_offset} + e.name_length;
    if (name.empty() || e.name_offset == 0 || json[e.name_offset - 1] != '"' ||
        At(json, name_end) != '"' || !std::all_of(name.begin(), name.end(), IsLabelNameCharacter))
      report_.Add(CheckCode::kLabelsName, place_, "\"{}\" is no name of a label in {}", name, json);
    const char behind = At(json, std::size_t{e.value_offset} + e.value_length);
    if (e.value_length == 0 || e.value_offset == 0 || json[e.value_offset - 1] != ':' ||
        e.value_offset != name_end + 2 || (behind != ',' && behind != '}'))
      report_.Add(CheckCode::kLabelsValue, place_, "\"{}\" is not the value of \"{}\" in {}",
                  set_.Value(e), name, json);
    if (level_ && (e.flags & kLevelMask) != static_cast<std::uint32_t>(*level_))
      report_.Add(CheckCode::kLabelsFlags, place_, "\"{}\" has level {} in a set of level {}", name,
                  e.flags & kLevelMask, static_cast<std::uint32_t>(*level_));
  }

  const LabelSet& set_;
  std::optional<LabelLevel> level_;
  const CheckPlace& place_;
  FileReport& report_;
};

}  // namespace

void CheckLabelSets(const LabelSetRecord& record, std::uint64_t offset, FileReport& report) {
  const CheckPlace place{.offset = offset, .stamp = record.stamp};
  const std::optional<LabelLevel> level = LevelOf(record.level);
  if (!level)
    report.Add(CheckCode::kLabelsLevel, place, "There is no level {:#x}", record.level);
  else if (!IdFits(*level, record.id))
    report.Add(CheckCode::kLabelsId, place, "{:#x} is no identifier of level {}", record.id,
               static_cast<std::uint32_t>(*level));
  for (const LabelSet& set : record.sets) {
    const bool of_instance = level == LabelLevel::kInstances;
    if (level && (of_instance ? set.instance < 0 : set.instance != kSingular))
      report.Add(CheckCode::kLabelsInstance, place, "Instance {} in a set of level {}",
                 set.instance, static_cast<std::uint32_t>(*level));
    SetCheck(set, level, place, report).Check();
  }
}

}  // namespace fdr
