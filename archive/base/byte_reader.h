// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A bounds-checked cursor over bytes, for all decoders.  Only the values of a data record are also
// read in place: ValueSet checks each place (result_record.h).
//
// The first read past the end makes the cursor fail for good; later reads return zeros and empty
// spans.  So a decoder reads several fields in a row and checks failed() once, before it uses any.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "fdr/archive/base/byte_order.h"

namespace fdr {

/// Borrows the bytes; what Take() returns lives as long as they do.
class ByteReader {
 public:
  explicit ByteReader(Bytes all) : all_(all) {}

  Bytes Take(std::uint64_t n) {
    if (failed_ || n > all_.size() - at_) {
      failed_ = true;
      return {};
    }
    const auto size = static_cast<std::size_t>(n);
    return all_.subspan(std::exchange(at_, at_ + size), size);
  }

  std::uint8_t U8() {
    const Bytes b = Take(1);
    return b.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(b[0]);
  }
  std::uint16_t U16() {
    const Bytes b = Take(2);
    return b.empty() ? std::uint16_t{0} : LoadU16(b.data());
  }
  std::uint32_t U32() {
    const Bytes b = Take(4);
    return b.empty() ? 0 : LoadU32(b.data());
  }
  std::uint64_t U64() {
    const Bytes b = Take(8);
    return b.empty() ? 0 : LoadU64(b.data());
  }
  std::int32_t I32() { return static_cast<std::int32_t>(U32()); }
  std::int64_t I64() { return static_cast<std::int64_t>(U64()); }

  Bytes Rest() { return Take(remaining()); }

  /// Whether `count` items of at least `min_size` bytes can follow.  Check this before reserving
  /// memory.
  bool Fits(std::uint64_t count, std::size_t min_size) const {
    return !failed_ && count <= remaining() / min_size;
  }

  std::size_t offset() const { return at_; }
  std::size_t remaining() const { return all_.size() - at_; }
  bool failed() const { return failed_; }
  bool AtEnd() const { return !failed_ && at_ == all_.size(); }

 private:
  Bytes all_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace fdr
