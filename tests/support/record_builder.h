// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Builds records by hand, word by word, as the documents of the format describe them.  It uses no
// encoder, so tests can compare the encoders with it.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_order.h"

namespace fdr::test {

class RecordBuilder {
 public:
  RecordBuilder() = default;
  explicit RecordBuilder(std::string_view hex) { Hex(hex); }

  /// Hexadecimal digits in pairs; blanks and '|' between them are ignored.
  RecordBuilder& Hex(std::string_view digits);
  RecordBuilder& U8(std::uint8_t v);
  RecordBuilder& U16(std::uint16_t v);
  RecordBuilder& U32(std::uint32_t v);
  RecordBuilder& U64(std::uint64_t v);
  RecordBuilder& Text(std::string_view text);
  RecordBuilder& Raw(Bytes bytes);
  RecordBuilder& Fill(std::size_t n, std::uint8_t byte);

  /// The two words of a version 2 stamp: seconds and microseconds.
  RecordBuilder& Stamp2(std::int32_t sec, std::int32_t usec);
  /// The three words of a version 3 stamp: low and high half of the seconds, and nanoseconds.
  RecordBuilder& Stamp3(std::int64_t sec, std::int32_t nsec);

  /// Adds a whole record around `body`: its length, the body, its length again.
  RecordBuilder& Frame(Bytes body);

  const std::vector<std::byte>& bytes() const { return bytes_; }
  operator Bytes() const { return bytes_; }  // NOLINT(google-explicit-constructor)

 private:
  std::vector<std::byte> bytes_;
};

/// Lower-case digits.  Tests compare bytes in this form, so that failures are readable.
std::string ToHex(Bytes bytes);

}  // namespace fdr::test
