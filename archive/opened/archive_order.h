// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The known facts about the order of an archive's stamps, and its sorted form if stamps go back.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "fdr/archive/opened/order_look.h"

namespace fdr {

class Archive;

/// Share it between threads, except for Reset().
class ArchiveOrder {
 public:
  /// Notes that a record is earlier than a record before it.
  void NoteStepBack();
  /// Changes when Sorted() may return another archive.
  std::uint32_t version() const { return version_; }

  using Make = std::function<std::shared_ptr<Archive>()>;
  /// Returns the result of the first call of `make`.  Null unless stamps are known to go back, or
  /// are found to go back in volumes with up to `small` bytes of records.
  std::shared_ptr<Archive> Sorted(const OpenedVolumes& volumes, std::uint64_t small,
                                  const Make& make);

  /// Notes that all records are in order.
  void NoteInOrder() { was_looked_at_ = true; }
  /// Call after records were appended.
  void Reset();

 private:
  bool MayGoBack(const OpenedVolumes& volumes, std::uint64_t small);

  std::mutex mutex_;  // guards all members except atomics
  OrderLook look_;
  bool was_looked_at_ = false;
  bool was_sorted_ = false;  // or was unnecessary, or impossible
  std::shared_ptr<Archive> sorted_;
  std::atomic<bool> goes_back_ = false;  // somewhere
  std::atomic<std::uint32_t> version_ = 0;
};

}  // namespace fdr
