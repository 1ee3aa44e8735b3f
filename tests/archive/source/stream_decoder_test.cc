// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/stream_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

using test::Concatenate;
using test::InMemory;
using test::SampleContent;

struct Tool {
  Compression compression;
  std::vector<std::string> argv;
};

// The windows are as small as the tool allows, because the sweeps start tens of thousands of
// decoders.
const std::vector<Tool>& Tools() {
  static const std::vector<Tool> tools = {
      {Compression::kXz, {"xz", "-c", "--lzma2=preset=1,dict=4KiB"}},
      {Compression::kLzma, {"xz", "-c", "-Flzma", "--lzma1=preset=1,dict=64KiB"}},
      {Compression::kBzip2, {"bzip2", "-c", "-1"}},
      {Compression::kGzip, {"gzip", "-c"}},
      {Compression::kCompress, {"compress", "-c", "-f"}},
      {Compression::kZstd, {"zstd", "-c", "-1"}},
  };
  return tools;
}

// Reads to the end, `step` bytes at a time.
Result<ByteBuffer> Decode(const ByteSource& file, Compression compression,
                          std::size_t step = 10'000) {
  const auto decoder = OpenStreamDecoder(file, compression);
  if (!decoder) return Fail(decoder.error());
  ByteBuffer out;
  ByteBuffer chunk(step);
  for (;;) {
    const auto n = (*decoder)->Read(chunk);
    if (!n) return Fail(n.error());
    out.insert(out.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(*n));
    if (*n < step) return out;
  }
}

Result<ByteBuffer> Decode(Bytes bytes, Compression compression, std::size_t step = 10'000) {
  return Decode(*InMemory(bytes), compression, step);
}

ByteBuffer Compress(const Tool& tool, Bytes content) { return test::Compress(tool.argv, content); }

// A file whose second half cannot be read.
class BadDisk final : public ByteSource {
 public:
  explicit BadDisk(Bytes bytes) : bytes_(InMemory(bytes)) {}
  std::uint64_t size() const override { return bytes_->size(); }
  const std::string& name() const override { return bytes_->name(); }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    const std::uint64_t half = size() / 2;
    if (offset >= half) return Fail(Errc::kIo, "bad disk", name(), offset);
    return bytes_->ReadAt(
        offset,
        out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), half - offset))));
  }

 private:
  std::unique_ptr<ByteSource> bytes_;
};

TEST(StreamDecoderTest, DecodesWhatTheToolsWrite) {
  const ByteBuffer content = SampleContent(300'000);
  for (const Tool& tool : Tools()) {
    const ByteBuffer bytes = Compress(tool, content);
    for (const std::size_t step : {1'000u, 65'536u, 300'000u, 400'000u}) {
      EXPECT_EQ(Decode(bytes, tool.compression, step), content) << tool.argv[0] << ", " << step;
    }
  }
}

TEST(StreamDecoderTest, ReadsNothingBehindTheEnd) {
  for (const Tool& tool : Tools()) {
    const auto file = InMemory(Compress(tool, SampleContent(100)));
    const auto decoder = OpenStreamDecoder(*file, tool.compression);
    ASSERT_TRUE(decoder);
    ByteBuffer out(200);
    EXPECT_EQ((*decoder)->Read(out), 100u) << tool.argv[0];
    EXPECT_EQ((*decoder)->Read(out), 0u) << tool.argv[0];
  }
}

TEST(StreamDecoderTest, EmptyContentIsFine) {
  for (const Tool& tool : Tools()) {
    EXPECT_EQ(Decode(Compress(tool, {}), tool.compression), ByteBuffer()) << tool.argv[0];
  }
}

TEST(StreamDecoderTest, AnEmptyFileIsAnError) {
  for (const Tool& tool : Tools()) EXPECT_FALSE(Decode(Bytes(), tool.compression)) << tool.argv[0];
}

TEST(StreamDecoderTest, SeveralStreamsAreReadAsOne) {
  const ByteBuffer content = SampleContent(1000);
  for (const Tool& tool : Tools()) {
    if (tool.compression == Compression::kCompress || tool.compression == Compression::kLzma)
      continue;
    const ByteBuffer one = Compress(tool, content);
    EXPECT_EQ(Decode(Concatenate({one, one}), tool.compression), Concatenate({content, content}))
        << tool.argv[0];
  }
}

TEST(StreamDecoderTest, GarbageBehindTheDataIsAnError) {
  const ByteBuffer content = SampleContent(1000);
  for (const Tool& tool : Tools()) {
    const ByteBuffer one = Compress(tool, content);
    EXPECT_FALSE(Decode(Concatenate({one, AsBytes("this is no second stream")}), tool.compression))
        << tool.argv[0];
    if (tool.compression == Compression::kCompress) continue;  // The format has no end mark.
    EXPECT_FALSE(Decode(Concatenate({one, Bytes(one).first(5)}), tool.compression)) << tool.argv[0];
    EXPECT_FALSE(Decode(Concatenate({one, Bytes(one).first(one.size() - 1)}), tool.compression))
        << tool.argv[0];
  }
}

TEST(StreamDecoderTest, OtherContentIsAnError) {
  for (const Tool& tool : Tools()) {
    EXPECT_FALSE(Decode(SampleContent(1000), tool.compression)) << tool.argv[0];
    for (const Tool& other : Tools()) {
      if (other.compression == tool.compression) continue;
      EXPECT_FALSE(Decode(Compress(other, SampleContent(1000)), tool.compression))
          << tool.argv[0] << other.argv[0];
    }
  }
}

TEST(StreamDecoderTest, MessagesNameTheFormat) {
  const ByteBuffer plain = SampleContent(1000);
  const auto cut = [](const Tool& tool) {
    const ByteBuffer bytes = Compress(tool, SampleContent(1000));
    return Decode(Bytes(bytes).first(bytes.size() / 2), tool.compression);
  };
  EXPECT_EQ(test::ErrorOf(Decode(plain, Compression::kBzip2)), "Not bzip2 data");
  EXPECT_EQ(test::ErrorOf(Decode(plain, Compression::kGzip)), "Damaged gzip data");
  EXPECT_EQ(test::ErrorOf(cut(Tools()[2])),
            "Damaged or truncated bzip2 data (truncated bzip2 input)");
  EXPECT_EQ(test::ErrorOf(cut(Tools()[3])), "Truncated gzip data");
  const ByteBuffer bzip2 = Compress(Tools()[2], plain);
  const auto garbage = Decode(Concatenate({bzip2, AsBytes("garbage")}), Compression::kBzip2);
  EXPECT_EQ(test::ErrorOf(garbage), "Garbage behind the bzip2 data");
  EXPECT_EQ(garbage.error().offset, bzip2.size());
  EXPECT_EQ(garbage.error().code, Errc::kCompression);
  EXPECT_EQ(garbage.error().file, "test");
}

TEST(StreamDecoderTest, AReadErrorIsHandedOn) {
  const ByteBuffer content = SampleContent(1'000'000);
  for (const Tool& tool : Tools()) {
    const auto decoded = Decode(BadDisk(Compress(tool, content)), tool.compression);
    ASSERT_FALSE(decoded) << tool.argv[0];
    EXPECT_EQ(decoded.error().what, "bad disk") << tool.argv[0];
    EXPECT_EQ(decoded.error().code, Errc::kIo);
  }
}

TEST(StreamDecoderTest, EveryTruncationIsAnError) {
  const ByteBuffer content = SampleContent(2000);
  for (const Tool& tool : Tools()) {
    test::ForEachTruncation(Compress(tool, content), [&](Bytes bytes) {
      const auto decoded = Decode(bytes, tool.compression);
      if (tool.compression != Compression::kCompress) {
        EXPECT_FALSE(decoded) << tool.argv[0] << ", " << bytes.size();
      } else if (decoded) {
        EXPECT_LE(decoded->size(), content.size());
        EXPECT_TRUE(std::equal(decoded->begin(), decoded->end(), content.begin())) << bytes.size();
      }
    });
  }
}

TEST(StreamDecoderTest, EveryFlippedBitIsAnErrorOrHarmlessWhereThereAreChecksums) {
  const ByteBuffer content = SampleContent(1000);
  for (const Tool& tool : Tools()) {
    const bool has_checksums =
        tool.compression != Compression::kCompress && tool.compression != Compression::kLzma;
    test::ForEachBitFlip(Compress(tool, content), [&](Bytes bytes) {
      const auto decoded = Decode(bytes, tool.compression);
      if (!decoded) return;
      if (has_checksums) {
        EXPECT_EQ(*decoded, content) << tool.argv[0];
      } else {
        EXPECT_LE(decoded->size(), 1'000'000u) << tool.argv[0];
      }
    });
  }
}

}  // namespace
}  // namespace fdr
