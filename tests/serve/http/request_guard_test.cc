// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/request_guard.h"

#include <gtest/gtest.h>

#include "fdr/tests/serve/http/header_of.h"

namespace fdr {
namespace {

using test::HeaderOf;

const std::string kToken = "the-token-of-a-reader";

HttpRequest With(const std::string& header, const std::string& value) {
  return {.path = "/pmapi/fetch", .headers = {{header, value}}};
}

HttpRequest ForThePage(const std::string& ticket, const std::string& cookie = "") {
  HttpRequest request{.path = "/", .headers = {{"cookie", cookie}}};
  request.parameters.Add("token", ticket);
  return request;
}

unsigned StatusOf(RequestGuard& guard, HttpRequest request) {
  const std::optional<HttpResponse> refusal = guard.Check(request);
  return refusal ? refusal->status : 200;
}

class RequestGuardTest : public testing::Test {
 protected:
  // The cookie, without what the browser keeps for itself.
  std::string Visit(const std::string& ticket) {
    HttpRequest request = ForThePage(ticket);
    const std::optional<HttpResponse> answer = guard_.Check(request);
    if (!answer || answer->status != 303) return {};
    EXPECT_EQ(HeaderOf(*answer, "Location"), "/");
    const std::string cookie = HeaderOf(*answer, "Set-Cookie");
    EXPECT_TRUE(cookie.ends_with("; HttpOnly; SameSite=Strict; Path=/")) << cookie;
    return cookie.substr(0, cookie.find(';'));
  }

  RequestGuard guard_{*HttpTokens::Parse("read " + kToken, "file")};
};

TEST_F(RequestGuardTest, WithoutTokensEveryoneMayDoEverything) {
  RequestGuard guard{HttpTokens()};
  HttpRequest request;
  EXPECT_FALSE(guard.Check(request));
  EXPECT_EQ(request.role, HttpRole::kAdmin);
}

TEST_F(RequestGuardTest, ATokenGivesItsRole) {
  HttpRequest request = With("authorization", "Bearer " + kToken);
  EXPECT_FALSE(guard_.Check(request));
  EXPECT_EQ(request.role, HttpRole::kRead);
  EXPECT_EQ(StatusOf(guard_, With("authorization", "Bearer wrong")), 401u);
  guard_.SetTokens(*HttpTokens::Parse("store another-token-of-16", "file"));
  EXPECT_EQ(StatusOf(guard_, With("authorization", "Bearer " + kToken)), 401u);
}

TEST_F(RequestGuardTest, AnUnknownClientHearsHowToBecomeKnown) {
  HttpRequest request;
  const std::optional<HttpResponse> refusal = guard_.Check(request);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->status, 401u);
  EXPECT_EQ(HeaderOf(*refusal, "WWW-Authenticate"), "Basic realm=\"fdr\", charset=\"UTF-8\"");
}

TEST_F(RequestGuardTest, ATicketIsForOneBrowser) {
  const std::string ticket = *guard_.MakeTicket(HttpRole::kStore);
  EXPECT_EQ(Visit("wrong"), "");
  const std::string cookie = Visit(ticket);
  ASSERT_TRUE(cookie.starts_with("fdr="));
  EXPECT_EQ(Visit(ticket), "");
  HttpRequest request = With("cookie", "other=1; " + cookie + "; more=2");
  EXPECT_FALSE(guard_.Check(request));
  EXPECT_EQ(request.role, HttpRole::kStore);
  EXPECT_EQ(StatusOf(guard_, With("cookie", "fdr=" + ticket)), 401u);
  EXPECT_EQ(StatusOf(guard_, With("cookie", "x" + cookie)), 401u);
  EXPECT_EQ(StatusOf(guard_, With("cookie", "fdr=")), 401u);
}

TEST_F(RequestGuardTest, AKnownBrowserMayComeWithItsOldTicket) {
  const std::string ticket = *guard_.MakeTicket(HttpRole::kRead);
  const std::string cookie = Visit(ticket);
  EXPECT_EQ(StatusOf(guard_, ForThePage(ticket, cookie)), 303u);
}

TEST_F(RequestGuardTest, OnlyTheLastTicketCounts) {
  const std::string first = *guard_.MakeTicket(HttpRole::kRead);
  const std::string second = *guard_.MakeTicket(HttpRole::kRead);
  EXPECT_EQ(Visit(first), "");
  EXPECT_NE(Visit(second), "");
}

TEST_F(RequestGuardTest, TicketsAreForThePageOnly) {
  HttpRequest request = ForThePage(*guard_.MakeTicket(HttpRole::kRead));
  request.path = "/pmapi/fetch";
  EXPECT_EQ(StatusOf(guard_, request), 401u);
}

TEST_F(RequestGuardTest, TicketsCloseAnOpenServer) {
  RequestGuard guard{HttpTokens()};
  ASSERT_TRUE(guard.MakeTicket(HttpRole::kRead));
  EXPECT_EQ(StatusOf(guard, {}), 401u);
}

TEST_F(RequestGuardTest, PagesOfOtherSitesMayOnlyRead) {
  RequestGuard open{HttpTokens()};
  RequestGuard closed{*HttpTokens::Parse("admin " + kToken, "file")};
  for (RequestGuard* const guard : {&open, &closed}) {
    for (const std::string origin : {"http://db1:8080", "http://evil"}) {
      HttpRequest request = With("authorization", "Bearer " + kToken);
      request.headers.insert(request.headers.end(), {{"host", "db1:8080"}, {"origin", origin}});
      EXPECT_FALSE(guard->Check(request));
      EXPECT_EQ(request.role, origin == "http://evil" ? HttpRole::kRead : HttpRole::kAdmin);
    }
  }
}

TEST_F(RequestGuardTest, CookiesMayBeForEncryptedConnectionsOnly) {
  guard_.SetCookies({"fdr_443", true});
  HttpRequest request = ForThePage(*guard_.MakeTicket(HttpRole::kRead));
  const std::string cookie = HeaderOf(*guard_.Check(request), "Set-Cookie");
  EXPECT_TRUE(cookie.starts_with("fdr_443="));
  EXPECT_TRUE(cookie.ends_with("; Secure"));
}

}  // namespace
}  // namespace fdr
