// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/compression.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/tests/support/compressed.h"

namespace fdr {
namespace {

TEST(CompressionTest, TheSuffixIsTheEndOfTheName) {
  EXPECT_EQ(CompressionSuffix("a/foo.0.xz"), ".xz");
  EXPECT_EQ(CompressionSuffix("foo.meta.lzma"), ".lzma");
  EXPECT_EQ(CompressionSuffix("foo.0.Z"), ".Z");
  EXPECT_EQ(CompressionSuffix("foo.0.z"), ".z");
  EXPECT_EQ(CompressionSuffix("foo.0.bz"), ".bz");
  EXPECT_EQ(CompressionSuffix("foo.0"), "");
  EXPECT_EQ(CompressionSuffix("foo.xz.0"), "");
  EXPECT_EQ(CompressionSuffix("foo.XZ"), "");
  EXPECT_EQ(CompressionSuffix(""), "");
}

TEST(CompressionTest, WhatTheToolsWriteIsRecognised) {
  const std::vector<std::pair<std::vector<std::string>, Compression>> tools = {
      {{"xz", "-c"}, Compression::kXz},     {{"bzip2", "-c"}, Compression::kBzip2},
      {{"gzip", "-c"}, Compression::kGzip}, {{"compress", "-c", "-f"}, Compression::kCompress},
      {{"zstd", "-c"}, Compression::kZstd}, {{"xz", "-c", "-Flzma"}, Compression::kNone},
      {{"cat"}, Compression::kNone},
  };
  for (const auto& [argv, compression] : tools) {
    const ByteBuffer bytes = test::Compress(argv, test::SampleContent(1000));
    EXPECT_EQ(DetectCompression(Bytes(bytes).first(kCompressionMagicSize)), compression) << argv[0];
    EXPECT_EQ(DetectCompression(Bytes(bytes).first(1)), Compression::kNone) << argv[0];
  }
  EXPECT_EQ(DetectCompression({}), Compression::kNone);
}

TEST(CompressionTest, ASkippableFrameStartsAZstdFile) {
  EXPECT_EQ(DetectCompression(AsBytes("\x50\x2A\x4D\x18")), Compression::kZstd);
}

TEST(CompressionTest, EveryFormatHasAName) {
  EXPECT_EQ(CompressionName(Compression::kNone), "none");
  EXPECT_EQ(CompressionName(Compression::kXz), "xz");
  EXPECT_EQ(CompressionName(Compression::kLzma), "lzma");
  EXPECT_EQ(CompressionName(Compression::kBzip2), "bzip2");
  EXPECT_EQ(CompressionName(Compression::kGzip), "gzip");
  EXPECT_EQ(CompressionName(Compression::kCompress), "compress");
  EXPECT_EQ(CompressionName(Compression::kZstd), "zstd");
}

}  // namespace
}  // namespace fdr
