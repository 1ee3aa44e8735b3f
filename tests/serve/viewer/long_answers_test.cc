// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/long_answers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace fdr::test {
namespace {

class LongAnswersTest : public testing::Test {
 protected:
  LongQuestion Question(const std::string& key, const std::string& version = "7") {
    return {.key = key,
            .version = version,
            .begin = [this, key, version]() -> Result<LongWork> {
              return LongWork{version,
                              [this, key](const CheckLimit& check) { return Make(key, check); }};
            },
            .type = "text/plain"};
  }

  Result<std::string> Make(const std::string& key, const CheckLimit& check) {
    ++made_;
    while (is_held_) std::this_thread::yield();
    if (const Result<void> limit = check(); !limit) return Fail(limit.error());
    if (failure_) return Fail(*failure_);
    return "answer to " + key;
  }

  static std::string TagOf(const HttpResponse& response) {
    for (const auto& [name, value] : response.headers)
      if (name == "ETag") return value;
    return "";
  }

  std::atomic<int> made_ = 0;
  std::atomic<bool> is_held_ = false;
  std::optional<Error> failure_;
  WorkerPool pool_{1};
  std::optional<Lane> lane_;
  const std::string program_ = "1.0";
  LongAnswers answers_{lane_, program_, 2};
  HttpRequest request_;
};

TEST_F(LongAnswersTest, AnAnswerIsKeptUntilTheArchiveGrows) {
  EXPECT_EQ(answers_.Answer(Question("a"), request_).body, "answer to a");
  const HttpResponse again = answers_.Answer(Question("a"), request_);
  EXPECT_EQ(again.body, "answer to a");
  EXPECT_EQ(again.type, "text/plain");
  EXPECT_EQ(made_, 1);
  answers_.Answer(Question("a", "8"), request_);
  EXPECT_EQ(made_, 2);
  answers_.Clear();
  answers_.Answer(Question("a", "8"), request_);
  EXPECT_EQ(made_, 3);
}

TEST_F(LongAnswersTest, TheLastOnesAreKept) {
  for (const char* key : {"a", "b", "c", "b", "c"}) answers_.Answer(Question(key), request_);
  EXPECT_EQ(made_, 3);
  answers_.Answer(Question("a"), request_);
  EXPECT_EQ(made_, 4);
}

TEST_F(LongAnswersTest, WhatAClientHasIsNotSentAgain) {
  request_.headers = {{"if-none-match", TagOf(answers_.Answer(Question("a"), request_))}};
  answers_.Clear();
  const HttpResponse same = answers_.Answer(Question("a"), request_);
  EXPECT_EQ(same.status, 304u);
  EXPECT_EQ(same.body, "");
  EXPECT_EQ(made_, 1);
  EXPECT_EQ(answers_.Answer(Question("a", "8"), request_).status, 200u);
  const std::string newer = "1.1";
  EXPECT_EQ(LongAnswers(lane_, newer, 2).Answer(Question("a"), request_).status, 200u);
}

TEST_F(LongAnswersTest, EqualQuestionsAreWorkedOnOnce) {
  is_held_ = true;
  std::string first, second;
  std::thread one([&] { first = answers_.Answer(Question("a"), request_).body; });
  while (made_ == 0) std::this_thread::yield();
  std::thread other([&] { second = answers_.Answer(Question("a"), request_).body; });
  is_held_ = false;
  one.join();
  other.join();
  EXPECT_EQ(first, "answer to a");
  EXPECT_EQ(second, first);
  EXPECT_EQ(made_, 1);
}

TEST_F(LongAnswersTest, OnlyAKeptAnswerDoesNotWaitInTheLane) {
  lane_ = pool_.MakeLane();
  const HttpResponse first = answers_.Answer(Question("a"), request_);
  const HttpResponse second = answers_.Answer(Question("a"), request_);
  ASSERT_TRUE(first.later && second.later);
  EXPECT_EQ(made_, 0);
  EXPECT_EQ(first.later->answer(request_).body, "answer to a");
  EXPECT_EQ(second.later->answer(request_).body, "answer to a");
  EXPECT_EQ(made_, 1);
  EXPECT_EQ(answers_.Answer(Question("a"), request_).body, "answer to a");
}

TEST_F(LongAnswersTest, WhatFailedIsAskedAgain) {
  failure_ = Error{Errc::kNotFound, "There is nothing", {}, 0};
  EXPECT_EQ(answers_.Answer(Question("a"), request_).status, 404u);
  failure_ = std::nullopt;
  EXPECT_EQ(answers_.Answer(Question("a"), request_).body, "answer to a");
}

TEST_F(LongAnswersTest, WhatTookTooLongIsAskedAgain) {
  request_.limit = std::make_shared<WorkLimit>(std::chrono::milliseconds(0));
  EXPECT_EQ(answers_.Answer(Question("a"), request_).status, 503u);
  request_.limit = nullptr;
  EXPECT_EQ(answers_.Answer(Question("a"), request_).body, "answer to a");
  EXPECT_EQ(made_, 2);
}

TEST_F(LongAnswersTest, AnArchiveThatCannotBeOpenedIsAFailure) {
  LongQuestion question = Question("a");
  question.begin = [] { return Result<LongWork>(Fail(Errc::kNotFound, "It is gone")); };
  EXPECT_EQ(answers_.Answer(question, request_).status, 404u);
  EXPECT_EQ(answers_.Answer(Question("a"), request_).body, "answer to a");
}

}  // namespace
}  // namespace fdr::test
