// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The derived metrics that a program defines for all future contexts.

#pragma once

#include <functional>
#include <mutex>

#include "fdr/replay/derive/derived_table.h"

namespace fdr::pmapi {

/// Safe to use from any thread.
class GlobalDerived {
 public:
  /// The only instance.
  static GlobalDerived& Get();

  /// The definitions for a new context, including those of PCP_DERIVED_CONFIG, which is read once.
  DerivedTable Current();
  /// Calls `change` with the table, and returns its result.
  template <class Change>
  auto With(Change change) {
    const std::lock_guard lock(mutex_);
    return change(table_);
  }

 private:
  GlobalDerived();

  void LoadFromEnvironment();

  std::once_flag is_loaded_;
  std::mutex mutex_;
  DerivedTable table_;
};

}  // namespace fdr::pmapi
