// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A source that counts what is read from it.  It has no View() of its bytes, like a large file.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/memory_source.h"

namespace fdr::test {

class CountedSource final : public ByteSource {
 public:
  explicit CountedSource(Bytes bytes) : source_("a.0", ByteBuffer(bytes.begin(), bytes.end())) {}

  std::uint64_t size() const override { return source_.size(); }
  const std::string& name() const override { return source_.name(); }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    read_ += out.size();
    ++reads_;
    return source_.ReadAt(offset, out);
  }

  /// The bytes that were read, and the number of reads, since the last call.
  std::size_t TakeRead() { return std::exchange(read_, 0); }
  int TakeReads() { return std::exchange(reads_, 0); }

 private:
  MemorySource source_;
  mutable std::size_t read_ = 0;
  mutable int reads_ = 0;
};

}  // namespace fdr::test
