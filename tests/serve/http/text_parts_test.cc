// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/text_parts.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace fdr::test {
namespace {

constexpr std::size_t kLine = 1000;

TextParts Lines(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += std::string(kLine - 1, static_cast<char>('a' + i % 26)) + "\n";
    co_yield text;
  }
  co_return text;
}

// Writes this number of lines, then fails.
TextParts FailingLines(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text.append(kLine, 'x');
    co_yield text;
  }
  co_return Fail(Errc::kTooLarge, "that is enough");
}

// Each string between brackets.
TextParts Strings(std::vector<std::string> strings) {
  std::string text;
  for (const std::string& string : strings) {
    text += '[';
    co_yield StringParts(string, text);
    text += ']';
  }
  co_return text;
}

std::vector<std::string> PiecesOf(TextParts text) {
  std::vector<std::string> pieces;
  for (;;) {
    Result<BodySource::Piece> piece = text.Next();
    EXPECT_TRUE(piece);
    if (!piece) return pieces;
    pieces.push_back(std::move(piece->data));
    if (piece->is_last) return pieces;
  }
}

TextParts LinesWithoutMemory() {
  std::string text(BodySource::kPiece, 'x');
  co_yield text;
  throw std::bad_alloc();
}

TextParts Keeping(std::shared_ptr<int> kept) {
  std::string text(BodySource::kPiece + static_cast<std::size_t>(*kept), 'x');
  co_yield text;
  co_return text;
}

TEST(TextPartsTest, AShortTextIsTheBody) {
  const auto response = Written(Lines(3));
  ASSERT_TRUE(response);
  EXPECT_FALSE(response->source);
  EXPECT_EQ(response->body.size(), 3 * kLine);
  const auto empty = Written(Lines(0));
  ASSERT_TRUE(empty);
  EXPECT_FALSE(empty->source);
  EXPECT_EQ(empty->body, "");
}

TEST(TextPartsTest, ALongTextIsWrittenWhileItIsTaken) {
  const auto response = Written(Lines(10'000));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->body, "");
  ASSERT_TRUE(response->source);
  std::string text;
  std::size_t pieces = 0;
  for (bool is_last = false; !is_last; ++pieces) {
    const auto piece = response->source->Next();
    ASSERT_TRUE(piece);
    is_last = piece->is_last;
    EXPECT_LT(piece->data.size(), BodySource::kPiece + kLine);
    EXPECT_TRUE(is_last || piece->data.size() >= BodySource::kPiece);
    text += piece->data;
  }
  EXPECT_EQ(pieces, 10'000 * kLine / (66 * kLine) + 1) << "66 lines have more than 64 KiB";
  ASSERT_EQ(text.size(), 10'000 * kLine);
  for (std::size_t i = 0; i < 10'000; ++i)
    ASSERT_EQ(text[i * kLine], static_cast<char>('a' + i % 26)) << i;
}

TEST(TextPartsTest, StringsAreDivided) {
  constexpr std::size_t kPiece = BodySource::kPiece, kPart = StringParts::kMost;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, kPart, kPart + 1, kPiece - 2,
                                 kPiece - 1, kPiece, kPiece + 1, 10 * kPiece + 7}) {
    std::string expected;
    std::vector<std::string> strings;
    for (const char letter : {'a', 'b', 'c'}) {
      strings.emplace_back(size, letter);
      expected += '[' + strings.back() + ']';
    }
    std::string whole;
    for (const std::string& piece : PiecesOf(Strings(strings))) {
      EXPECT_LE(piece.size(), kPiece + kPart + 2) << size;
      whole += piece;
    }
    EXPECT_TRUE(whole == expected) << size;
  }
}

TEST(TextPartsTest, APartThatFollowsAnotherHasItsRoomAtOnce) {
  for (const std::size_t size : {BodySource::kPiece / 8 - 2, std::size_t{100}}) {
    const std::vector<std::string> pieces =
        PiecesOf(Strings(std::vector<std::string>(1'000'000 / size, std::string(size, 'x'))));
    ASSERT_GT(pieces.size(), 3u);
    for (std::size_t i = 1; i + 1 < pieces.size(); ++i)
      EXPECT_EQ(pieces[i].capacity(), BodySource::kPiece * 5 / 4) << i;
  }
}

TEST(TextPartsTest, ATextMayEndWithinAString) {
  TextParts text = Strings({std::string(10 * BodySource::kPiece, 'x')});
  EXPECT_TRUE(text.Next());
}

TEST(TextPartsTest, AnErrorOfTheBeginningIsTheResult) {
  const auto response = Written(FailingLines(10));
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, Errc::kTooLarge);
  EXPECT_EQ(response.error().what, "that is enough");
}

TEST(TextPartsTest, ALaterErrorIsThatOfItsPiece) {
  const auto response = Written(FailingLines(100));
  ASSERT_TRUE(response);
  ASSERT_TRUE(response->source);
  EXPECT_TRUE(response->source->Next());
  const auto piece = response->source->Next();
  ASSERT_FALSE(piece);
  EXPECT_EQ(piece.error().what, "that is enough");
}

TEST(TextPartsTest, AnExceptionReachesTheOneThatAsks) {
  const auto response = Written(LinesWithoutMemory());
  ASSERT_TRUE(response);
  EXPECT_TRUE(response->source->Next());
  EXPECT_THROW(static_cast<void>(response->source->Next()), std::bad_alloc);
}

TEST(TextPartsTest, ATextThatNobodyTakesFreesWhatItKeeps) {
  auto kept = std::make_shared<int>(1);
  const std::weak_ptr<int> watched = kept;
  {
    const TextParts unread = Keeping(kept);
    auto begun = Written(Keeping(std::move(kept)));
    ASSERT_TRUE(begun);
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

TEST(TextPartsTest, ItsSizeIsThatOfAllParts) {
  EXPECT_EQ(SizeOf(Lines(1000), 1000 * kLine), 1000 * kLine);
  EXPECT_FALSE(SizeOf(FailingLines(1000), 1000 * kLine));
  EXPECT_EQ(SizeOf(Lines(1000), 1000 * kLine - 1).error().code, Errc::kTooLarge);
}

}  // namespace
}  // namespace fdr::test
