// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is known about the order of an archive's stamps, and its sorted form where they go back.

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
  /// A record was met that is earlier than one before it.
  void NoteStepBack();
  /// Another number once Sorted() may give another archive.
  std::uint32_t version() const { return version_; }

  using Make = std::function<std::shared_ptr<Archive>()>;
  /// What `make` made when it was first called; nothing unless stamps are known to go back, or seen
  /// to in volumes with up to `small` bytes of records.
  std::shared_ptr<Archive> Sorted(const OpenedVolumes& volumes, std::uint64_t small,
                                  const Make& make);

  /// All are known to be in order.
  void NoteInOrder() { was_looked_at_ = true; }
  /// More was appended.
  void Reset();

 private:
  bool MayGoBack(const OpenedVolumes& volumes, std::uint64_t small);

  std::mutex mutex_;  // guards what is no atomic
  OrderLook look_;
  bool was_looked_at_ = false;
  bool was_sorted_ = false;  // or there was no need, or no way
  std::shared_ptr<Archive> sorted_;
  std::atomic<bool> goes_back_ = false;  // somewhere
  std::atomic<std::uint32_t> version_ = 0;
};

}  // namespace fdr
