// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/http_request.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

using test::ErrorOf;

TEST(HttpRequestTest, HeadersAreFoundByTheirNames) {
  const HttpRequest request{.headers = {{"host", "here"}, {"accept", "*/*"}, {"host", "there"}}};
  EXPECT_EQ(request.Header("accept"), "*/*");
  EXPECT_EQ(request.Header("host"), "here");
  EXPECT_EQ(request.Header("cookie"), "");
}

TEST(HttpRequestTest, ThereMayBeNoLimit) { EXPECT_TRUE(HttpRequest().CheckLimit()); }

TEST(WorkLimitTest, WorkEndsWithItsTime) {
  EXPECT_TRUE(WorkLimit(std::chrono::hours(1)).Check());
  const Result<void> result = WorkLimit(std::chrono::milliseconds(0)).Check();
  EXPECT_EQ(ErrorOf(result), "the answer took longer than the limit of 0 ms for one request");
  EXPECT_EQ(result.error().code, Errc::kTimeout);
}

TEST(WorkLimitTest, WorkEndsWithItsClient) {
  const HttpRequest request{.limit = std::make_shared<WorkLimit>(std::chrono::hours(1))};
  EXPECT_TRUE(request.CheckLimit());
  request.limit->Cancel();
  EXPECT_TRUE(request.limit->IsCancelled());
  EXPECT_EQ(request.CheckLimit().error().code, Errc::kCancelled);
}

}  // namespace
}  // namespace fdr
