// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/text_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "fdr/archive/base/byte_order.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr std::size_t kLimit = 1 << 20;

TEST(TextFile, APipeWithoutAWriterIsNotWaitedFor) {
  const TempDirectory directory;
  const std::string pipe = directory / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(ErrorOf(ReadTextFile(pipe, kLimit)), "No program writes into this pipe");
}

// As of <(...) in a shell: the writer may be slow.
TEST(TextFile, APipeIsReadToItsEnd) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const std::string text(300'000, 'x');
  std::thread writer([&] {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t size = ::write(ends[1], text.data() + at, text.size() - at);
      if (size < 0) break;
      at += static_cast<std::size_t>(size);
    }
    ::close(ends[1]);
  });
  const Result<std::string> read = ReadTextFile("/dev/fd/" + std::to_string(ends[0]), kLimit);
  ::close(ends[0]);  // a writer that was not read to the end does not wait
  writer.join();
  EXPECT_EQ(ErrorOf(read), "");
  EXPECT_EQ(read.value_or(""), text);
}

// The writer of <(...) may have ended without a word.
TEST(TextFile, APipeWithoutAnyTextIsAnEmptyText) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  ::close(ends[1]);
  const Result<std::string> read = ReadTextFile("/dev/fd/" + std::to_string(ends[0]), kLimit);
  ::close(ends[0]);
  EXPECT_EQ(ErrorOf(read), "");
  EXPECT_EQ(read.value_or("?"), "");
}

TEST(TextFile, ACheckSeesTheFileThatIsRead) {
  const TempDirectory directory;
  const std::string path = directory / "file";
  WriteFile(path, AsBytes("text"));
  mode_t mode = 0;
  const auto note = [&](const struct stat& status) -> Result<void> {
    mode = status.st_mode;
    return {};
  };
  EXPECT_EQ(ReadTextFile(path, kLimit, note).value_or(""), "text");
  EXPECT_TRUE(S_ISREG(mode));
  const auto refuse = [](const struct stat&) -> Result<void> {
    return Fail(Errc::kInvalidArgument, "no");
  };
  const Result<std::string> refused = ReadTextFile(path, kLimit, refuse);
  EXPECT_EQ(ErrorOf(refused), "no");
  EXPECT_EQ(refused.error().file, path);
}

TEST(TextFile, ADirectoryIsNoText) {
  const TempDirectory directory;
  EXPECT_EQ(ErrorOf(ReadTextFile(directory.path(), kLimit)), "Is a directory");
  EXPECT_EQ(ReadTextFile(directory / "none", kLimit).error().code, Errc::kNotFound);
}

}  // namespace
}  // namespace fdr::test
