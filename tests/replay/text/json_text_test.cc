// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/json_text.h"

#include <gtest/gtest.h>

#include "fdr/replay/text/json_writer.h"
#include "fdr/replay/text/utf8.h"

namespace fdr {
namespace {

TEST(JsonTextTest, EscapesBecomeTheirCharacters) {
  EXPECT_EQ(UnquotedJson(R"("a\"b\\c\/d")"), "a\"b\\c/d");
  EXPECT_EQ(UnquotedJson(R"("\b\f\n\r\t")"), "\b\f\n\r\t");
  EXPECT_EQ(UnquotedJson(R"("\u0041\u00e9\u20ac")"), "A\xc3\xa9\xe2\x82\xac");
  EXPECT_EQ(UnquotedJson(R"("\ud83d\ude00")"), "\xf0\x9f\x98\x80");
}

TEST(JsonTextTest, HalfACharacterIsReplaced) {
  EXPECT_EQ(UnquotedJson(R"("\ud83dx")"), "\xef\xbf\xbdx");
  EXPECT_EQ(UnquotedJson(R"("\ud83d\u0041")"), "\xef\xbf\xbd\x41");
  EXPECT_EQ(UnquotedJson(R"("\ude00")"), "\xef\xbf\xbd");
}

TEST(JsonTextTest, WhatIsNoStringStaysAsItIs) {
  for (const char* text : {"", "\"", "12", "[1,\"x\"]", "\"open", "\"\\u12\"", "\"\\u12g4\""})
    EXPECT_EQ(UnquotedJson(text), text);
}

TEST(JsonTextTest, WhatWasWrittenReadsBack) {
  const std::string text = "\x01\x1f\"\\/ \xc3\xa9\xf0\x9f\x98\x80\x7f";
  std::string json;
  AppendJsonString(text, json);
  EXPECT_EQ(UnquotedJson(json), text);
}

TEST(JsonTextTest, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(RepairedUtf8("a\xff\xc3z\xe2\x82\xac"), "a\xef\xbf\xbd\xef\xbf\xbdz\xe2\x82\xac");
}

}  // namespace
}  // namespace fdr
