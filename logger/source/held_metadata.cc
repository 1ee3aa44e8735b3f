// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/source/held_metadata.h"

namespace fdr {
namespace {

// The memory that the library takes besides the bytes themselves.
constexpr std::size_t kMetric = 512, kName = 64, kText = 128, kMember = 96, kLabelSet = 160;

}  // namespace

std::size_t MemoryForMetric(std::string_view name) { return kMetric + 2 * name.size(); }

std::size_t MemoryFor(std::span<const std::string> names) {
  std::size_t memory = 0;
  for (const std::string& name : names) memory += kName + name.size();
  return memory;
}

std::size_t MemoryFor(const std::string& text) { return kText + text.size(); }

std::size_t MemoryFor(std::span<const NamedInstance> members) {
  std::size_t memory = 0;
  for (const NamedInstance& member : members) memory += kMember + member.name.size();
  return memory;
}

std::size_t MemoryFor(std::span<const OwnedLabelSet> labels) {
  std::size_t memory = kText;
  for (const OwnedLabelSet& set : labels)
    memory += kLabelSet + set.json.size() + set.entries.size() * sizeof(set.entries[0]);
  return memory;
}

Result<void> CheckHeld(std::size_t held, std::size_t most) {
  if (held <= most) return {};
  return Fail(Errc::kTooLarge,
              "Names, instances, labels and help texts take more than the limit max-metadata, " +
                  std::to_string(most) + " bytes");
}

}  // namespace fdr
