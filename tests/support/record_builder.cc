// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/record_builder.h"

#include <cstdlib>

namespace fdr::test {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

RecordBuilder& RecordBuilder::Hex(std::string_view digits) {
  std::size_t high = kDigits.size();  // none yet
  for (const char c : digits) {
    if (c == ' ' || c == '\n' || c == '|') continue;
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) std::abort();  // a typing error in the test
    if (high == kDigits.size()) {
      high = digit;
      continue;
    }
    U8(static_cast<std::uint8_t>(high << 4 | digit));
    high = kDigits.size();
  }
  if (high != kDigits.size()) std::abort();
  return *this;
}

RecordBuilder& RecordBuilder::U8(std::uint8_t v) {
  bytes_.push_back(static_cast<std::byte>(v));
  return *this;
}
RecordBuilder& RecordBuilder::U16(std::uint16_t v) {
  return U8(static_cast<std::uint8_t>(v >> 8)).U8(static_cast<std::uint8_t>(v));
}
RecordBuilder& RecordBuilder::U32(std::uint32_t v) {
  return U16(static_cast<std::uint16_t>(v >> 16)).U16(static_cast<std::uint16_t>(v));
}
RecordBuilder& RecordBuilder::U64(std::uint64_t v) {
  return U32(static_cast<std::uint32_t>(v >> 32)).U32(static_cast<std::uint32_t>(v));
}

RecordBuilder& RecordBuilder::Text(std::string_view text) { return Raw(AsBytes(text)); }

RecordBuilder& RecordBuilder::Raw(Bytes bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

RecordBuilder& RecordBuilder::Fill(std::size_t n, std::uint8_t byte) {
  bytes_.insert(bytes_.end(), n, static_cast<std::byte>(byte));
  return *this;
}

RecordBuilder& RecordBuilder::Stamp2(std::int32_t sec, std::int32_t usec) {
  return U32(static_cast<std::uint32_t>(sec)).U32(static_cast<std::uint32_t>(usec));
}

RecordBuilder& RecordBuilder::Stamp3(std::int64_t sec, std::int32_t nsec) {
  const auto seconds = static_cast<std::uint64_t>(sec);
  return U32(static_cast<std::uint32_t>(seconds))
      .U32(static_cast<std::uint32_t>(seconds >> 32))
      .U32(static_cast<std::uint32_t>(nsec));
}

RecordBuilder& RecordBuilder::Frame(Bytes body) {
  const auto length = static_cast<std::uint32_t>(body.size() + 8);
  return U32(length).Raw(body).U32(length);
}

std::string ToHex(Bytes bytes) {
  std::string text;
  for (const std::byte b : bytes) {
    text += kDigits[static_cast<std::size_t>(b) >> 4];
    text += kDigits[static_cast<std::size_t>(b) & 0xf];
  }
  return text;
}

}  // namespace fdr::test
