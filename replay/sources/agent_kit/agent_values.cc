// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agent_kit/agent_values.h"

namespace fdr::agent {

void Members::Add(std::string_view name) {
  auto known = numbers_.find(name);
  if (known == numbers_.end())
    known = numbers_.emplace(name, static_cast<InstanceId>(numbers_.size())).first;
  Add(known->second, name);
}

void Members::Add(InstanceId id, std::string_view name) {
  if (id < 0 || name.empty()) return;
  places_.push_back({id, text_.size(), name.size()});
  text_ += name;
}

void Members::Clear() {
  places_.clear();
  text_.clear();
}

}  // namespace fdr::agent
