// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/json_writer.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <utility>

namespace fdr {
namespace {

std::string Written(const std::function<void(JsonWriter&)>& write) {
  std::string out;
  JsonWriter json(out);
  write(json);
  return out;
}

std::string Quoted(std::string_view text) {
  return Written([&](JsonWriter& json) { json.String(text); });
}

TEST(JsonWriterTest, CommasStandBetweenWhatNests) {
  EXPECT_EQ(Written([](JsonWriter& json) {
              json.BeginObject().Key("a").BeginArray().Int(-1).BeginArray().EndArray();
              json.BeginObject().EndObject().EndArray();
              json.Key("b").BeginObject().Key("c").Null().Key("d").Bool(true).EndObject();
              json.Key("e").Raw("[1, 2]").EndObject();
            }),
            R"({"a":[-1,[],{}],"b":{"c":null,"d":true},"e":[1, 2]})");
}

TEST(JsonWriterTest, SeveralValuesOutsideOfAnythingAreTheCallersAffair) {
  std::string out;
  JsonWriter(out).Bool(false);
  out += '\n';
  JsonWriter(out).UInt(7);
  EXPECT_EQ(out, "false\n7");
}

TEST(JsonWriterTest, QuotesAndControlsAreEscaped) {
  EXPECT_EQ(Quoted("a\"b\\c\nd\re\tf/g"), R"("a\"b\\c\nd\re\tf/g")");
  EXPECT_EQ(Quoted(std::string_view("\0\x01\x1b\x7f", 4)), R"("\u0000\u0001\u001b\u007f")");
  EXPECT_EQ(Written([](JsonWriter& json) { json.BeginObject().Key("\"").Int(1).EndObject(); }),
            R"({"\"":1})");
}

TEST(JsonWriterTest, Utf8StaysAsItIs) {
  const std::string_view text =
      "\xc3\xa9 \xe2\x82\xac \xed\x9f\xbf \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf";
  EXPECT_EQ(Quoted(text), std::string("\"").append(text).append("\""));
}

TEST(JsonWriterTest, AStringInPartsIsTheSame) {
  constexpr std::size_t kLongestInJson = std::string_view("\\u0001").size();
  for (const std::string some : {"a", "\xe2\x82\xac", "\xff", "\x01", "a\xf0\x9f\x98\x80\x80"})
    for (const std::size_t times : {0u, 1u, 5461u, 5462u, 16383u, 16384u, 16385u, 100'000u}) {
      const std::string quoted = Quoted(some);
      std::string text, expected = ",\"";
      for (std::size_t i = 0; i < times; ++i) {
        text += some;
        expected.append(quoted, 1, quoted.size() - 2);
      }
      expected += '"';
      std::string out = "[", all;
      JsonWriter json(out);
      json.BeginArray().Int(1);
      out.clear();
      std::size_t count = 0;
      for (StringParts parts = json.Parts(text); parts.AppendNext(); ++count) {
        EXPECT_LE(out.size(), StringParts::kMost * kLongestInJson + 3);
        all += std::exchange(out, {});
      }
      EXPECT_EQ(all, expected) << times;
      EXPECT_LE(count, text.size() / (StringParts::kMost - 3) + 1) << times;
    }
  EXPECT_FALSE(StringParts().AppendNext());
}

TEST(JsonWriterTest, EachByteThatIsNotUtf8BecomesAReplacementCharacter) {
  const std::string r = "\xef\xbf\xbd";
  EXPECT_EQ(Quoted("\xff"), '"' + r + '"');
  EXPECT_EQ(Quoted("a\x80z"), "\"a" + r + "z\"");
  EXPECT_EQ(Quoted("\xc3"), '"' + r + '"') << "cut off";
  EXPECT_EQ(Quoted("\xe2\x82x"), '"' + r + r + "x\"") << "cut off";
  EXPECT_EQ(Quoted("\xc0\xaf"), '"' + r + r + '"') << "overlong";
  EXPECT_EQ(Quoted("\xe0\x80\x80"), '"' + r + r + r + '"') << "overlong";
  EXPECT_EQ(Quoted("\xed\xa0\x80"), '"' + r + r + r + '"') << "surrogate";
  EXPECT_EQ(Quoted("\xf4\x90\x80\x80"), '"' + r + r + r + r + '"') << "beyond U+10FFFF";
}

TEST(JsonWriterTest, NumbersReadBackAsTheSame) {
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(Written([](JsonWriter& json) { json.BeginArray().Int(kMin).UInt(kMax).EndArray(); }),
            "[-9223372036854775808,18446744073709551615]");
  EXPECT_EQ(Written([](JsonWriter& json) {
              json.BeginArray().Double(0.1).Float(0.1f).Double(-0.0).Double(1e300).EndArray();
            }),
            "[0.1,0.1,-0,1e+300]");
}

TEST(JsonWriterTest, WhatIsNoNumberIsNull) {
  constexpr auto kInf = std::numeric_limits<double>::infinity();
  constexpr auto kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Written([](JsonWriter& json) {
              json.BeginArray().Double(kInf).Double(-kInf).Double(kNan);
              json.Float(static_cast<float>(kInf)).Float(static_cast<float>(kNan)).EndArray();
            }),
            "[null,null,null,null,null]");
}

}  // namespace
}  // namespace fdr
