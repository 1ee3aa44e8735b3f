// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The derived metrics that a program has defined for all contexts to come.

#pragma once

#include <functional>
#include <mutex>

#include "fdr/replay/derive/derived_table.h"

namespace fdr::pmapi {

/// For all threads.
class GlobalDerived {
 public:
  /// Of this program.
  static GlobalDerived& Get();

  /// What a new context has: with what PCP_DERIVED_CONFIG names, which is read the first time.
  DerivedTable Current();
  /// What `change` makes of the table.
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
