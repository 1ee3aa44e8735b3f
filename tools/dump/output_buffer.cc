// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/output_buffer.h"

#include <algorithm>

#include "fdr/tools/console.h"

namespace fdr::tools {

bool OutputBuffer::Flush() {
  if (error_ == 0) error_ = WriteAll(fd_, {bytes_.get(), used_});
  used_ = 0;
  return error_ == 0;
}

OutputBuffer& OutputBuffer::AppendLong(std::string_view text) {
  while (!text.empty()) {
    if (used_ == kCapacity) Flush();
    const std::size_t n = std::min(text.size(), kCapacity - used_);
    text.copy(bytes_.get() + used_, n);
    used_ += n;
    text.remove_prefix(n);
  }
  return *this;
}

}  // namespace fdr::tools
