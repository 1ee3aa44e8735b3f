// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/http_response.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>

#include "fdr/replay/text/utf8.h"

namespace fdr {
namespace {

TEST(HttpResponseTest, AFailureIsJson) {
  const HttpResponse response = FailedResponse(404, "no \"x\"\n");
  EXPECT_EQ(response.status, 404u);
  EXPECT_EQ(response.type, "application/json");
  EXPECT_EQ(response.body, "{\"message\":\"no \\\"x\\\"\\n\",\"success\":false}\r\n");
}

TEST(HttpResponseTest, ALongMessageKeepsItsBeginningAndItsEnd) {
  EXPECT_EQ(ShownMessage(std::string(4096, 'x')), std::string(4096, 'x'));
  const std::string euro = "\xe2\x82\xac";
  for (std::size_t shift = 0; shift < 6; ++shift) {
    std::string text(shift, 'a');
    for (int i = 0; i < 2000; ++i) text += euro;
    const std::string shown = ShownMessage(text + std::string(shift, 'z'));
    EXPECT_LE(shown.size(), 4096u + 5);
    EXPECT_GT(shown.size(), 4096u - 5);
    EXPECT_TRUE(IsUtf8(shown)) << shift;
    EXPECT_TRUE(shown.starts_with(std::string(shift, 'a') + euro)) << shift;
    EXPECT_NE(shown.find(euro + " ... " + euro), std::string::npos) << shift;
    EXPECT_TRUE(shown.ends_with(euro + std::string(shift, 'z'))) << shift;
  }
  EXPECT_LT(FailedResponse(400, std::string(100'000, 'x')).body.size(), 5000u);
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
  EXPECT_EQ(status(Errc::kCompression), 500u);
  EXPECT_EQ(status(Errc::kIo, EMFILE), 503u);
  EXPECT_EQ(status(Errc::kIo, ECONNREFUSED), 400u);
}

}  // namespace
}  // namespace fdr
