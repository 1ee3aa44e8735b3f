// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>

#include "fdr/replay/serve/remote_read/protobuf_reader.h"
#include "fdr/replay/serve/remote_read/protobuf_writer.h"

namespace fdr {
namespace {

using namespace std::string_view_literals;

// Whether the message can be read to its end.
bool IsWhole(std::string_view message) {
  ProtobufReader fields(message);
  while (fields.Next()) continue;
  return !fields.failed();
}

TEST(Protobuf, FieldsAreReadAsTheyWereWritten) {
  std::string message;
  AppendIntegerField(1, 0, message);
  AppendIntegerField(2, ~std::uint64_t{0}, message);
  AppendTextField(300, "text", message);
  AppendDoubleField(4, 1.5, message);
  ProtobufReader fields(message);
  ASSERT_TRUE(fields.Next());
  EXPECT_EQ(fields.number(), 1u);
  EXPECT_EQ(fields.integer(), 0);
  ASSERT_TRUE(fields.Next());
  EXPECT_EQ(fields.integer(), -1);
  ASSERT_TRUE(fields.Next());
  EXPECT_EQ(fields.number(), 300u);
  EXPECT_EQ(fields.text(), "text");
  EXPECT_EQ(fields.integer(), 0);
  ASSERT_TRUE(fields.Next());
  EXPECT_EQ(std::bit_cast<double>(fields.integer()), 1.5);
  EXPECT_EQ(fields.text(), "");
  EXPECT_FALSE(fields.Next());
  EXPECT_FALSE(fields.failed());
}

TEST(Protobuf, SizesOfNumbersAreKnownBefore) {
  for (int shift = 0; shift < 64; ++shift)
    for (const std::uint64_t value :
         {std::uint64_t{1} << shift, (std::uint64_t{1} << shift) - 1, ~std::uint64_t{0}}) {
      std::string text;
      AppendVarint(value, text);
      EXPECT_EQ(text.size(), VarintSize(value)) << value;
    }
}

TEST(Protobuf, ACutMessageFails) {
  std::string message;
  AppendTextField(1, "text", message);
  AppendIntegerField(2, 1 << 20, message);
  AppendDoubleField(3, 1, message);
  const std::size_t ends[] = {0, 6, 10, message.size()};
  for (std::size_t size = 0; size <= message.size(); ++size)
    EXPECT_EQ(IsWhole(message.substr(0, size)), std::ranges::find(ends, size) != std::end(ends))
        << size;
}

TEST(Protobuf, WhatIsNoFieldFails) {
  EXPECT_FALSE(IsWhole("\x00"sv)) << "number 0";
  EXPECT_FALSE(IsWhole("\x0b"sv)) << "a group";
  EXPECT_FALSE(IsWhole("\x0f"sv)) << "no type";
  EXPECT_FALSE(IsWhole("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv)) << "a long number";
  EXPECT_FALSE(IsWhole("\xff\xff\xff\xff\xff\x01\x01"sv)) << "a large number of a field";
  EXPECT_FALSE(IsWhole("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv)) << "an endless text";
  EXPECT_TRUE(IsWhole("\x0d\x01\x02\x03\x04"sv)) << "four bytes";
}

}  // namespace
}  // namespace fdr
