// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers that do not fit into the memory of the server.

#include <latch>
#include <memory>
#include <new>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/tests/serve/http/http_server_fixture.h"

namespace fdr {
namespace {

using test::GetRequest;
using test::TextResponse;
using test::WebClient;
using Place = HttpService::Place;

constexpr std::ptrdiff_t kTurnMiB = 1 << 20;

// What operators new and delete would count in the program.
class Taken {
 public:
  explicit Taken(std::ptrdiff_t mebibytes) : bytes_(mebibytes * kTurnMiB) {
    AnswerMemory::Check(static_cast<std::size_t>(bytes_));
    AnswerMemory::Count(bytes_);
  }
  ~Taken() { AnswerMemory::Count(-bytes_); }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;

 private:
  std::ptrdiff_t bytes_;
};

// Takes memory, and says when that was refused for the first time.
void TakeOrTell(int attempt, std::latch& was_refused) {
  try {
    const Taken memory(150);
  } catch (const std::bad_alloc&) {
    if (attempt == 1) was_refused.count_down();
    throw;
  }
}

class MemoryTurnsTest : public test::HttpServerTest {
 protected:
  MemoryTurnsTest() { AnswerMemory::SetLimit(std::size_t{256} << 20); }
  ~MemoryTurnsTest() override {
    Stop();
    AnswerMemory::SetLimit(0);
  }

  // "/first" has most of the memory until another answer was refused.
  void MountHolder(std::latch& is_held, std::latch& was_refused) {
    Mount("/first",
          [&](const HttpRequest&) {
            const Taken memory(150);
            is_held.count_down();
            was_refused.wait();
            return TextResponse("first");
          },
          {Place::kAnywhere});
  }
};

TEST_F(MemoryTurnsTest, AnAnswerThatDoesNotFitBesideAnotherIsMadeAfterIt) {
  std::latch is_held(1), was_refused(1);
  std::atomic<int> tries = 0;
  MountHolder(is_held, was_refused);
  Mount("/second",
        [&](const HttpRequest&) {
          TakeOrTell(++tries, was_refused);
          return TextResponse("second");
        },
        {Place::kAnywhere});
  Start();
  WebClient first = Connect();
  first.Send(GetRequest("/first"));
  is_held.wait();
  EXPECT_EQ(Ask(GetRequest("/second")).body, "second");
  EXPECT_GE(tries, 2);
  EXPECT_EQ(first.Read().value_or(test::WebAnswer{}).body, "first");
}

TEST_F(MemoryTurnsTest, AnAnswerThatNeverFitsIsRefusedAndOthersGoOn) {
  Mount("/large",
        [](const HttpRequest&) {
          const Taken memory(250);
          return TextResponse("large");
        },
        {Place::kAnywhere});
  Mount("/small",
        [](const HttpRequest&) {
          const Taken memory(2);
          return TextResponse("small");
        },
        {Place::kAnywhere});
  Start();
  for (int i = 0; i < 3; ++i) {
    const test::WebAnswer answer = Ask(GetRequest("/large"));
    EXPECT_EQ(answer.status, 503u);
    EXPECT_NE(answer.body.find("the server may use 256 MiB"), std::string::npos) << answer.body;
    EXPECT_EQ(Ask(GetRequest("/small")).body, "small");
  }
}

TEST_F(MemoryTurnsTest, AFailureThatAServiceMakesOfItCounts) {
  std::atomic<int> tries = 0;
  Mount("/large",
        [&](const HttpRequest&) {
          ++tries;
          try {
            const Taken memory(250);
          } catch (const std::bad_alloc&) {
            return FailedResponse(503, "out of memory");
          }
          return TextResponse("large");
        },
        {Place::kAnywhere});
  Start();
  EXPECT_EQ(Ask(GetRequest("/large")).status, 503u);
  EXPECT_EQ(tries, 2) << "once more, alone";
}

// A body whose only piece is large.
class LargePiece final : public BodySource {
 public:
  LargePiece(std::latch& was_refused, std::atomic<int>& tries)
      : was_refused_(was_refused), tries_(tries) {}
  Result<Piece> Next() override {
    TakeOrTell(++tries_, was_refused_);
    return Piece{"piece", true};
  }

 private:
  std::latch& was_refused_;
  std::atomic<int>& tries_;
};

TEST_F(MemoryTurnsTest, AFirstPieceThatDoesNotFitWaitsForATurn) {
  std::latch is_held(1), was_refused(1);
  std::atomic<int> tries = 0;
  MountHolder(is_held, was_refused);
  Mount("/pieces",
        [&](const HttpRequest&) {
          HttpResponse response;
          response.source = std::make_unique<LargePiece>(was_refused, tries);
          return response;
        },
        {Place::kAnywhere});
  Start();
  WebClient first = Connect();
  first.Send(GetRequest("/first"));
  is_held.wait();
  const test::WebAnswer answer = Ask(GetRequest("/pieces"));
  EXPECT_EQ(answer.status, 200u);
  EXPECT_EQ(answer.body, "piece");
  EXPECT_GE(tries, 2);
  EXPECT_EQ(first.Read().value_or(test::WebAnswer{}).body, "first");
}

// A body whose first piece is an error for lack of memory, as some sources make it.
class FailingPiece final : public BodySource {
 public:
  explicit FailingPiece(std::atomic<int>& living) : living_(living) { ++living_; }
  ~FailingPiece() override { --living_; }
  Result<Piece> Next() override {
    try {
      const Taken memory(250);
    } catch (const std::bad_alloc&) {
      return Fail(Errc::kTooLarge, "no memory for the piece");
    }
    return Piece{"piece", true};
  }

 private:
  std::atomic<int>& living_;
};

TEST_F(MemoryTurnsTest, ARefusedAttemptLeavesNothingBehind) {
  std::atomic<int> living = 0, left_behind = 0, tries = 0;
  Mount("/pieces",
        [&](const HttpRequest&) {
          EXPECT_EQ(living, 0) << "of the attempt before";
          EXPECT_EQ(left_behind, 0);
          ++tries;
          ++left_behind;
          HttpResponse response;
          response.source = std::make_unique<FailingPiece>(living);
          response.undo = [&] { --left_behind; };
          return response;
        },
        {Place::kAnywhere});
  Start();
  const test::WebAnswer answer = Ask(GetRequest("/pieces"));
  EXPECT_EQ(answer.status, 503u);
  EXPECT_NE(answer.body.find("no memory for the piece"), std::string::npos) << answer.body;
  EXPECT_EQ(tries, 2);
  EXPECT_EQ(left_behind, 0);
  EXPECT_EQ(living, 0);
}

TEST_F(MemoryTurnsTest, AnAnswerThatIsMadeIsNotUndone) {
  std::atomic<int> undone = 0;
  Mount("/small", [&](const HttpRequest&) {
    HttpResponse response = TextResponse("small");
    response.undo = [&] { ++undone; };
    return response;
  });
  Start();
  EXPECT_EQ(Ask(GetRequest("/small")).body, "small");
  EXPECT_EQ(undone, 0);
}

}  // namespace
}  // namespace fdr
