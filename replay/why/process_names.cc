// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/process_names.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace fdr::why {
namespace {

// In bytes.  The kernel keeps 15 of the name of a program, and names of users are shorter than
// this.
constexpr std::size_t kLongestName = 64;

// Ends between two characters of UTF-8.
std::string_view Shortened(std::string_view name) {
  if (name.size() <= kLongestName) return name;
  std::size_t end = kLongestName;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
  return name.substr(0, end);
}

enum NameMetric : std::size_t { kProgramName, kUserName, kParentName, kNiceness };

}  // namespace

std::vector<std::string> ProcessNames::Metrics() {
  return {"proc.psinfo.cmd", "proc.id.uid_nm", "proc.psinfo.ppid", "proc.psinfo.nice"};
}

void ProcessNames::TakeSet(std::size_t metric, const Desc& desc,
                           std::span<const FetchedValue> values) {
  const bool is_text = metric == kProgramName || metric == kUserName;
  if (is_text ? desc.type != Type::kString : !IsNumeric(desc.type)) return;
  for (const FetchedValue& value : values) {
    const auto found = names_.find(value.instance);
    if (found == names_.end() && names_.size() >= kMostProcesses) continue;
    ProcessName& name = found == names_.end() ? names_[value.instance] : found->second;
    if (is_text) {
      if (const auto text = value.Text())
        (metric == kProgramName ? name.program : name.user) = Shortened(*text);
      continue;
    }
    constexpr double kMost = 2e9;
    const double recorded = value.Number(desc.type).value_or(0);
    const double number = std::isnan(recorded) ? 0 : std::clamp(recorded, -kMost, kMost);
    if (metric == kParentName)
      name.parent = static_cast<InstanceId>(number);
    else
      name.nice = static_cast<int>(number);
  }
}

const ProcessName& ProcessNames::Of(InstanceId pid) const {
  static const ProcessName kNone;
  const auto found = names_.find(pid);
  return found == names_.end() ? kNone : found->second;
}

std::string ProgramOfInstance(std::string_view instance) {
  instance.remove_prefix(std::min(instance.find(' ') + 1, instance.size()));
  instance = instance.substr(0, instance.find(' '));
  if (const auto slash = instance.rfind('/'); slash != instance.npos && slash + 1 < instance.size())
    instance.remove_prefix(slash + 1);
  return std::string(Shortened(instance));
}

}  // namespace fdr::why
