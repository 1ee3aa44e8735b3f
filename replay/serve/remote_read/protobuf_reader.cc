// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/protobuf_reader.h"

namespace fdr {

bool ProtobufReader::Next() {
  if (failed_ || rest_.empty()) return false;
  failed_ = !TakeField();
  return !failed_;
}

bool ProtobufReader::TakeField() {
  std::uint64_t tag = 0;
  if (!TakeVarint(tag) || tag > 0xffffffff) return false;
  number_ = static_cast<std::uint32_t>(tag >> 3);
  type_ = static_cast<std::uint32_t>(tag & 7);
  integer_ = 0;
  text_ = {};
  if (number_ == 0) return false;
  switch (type_) {
    case kVarint:
      return TakeVarint(integer_);
    case kFixed64:
      return TakeFixed(8);
    case kLengthDelimited:
      return TakeText();
    case kFixed32:
      return TakeFixed(4);
    default:
      return false;
  }
}

// Seven bits in each byte, the lowest first.
bool ProtobufReader::TakeVarint(std::uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

bool ProtobufReader::TakeText() {
  std::uint64_t size = 0;
  if (!TakeVarint(size) || size > rest_.size()) return false;
  text_ = rest_.substr(0, static_cast<std::size_t>(size));
  rest_.remove_prefix(text_.size());
  return true;
}

bool ProtobufReader::TakeFixed(std::size_t size) {
  if (size > rest_.size()) return false;
  for (std::size_t i = size; i-- > 0;)
    integer_ = integer_ << 8 | static_cast<unsigned char>(rest_[i]);
  rest_.remove_prefix(size);
  return true;
}

}  // namespace fdr
