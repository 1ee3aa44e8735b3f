// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/receive_buffer.h"
#include "fdr/archive/base/byte_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::RecordBuilder;

void Arrive(ReceiveBuffer& buffer, Bytes bytes) {
  while (!bytes.empty()) {
    const std::span<std::byte> room = buffer.Room();
    const std::size_t size = std::min(room.size(), bytes.size());
    std::memcpy(room.data(), bytes.data(), size);
    buffer.Add(size);
    bytes = bytes.subspan(size);
  }
}

ByteBuffer Text(const std::string& text) {
  ByteBuffer out;
  TextPdu{0, text}.Encode(out);
  return out;
}

TEST(ReceiveBufferTest, MessagesComeOutAsTheyWentIn) {
  ReceiveBuffer buffer(1 << 20);
  ByteBuffer stream;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 300; ++i) {
    texts.push_back(std::string(i * 37 % 40'000, static_cast<char>('a' + i % 26)));
    ByteWriter(stream).Raw(Text(texts.back()));
  }
  // Feeds the stream in pieces of all sizes.
  std::size_t at = 0, seen = 0, piece = 1;
  while (at < stream.size()) {
    const std::size_t size = std::min(piece, stream.size() - at);
    Arrive(buffer, Bytes(stream).subspan(at, size));
    at += size;
    piece = piece * 5 % 60'007 + 1;
    for (auto next = buffer.Next(); next && *next; next = buffer.Next()) {
      const auto text = TextPdu::Decode((*next)->body);
      ASSERT_TRUE(text) << ErrorOf(text);
      ASSERT_EQ(text->text, texts[seen++]);
    }
  }
  EXPECT_EQ(seen, texts.size());
  EXPECT_FALSE(buffer.HasPart());
}

TEST(ReceiveBufferTest, APartOfAMessageIsNone) {
  ReceiveBuffer buffer(1 << 20);
  const ByteBuffer message = Text("abc");
  for (std::size_t i = 0; i + 1 < message.size(); ++i) {
    Arrive(buffer, Bytes(message).subspan(i, 1));
    const auto next = buffer.Next();
    ASSERT_TRUE(next && !*next) << i;
    EXPECT_TRUE(buffer.HasPart());
  }
}

TEST(ReceiveBufferTest, AClaimTakesNoMemory) {
  const test::AllocationLimit limit(128 * 1024);
  ReceiveBuffer buffer(std::size_t{1} << 30);
  Arrive(buffer, RecordBuilder("3ffffff0 00007001 00000000"));
  Arrive(buffer, RecordBuilder().Fill(20'000, 0));
  const auto next = buffer.Next();
  EXPECT_TRUE(next && !*next);
  EXPECT_TRUE(limit.Kept()) << limit.peak();
}

TEST(ReceiveBufferTest, LengthsAreChecked) {
  const auto complaint = [](std::string_view hex) {
    ReceiveBuffer buffer(100);
    Arrive(buffer, RecordBuilder(hex));
    return ErrorOf(buffer.Next());
  };
  EXPECT_EQ(complaint("00000064 00007001 00000000"), "");
  EXPECT_EQ(complaint("00000065 00007001 00000000"),
            "A message of 101 bytes; the limit max-message is 100");
  EXPECT_EQ(complaint("0000000b 00007001 00000000"),
            "Bad message (header): the length is less than its own");
  EXPECT_EQ(complaint("ffffffff 00007001 00000000"),
            "Bad message (header): the length is negative");
}

}  // namespace
}  // namespace fdr
