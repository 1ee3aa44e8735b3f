// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Collects small records into large writes.

#pragma once

#include <cstdint>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/files/byte_sink.h"

namespace fdr {

/// Borrows the file.  Without Flush(), the last records do not reach it.
class FramesOut {
 public:
  explicit FramesOut(ByteSink& out) : out_(&out) {}

  /// To append a record to, before End().
  ByteBuffer& buffer() { return buffer_; }
  Result<void> End() { return buffer_.size() < kMostWaiting ? Result<void>() : Flush(); }
  std::uint64_t size() const { return out_->size() + buffer_.size(); }
  Result<void> Flush() {
    auto appended = out_->Append(buffer_);
    buffer_.clear();
    return appended;
  }

 private:
  static constexpr std::size_t kMostWaiting = 256 * 1024;

  ByteSink* out_;
  ByteBuffer buffer_;
};

}  // namespace fdr
