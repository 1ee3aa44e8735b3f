// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/output_buffer.h"

#include <algorithm>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

bool OutputBuffer::Flush() {
  Write(used_);
  return error_ == 0;
}

void OutputBuffer::Write(std::size_t n) {
  if (error_ == 0) error_ = WriteText(fd_, {bytes_.get(), n});
  std::copy(bytes_.get() + n, bytes_.get() + used_, bytes_.get());
  used_ -= n;
}

void OutputBuffer::MakeRoom() { Write(WholeCharacters({bytes_.get(), used_})); }

OutputBuffer& OutputBuffer::AppendLong(std::string_view text) {
  while (!text.empty()) {
    if (used_ == kCapacity) MakeRoom();
    const std::size_t n = std::min(text.size(), kCapacity - used_);
    text.copy(bytes_.get() + used_, n);
    used_ += n;
    text.remove_prefix(n);
  }
  return *this;
}

}  // namespace fdr::tools
