// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What clients see of the web server.

#include "fdr/replay/serve/http/http_server.h"

#include <gtest/gtest.h>

#include "fdr/tests/serve/http/http_server_fixture.h"

namespace fdr {
namespace {

using test::GetRequest;
using test::PostRequest;
using test::SourceResponse;
using test::TextResponse;
using test::WebAnswer;
using test::WebClient;
using Place = HttpService::Place;

class HttpServerTest : public test::HttpServerTest {
 protected:
  // A service that tells what it was asked.
  void StartEcho(Place place = {Place::kHere, nullptr}) {
    Mount(
        "/echo",
        [](const HttpRequest& request) {
          std::string text = request.path;
          for (const auto& [name, value] : request.parameters.all())
            text += " " + name + "=" + value;
          return TextResponse(text + " [" + request.body + "]");
        },
        place);
    Start();
  }
};

TEST_F(HttpServerTest, AnAnswerHasTheseHeaders) {
  StartEcho();
  const WebAnswer answer = Ask(GetRequest("/echo"));
  EXPECT_EQ(answer.version, "HTTP/1.1");
  EXPECT_EQ(answer.status, 200u);
  EXPECT_EQ(answer.body, "/echo []");
  const std::map<std::string, std::string> expected = {
      {"connection", "Keep-Alive"},   {"content-length", "8"},
      {"content-type", "text/plain"}, {"date", "Tue, 14 Nov 2023 22:13:20 GMT"},
      {"server", "fdr/1.2"},          {"vary", "Accept-Encoding"}};
  EXPECT_EQ(answer.headers, expected);
}

TEST_F(HttpServerTest, AHeaderIsOneLine) {
  Mount("/header", [](const HttpRequest& request) {
    HttpResponse response = TextResponse("body");
    response.headers.emplace_back("X-Echo", request.parameters.Get("x"));
    return response;
  });
  Start();
  const WebAnswer answer = Ask(GetRequest("/header?x=a%0d%0aX-Forged:%201%00"));
  EXPECT_EQ(answer.Header("x-echo"), "a  X-Forged: 1 ");
  EXPECT_EQ(answer.headers.count("x-forged"), 0u);
}

TEST_F(HttpServerTest, AnswersAreMadeInAllPlaces) {
  const Lane lane = pool_.MakeLane();
  Mount("/here", [](const HttpRequest&) { return TextResponse("here"); });
  Mount("/anywhere", [](const HttpRequest&) { return TextResponse("anywhere"); },
        {Place::kAnywhere, nullptr});
  Mount("/lane", [](const HttpRequest&) { return TextResponse("lane"); }, {Place::kInLane, &lane});
  Start();
  WebClient client = Connect();
  for (const std::string place : {"here", "anywhere", "lane", "here"}) {
    client.Send(GetRequest("/" + place));
    EXPECT_EQ(client.Read()->body, place);
  }
}

TEST_F(HttpServerTest, TheLongestPathWins) {
  for (const std::string path : {"/", "/a", "/a/b"})
    Mount(path, [path](const HttpRequest&) { return TextResponse(path); });
  Start();
  EXPECT_EQ(Ask(GetRequest("/a")).body, "/a");
  EXPECT_EQ(Ask(GetRequest("/a/x")).body, "/a");
  EXPECT_EQ(Ask(GetRequest("/a/b/c?d")).body, "/a/b");
  EXPECT_EQ(Ask(GetRequest("/ab")).body, "/");
  EXPECT_EQ(Ask(GetRequest("/")).body, "/");
}

TEST_F(HttpServerTest, AnUnknownPathIsNotFound) {
  StartEcho();
  const WebAnswer answer = Ask(GetRequest("/ech%6f2"));
  EXPECT_EQ(answer.status, 404u);
  EXPECT_EQ(answer.Header("content-type"), "application/json");
  EXPECT_EQ(answer.body, "{\"message\":\"there is no \\\"/echo2\\\" here\",\"success\":false}\r\n");
}

TEST_F(HttpServerTest, RequestsMayComeByteByByte) {
  StartEcho({Place::kAnywhere, nullptr});
  WebClient client = Connect();
  const std::string requests =
      GetRequest("/echo?a=b") + PostRequest("/echo", "", "c=d") + GetRequest("/echo/e");
  for (const char byte : requests) ASSERT_TRUE(client.Send({&byte, 1}));
  EXPECT_EQ(client.Read()->body, "/echo a=b []");
  EXPECT_EQ(client.Read()->body, "/echo c=d [c=d]");
  EXPECT_EQ(client.Read()->body, "/echo/e []");
}

TEST_F(HttpServerTest, AnswersComeInTheOrderOfTheRequests) {
  Mount("/slow",
        [](const HttpRequest& request) {
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
          return TextResponse(std::string(request.parameters.Get("n")));
        },
        {Place::kAnywhere, nullptr});
  StartEcho();
  WebClient client = Connect();
  std::string requests;
  for (int i = 0; i < 50; ++i)
    requests += GetRequest((i % 2 == 0 ? "/slow?n=" : "/echo?n=") + std::to_string(i));
  client.Send(requests);
  for (int i = 0; i < 50; ++i) {
    const std::string number = std::to_string(i);
    EXPECT_EQ(client.Read()->body, i % 2 == 0 ? number : "/echo n=" + number + " []");
  }
}

TEST_F(HttpServerTest, AThousandRequestsMayWait) {
  StartEcho();
  WebClient client = Connect();
  std::string requests;
  for (int i = 0; i < 1000; ++i) requests += GetRequest("/echo");
  client.Send(requests);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(client.Read()->body, "/echo []");
}

TEST_F(HttpServerTest, HeadIsGetWithoutTheBody) {
  StartEcho();
  WebClient client = Connect();
  client.Send("HEAD /echo HTTP/1.1\r\nHost: localhost\r\n\r\n" + GetRequest("/echo"));
  const std::optional<WebAnswer> answer = client.Read(true);
  EXPECT_EQ(answer->status, 200u);
  EXPECT_EQ(answer->Header("content-length"), "8");
  EXPECT_EQ(client.Read()->body, "/echo []");
}

TEST_F(HttpServerTest, HeadAsksForNoPieces) {
  Mount("/pieces", [](const HttpRequest&) { return SourceResponse(nullptr); });
  StartEcho();
  WebClient client = Connect();
  client.Send("HEAD /pieces HTTP/1.1\r\nHost: localhost\r\n\r\n" + GetRequest("/echo"));
  EXPECT_EQ(client.Read(true)->Header("transfer-encoding"), "chunked");
  EXPECT_EQ(client.Read()->body, "/echo []");
}

TEST_F(HttpServerTest, NoPageOfAnotherSiteReadsAnswers) {
  StartEcho();
  const std::string from = "Origin: http://grafana:3000\r\n";
  for (const std::string& request :
       {GetRequest("/echo", from), GetRequest("/no/such", from), PostRequest("/echo", from, "a=b"),
        "OPTIONS /echo HTTP/1.1\r\nHost: localhost\r\n" + from + "\r\n",
        "PUT /echo HTTP/1.1\r\nHost: localhost\r\n" + from + "\r\n",
        "GET /echo HTTP/1.1\r\nHost: evil\r\n" + from + "\r\n"})
    for (const auto& [name, value] : Ask(request).headers)
      EXPECT_FALSE(name.starts_with("access-control-")) << request << name << ": " << value;
}

TEST_F(HttpServerTest, PagesOfAnAllowedSiteMayAskFirst) {
  options_.allowed_origin = "http://grafana:3000";
  StartEcho();
  EXPECT_EQ(Ask(GetRequest("/echo")).Header("access-control-allow-origin"), "http://grafana:3000");
  for (const std::string path : {"/echo", "/no/such", "*"}) {
    const WebAnswer answer = Ask("OPTIONS " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(answer.status, 204u);
    EXPECT_EQ(answer.Header("allow"), "GET, HEAD, POST, OPTIONS");
    EXPECT_EQ(answer.Header("access-control-allow-origin"), "http://grafana:3000");
    EXPECT_EQ(answer.Header("access-control-allow-methods"), "GET, HEAD, POST, OPTIONS");
    EXPECT_NE(answer.Header("access-control-allow-headers").find("Authorization"),
              std::string::npos);
    EXPECT_EQ(answer.headers.count("content-length"), 0u);
  }
}

TEST_F(HttpServerTest, OtherMethodsAreRefused) {
  StartEcho();
  for (const std::string method : {"PUT", "DELETE", "TRACE", "PATCH", "NONSENSE"}) {
    const WebAnswer answer = Ask(method + " /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(answer.status, 405u) << method;
    EXPECT_EQ(answer.Header("allow"), "GET, HEAD, POST, OPTIONS");
  }
}

TEST_F(HttpServerTest, FormsNeedNoContentType) {
  StartEcho();
  const std::string form = "a=1%202&b=3";
  EXPECT_EQ(Ask(PostRequest("/echo?z=0", "", form)).body, "/echo z=0 a=1 2 b=3 [a=1%202&b=3]");
  EXPECT_EQ(
      Ask(PostRequest("/echo", "Content-Type: application/x-www-form-urlencoded; charset=UTF-8\r\n",
                      form))
          .body,
      "/echo a=1 2 b=3 [a=1%202&b=3]");
  EXPECT_EQ(Ask(PostRequest("/echo", "Content-Type: application/x-protobuf\r\n", "a=%")).body,
            "/echo [a=%]");
}

TEST_F(HttpServerTest, BodiesMayComeInChunks) {
  StartEcho();
  const std::string chunks = "3\r\na=b\r\n4;x=y\r\n&c=d\r\n0\r\nTrailer: 1\r\n\r\n";
  EXPECT_EQ(
      Ask("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
          .body,
      "/echo a=b c=d [a=b&c=d]");
}

TEST_F(HttpServerTest, AClientMayWaitForAWordBeforeItSendsTheBody) {
  StartEcho();
  WebClient client = Connect();
  client.Send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
      "Expect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.Read()->status, 100u);
  client.Send("a=b");
  EXPECT_EQ(client.Read()->body, "/echo a=b [a=b]");
}

TEST_F(HttpServerTest, OldClientsGetTheirAnswers) {
  StartEcho();
  WebClient client = Connect();
  client.Send("GET /echo HTTP/1.0\r\n\r\n");
  const std::optional<WebAnswer> answer = client.Read();
  EXPECT_EQ(answer->version, "HTTP/1.0");
  EXPECT_EQ(answer->body, "/echo []");
  EXPECT_EQ(answer->Header("connection"), "close");
  EXPECT_TRUE(client.IsAtEnd());
  WebClient lasting = Connect();
  for (int i = 0; i < 2; ++i) {
    lasting.Send("GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(lasting.Read()->Header("connection"), "Keep-Alive");
  }
}

TEST_F(HttpServerTest, AConnectionEndsWhenTheClientWantsThat) {
  StartEcho();
  WebClient client = Connect();
  client.Send(GetRequest("/echo", "Connection: close\r\n") + GetRequest("/echo"));
  EXPECT_EQ(client.Read()->Header("connection"), "close");
  EXPECT_TRUE(client.IsAtEnd());
}

TEST_F(HttpServerTest, AnswersThatAreReadyReachAClientThatSendsNoMore) {
  StartEcho();
  WebClient client = Connect();
  client.Send(GetRequest("/echo/1") + GetRequest("/echo/2"));
  client.EndSending();
  EXPECT_EQ(client.Read()->body, "/echo/1 []");
  EXPECT_EQ(client.Read()->body, "/echo/2 []");
  EXPECT_TRUE(client.IsAtEnd());
}

}  // namespace
}  // namespace fdr
