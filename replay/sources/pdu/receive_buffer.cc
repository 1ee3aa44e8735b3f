// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/receive_buffer.h"

#include <algorithm>
#include <cstring>

namespace fdr {
namespace {

constexpr std::size_t kFirstSize = 16 * 1024;
constexpr std::size_t kMostKept = std::size_t{4} << 20;  // memory kept between messages

}  // namespace

std::span<std::byte> ReceiveBuffer::Room() {
  if (begin_ == end_) begin_ = end_ = 0;
  if (end_ == 0 && bytes_.size() > kMostKept) Release();
  if (end_ == bytes_.size()) {
    if (begin_ > 0) {  // move the bytes to the start
      std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
      end_ -= std::exchange(begin_, 0);
    } else {
      // A message that is too long was refused as soon as its length was known.
      const std::size_t twice = std::max(kFirstSize, bytes_.size() * 2);
      bytes_.resize(wanted_ > bytes_.size() ? std::min(twice, wanted_) : twice);
    }
  }
  return std::span(bytes_).subspan(end_);
}

Result<std::optional<Pdu>> ReceiveBuffer::Next() {
  const Bytes received = Bytes(bytes_).subspan(begin_, end_ - begin_);
  if (received.size() < kPduHeaderSize) return std::nullopt;
  const Result<PduHeader> header = PduHeader::Decode(received.first<kPduHeaderSize>());
  if (!header) return Fail(header.error());
  if (header->length > max_message_)
    return Fail(Errc::kTooLarge, "A message of " + std::to_string(header->length) +
                                     " bytes; the limit max-message is " +
                                     std::to_string(max_message_));
  wanted_ = header->length;
  if (received.size() < header->length) return std::nullopt;
  begin_ += header->length;
  return Pdu{header->type, received.subspan(kPduHeaderSize, header->length - kPduHeaderSize)};
}

void ReceiveBuffer::Release() {
  bytes_ = ByteBuffer();
  begin_ = end_ = wanted_ = 0;
}

}  // namespace fdr
