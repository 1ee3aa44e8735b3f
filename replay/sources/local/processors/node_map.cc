// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/processors/node_map.h"

#include <fcntl.h>
#include <algorithm>

#include "fdr/replay/sources/local/directory_entries.h"
#include "fdr/replay/sources/local/field_scanner.h"

namespace fdr::local {
namespace {

// More than any kernel can be configured for.
constexpr std::uint64_t kMaxNumber = 1 << 20;

}  // namespace

std::optional<InstanceId> NumberedName(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return std::nullopt;
  FieldScanner digits(name.substr(prefix.size()));
  std::uint64_t number = 0;
  if (!digits.Number(number) || !digits.AtEnd() || number > kMaxNumber) return std::nullopt;
  return static_cast<InstanceId>(number);
}

std::vector<InstanceId> NumberList(std::string_view text) {
  std::vector<InstanceId> numbers;
  FieldScanner in(text);
  std::uint64_t first = 0;
  while (in.Number(first)) {
    std::uint64_t last = first;
    if (in.Skip("-") && !in.Number(last)) break;
    if (first > kMaxNumber || last > kMaxNumber) break;
    for (std::uint64_t n = first; n <= last; ++n) numbers.push_back(static_cast<InstanceId>(n));
    if (!in.Skip(",")) break;
  }
  return numbers;
}

NodeMap::NodeMap(Machine& machine) {
  const std::string root = machine.Sys("devices/system/node");
  for (const std::string& name : EntriesOf(root)) {
    const std::optional<InstanceId> node = NumberedName(name, "node");
    if (!node) continue;
    nodes_.push_back(*node);
    std::string path = root;
    path.append("/").append(name).append("/cpulist");
    const auto list = machine.buffer.ReadFile(AT_FDCWD, path.c_str());
    if (!list) continue;
    for (const InstanceId cpu : NumberList(*list)) node_of_.emplace_back(cpu, *node);
  }
  std::sort(nodes_.begin(), nodes_.end());
  std::sort(node_of_.begin(), node_of_.end());
}

std::optional<InstanceId> NodeMap::NodeOf(InstanceId cpu) const {
  const auto it = std::lower_bound(node_of_.begin(), node_of_.end(), std::pair(cpu, InstanceId{}));
  if (it == node_of_.end() || it->first != cpu) return std::nullopt;
  return it->second;
}

}  // namespace fdr::local
