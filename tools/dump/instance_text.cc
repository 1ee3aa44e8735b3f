// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/instance_text.h"

#include <algorithm>

namespace fdr::tools {
namespace {

constexpr std::string_view kBefore = "        inst ";
constexpr std::string_view kAfter = " value ";

void AppendLine(InstanceId id, std::string_view name, std::string& text) {
  text += kBefore;
  text += '[';
  text += std::to_string(id);
  text += " or ";
  text += name;
  text += ']';
  text += kAfter;
}

}  // namespace

void InstanceText::MakeLines() {
  members_.clear();
  text_.clear();
  next_ = 0;
  const InstanceList& instances = moment_.members();
  members_.reserve(instances.size());
  for (const Instance& instance : instances) {
    if (!members_.empty() && members_.back().id == instance.id) continue;  // the first one counts
    const std::size_t begin = text_.size();
    AppendLine(instance.id, '"' + std::string(instance.name) + '"', text_);
    members_.push_back({instance.id, static_cast<std::uint32_t>(text_.size() - begin), begin});
  }
}

std::string_view InstanceText::FindLine(InstanceId id) {
  const auto found =
      std::lower_bound(members_.begin(), members_.end(), id,
                       [](const Member& m, InstanceId wanted) { return m.id < wanted; });
  if (found != members_.end() && found->id == id) {
    next_ = static_cast<std::size_t>(found - members_.begin()) + 1;
    return TextOf(*found);
  }
  unknown_.clear();
  AppendLine(id, "???", unknown_);
  return unknown_;
}

std::string_view InstanceText::Bracket(InstanceId id) {
  std::string_view text = Line(id);
  text.remove_prefix(kBefore.size());
  text.remove_suffix(kAfter.size());
  return text;
}

}  // namespace fdr::tools
