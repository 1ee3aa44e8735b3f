// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Builds records by hand, word by word, as the format's documents spell them.  Nothing of the
// encoders is used here, so that a test of them has something else to compare with.

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

  /// The two words of version 2 (seconds, microseconds) ...
  RecordBuilder& Stamp2(std::int32_t sec, std::int32_t usec);
  /// ... and the three of version 3 (low and high half of the seconds, nanoseconds).
  RecordBuilder& Stamp3(std::int64_t sec, std::int32_t nsec);

  /// Adds a whole record around `body`: its length, the body, its length again.
  RecordBuilder& Frame(Bytes body);

  const std::vector<std::byte>& bytes() const { return bytes_; }
  operator Bytes() const { return bytes_; }  // NOLINT(google-explicit-constructor)

 private:
  std::vector<std::byte> bytes_;
};

/// Lower-case digits: two byte sequences are compared as this, for readable failures.
std::string ToHex(Bytes bytes);

}  // namespace fdr::test
