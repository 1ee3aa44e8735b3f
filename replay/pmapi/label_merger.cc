// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmapi/label_merger.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fdr::pmapi {
namespace {

constexpr std::size_t kLongestName = 254;

bool IsBefore(const MergeLabel& old, const MergeLabel& added) {
  return !HaveSameName(old.label, added.label) && old.label.name < added.label.name;
}

}  // namespace

LabelMerger::LabelMerger(int length, const LabelFilter& filter)
    : limit_(static_cast<std::size_t>(std::max(length, 0))), filter_(filter) {}

int LabelMerger::Add(std::span<const MergeLabel> labels, const char* json) {
  if (limit_ < 2) return -E2BIG;
  has_merged_ = true;
  const std::vector<MergeLabel> old = std::exchange(merged_, {});
  const std::string old_text = std::exchange(text_, {});
  text_.push_back('{');
  auto a = old.begin();
  auto b = labels.begin();
  int status = 0;
  while (status == 0 && (a != old.end() || b != labels.end())) {
    const bool from_old = b == labels.end() || (a != old.end() && IsBefore(*a, *b));
    if (!from_old)
      status = Put(*b++, json);
    else if (b != labels.begin() && HaveSameName(a->label, std::prev(b)->label))
      ++a;  // replaced
    else
      status = Put(*a++, old_text.c_str());
  }
  if (status < 0) return status;
  const bool has_comma = !old.empty() || !labels.empty();  // even if the filter removed all
  const std::size_t needed = text_.size() + (has_comma ? 4 : 3);
  if (needed > limit_ || text_.size() >= PM_MAXLABELJSONLEN) return -E2BIG;
  if (has_comma) text_.pop_back();
  text_.push_back('}');
  return 0;
}

int LabelMerger::Put(const MergeLabel& from, const char* json) {
  if (filter_.function != nullptr && filter_.function(&from.place, json, filter_.argument) == 0)
    return 0;
  const std::string& name = from.label.name;
  const std::string& value = from.label.value;
  std::string piece(1, '"');
  piece.append(name).append("\":").append(value).append(",");
  if (name.size() > kLongestName || text_.size() + piece.size() >= limit_) return -E2BIG;
  MergeLabel& to = merged_.emplace_back();
  to.label.name = name;
  to.label.value = value;
  to.label.compared = name.size();
  to.place = from.place;
  to.place.name = static_cast<std::uint16_t>(text_.size() + 1);
  to.place.namelen = static_cast<std::uint8_t>(name.size());
  to.place.value = static_cast<std::uint16_t>(text_.size() + name.size() + 3);
  to.place.valuelen = static_cast<std::uint16_t>(value.size());
  text_ += piece;
  return 0;
}

}  // namespace fdr::pmapi
