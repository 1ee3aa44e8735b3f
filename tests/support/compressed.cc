// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/compressed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/memory_source.h"
#include "fdr/tests/support/child_process.h"

namespace fdr::test {

ByteBuffer SampleContent(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  ByteBuffer out;
  ByteWriter writer(out);
  while (out.size() < size) {
    writer.U32(static_cast<std::uint32_t>(out.size()));
    writer.U32(static_cast<std::uint32_t>(random()));
    writer.Text("and some text, so that there is something to compress");
  }
  out.resize(size);
  return out;
}

ByteBuffer Compress(const std::vector<std::string>& argv, Bytes content) {
  std::vector<std::string> completed = argv;
  for (std::string& argument : completed) {
    constexpr std::string_view kSize = "{size}";
    const std::size_t at = argument.find(kSize);
    if (at != std::string::npos) argument.replace(at, kSize.size(), std::to_string(content.size()));
  }
  const auto outcome = RunChild({.argv = completed, .stdin_text = std::string(AsText(content))});
  if (!outcome || !outcome->Succeeded()) {
    ADD_FAILURE() << argv[0] << ": " << (outcome ? outcome->err : outcome.error().Message());
    return {};
  }
  const Bytes bytes = AsBytes(outcome->out);
  return {bytes.begin(), bytes.end()};
}

ByteBuffer Concatenate(std::initializer_list<Bytes> parts) {
  ByteBuffer out;
  for (const Bytes part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

std::unique_ptr<ByteSource> InMemory(Bytes bytes) {
  return std::make_unique<MemorySource>("test", ByteBuffer(bytes.begin(), bytes.end()));
}

Result<ByteBuffer> ReadAll(const ByteSource& source) {
  ByteBuffer out(static_cast<std::size_t>(source.size()));
  const auto n = source.ReadAt(0, out);
  if (!n) return Fail(n.error());
  out.resize(*n);
  return out;
}

void ExpectSameAtRandom(const ByteSource& source, Bytes content, int reads, std::size_t max_read,
                        std::uint32_t seed) {
  ASSERT_EQ(source.size(), content.size());
  std::mt19937_64 random(seed);
  ByteBuffer out(max_read);
  for (int i = 0; i < reads; ++i) {
    // Some offsets are past the end.
    const auto offset = static_cast<std::size_t>(random() % (content.size() + 10));
    const auto size = static_cast<std::size_t>(random() % max_read) + 1;
    const auto n = source.ReadAt(offset, std::span(out).first(size));
    ASSERT_TRUE(n) << n.error().Message();
    const Bytes expected = content.subspan(std::min(offset, content.size()));
    ASSERT_EQ(*n, std::min(size, expected.size())) << "at " << offset;
    ASSERT_TRUE(
        std::equal(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(*n), expected.begin()))
        << "at " << offset << ", " << size << " bytes";
  }
}

}  // namespace fdr::test
