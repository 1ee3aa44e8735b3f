// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/read_window.h"

#include <gtest/gtest.h>

#include <random>

#include "fdr/archive/source/plain_file.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

// Counts the bytes that are read.  Bytes from `broken` on cannot be read.
class CountingSource final : public ByteSource {
 public:
  CountingSource(ByteBuffer bytes, std::uint64_t broken)
      : bytes_(std::move(bytes)), broken_(broken) {}

  std::uint64_t size() const override { return bytes_.size(); }
  const std::string& name() const override { return name_; }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    const std::size_t n = std::min<std::size_t>(out.size(), bytes_.size() - offset);
    if (offset + n > broken_) return Fail(Errc::kCompression, "broken", name_, broken_);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), n, out.begin());
    read_ += n;
    return n;
  }
  std::uint64_t read() const { return read_; }

 private:
  ByteBuffer bytes_;
  std::uint64_t broken_;
  std::string name_ = "test";
  mutable std::uint64_t read_ = 0;
};

constexpr std::uint64_t kNever = static_cast<std::uint64_t>(-1);

TEST(ReadWindowTest, GivesTheBytesOfTheFileWhereverItIsAsked) {
  const ByteBuffer content = test::SampleContent(3 * ReadWindow::kChunk + 17);
  test::TempDirectory directory;
  test::WriteFile(directory / "file", content);
  const auto source = OpenPlainFile(directory / "file");
  ASSERT_TRUE(source);
  ReadWindow window(**source);
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const std::size_t offset = random() % (content.size() + 10);
    const std::size_t size = random() % (i % 10 == 0 ? 2 * ReadWindow::kChunk : 1000);
    const auto bytes = window.At(offset, size);
    ASSERT_TRUE(bytes);
    const std::size_t from = std::min(offset, content.size());
    const std::size_t n = std::min(size, content.size() - from);
    ASSERT_EQ(AsText(*bytes), AsText(Bytes(content).subspan(from, n))) << offset << ' ' << size;
  }
}

TEST(ReadWindowTest, BorrowsWhatIsInMemoryAnyway) {
  const ByteBuffer content = test::SampleContent(100);
  const auto source = test::InMemory(content);
  ReadWindow window(*source);
  EXPECT_EQ(window.At(10, 20)->data(), source->View().data() + 10);
  EXPECT_EQ(window.At(90, 20)->size(), 10u);
}

TEST(ReadWindowTest, ReadsEveryByteOnceAsLongAsOffsetsAscend) {
  const CountingSource source(test::SampleContent(5 * ReadWindow::kChunk), kNever);
  ReadWindow window(source);
  for (std::size_t at = 0; at < source.size(); at += 999) {
    ASSERT_TRUE(window.At(at, 4));
    ASSERT_TRUE(window.At(at, 5000));
  }
  EXPECT_EQ(source.read(), source.size());
}

TEST(ReadWindowTest, GivesWhatCanBeReadBeforeWhatCannot) {
  const CountingSource source(test::SampleContent(1000), 600);
  ReadWindow window(source);
  EXPECT_TRUE(window.At(0, 600));
  EXPECT_TRUE(window.At(300, 300));
  const auto broken = window.At(300, 301);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, Errc::kCompression);
  EXPECT_TRUE(window.At(100, 500));
}

}  // namespace
}  // namespace fdr
