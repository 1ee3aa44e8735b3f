// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /diff: what the server asks, and how often.  viewer_changes_test.py has the answers.

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "fdr/tests/serve/viewer/viewer_fixture.h"

namespace fdr::test {
namespace {

constexpr std::string_view kCompared = R"(
time      1000  1010  1020
x            1     1     9   instant double
)";
constexpr const char* kQuestion = "diff?from=1700001010&to=1700001020";

class ViewerDiffTest : public ViewerTest {
 protected:
  ViewerDiffTest() {
    Write(kCompared);
    options_.compare = [this](const CompareQuestion& question,
                              const CheckLimit& check) -> Result<std::string> {
      asked_.push_back(question);
      if (const Result<void> limit = check(); !limit) return Fail(limit.error());
      return question.before.name + " " + question.after.name + "\n";
    };
  }

  // The base of the last question, in seconds behind the start of pictures.
  using Span = std::pair<std::int64_t, std::int64_t>;
  Span Base() const {
    return {asked_.back().before.start.sec - 1'700'000'000,
            asked_.back().before.end.sec - 1'700'000'000};
  }

  std::vector<CompareQuestion> asked_;
};

TEST_F(ViewerDiffTest, TheBaseIsTheTimeBeforeOrWhatIsAskedFor) {
  Get(kQuestion);
  EXPECT_EQ(Base(), Span(1000, 1010));
  EXPECT_EQ(asked_.back().top, 50u);
  Get(std::string(kQuestion) + "&base=-5s");
  EXPECT_EQ(Base(), Span(1005, 1015));
  Get(std::string(kQuestion) + "&base=1700001000,1700001002&top=7&instances=1");
  EXPECT_EQ(Base(), Span(1000, 1002));
  EXPECT_EQ(asked_.back().top, 7u);
  EXPECT_TRUE(asked_.back().instances);
  EXPECT_EQ(asked_.back().before.archive, asked_.back().after.archive);
  Get(std::string(kQuestion) + "&base=search");
  EXPECT_TRUE(asked_.back().searches);
}

TEST_F(ViewerDiffTest, ABaseMayLieBeforeAllTimesOfRequests) {
  constexpr std::int64_t kMost = 4'499'999'999;
  Get("diff?from=-4499999999&to=4499999999");
  EXPECT_EQ(asked_.back().before.start.sec, -3 * kMost);
  EXPECT_EQ(asked_.back().before.end, asked_.back().after.start);
  Get("diff?from=-4499999999&to=-4499999998&base=-4499999999s");
  EXPECT_EQ(asked_.back().before.start.sec, -2 * kMost);
}

TEST_F(ViewerDiffTest, CommasDivideMetricsButNotInstances) {
  Get(std::string(kQuestion) + "&m=a,b&m=c[d,e]&m=,f,");
  EXPECT_EQ(asked_.back().metrics, (std::vector<std::string>{"a", "b", "c[d,e]", "f"}));
  std::string many = std::string(kQuestion) + "&m=";
  for (int i = 0; i < 1001; ++i) many += "a,";
  EXPECT_NE(Get(many, 503).find("more than 1000 metrics"), std::string::npos);
}

TEST_F(ViewerDiffTest, AnotherArchiveMayBeTheBase) {
  WriteToy(directory_ / "other", kCompared, "other");
  EXPECT_EQ(Get(std::string(kQuestion) + "&s=toyhost&base_s=other"), "other toyhost\n");
  EXPECT_NE(asked_.back().before.archive, asked_.back().after.archive);
  EXPECT_EQ(Get(std::string(kQuestion) + "&s=toyhost&base_s=toyhost"), "toyhost toyhost\n");
  EXPECT_EQ(asked_.back().before.archive, asked_.back().after.archive);
  Get(std::string(kQuestion) + "&base_s=nowhere", 404);
  Get(std::string(kQuestion) + "&base_s=other&base=search", 400);
}

TEST_F(ViewerDiffTest, EqualQuestionsAreAnsweredOnce) {
  options_.compare_in = pool_.MakeLane();
  HttpResponse first = Ask(kQuestion), second = Ask(std::string(kQuestion) + "&top=50");
  ASSERT_TRUE(first.later && first.later->lane && second.later);
  EXPECT_EQ(first.later->answer(request_).body, "toyhost toyhost\n");
  EXPECT_EQ(second.later->answer(request_).body, "toyhost toyhost\n");
  EXPECT_EQ(asked_.size(), 1u);
  EXPECT_EQ(Get(kQuestion), "toyhost toyhost\n") << "a kept answer does not wait";
  Ask(std::string(kQuestion) + "&top=51").later->answer(request_);
  EXPECT_EQ(asked_.size(), 2u);
}

TEST_F(ViewerDiffTest, WhatTookTooLongIsAskedAgain) {
  request_.limit = std::make_shared<WorkLimit>(std::chrono::milliseconds(0));
  EXPECT_EQ(Ask(kQuestion).status, 503);
  request_.limit = nullptr;
  Get(kQuestion);
  EXPECT_EQ(asked_.size(), 2u);
}

TEST_F(ViewerDiffTest, WrongQuestionsAreNotAsked) {
  for (const char* wrong :
       {"diff", "diff?from=1", "diff?from=2&to=1", "diff?from=1&to=1", "diff?from=x&to=1",
        "diff?from=1&to=1e300", "diff?from=1&to=2&base=1", "diff?from=1&to=2&base=2,1",
        "diff?from=1&to=2&base=-soon", "diff?from=1&to=2&top=1001", "usage", "usage?from=2&to=1",
        "usage?from=1&to=2&top=1001", "usage?from=1&to=2&order=taste"})
    Get(wrong, 400);
  EXPECT_TRUE(asked_.empty());
  Get("usage?from=1&to=2", 404);
  options_.compare = nullptr;
  Restart();
  EXPECT_NE(Get(kQuestion, 403).find("This server compares nothing"), std::string::npos);
}

}  // namespace
}  // namespace fdr::test
