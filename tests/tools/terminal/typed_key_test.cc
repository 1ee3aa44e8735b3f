// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/typed_key.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace fdr::tools {
namespace {

using Kind = TypedKey::Kind;

std::vector<TypedKey> KeysOf(std::string_view bytes) {
  KeyDecoder decoder;
  std::vector<TypedKey> keys;
  for (const char byte : bytes)
    if (std::optional<TypedKey> key = decoder.Take(byte)) keys.push_back(*key);
  return keys;
}

TypedKey Text(std::string text) { return {Kind::kText, std::move(text)}; }
TypedKey Key(Kind kind) { return {kind, {}}; }

TEST(KeyDecoder, TakesCharactersOfSeveralBytes) {
  EXPECT_EQ(KeysOf("aä€😀"), (std::vector{Text("a"), Text("ä"), Text("€"), Text("😀")}));
}

TEST(KeyDecoder, DropsWhatIsNoCharacter) {
  EXPECT_EQ(KeysOf("\x80\xff\xc0"), std::vector(3, Key(Kind::kNothing)));
  EXPECT_EQ(KeysOf("\xc3x"), (std::vector{Text("x")}));
  EXPECT_EQ(KeysOf("\xe2\x82\r"), (std::vector{Key(Kind::kEnter)}));
}

TEST(KeyDecoder, KnowsTheKeysOfTerminals) {
  EXPECT_EQ(
      KeysOf("\x1b[A\x1bOB\x1b[3~\x1b[1;5C\x1b[H\x1b"
             "b\x1b\x7f"),
      (std::vector{Key(Kind::kUp), Key(Kind::kDown), Key(Kind::kEraseBehind), Key(Kind::kWordRight),
                   Key(Kind::kHome), Key(Kind::kWordLeft), Key(Kind::kEraseWordBefore)}));
}

TEST(KeyDecoder, KnowsTheKeysOfEmacs) {
  EXPECT_EQ(KeysOf("\x01\x05\x0b\x15\x17\x19\t\r\x03\x04"),
            (std::vector{Key(Kind::kHome), Key(Kind::kEnd), Key(Kind::kEraseToEnd),
                         Key(Kind::kEraseToStart), Key(Kind::kEraseWordBefore),
                         Key(Kind::kInsertErased), Key(Kind::kTab), Key(Kind::kEnter),
                         Key(Kind::kAbandon), Key(Kind::kEndOrErase)}));
}

TEST(KeyDecoder, SkipsUnknownSequencesAsAWhole) {
  EXPECT_EQ(KeysOf("\x1b[15;2~x"), (std::vector{Key(Kind::kNothing), Text("x")}));
  const std::vector<TypedKey> keys = KeysOf("\x1b[" + std::string(100, '1'));
  ASSERT_FALSE(keys.empty());
  EXPECT_EQ(keys.front(), Key(Kind::kNothing));
}

TEST(KeyDecoder, TakesAnyByteAfterControlV) {
  EXPECT_EQ(KeysOf("\x16\x1b\x16\x03"), (std::vector{Text("\x1b"), Text("\x03")}));
}

}  // namespace
}  // namespace fdr::tools
