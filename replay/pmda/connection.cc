// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pmda/connection.h"

#include <pcp/pmda.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace fdr::pmda {
namespace {

constexpr std::size_t kOneRead = 64 * 1024;

std::span<const std::byte, kPduHeaderSize> HeaderAt(const std::byte* at) {
  return std::span<const std::byte, kPduHeaderSize>(at, kPduHeaderSize);
}

}  // namespace

std::optional<std::size_t> Connection::LengthOfNext() const {
  if (end_ - begin_ < kPduHeaderSize) return std::nullopt;
  return LoadU32(received_.data() + begin_);
}

bool Connection::HasMessage() const {
  const std::optional<std::size_t> length = LengthOfNext();
  return length && *length <= end_ - begin_;
}

// Memory grows with the bytes that come, not with the length that a message claims.
int Connection::Fill(std::size_t most) {
  if (begin_ > 0) {
    std::copy(received_.begin() + static_cast<std::ptrdiff_t>(begin_),
              received_.begin() + static_cast<std::ptrdiff_t>(end_), received_.begin());
    end_ -= std::exchange(begin_, 0);
  }
  if (received_.size() - end_ < kOneRead) received_.resize(std::min(end_ + kOneRead, most));
  ssize_t got = 0;
  do {
    got = read(in_, received_.data() + end_, received_.size() - end_);
  } while (got < 0 && errno == EINTR);
  if (got < 0) return errno == ECONNRESET ? PM_ERR_EOF : -errno;
  if (got == 0) return end_ == 0 ? PM_ERR_EOF : PM_ERR_IPC;
  end_ += static_cast<std::size_t>(got);
  return 0;
}

int Connection::Read(Message& message) {
  while (!HasMessage()) {
    const std::optional<std::size_t> length = LengthOfNext();
    if (length && (*length < kPduHeaderSize || *length > kMostBytes)) return PM_ERR_IPC;
    if (const int status = Fill(kMostBytes + kOneRead); status < 0) return status;
  }
  const Result<PduHeader> header = PduHeader::Decode(HeaderAt(received_.data() + begin_));
  if (!header) return PM_ERR_IPC;
  message.header = *header;
  message.pdu.type = header->type;
  message.pdu.body =
      Bytes(received_).subspan(begin_ + kPduHeaderSize, header->length - kPduHeaderSize);
  begin_ += header->length;
  return 0;
}

int Connection::Flush() {
  int status = 0;
  for (std::size_t at = 0; status == 0 && at < answer_.size();) {
    const ssize_t written = write(out_, answer_.data() + at, answer_.size() - at);
    if (written > 0)
      at += static_cast<std::size_t>(written);
    else if (errno != EINTR)
      status = -errno;
  }
  answer_.clear();
  return status;
}

}  // namespace fdr::pmda
