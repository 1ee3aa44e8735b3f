// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/message_stream.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <utility>

namespace fdr {
namespace {

constexpr std::size_t kOneRead = 64 * 1024;

}  // namespace

std::optional<std::size_t> MessageStream::LengthOfNext() const {
  if (end_ - begin_ < kPduHeaderSize) return std::nullopt;
  return LoadU32(received_.data() + begin_);
}

bool MessageStream::HasMessage() const {
  const std::optional<std::size_t> length = LengthOfNext();
  return length && *length >= kPduHeaderSize && *length <= end_ - begin_;
}

// Memory grows with the bytes that come, not with the length that a message claims.
Result<void> MessageStream::Fill(std::size_t most) {
  if (begin_ > 0) {
    std::copy(received_.begin() + static_cast<std::ptrdiff_t>(begin_),
              received_.begin() + static_cast<std::ptrdiff_t>(end_), received_.begin());
    end_ -= std::exchange(begin_, 0);
  }
  if (received_.size() - end_ < kOneRead) received_.resize(std::min(end_ + kOneRead, most));
  ssize_t got = 0;
  do {
    got = ::read(in_, received_.data() + end_, received_.size() - end_);
  } while (got < 0 && errno == EINTR);
  if (got < 0 && errno != ECONNRESET) return FailSystem(errno, {});
  if (got <= 0 && end_ > 0) return BadPdu("header", "it ends in the middle");
  if (got <= 0) return Fail(Errc::kDisconnected, "The connection has ended");
  end_ += static_cast<std::size_t>(got);
  return {};
}

Result<void> MessageStream::Read(Message& message) {
  while (!HasMessage()) {
    const std::optional<std::size_t> length = LengthOfNext();
    if (length && (*length < kPduHeaderSize || *length > most_))
      return BadPdu("header", "its length makes no sense");
    if (Result<void> filled = Fill(most_ + kOneRead); !filled) return filled;
  }
  const std::byte* const at = received_.data() + begin_;
  const Result<PduHeader> header =
      PduHeader::Decode(std::span<const std::byte, kPduHeaderSize>(at, kPduHeaderSize));
  if (!header) return Fail(header.error());
  message.header = *header;
  message.pdu = {header->type, Bytes(at + kPduHeaderSize, header->length - kPduHeaderSize)};
  begin_ += header->length;
  return {};
}

Result<void> MessageStream::Flush() {
  int error = 0;
  for (std::size_t at = 0; error == 0 && at < answer_.size();) {
    const ssize_t written = ::write(out_, answer_.data() + at, answer_.size() - at);
    if (written > 0)
      at += static_cast<std::size_t>(written);
    else if (errno != EINTR)
      error = errno;
  }
  answer_.clear();
  if (error != 0) return FailSystem(error, {});
  return {};
}

}  // namespace fdr
