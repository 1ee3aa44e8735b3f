// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/instance_table.h"

#include <algorithm>

namespace fdr::local {

InstanceId InstanceTable::IdOf(std::string_view name) {
  if (const auto it = ids_.find(name); it != ids_.end()) return it->second;
  const InstanceId id = next_;
  Name(id, name);
  return id;
}

void InstanceTable::Name(InstanceId id, std::string_view name) {
  std::string& known = names_[id];
  if (known == name) return;
  if (!known.empty()) ids_.erase(known);
  known = name;
  ids_.emplace(name, id);
  next_ = std::max(next_, id + 1);
}

std::string_view InstanceTable::NameOf(InstanceId id) const {
  const auto it = names_.find(id);
  return it == names_.end() ? std::string_view() : it->second;
}

}  // namespace fdr::local
