// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Web clients that send too much, or nonsense, or are too slow, or leave.

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <latch>
#include <random>
#include <thread>

#include "fdr/tests/serve/http/http_server_fixture.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using test::GetRequest;
using test::PostRequest;
using test::SourceResponse;
using test::TextResponse;
using test::WaitUntil;
using test::WebAnswer;
using test::WebClient;
using Place = HttpService::Place;
using std::chrono::milliseconds;

class HttpLimitsTest : public test::HttpServerTest {
 protected:
  void StartShort() {
    Mount("/short", [](const HttpRequest&) { return TextResponse("short"); });
    Start();
  }
  void ExpectToServe() { EXPECT_EQ(Ask(GetRequest("/short")).body, "short"); }
  // Of clients that do not read their answers.
  void ExpectToDropTheFirstOfThree(const std::string& path) {
    StartShort();
    std::vector<WebClient> clients;
    for (int i = 0; i < 3; ++i) {
      clients.push_back(Connect());
      const int little = 4096;
      ::setsockopt(clients.back().fd(), SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
      clients.back().Send(GetRequest(path));
      char first = 0;  // once it is there, this answer is before that of the next client
      EXPECT_EQ(::recv(clients.back().fd(), &first, 1, MSG_PEEK), 1);
    }
    const std::string why =
        "dropped web client 0: more than 2 clients were slow to take their answers";
    EXPECT_EQ(Log(1), std::vector<std::string>{why});
    WithServer([](HttpServer& server) { EXPECT_EQ(server.Facts().clients, 2u); });
    ExpectToServe();
  }
  static std::string MessageOf(const WebAnswer& answer) {
    const std::string start = "{\"message\":\"", end = "\",\"success\":false}\r\n";
    if (!answer.body.starts_with(start) || !answer.body.ends_with(end)) return answer.body;
    return answer.body.substr(start.size(), answer.body.size() - start.size() - end.size());
  }
  // The answer to a request that is sent in pieces of 1000 bytes.
  WebAnswer AskInPieces(const std::string& request) const {
    WebClient client = Connect();
    for (std::size_t i = 0; i < request.size(); i += 1000)
      if (!client.Send(std::string_view(request).substr(i, 1000))) break;
    return client.Read().value_or(WebAnswer{});
  }
};

TEST_F(HttpLimitsTest, AUrlMayBeLong) {
  StartShort();
  const std::string url = "/short?" + std::string(65'536 - 7, 'a');
  const std::string headers = "X: " + std::string(16'000, 'x') + "\r\n";
  EXPECT_EQ(Ask(GetRequest(url, headers)).status, 200u);
  EXPECT_EQ(AskInPieces(GetRequest(url, headers)).status, 200u);
  for (const std::size_t more : {1u, 5'000u, 20'000u, 1'000'000u}) {
    const std::string request = GetRequest(url + std::string(more, 'a'));
    EXPECT_EQ(Ask(request).status, 414u) << more;
    EXPECT_EQ(MessageOf(AskInPieces(request)), "a URL has at most 65536 bytes") << more;
  }
  ExpectToServe();
}

TEST_F(HttpLimitsTest, AHeaderMayNotBeLong) {
  StartShort();
  for (const std::size_t size : {17'000u, 200'000u})
    EXPECT_EQ(Ask(GetRequest("/short", "X: " + std::string(size, 'x') + "\r\n")).status, 431u);
  std::string many;
  for (int i = 0; i < 300; ++i) many += "X: y\r\n";
  EXPECT_EQ(Ask(GetRequest("/short", many)).status, 431u);
  ExpectToServe();
}

TEST_F(HttpLimitsTest, ABodyMayNotBeLong) {
  StartShort();
  EXPECT_EQ(Ask(PostRequest("/short", "", std::string(1 << 20, 'x'))).status, 200u);
  const WebAnswer answer = Ask(PostRequest("/short", "", std::string((1 << 20) + 1, 'x')));
  EXPECT_EQ(answer.status, 413u);
  EXPECT_EQ(MessageOf(answer), "a body has at most 1048576 bytes");
  const std::string chunks = "80000\r\n" + std::string(0x80000, 'x') + "\r\n";
  EXPECT_EQ(Ask("POST /short HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" +
                chunks + chunks + chunks)
                .status,
            413u);
  ExpectToServe();
}

TEST_F(HttpLimitsTest, NonsenseIsRefused) {
  StartShort();
  for (const char* request :
       {"\r\n\r\n", "GET\r\n\r\n", "GET /short\r\n\r\n", "GET /short HTTP/2.0\r\n\r\n",
        "GET short HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /%4 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /short?a=%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /short HTTP/1.1\r\n\r\n",
        "GET /short HTTP/1.1\r\nHost localhost\r\n\r\n",
        "POST /short HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        "POST /short HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST /short HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n%%%",
        "POST /short HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"}) {
    const WebAnswer answer = Ask(request);
    EXPECT_EQ(answer.status, 400u) << request;
    EXPECT_NE(MessageOf(answer), answer.body) << request;
  }
  EXPECT_EQ(
      Ask("POST /short HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n").status,
      501u);
  ExpectToServe();
}

TEST_F(HttpLimitsTest, AnyBytesAreSurvived) {
  StartShort();
  std::minstd_rand random(20261126);
  const std::string good = PostRequest("/short?a=b", "Accept-Encoding: gzip\r\n", "c=d");
  std::uniform_int_distribution<std::size_t> place(0, good.size() - 1), byte(0, 255);
  for (int i = 0; i < 300; ++i) {
    std::string bad = good;
    for (int k = 0; k <= i % 4; ++k) bad[place(random)] = static_cast<char>(byte(random));
    WebClient client = Connect();
    client.Send(bad);
    client.EndSending();
    while (!client.ReadSome().empty()) {
    }
  }
  ExpectToServe();
}

TEST_F(HttpLimitsTest, OneHostIsNamedAndNoMore) {
  options_.server_names = {"metrics"};
  StartShort();
  for (const std::string host :
       {"localhost:80@evil.com", "evil.com@localhost", "localhost:evil.com", "localhost:80:80",
        "localhost:65536", "localhost:+80", "localhost/", "localhost evil.com", "localhost\tevil",
        "localhost#", "localhost?", "localhost\\evil", "[::1", "[::1]evil", "[metrics]", "\xff"}) {
    EXPECT_EQ(Ask("GET /short HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status, 400u) << host;
    EXPECT_EQ(Ask("GET http://localhost/short HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status, 400u)
        << host;
  }
  for (const std::string two :
       {"localhost\r\nHost: localhost", "localhost\r\nhOST: evil.com",
        "evil.com\r\nHost: localhost", "localhost\r\nX: y\r\nHost: metrics", "localhost\r\nHost:"})
    for (const std::string version : {"1.0", "1.1"})
      EXPECT_EQ(Ask("GET /short HTTP/" + version + "\r\nHost: " + two + "\r\n\r\n").status, 400u)
          << two;
  EXPECT_EQ(Ask("GET http://evil.com@localhost/short HTTP/1.1\r\nHost: localhost\r\n\r\n").status,
            400u);
  ExpectToServe();
}

TEST_F(HttpLimitsTest, OnlyOwnNamesAreServed) {
  options_.server_names = {"Metrics.example.org"};
  StartShort();
  const auto status = [this](const std::string& host) {
    return Ask("GET /short HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status;
  };
  for (const char* host : {"localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:80",
                           "metrics.example.org", "metrics.example.org:443"})
    EXPECT_EQ(status(host), 200u) << host;
  for (const char* host : {"evil.example.org", "127.0.0.2", "[::1]", "x.metrics.example.org",
                           "localhost.evil.org", "127.1", "2130706433"})
    EXPECT_EQ(status(host), 421u) << host;
  EXPECT_EQ(Ask("GET http://127.0.0.1/short HTTP/1.1\r\nHost: evil\r\n\r\n").status, 200u);
  EXPECT_EQ(Ask("GET http://evil/short HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").status, 421u);
  EXPECT_EQ(MessageOf(Ask("GET / HTTP/1.0\r\nHost: evil\r\n\r\n")),
            "\\\"evil\\\" is not a name of this server");
}

TEST_F(HttpLimitsTest, HalfAHeaderIsNotWaitedForForEver) {
  options_.limits.for_header = milliseconds(100);
  StartShort();
  WebClient client = Connect();
  const std::string part = "GET /short HTTP/1.1\r\nHost:";
  for (const char byte : part)
    if (!client.Send({&byte, 1})) break;
  EXPECT_EQ(client.Read()->status, 408u);
  EXPECT_TRUE(client.IsAtEnd());
}

TEST_F(HttpLimitsTest, HalfABodyIsNotWaitedForForEver) {
  options_.limits.for_body = milliseconds(100);
  StartShort();
  WebClient client = Connect();
  client.Send("POST /short HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf");
  EXPECT_EQ(client.Read()->status, 408u);
}

TEST_F(HttpLimitsTest, AnIdleConnectionEnds) {
  options_.limits.idle = milliseconds(100);
  StartShort();
  WebClient silent = Connect(), client = Connect();
  client.Send(GetRequest("/short"));
  EXPECT_EQ(client.Read()->body, "short");
  EXPECT_TRUE(client.IsAtEnd());
  EXPECT_TRUE(silent.IsAtEnd());
  EXPECT_TRUE(Log().empty());
}

TEST_F(HttpLimitsTest, ASlowReaderIsDropped) {
  options_.limits.for_reader = milliseconds(100);
  Mount("/much",
        [](const HttpRequest&) { return TextResponse(std::string(std::size_t{1} << 25, 'x')); });
  StartShort();
  WebClient client = Connect();
  const int little = 4096;
  ::setsockopt(client.fd(), SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
  client.Send(GetRequest("/much"));
  EXPECT_EQ(Log(1),
            std::vector<std::string>{"dropped web client 0: it did not take its answer in time"});
  ExpectToServe();
}

TEST_F(HttpLimitsTest, OnlySomeReadersMayBeSlow) {
  options_.limits.until_slow = milliseconds(100);
  options_.limits.slow_readers = 2;
  Mount("/endless", [](const HttpRequest&) {
    return SourceResponse([]() -> Result<BodySource::Piece> {
      return BodySource::Piece{.data = std::string(BodySource::kPiece, 'x')};
    });
  });
  ExpectToDropTheFirstOfThree("/endless");
}

TEST_F(HttpLimitsTest, AnswersInOnePieceMayNotBeTakenSlowlyEither) {
  options_.limits.until_slow = milliseconds(100);
  options_.limits.slow_readers = 2;
  Mount("/whole", [](const HttpRequest&) { return TextResponse(std::string(1'000'000, 'x')); });
  ExpectToDropTheFirstOfThree("/whole");
}

TEST_F(HttpLimitsTest, TheLastPieceIsKeptAlone) {
  options_.limits.until_slow = milliseconds(100);
  options_.limits.slow_readers = 2;
  const auto kept = std::make_shared<int>();
  Mount("/last", [kept](const HttpRequest&) {
    return SourceResponse([kept]() -> Result<BodySource::Piece> {
      return BodySource::Piece{.data = std::string(1'000'000, 'x'), .is_last = true};
    });
  });
  ExpectToDropTheFirstOfThree("/last");
  WithServer([&](HttpServer&) { EXPECT_EQ(kept.use_count(), 2) << "the sources are still there"; });
}

TEST_F(HttpLimitsTest, AnAnswerMayNotTakeLong) {
  options_.limits.for_answer = milliseconds(100);
  Mount("/limited",
        [](const HttpRequest& request) {
          while (request.CheckLimit()) std::this_thread::sleep_for(milliseconds(1));
          const Error error = request.CheckLimit().error();
          return FailedResponse(HttpStatusOf(error), error.what);
        },
        {Place::kAnywhere, nullptr});
  std::atomic<bool> goes_on = true;
  Mount("/endless",
        [&](const HttpRequest&) {
          while (goes_on) std::this_thread::sleep_for(milliseconds(1));
          return TextResponse("late");
        },
        {Place::kAnywhere, nullptr});
  StartShort();
  for (const char* path : {"/limited", "/endless"}) {
    const WebAnswer answer = Ask(GetRequest(path));
    EXPECT_EQ(answer.status, 503u) << path;
    EXPECT_EQ(MessageOf(answer), "the answer took longer than the limit of 100 ms for one request");
  }
  goes_on = false;
  ExpectToServe();
  Stop();
}

TEST_F(HttpLimitsTest, TheTimesOfTheClientAreNotThoseOfTheAnswer) {
  options_.limits.for_answer = milliseconds(1000);
  Mount("/events",
        [](const HttpRequest& request) {
          return SourceResponse(
              [i = 0, &limit = *request.limit]() mutable -> Result<BodySource::Piece> {
                if (!limit.Check()) return Fail(limit.Check().error());
                ++i;
                return BodySource::Piece{.data = "x", .is_last = i == 5, .wait = milliseconds(300)};
              });
        },
        {Place::kAnywhere, nullptr});
  Start();
  EXPECT_EQ(Ask(GetRequest("/events")).body, "xxxxx");
}

TEST_F(HttpLimitsTest, AClientThatLeavesCancelsItsRequest) {
  std::atomic<int> begun = 0, cancelled = 0;
  const auto work = [&](const HttpRequest& request) {
    ++begun;
    while (request.CheckLimit()) std::this_thread::sleep_for(milliseconds(1));
    if (request.CheckLimit().error().code == Errc::kCancelled) ++cancelled;
    return TextResponse("nobody hears this");
  };
  const Lane lane = pool_.MakeLane();
  Mount("/work", work, {Place::kInLane, &lane});
  StartShort();
  {
    WebClient first = Connect(), second = Connect();
    first.Send(GetRequest("/work"));
    ASSERT_TRUE(WaitUntil([&] { return begun > 0; }));
    second.Send(GetRequest("/work"));  // waits in the lane
  }
  ASSERT_TRUE(WaitUntil([&] { return cancelled > 0; }));
  ExpectToServe();
  Stop();
  EXPECT_EQ(begun, cancelled);
}

TEST_F(HttpLimitsTest, AClientThatLeavesEndsItsPieces) {
  std::atomic<bool> is_ended = false;
  Mount("/events", [&](const HttpRequest&) {
    auto end = std::shared_ptr<void>(nullptr, [&](void*) { is_ended = true; });
    return SourceResponse([end]() -> Result<BodySource::Piece> {
      return BodySource::Piece{.data = "event", .wait = std::chrono::hours(1)};
    });
  });
  StartShort();
  {
    WebClient client = Connect();
    client.Send(GetRequest("/events"));
    while (client.ReadSome().find("event") == std::string::npos) {
    }
  }
  EXPECT_TRUE(WaitUntil([&] { return is_ended.load(); }));
  ExpectToServe();
}

TEST_F(HttpLimitsTest, TheServerEndsInTheMiddleOfEverything) {
  Mount("/work",
        [](const HttpRequest& request) {
          while (request.CheckLimit()) std::this_thread::sleep_for(milliseconds(1));
          return TextResponse("");
        },
        {Place::kAnywhere, nullptr});
  for (const Place::Kind kind : {Place::kHere, Place::kAnywhere})
    Mount(kind == Place::kHere ? "/pieces/here" : "/pieces",
          [](const HttpRequest&) {
            return SourceResponse([]() -> Result<BodySource::Piece> {
              return BodySource::Piece{.data = std::string(BodySource::kPiece, 'x')};
            });
          },
          {kind, nullptr});
  StartShort();
  std::vector<WebClient> clients;
  for (int i = 0; i < 4; ++i)
    for (const char* path : {"/work", "/pieces/here", "/pieces", "/short"}) {
      clients.push_back(Connect());
      clients.back().Send(GetRequest(path));
    }
  std::this_thread::sleep_for(milliseconds(50));
  Stop();
}

TEST_F(HttpLimitsTest, AServiceWithoutMemoryDoesNotEndTheServer) {
  Mount("/no-memory", [](const HttpRequest&) -> HttpResponse { throw std::bad_alloc(); },
        {Place::kAnywhere, nullptr});
  Mount("/no-piece", [](const HttpRequest&) {
    return SourceResponse([]() -> Result<BodySource::Piece> { throw std::bad_alloc(); });
  });
  StartShort();
  EXPECT_EQ(MessageOf(Ask(GetRequest("/no-memory"))), "there is not enough memory for the answer");
  EXPECT_EQ(Ask(GetRequest("/no-piece")).status, 503u);
  ExpectToServe();
}

TEST_F(HttpLimitsTest, TooManyConnectionsAreRefused) {
  options_.limits.connections = 10;
  StartShort();
  std::vector<WebClient> clients;
  for (int i = 0; i < 10; ++i) {
    clients.push_back(Connect());
    clients.back().Send(GetRequest("/short"));
    EXPECT_TRUE(clients.back().Read());
  }
  WebClient refused = Connect();
  const std::optional<WebAnswer> answer = refused.Read();
  EXPECT_EQ(answer->status, 503u);
  EXPECT_EQ(MessageOf(*answer), "there are 10 clients already");
  clients.pop_back();
  for (int i = 0; i < 20; ++i) clients.push_back(Connect());  // they say nothing, and give way
  EXPECT_TRUE(WaitUntil([&] { return Ask(GetRequest("/short")).status == 200; }));
}

// What arrived while the server was at work counts, though it has not been read.
TEST_F(HttpLimitsTest, AClientThatHasSpokenKeepsItsPlace) {
  options_.limits.connections = 2;
  options_.limits.to_speak = {};  // a silent client has to give way at once
  std::latch is_at_work(1), goes_on(1), is_refused(1);
  Mount("/work", [&](const HttpRequest&) {
    is_at_work.count_down();
    goes_on.wait();
    return TextResponse("worked");
  });
  Mount("/held",
        [&](const HttpRequest&) {
          is_refused.wait();
          return TextResponse("held");
        },
        {Place::kAnywhere});
  StartShort();
  WebClient late = Connect(), waits = Connect();
  waits.Send(GetRequest("/work") + GetRequest("/held"));
  is_at_work.wait();
  WebClient refused = Connect();
  late.Send(GetRequest("/short"));
  goes_on.count_down();
  EXPECT_EQ(refused.Read().value_or(WebAnswer{}).status, 503u);
  is_refused.count_down();
  EXPECT_EQ(late.Read().value_or(WebAnswer{}).body, "short");
  for (const char* body : {"worked", "held"})
    EXPECT_EQ(waits.Read().value_or(WebAnswer{}).body, body);
}

TEST_F(HttpLimitsTest, AConnectionThatIsOnlyKeptGivesWay) {
  options_.limits.connections = 2;
  StartShort();
  WebClient first = Connect(), second = Connect();
  for (WebClient* client : {&first, &second}) {
    client->Send(GetRequest("/short"));
    EXPECT_EQ(client->Read().value_or(WebAnswer{}).body, "short");
  }
  EXPECT_TRUE(WaitUntil([&] { return Ask(GetRequest("/short")).status == 200; }));
}

}  // namespace
}  // namespace fdr
