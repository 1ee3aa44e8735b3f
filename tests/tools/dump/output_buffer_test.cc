// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/output_buffer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <limits>

#include "fdr/tests/tools/captured_output.h"

namespace fdr::tools {
namespace {

using test::CapturedOutput;

TEST(OutputBufferTest, TextComesOutInOrder) {
  CapturedOutput output;
  output.out().Append("one ").Append('2').Append(' ').Number(-3).Append(' ');
  output.out().Number(std::numeric_limits<std::uint64_t>::max());
  char* p = output.out().Room(3);
  *p++ = '!';
  output.out().Advance(p);
  EXPECT_EQ(output.Take(), "one 2 -3 18446744073709551615!");
  EXPECT_EQ(output.Take(), "");
}

TEST(OutputBufferTest, MoreThanTheBufferHoldsComesOutComplete) {
  CapturedOutput output;
  std::string expected;
  const std::string large(3 * OutputBuffer::kCapacity + 7, 'x');
  for (const std::string& text : {std::string("a"), large, std::string("b"), large}) {
    output.out().Append(text);
    expected += text;
  }
  for (std::size_t i = 0; i < OutputBuffer::kCapacity; ++i) {
    char* p = output.out().Room(OutputBuffer::kMaxRoom);
    *p++ = 'y';
    output.out().Advance(p);
    expected += 'y';
  }
  EXPECT_EQ(output.Take(), expected);
}

TEST(OutputBufferTest, AFullDeviceIsAnError) {
  const int fd = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  OutputBuffer out(fd);
  out.Append(std::string(2 * OutputBuffer::kCapacity, 'x'));
  EXPECT_EQ(out.error(), ENOSPC);
  EXPECT_FALSE(out.Flush());
  out.Append("more");
  EXPECT_FALSE(out.Flush());
  ::close(fd);
}

TEST(OutputBufferTest, ThatNobodyReadsIsAnError) {
  const auto handler = std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  ::close(ends[0]);
  OutputBuffer out(ends[1]);
  EXPECT_EQ(out.Append("x").Flush(), false);
  EXPECT_EQ(out.error(), EPIPE);
  ::close(ends[1]);
  std::signal(SIGPIPE, handler);
}

}  // namespace
}  // namespace fdr::tools
