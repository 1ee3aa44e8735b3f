// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names for look-ups: those of the current context, with its derived metrics; without a
// context, those that the program has loaded.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/contexts/plain_names.h"
#include "fdr/replay/pcp/pmapi/contexts/useless_names.h"

namespace fdr::pmapi {

/// Keeps the calling thread's context locked, so must not live long.
class NameSource {
 public:
  NameSource() : plain_(context_ ? &*context_ : nullptr) {}

  /// A PMNS_... constant, or PM_ERR_NOPMNS if there are no names.
  int Location() const { return plain_.Location(); }
  explicit operator bool() const { return Location() >= 0; }

  /// As in a Context, if there are names.
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names) {
    return context_ ? context_->source().Find(names) : plain_.Find(names);
  }
  Result<std::vector<std::string>> NamesOf(MetricId id) {
    return context_ ? context_->source().NamesOf(id) : plain_.NamesOf(id);
  }
  Result<std::vector<NameChild>> Children(std::string_view name) {
    if (!context_) return plain_.Children(name);
    return ListsUselessNames() ? ChildrenWithUseless(*context_, plain_, name)
                               : context_->source().Children(name);
  }
  Result<std::vector<std::string>> Traverse(std::string_view name) {
    if (!context_) return plain_.Traverse(name);
    return ListsUselessNames() ? TraverseWithUseless(*context_, plain_, name)
                               : context_->source().Traverse(name);
  }

 private:
  LockedContext context_;
  PlainNames plain_;
};

}  // namespace fdr::pmapi
