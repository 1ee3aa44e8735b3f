// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/output_buffer.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace fdr::tools {

bool OutputBuffer::Flush() {
  std::size_t written = 0;
  while (error_ == 0 && written < used_) {
    const ssize_t n = ::write(fd_, bytes_.get() + written, used_ - written);
    if (n >= 0)
      written += static_cast<std::size_t>(n);
    else if (errno != EINTR)
      error_ = errno;
  }
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
