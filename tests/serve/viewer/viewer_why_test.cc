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
      EXPECT_EQ(archive.HostName(), "toyhost");
      if (const Result<void> limit = check(); !limit) return Fail(limit.error());
      return '"' + name + '"';
    };
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
  const auto tag =
      std::ranges::find(response.headers, "ETag", &std::pair<std::string, std::string>::first);
  ASSERT_NE(tag, response.headers.end());
  request_.headers = {{"if-none-match", tag->second}};
  EXPECT_EQ(Ask("why").status, 304);
  EXPECT_EQ(explained_, 1);
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
  EXPECT_EQ(PlaceOf("why").kind, HttpService::Place::kAnywhere);
  options_.explain_in = pool_.MakeLane();
  Restart();
  const HttpService::Place place = PlaceOf("why");
  EXPECT_EQ(place.kind, HttpService::Place::kInLane);
  EXPECT_NE(place.lane, nullptr);
  EXPECT_EQ(PlaceOf("rank").kind, HttpService::Place::kAnywhere) << "others do not wait";
}

}  // namespace
}  // namespace fdr::test
