// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers that are made piece by piece, and answers that are compressed.

#include <gtest/gtest.h>

#include <latch>

#include "fdr/replay/serve/http/internal/gzip.h"
#include "fdr/tests/serve/http/http_server_fixture.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using test::GetRequest;
using test::SourceResponse;
using test::TextResponse;
using test::WebAnswer;
using test::WebClient;
using Piece = BodySource::Piece;
using Place = HttpService::Place;

constexpr std::size_t kMuch = std::size_t{64} << 20;
const char* const kAcceptGzip = "Accept-Encoding: br, gzip;q=0.8\r\n";

class HttpBodiesTest : public test::HttpServerTest {
 protected:
  // "0", "1", ... in pieces of their own.
  static HttpResponse Numbers(int count) {
    return SourceResponse([i = 0, count]() mutable -> Result<Piece> {
      const std::string text = std::to_string(i++) + "\n";
      return Piece{.data = text, .is_last = i == count};
    });
  }
  static std::string AllNumbers(int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += std::to_string(i) + "\n";
    return all;
  }
  void MountNumbers(Place place) {
    Mount(
        "/numbers", [](const HttpRequest&) { return Numbers(1000); }, place);
  }
};

TEST_F(HttpBodiesTest, PiecesAreSentAsChunks) {
  for (const Place::Kind kind : {Place::kHere, Place::kAnywhere})
    Mount(kind == Place::kHere ? "/here" : "/anywhere",
          [](const HttpRequest&) { return Numbers(1000); }, {kind, nullptr});
  Start();
  WebClient client = Connect();
  for (const char* path : {"/here", "/anywhere", "/here"}) {
    client.Send(GetRequest(path));
    const std::optional<WebAnswer> answer = client.Read();
    EXPECT_EQ(answer->Header("transfer-encoding"), "chunked");
    EXPECT_EQ(answer->headers.count("content-length"), 0u);
    EXPECT_EQ(answer->body, AllNumbers(1000));
  }
}

TEST_F(HttpBodiesTest, OldClientsGetPiecesUntilTheConnectionEnds) {
  MountNumbers({Place::kAnywhere, nullptr});
  Start();
  const WebAnswer answer = Ask("GET /numbers HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(answer.Header("connection"), "close");
  EXPECT_EQ(answer.headers.count("transfer-encoding"), 0u);
  EXPECT_EQ(answer.body, AllNumbers(1000));
}

TEST_F(HttpBodiesTest, EmptyPiecesAreNotTheEnd) {
  Mount("/empty", [](const HttpRequest&) {
    return SourceResponse([i = 0]() mutable -> Result<Piece> {
      ++i;
      return Piece{.data = i % 2 == 0 ? "x" : "", .is_last = i == 5};
    });
  });
  Start();
  EXPECT_EQ(Ask(GetRequest("/empty")).body, "xx");
  EXPECT_EQ(Ask(GetRequest("/empty", kAcceptGzip)).Header("content-encoding"), "gzip");
}

TEST_F(HttpBodiesTest, AfterAnErrorTheBodyIsNotWhole) {
  Mount("/broken", [](const HttpRequest&) {
    return SourceResponse([i = 0]() mutable -> Result<Piece> {
      if (++i == 3) return Fail(Errc::kCorruptRecord, "it is damaged");
      return Piece{.data = "x"};
    });
  });
  Start();
  EXPECT_FALSE(Ask(GetRequest("/broken")).is_whole);
  EXPECT_EQ(Log(1),
            std::vector<std::string>{"dropped web client 0: its answer was cut: it is damaged"});
}

TEST_F(HttpBodiesTest, AnErrorOfTheFirstPieceIsTheAnswer) {
  Mount("/broken", [](const HttpRequest&) {
    return SourceResponse(
        []() -> Result<BodySource::Piece> { return Fail(Errc::kCorruptRecord, "it is damaged"); });
  });
  Start();
  WebClient client = Connect();
  for (int i = 0; i < 2; ++i) {
    client.Send(GetRequest("/broken"));
    const std::optional<WebAnswer> answer = client.Read();
    EXPECT_EQ(answer->status, 500u);
    EXPECT_EQ(answer->body, "{\"message\":\"it is damaged\",\"success\":false}\r\n");
  }
}

TEST_F(HttpBodiesTest, PiecesMayHaveTimesToWaitFor) {
  Mount("/events", [](const HttpRequest&) {
    return SourceResponse([i = 0]() mutable -> Result<Piece> {
      ++i;
      return Piece{.data = "event", .is_last = i == 4, .wait = std::chrono::milliseconds(50)};
    });
  });
  Start();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(Ask(GetRequest("/events")).body, "eventeventeventevent");
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(150));
}

TEST_F(HttpBodiesTest, ACompressedPieceIsReadWithoutTheNextOne) {
  Mount("/events", [](const HttpRequest&) {
    HttpResponse response = SourceResponse([]() -> Result<Piece> {
      return Piece{.data = "data: 1\n\n", .wait = std::chrono::hours(1)};
    });
    response.type = "text/event-stream";
    return response;
  });
  Start();
  WebClient client = Connect();
  client.Send(GetRequest("/events", kAcceptGzip));
  std::string received;
  while (received.find("\xff\xff") == std::string::npos) received += client.ReadSome();
  EXPECT_NE(received.find("Content-Encoding: gzip"), std::string::npos);
}

TEST_F(HttpBodiesTest, APieceIsMadeWhenTheClientTookTheOneBefore) {
  std::atomic<std::size_t> made = 0;
  std::atomic<bool> is_ended = false;
  Mount("/much",
        [&](const HttpRequest&) {
          auto end = std::shared_ptr<void>(nullptr, [&](void*) { is_ended = true; });
          return SourceResponse([&, end]() -> Result<Piece> {
            made += BodySource::kPiece;
            return Piece{.data = std::string(BodySource::kPiece, 'x'), .is_last = made >= kMuch};
          });
        },
        {Place::kAnywhere, nullptr});
  Start();
  {
    WebClient client = Connect();
    client.Send(GetRequest("/much"));
    EXPECT_FALSE(client.ReadSome().empty());
    // The server makes no more, as ten looks in a row say.
    std::size_t before = 0;
    for (int equal = 0; equal < 10; equal = before == made ? equal + 1 : 0) {
      before = made;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_LT(made, kMuch / 2) << "the system takes some megabytes";
  }
  EXPECT_TRUE(test::WaitUntil([&] { return is_ended.load(); }));
}

TEST_F(HttpBodiesTest, TextsAreCompressedForClientsThatAcceptIt) {
  const std::string text = AllNumbers(10'000);
  Mount("/text", [&](const HttpRequest&) { return TextResponse(text); });
  Mount("/short", [](const HttpRequest&) { return TextResponse(std::string(1023, 'x')); });
  Mount("/image",
        [&](const HttpRequest&) { return HttpResponse{.type = "image/png", .body = text}; });
  Mount("/final", [&](const HttpRequest&) {
    return HttpResponse{.type = "text/plain", .body = text, .is_final = true};
  });
  MountNumbers({Place::kAnywhere, nullptr});
  Start();
  const WebAnswer answer = Ask(GetRequest("/text", kAcceptGzip));
  EXPECT_EQ(answer.Header("content-encoding"), "gzip");
  EXPECT_LT(answer.body.size(), text.size() / 2);
  EXPECT_EQ(*Inflate(answer.body, text.size()), text);
  const WebAnswer pieces = Ask(GetRequest("/numbers", kAcceptGzip));
  EXPECT_EQ(pieces.Header("content-encoding"), "gzip");
  EXPECT_EQ(*Inflate(pieces.body, text.size()), AllNumbers(1000));
  for (const char* path : {"/short", "/image", "/final"})
    EXPECT_EQ(Ask(GetRequest(path, kAcceptGzip)).Header("content-encoding"), "") << path;
  EXPECT_EQ(Ask(GetRequest("/text")).body, text);
}

TEST(GzipTest, ClientsSayWhatTheyAccept) {
  for (const char* accepted : {"gzip", "deflate, gzip", "*", "gzip;q=0.5", "gzip; q=1.0,br"})
    EXPECT_TRUE(AcceptsGzip(accepted)) << accepted;
  for (const char* accepted : {"", "deflate", "gzip;q=0", "gzip; q=0.000", "xgzip", "identity"})
    EXPECT_FALSE(AcceptsGzip(accepted)) << accepted;
}

TEST(GzipTest, DamageAndExcessAreErrors) {
  HttpResponse response{.type = "text/plain", .body = std::string(100'000, 'x')};
  CompressResponse(response);
  EXPECT_EQ(Inflate(response.body, 100'000)->size(), 100'000u);
  EXPECT_EQ(Inflate(response.body, 99'999).error().code, Errc::kTooLarge);
  EXPECT_EQ(Inflate(response.body.substr(0, 50), 100'000).error().code, Errc::kCompression);
  EXPECT_EQ(Inflate("x", 100'000).error().code, Errc::kCompression);
}

}  // namespace
}  // namespace fdr
