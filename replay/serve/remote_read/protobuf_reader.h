// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The fields of a message in the encoding of Protocol Buffers.

#pragma once

#include <cstdint>
#include <string_view>

namespace fdr {

/// Borrows the message.  Stops for good at bytes that are no field.
class ProtobufReader {
 public:
  explicit ProtobufReader(std::string_view message) : rest_(message) {}

  /// Goes to the next field; false at the end of the message, and where it is not valid.
  bool Next();
  bool failed() const { return failed_; }

  // These describe the present field.
  std::uint32_t number() const { return number_; }
  /// A string, or the bytes of a message within this one; "" for other types.
  std::string_view text() const { return text_; }
  /// A whole number, or the bits of one of fixed size; 0 for other types.
  std::int64_t integer() const { return static_cast<std::int64_t>(integer_); }

 private:
  enum : std::uint32_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };

  bool TakeVarint(std::uint64_t& value);
  bool TakeText();
  bool TakeFixed(std::size_t size);
  bool TakeField();

  std::string_view rest_;
  bool failed_ = false;
  std::uint32_t number_ = 0, type_ = 0;
  std::uint64_t integer_ = 0;
  std::string_view text_;
};

}  // namespace fdr
