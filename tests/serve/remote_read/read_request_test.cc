// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/read_request.h"

#include <gtest/gtest.h>

#include "fdr/tests/serve/remote_read/remote_request.h"

namespace fdr::test {
namespace {

using Kind = RemoteMatcher::Kind;

Errc ErrorOf(std::string_view message) {
  const auto queries = DecodeReadRequest(message);
  return queries ? Errc{-1} : queries.error().code;
}

TEST(ReadRequest, HasQueriesWithMatchersAndHints) {
  const std::string message = EncodedRequest(
      {{.start = -5, .end = 7, .matchers = {{Kind::kNotRegex, "a", "b"}}, .function = "rate"},
       {.start = 1, .end = 2, .matchers = {}, .function = {}}});
  const auto queries = DecodeReadRequest(message);
  ASSERT_TRUE(queries);
  ASSERT_EQ(queries->size(), 2u);
  EXPECT_EQ((*queries)[0].start, -5);
  EXPECT_EQ((*queries)[0].end, 7);
  ASSERT_EQ((*queries)[0].matchers.size(), 1u);
  EXPECT_EQ((*queries)[0].matchers[0].kind, Kind::kNotRegex);
  EXPECT_EQ((*queries)[0].matchers[0].label, "a");
  EXPECT_EQ((*queries)[0].matchers[0].value, "b");
  EXPECT_EQ((*queries)[0].function, "rate");
  EXPECT_EQ((*queries)[1].start, 1);
}

TEST(ReadRequest, FieldsOfLaterVersionsAreIgnored) {
  std::string message = EncodedRequest({{.start = 1, .end = 2, .matchers = {}, .function = {}}});
  AppendIntegerField(2, 1, message);
  AppendTextField(99, "new", message);
  EXPECT_EQ(DecodeReadRequest(message)->size(), 1u);
}

TEST(ReadRequest, MatchersOfOtherKindsAreRefused) {
  EXPECT_EQ(ErrorOf(EncodedRequest(
                {{.start = 1, .end = 2, .matchers = {{Kind{4}, "a", "b"}}, .function = {}}})),
            Errc::kInvalidArgument);
}

TEST(ReadRequest, ACutMessageIsRefused) {
  const std::string message = EncodedRequest(
      {{.start = 1, .end = 2, .matchers = {{Kind::kEqual, "a", "b"}}, .function = "rate"}});
  for (std::size_t size = 1; size < message.size(); ++size)
    EXPECT_EQ(ErrorOf(message.substr(0, size)), Errc::kInvalidArgument) << size;
  // The same inside of the query
  for (std::size_t i = 2; i < message.size(); ++i) {
    std::string damaged = message;
    damaged[i] = '\xff';
    static_cast<void>(DecodeReadRequest(damaged));
  }
}

TEST(ReadRequest, TooManyQueriesOrMatchersAreRefused) {
  EXPECT_EQ(ErrorOf(EncodedRequest(std::vector<RemoteQuery>(65))), Errc::kTooLarge);
  RemoteQuery query;
  query.matchers.resize(65);
  EXPECT_EQ(ErrorOf(EncodedRequest({query})), Errc::kTooLarge);
}

}  // namespace
}  // namespace fdr::test
