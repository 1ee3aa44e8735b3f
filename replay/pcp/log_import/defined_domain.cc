// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <pcp/import.h>

#include <algorithm>

#include "fdr/replay/pcp/log_import/defined_metadata.h"

namespace fdr::log_import {
namespace {

// The part of an instance's name that must be unique.
std::string_view TellingPart(std::string_view name) {
  const std::size_t blank = name.find(' ');
  return name.substr(0, blank == name.npos ? blank : blank + 1);
}

}  // namespace

int DefinedDomain::Add(std::string_view name, int instance) {
  const std::string_view telling = TellingPart(name);
  if (ids_.contains(telling) || numbers_.contains(instance)) {
    for (const DefinedInstance& member : members_) {
      if (TellingPart(member.name) == telling) return PMI_ERR_DUPINSTNAME;
      if (member.id == instance) return PMI_ERR_DUPINSTID;
    }
  }
  // Readers take an archive with such an instance for damaged.
  if (instance < 0) return PM_ERR_INST;
  ids_.emplace(telling, instance);
  numbers_.insert(instance);
  members_.push_back({instance, std::string(name)});
  is_written = false;
  return 0;
}

std::optional<int> DefinedDomain::Find(std::string_view name) const {
  const auto found = ids_.find(TellingPart(name));
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

void DefinedDomain::Sort() { std::ranges::sort(members_, {}, &DefinedInstance::id); }

}  // namespace fdr::log_import
