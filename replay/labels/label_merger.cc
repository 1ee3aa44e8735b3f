// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/labels/label_merger.h"

#include <iterator>
#include <utility>

namespace fdr {
namespace {

constexpr std::size_t kLongestName = 254;

bool IsBefore(const MergeLabel& old, const MergeLabel& added) {
  return !HaveSameName(old.label, added.label) && old.label.name < added.label.name;
}

std::string Part(std::string_view json, std::size_t at, std::size_t length) {
  return at > json.size() ? std::string() : std::string(json.substr(at, length));
}

}  // namespace

std::vector<MergeLabel> LabelsIn(std::string_view json, std::span<const LabelEntry> places) {
  std::vector<MergeLabel> labels;
  for (const LabelEntry& place : places) {
    labels.push_back({{.name = Part(json, place.name_offset, place.name_length),
                       .value = Part(json, place.value_offset, place.value_length),
                       .compared = place.name_length},
                      place});
  }
  return labels;
}

LabelMerger::LabelMerger(std::size_t limit, LabelFilter filter)
    : limit_(limit), filter_(std::move(filter)) {}

bool LabelMerger::Add(std::span<const MergeLabel> labels, const char* json) {
  if (limit_ < 2) return false;
  has_merged_ = true;
  const std::vector<MergeLabel> old = std::exchange(merged_, {});
  const std::string old_text = std::exchange(text_, {});
  text_.push_back('{');
  auto a = old.begin();
  auto b = labels.begin();
  bool fits = true;
  while (fits && (a != old.end() || b != labels.end())) {
    const bool from_old = b == labels.end() || (a != old.end() && IsBefore(*a, *b));
    if (!from_old)
      fits = Put(*b++, json);
    else if (b != labels.begin() && HaveSameName(a->label, std::prev(b)->label))
      ++a;  // replaced
    else
      fits = Put(*a++, old_text.c_str());
  }
  if (!fits) return false;
  const bool has_comma = !old.empty() || !labels.empty();  // even if the filter removed all
  const std::size_t needed = text_.size() + (has_comma ? 4 : 3);
  if (needed > limit_ || text_.size() >= kMaxLabelJson) return false;
  if (has_comma) text_.pop_back();
  text_.push_back('}');
  return true;
}

bool LabelMerger::Put(const MergeLabel& from, const char* json) {
  if (filter_ && !filter_(from.place, json)) return true;
  const std::string& name = from.label.name;
  const std::string& value = from.label.value;
  std::string piece(1, '"');
  piece.append(name).append("\":").append(value).append(",");
  if (name.size() > kLongestName || text_.size() + piece.size() >= limit_) return false;
  MergeLabel& to = merged_.emplace_back();
  to.label.name = name;
  to.label.value = value;
  to.label.compared = name.size();
  to.place = from.place;
  to.place.name_offset = static_cast<std::uint16_t>(text_.size() + 1);
  to.place.name_length = static_cast<std::uint8_t>(name.size());
  to.place.value_offset = static_cast<std::uint16_t>(text_.size() + name.size() + 3);
  to.place.value_length = static_cast<std::uint16_t>(value.size());
  text_ += piece;
  return true;
}

}  // namespace fdr
