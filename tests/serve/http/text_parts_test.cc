// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/text_parts.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>

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
  EXPECT_EQ(SizeOf(Lines(1000)), 1000 * kLine);
  EXPECT_FALSE(SizeOf(FailingLines(1000)));
}

}  // namespace
}  // namespace fdr::test
