// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/http_response.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace fdr {
namespace {

TEST(HttpResponseTest, AFailureIsJson) {
  const HttpResponse response = FailedResponse(404, "no \"x\"\n");
  EXPECT_EQ(response.status, 404u);
  EXPECT_EQ(response.type, "application/json");
  EXPECT_EQ(response.body, "{\"message\":\"no \\\"x\\\"\\n\",\"success\":false}\r\n");
}

TEST(HttpResponseTest, TheStatusTellsWhoseFaultItIs) {
  const auto status = [](Errc code, int system_error = 0) {
    Error error;
    error.code = code;
    error.system_error = system_error;
    return HttpStatusOf(error);
  };
  EXPECT_EQ(status(Errc::kNotFound), 404u);
  EXPECT_EQ(status(Errc::kInvalidArgument), 400u);
  EXPECT_EQ(status(Errc::kDisconnected), 400u);
  EXPECT_EQ(status(Errc::kTimeout), 503u);
  EXPECT_EQ(status(Errc::kTooLarge), 503u);
  EXPECT_EQ(status(Errc::kTruncatedRecord), 500u);
  EXPECT_EQ(status(Errc::kIo, EMFILE), 503u);
  EXPECT_EQ(status(Errc::kIo, ECONNREFUSED), 400u);
}

}  // namespace
}  // namespace fdr
