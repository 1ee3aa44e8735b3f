// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/static_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/replay/serve/http/internal/gzip.h"
#include "fdr/tests/serve/http/header_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::HeaderOf;

const std::string kPage = "<!doctype html>" + std::string(2000, ' ');

std::string Compressed(const std::string& text) {
  HttpResponse response{.type = "text/plain", .body = text};
  CompressResponse(response);
  return response.body;
}

HttpRequest For(const std::string& path, std::vector<std::pair<std::string, std::string>> headers) {
  return {.path = path, .headers = std::move(headers)};
}

class StaticFilesTest : public testing::Test {
 protected:
  const std::string page_ = Compressed(kPage);
  StaticFiles files_{{{"js/main.js", "text/javascript", page_, "2"},
                      {"index.html", "text/html", page_, "1"},
                      {"broken", "text/plain", "no gzip", "3"}}};
};

TEST_F(StaticFilesTest, FilesAreSentAsTheyAre) {
  for (const std::string path : {"/", "/index.html"}) {
    const HttpResponse response = files_.Answer(For(path, {{"accept-encoding", "gzip"}}));
    EXPECT_EQ(response.status, 200u);
    EXPECT_EQ(response.type, "text/html");
    EXPECT_EQ(response.body, page_);
    EXPECT_TRUE(response.is_final);
    EXPECT_EQ(HeaderOf(response, "Content-Encoding"), "gzip");
    EXPECT_EQ(HeaderOf(response, "ETag"), "\"1\"");
  }
  EXPECT_EQ(files_.Answer(For("/js/main.js", {})).type, "text/javascript");
}

TEST_F(StaticFilesTest, ClientsWithoutGzipGetThePlainForm) {
  const HttpResponse response = files_.Answer(For("/", {}));
  EXPECT_EQ(response.body, kPage);
  EXPECT_EQ(HeaderOf(response, "Content-Encoding"), "");
  EXPECT_EQ(files_.Answer(For("/broken", {})).status, 500u);
}

TEST_F(StaticFilesTest, AFileThatTheClientHasIsNotSentAgain) {
  for (const char* tags : {"\"1\"", "W/\"1\"", "\"0\", \"1\"", "*"}) {
    const HttpResponse response = files_.Answer(For("/", {{"if-none-match", tags}}));
    EXPECT_EQ(response.status, 304u) << tags;
    EXPECT_EQ(response.body, "");
    EXPECT_EQ(HeaderOf(response, "ETag"), "\"1\"");
  }
  EXPECT_EQ(files_.Answer(For("/", {{"if-none-match", "\"2\", 1"}})).status, 200u);
}

TEST_F(StaticFilesTest, PagesAreLockedUp) {
  const HttpResponse response = files_.Answer(For("/", {}));
  EXPECT_EQ(HeaderOf(response, "Content-Security-Policy"),
            "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'");
  EXPECT_EQ(HeaderOf(response, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(HeaderOf(response, "Referrer-Policy"), "same-origin");
}

TEST_F(StaticFilesTest, OtherPathsAreNotFound) {
  for (const char* path : {"/main.js", "/js", "/js/", "/index.htm", "/../index.html", "", "//"})
    EXPECT_EQ(files_.Answer(For(path, {})).status, *path == '\0' ? 200u : 404u) << path;
}

TEST(StaticDirectoryTest, FilesAreReadForEachRequest) {
  const test::TempDirectory directory;
  std::filesystem::create_directory(directory / "js");
  test::WriteFile(directory / "index.html", AsBytes("one"));
  test::WriteFile(directory / "js/main.js", AsBytes("code"));
  test::WriteFile(directory / ".hidden", AsBytes("secret"));
  StaticDirectory files(directory / "");
  EXPECT_EQ(files.Answer(For("/js/main.js", {})).type, "text/javascript; charset=utf-8");
  const HttpResponse first = files.Answer(For("/", {}));
  EXPECT_EQ(first.body, "one");
  const std::string tag = HeaderOf(first, "ETag");
  EXPECT_EQ(files.Answer(For("/", {{"if-none-match", tag}})).status, 304u);
  test::WriteFile(directory / "index.html", AsBytes("two"));
  EXPECT_EQ(files.Answer(For("/", {{"if-none-match", tag}})).body, "two");
}

TEST(StaticDirectoryTest, OnlyWhatIsInItIsThere) {
  const test::TempDirectory directory;
  std::filesystem::create_directory(directory / "page");
  test::WriteFile(directory / "secret", AsBytes("secret"));
  test::WriteFile(directory / "page/.hidden", AsBytes("secret"));
  StaticDirectory files(directory / "page");
  for (const char* path : {"/../secret", "/x/../../secret", "/.hidden", "/", "//etc/passwd", "/."})
    EXPECT_EQ(files.Answer(For(path, {})).status, 404u) << path;
}

TEST(TypeOfFileTest, TheEndOfTheNameTellsTheType) {
  EXPECT_EQ(TypeOfFile("a/b.html"), "text/html; charset=utf-8");
  EXPECT_EQ(TypeOfFile("icon.svg"), "image/svg+xml");
  EXPECT_EQ(TypeOfFile("data.xyz"), "application/octet-stream");
}

}  // namespace
}  // namespace fdr
