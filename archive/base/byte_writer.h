// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Appends big-endian fields to a buffer: the mirror of ByteReader.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fdr/archive/base/byte_order.h"

namespace fdr {

/// Appends to a buffer that it borrows, so that one buffer serves many records.
class ByteWriter {
 public:
  explicit ByteWriter(ByteBuffer& out) : out_(out) {}

  void U8(std::uint8_t v) { out_.push_back(static_cast<std::byte>(v)); }
  void U16(std::uint16_t v) {
    U8(static_cast<std::uint8_t>(v >> 8));
    U8(static_cast<std::uint8_t>(v));
  }
  void U32(std::uint32_t v) { Put(__builtin_bswap32(v)); }
  void U64(std::uint64_t v) { Put(__builtin_bswap64(v)); }
  void I32(std::int32_t v) { U32(static_cast<std::uint32_t>(v)); }
  void I64(std::int64_t v) { U64(static_cast<std::uint64_t>(v)); }
  void Raw(Bytes bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }
  void Text(std::string_view text) { Raw(AsBytes(text)); }
  void Fill(std::size_t n, std::uint8_t byte) {
    out_.insert(out_.end(), n, static_cast<std::byte>(byte));
  }

  std::size_t size() const { return out_.size(); }

 private:
  template <class Word>
  void Put(Word swapped) {
    const std::size_t at = out_.size();
    out_.resize(at + sizeof(Word));
    std::memcpy(out_.data() + at, &swapped, sizeof(Word));
  }

  ByteBuffer& out_;
};

}  // namespace fdr
