// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /why: when the server explains an archive, and where.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "fdr/tests/serve/viewer/viewer_fixture.h"

namespace fdr::test {
namespace {

constexpr std::string_view kLoad = R"(
time      1000  1010  1020
x            1     1     9   instant double
)";

class ViewerWhyTest : public ViewerTest {
 protected:
  ViewerWhyTest() { Write(kLoad); }

  // Answers with the name of the archive, and counts.
  void Explain() {
    options_.explain = [this](ArchiveContext& archive, const std::string& name,
                              const CheckLimit& check) -> Result<std::string> {
      ++explained_;
      EXPECT_EQ(archive.HostName(), name);
      if (const Result<void> limit = check(); !limit) return Fail(limit.error());
      return '"' + name + '"';
    };
  }

  static std::string HeaderOf(const HttpResponse& response, std::string_view name) {
    const auto found =
        std::ranges::find(response.headers, name, &std::pair<std::string, std::string>::first);
    return found == response.headers.end() ? "" : found->second;
  }

  int explained_ = 0;
};

TEST_F(ViewerWhyTest, AnArchiveIsExplainedOnce) {
  Explain();
  EXPECT_EQ(Get("why"), R"("toyhost")");
  EXPECT_EQ(Get("why?s=toyhost"), R"("toyhost")");
  EXPECT_EQ(explained_, 1);
  Get("why?s=nowhere", 404);
}

TEST_F(ViewerWhyTest, TheAnswerLastsAsLongAsTheArchiveDoesNotGrow) {
  Explain();
  HttpResponse response = Ask("why");
  request_.headers = {{"if-none-match", HeaderOf(response, "ETag")}};
  EXPECT_EQ(Ask("why").status, 304);
  EXPECT_EQ(explained_, 1);
}

TEST_F(ViewerWhyTest, AnotherVersionExplainsOnceMore) {
  Explain();
  HttpResponse response = Ask("why?g=1");
  EXPECT_EQ(HeaderOf(response, "Cache-Control"), "no-cache");
  request_.headers = {{"if-none-match", HeaderOf(response, "ETag")}};
  options_.version = "1.0.1";
  Restart();
  EXPECT_EQ(Ask("why").status, 200);
}

TEST_F(ViewerWhyTest, WhatTookTooLongIsAskedAgain) {
  Explain();
  request_.limit = std::make_shared<WorkLimit>(std::chrono::milliseconds(0));
  EXPECT_EQ(Ask("why").status, 503);
  request_.limit = nullptr;
  Get("why");
  EXPECT_EQ(explained_, 2);
}

TEST_F(ViewerWhyTest, AServerThatExplainsNothingSaysSo) {
  EXPECT_NE(Get("why", 403).find("This server explains nothing"), std::string::npos);
}

TEST_F(ViewerWhyTest, ArchivesAreExplainedInALane) {
  Explain();
  options_.explain_in = pool_.MakeLane();
  HttpResponse first = Ask("why"), second = Ask("why");
  EXPECT_EQ(explained_, 0);
  ASSERT_TRUE(first.later && first.later->lane && second.later);
  EXPECT_EQ(first.later->answer(request_).body, R"("toyhost")");
  EXPECT_EQ(second.later->answer(request_).body, R"("toyhost")");
  EXPECT_EQ(explained_, 1) << "equal questions have one answer";
}

TEST_F(ViewerWhyTest, AKeptAnswerDoesNotWaitInTheLane) {
  Explain();
  options_.explain_in = pool_.MakeLane();
  Ask("why").later->answer(request_);
  EXPECT_EQ(Get("why"), R"("toyhost")");
}

TEST_F(ViewerWhyTest, AFailureInTheLaneIsAnAnswer) {
  Explain();
  options_.explain_in = pool_.MakeLane();
  request_.limit = std::make_shared<WorkLimit>(std::chrono::milliseconds(0));
  EXPECT_EQ(Ask("why").later->answer(request_).status, 503);
}

TEST_F(ViewerWhyTest, ExplanationsAndValuesDoNotPushEachOtherOut) {
  Explain();
  for (const char* name : {"a", "b", "c"}) WriteToy(directory_ / name, kLoad, name);
  for (int round = 0; round < 2; ++round)
    for (const char* name : {"a", "b", "c", "toyhost"}) Get(std::string("why?s=") + name);
  EXPECT_EQ(explained_, 4);
}

}  // namespace
}  // namespace fdr::test
