// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/request_site.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace fdr {
namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

const std::pair<std::string, std::string> kBrowser = {"user-agent", "Mozilla/5.0 (X11)"};

bool MayBeOther(Headers headers, const std::string& host = "db1:8080", bool is_encrypted = false) {
  headers.emplace_back("host", host);
  return MayBeOfOtherSite({.headers = std::move(headers)}, is_encrypted);
}

TEST(RequestSiteTest, AProgramIsNoPage) {
  EXPECT_FALSE(MayBeOther({}));
  EXPECT_FALSE(MayBeOther({{"user-agent", "curl/8"}, {"accept", "*/*"}}));
  EXPECT_FALSE(MayBeOfOtherSite({}, false)) << "HTTP/1.0 needs no host";
}

TEST(RequestSiteTest, BrowsersSayWhetherThePageIsOurs) {
  for (const std::string site : {"same-origin", "none"}) {
    EXPECT_FALSE(MayBeOther({kBrowser, {"sec-fetch-site", site}})) << site;
    EXPECT_TRUE(MayBeOther({{"sec-fetch-site", site}, {"origin", "http://evil"}})) << site;
  }
  for (const std::string site : {"cross-site", "same-site", "", "Same-Origin", "same-origin,none",
                                 "same-origin, cross-site", "anything"})
    EXPECT_TRUE(MayBeOther({{"sec-fetch-site", site}})) << site;
}

TEST(RequestSiteTest, TheOriginIsThatOfTheHost) {
  EXPECT_FALSE(MayBeOther({kBrowser, {"origin", "http://db1:8080"}}));
  EXPECT_FALSE(MayBeOther({{"origin", "https://db1:8080"}})) << "a proxy encrypts";
  EXPECT_FALSE(MayBeOther({{"origin", "http://db1"}}, "db1"));
  EXPECT_FALSE(MayBeOther({{"origin", "http://db1"}}, "DB1:80"));
  EXPECT_FALSE(MayBeOther({{"origin", "https://db1"}}, "db1:443"));
  EXPECT_FALSE(MayBeOther({{"origin", "http://[::1]:8080"}}, "[::1]:8080"));
  for (const std::string origin :
       {"", "null", "http://evil", "http://db1", "http://db1:80", "http://db1:8081",
        "http://db1:8080/", "http://db1:8080 ", "http://db1:8080,http://db1:8080",
        "HTTP://db1:8080", "ftp://db1:8080", "db1:8080", "//db1:8080", "http://evil@db1:8080",
        "http://db1:8080@evil", "http://db1.evil:8080", "http://xdb1:8080", "http://", "http://:"})
    EXPECT_TRUE(MayBeOther({{"origin", origin}})) << origin;
  EXPECT_TRUE(MayBeOther({{"origin", "http://db1"}}, "db1:443"));
  EXPECT_TRUE(MayBeOther({{"origin", "https://db1"}}, "db1:80"));
}

TEST(RequestSiteTest, AnEncryptedServerHasEncryptedPages) {
  EXPECT_FALSE(MayBeOther({{"origin", "https://db1"}}, "db1", true));
  EXPECT_TRUE(MayBeOther({{"origin", "http://db1"}}, "db1", true));
}

TEST(RequestSiteTest, ThePageBeforeCountsWithoutAnOrigin) {
  for (const std::string page : {"http://db1:8080", "http://db1:8080/", "http://db1:8080/a?b@c#d"})
    EXPECT_FALSE(MayBeOther({kBrowser, {"referer", page}})) << page;
  for (const std::string page :
       {"", "about:blank", "http://evil/db1:8080", "http://evil/?http://db1:8080/",
        "http://db1:8081/", "http://db1:8080@evil/", "http://db1:8080\\@evil/"})
    EXPECT_TRUE(MayBeOther({{"referer", page}})) << page;
  EXPECT_FALSE(MayBeOther({{"origin", "http://db1:8080"}, {"referer", "http://evil/"}}));
  EXPECT_TRUE(MayBeOther({{"origin", "http://evil"}, {"referer", "http://db1:8080/"}}));
}

TEST(RequestSiteTest, NothingIsSaidTwice) {
  for (const auto& [name, value] : Headers{{"sec-fetch-site", "same-origin"},
                                           {"origin", "http://db1:8080"},
                                           {"referer", "http://db1:8080/"}}) {
    EXPECT_FALSE(MayBeOther({{name, value}})) << name;
    EXPECT_TRUE(MayBeOther({{name, value}, {name, value}})) << name;
  }
}

TEST(RequestSiteTest, ABrowserThatSaysNothingHidesSomething) {
  EXPECT_TRUE(MayBeOther({kBrowser}));
  EXPECT_TRUE(MayBeOther({{"sec-fetch-mode", "no-cors"}}));
}

}  // namespace
}  // namespace fdr
