// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The derived metrics that a program defines for all contexts.

#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>

#include "fdr/replay/derive/derived_table.h"

namespace fdr::pmapi {

/// Safe to use from any thread.
class GlobalDerived {
 public:
  /// The only instance.
  static GlobalDerived& Get();

  /// All definitions, including those of PCP_DERIVED_CONFIG, which is read once.
  DerivedTable Current();
  /// Is another one whenever Current() may be.
  std::uint64_t version() const { return version_; }
  /// Calls `use` with the table, and returns its result.
  template <class Use>
  auto With(Use use) {
    const std::lock_guard lock(mutex_);
    return use(std::as_const(table_));
  }
  /// The same for a change of the definitions.
  template <class Change>
  auto Alter(Change change) {
    const std::lock_guard lock(mutex_);
    ++version_;
    return change(table_);
  }

 private:
  GlobalDerived();

  void LoadFromEnvironment();

  std::once_flag is_loaded_;
  std::atomic<std::uint64_t> version_ = 1;
  std::mutex mutex_;
  DerivedTable table_;
};

}  // namespace fdr::pmapi
