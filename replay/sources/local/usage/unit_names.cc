// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/unit_names.h"

#include "fdr/replay/sources/local/usage/program_name.h"

namespace fdr::local {
namespace {

// Groups that no process has had for a while make room.
constexpr std::size_t kMostKnown = 16'384;
constexpr std::uint64_t kLasts = 64;

// The file may be written after the container was started.  A thousand new containers must not
// hold up a sample.
constexpr int kLooksForEach = 3, kLooksInSample = 16;

constexpr std::size_t kLongestName = 120;

// The end of a long name tells it from others: that of the container, for example.
std::string Shortened(std::string name) {
  if (name.size() <= kLongestName) return name;
  const auto begins = [&](std::size_t at) {  // not inside of a character of UTF-8
    return (static_cast<unsigned char>(name[at]) & 0xc0) != 0x80;
  };
  std::size_t from = kLongestName / 2 - 1, to = name.size() - kLongestName / 2;
  while (from > 0 && !begins(from)) --from;
  while (to < name.size() && !begins(to)) ++to;
  return name.replace(from, to - from, "~");
}

std::string NameByIdentifier(const ContainerGroup& container) {
  constexpr std::size_t kShort = 12;  // as the engines show identifiers
  if (!container.pod.empty()) return "pod/" + container.pod;
  return std::string(container.engine) + '/' + std::string(container.id.substr(0, kShort));
}

}  // namespace

void UnitNames::BeginSample() {
  ++samples_;
  looks_ = kLooksInSample;
  if (known_.size() <= kMostKnown) return;
  std::erase_if(known_, [&](const auto& entry) { return entry.second.used + kLasts < samples_; });
  if (known_.size() > kMostKnown) known_.clear();
}

std::string_view UnitNames::Name(std::string_view cgroups) {
  const std::string_view group = GroupOf(cgroups);
  auto it = known_.find(group);
  const bool is_new = it == known_.end();
  if (is_new)
    it = known_.emplace(group, Known{.name = {}, .used = 0, .looks = kLooksForEach}).first;
  Known& known = it->second;
  if (is_new || (known.looks > 0 && known.used != samples_)) Look(group, known);
  known.used = samples_;
  return known.name;
}

void UnitNames::Look(std::string_view group, Known& known) {
  const auto container = ContainerGroupOf(group);
  std::string name;
  if (!container) {
    known.looks = 0;
    name = UnitOf(group);
  } else if (looks_ > 0) {
    --looks_;
    name = files_.NameOf(*container);
    known.looks = name.empty() ? known.looks - 1 : 0;
  }
  if (container && name.empty()) name = NameByIdentifier(*container);
  // A user may give a group any name, but not outside of the user's own groups.
  if (container && container->user)
    name.insert(0, "user@" + std::to_string(*container->user) + ".service/");
  known.name = Shortened(OneWord(name));
}

}  // namespace fdr::local
