// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/read_window.h"

#include <algorithm>
#include <span>

namespace fdr {

Result<Bytes> ReadWindow::At(std::uint64_t offset, std::size_t size) {
  const std::uint64_t end = source_->size();
  if (offset >= end) return Bytes{};
  size = static_cast<std::size_t>(std::min<std::uint64_t>(size, end - offset));
  if (const Bytes all = source_->View(); !all.empty())
    return all.subspan(static_cast<std::size_t>(offset), size);

  const bool inside =
      offset >= start_ && offset - start_ <= used_ && size <= used_ - (offset - start_);
  if (!inside)
    if (auto filled = Fill(offset, size); !filled) return Fail(filled.error());
  const auto from = static_cast<std::size_t>(offset - start_);
  return Bytes(buffer_).subspan(from, std::min(size, used_ - from));
}

// Keeps the wanted bytes that are in the buffer already, and reads at least one chunk after them.
Result<void> ReadWindow::Fill(std::uint64_t offset, std::size_t size) {
  std::size_t kept = 0;
  if (offset >= start_ && offset - start_ < used_) {
    const auto from = static_cast<std::ptrdiff_t>(offset - start_);
    kept = used_ - static_cast<std::size_t>(from);
    std::copy(buffer_.begin() + from, buffer_.begin() + static_cast<std::ptrdiff_t>(used_),
              buffer_.begin());
  }
  start_ = offset;
  used_ = kept;
  const std::uint64_t rest = source_->size() - offset - kept;
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(rest, std::max(size - kept, kChunk)));
  if (buffer_.size() < kept + wanted) buffer_.resize(kept + wanted);
  const auto read = [&](std::size_t n) {
    return source_->ReadAt(offset + kept, std::span(buffer_).subspan(kept, n));
  };
  Result<std::size_t> got = read(wanted);
  // An error in the bytes read ahead must not prevent reading the requested bytes.
  if (!got && kept + wanted > size) got = read(size - kept);
  if (!got) return Fail(got.error());
  used_ += *got;
  return {};
}

}  // namespace fdr
