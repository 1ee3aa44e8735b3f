// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/tools/captured_output.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace fdr::test {

CapturedOutput::CapturedOutput() : fd_(::memfd_create("output", MFD_CLOEXEC)), out_(fd_) {
  EXPECT_GE(fd_, 0);
}

CapturedOutput::~CapturedOutput() { ::close(fd_); }

std::string CapturedOutput::Take() {
  EXPECT_TRUE(out_.Flush());
  std::string text(static_cast<std::size_t>(::lseek(fd_, 0, SEEK_END)), '\0');
  EXPECT_EQ(::pread(fd_, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  EXPECT_EQ(::ftruncate(fd_, 0), 0);
  EXPECT_EQ(::lseek(fd_, 0, SEEK_SET), 0);
  return text;
}

}  // namespace fdr::test
