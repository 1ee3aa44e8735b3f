// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers that wait for errands in lanes.

#include <chrono>
#include <thread>

#include "fdr/tests/serve/http/http_server_fixture.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using test::GetRequest;
using test::TextResponse;
using test::WaitUntil;
using test::WebClient;
using Place = HttpService::Place;
using std::chrono::milliseconds;

class LaterAnswerTest : public test::HttpServerTest {
 protected:
  ~LaterAnswerTest() override {
    Release();
    Stop();
  }

  void Release() {
    is_released_ = true;
    is_released_.notify_all();
  }
  // Hangs until the end of the test.
  Errand Hang() {
    return {lane_, [this] {
              ++hanging_;
              is_released_.wait(false);
            }};
  }

  const Lane lane_ = pool_.MakeLane(), other_ = pool_.MakeLane();
  std::atomic<int> done_ = 0, hanging_ = 0;
  std::atomic<bool> is_released_ = false;
};

TEST_F(LaterAnswerTest, ErrandsAreDoneBeforeTheAnswerIsMade) {
  Mount("/later",
        [this](const HttpRequest&) {
          const auto work = [this] { ++done_; };
          return After({{lane_, work}, {other_, work}, {lane_, work}}, [&](const HttpRequest& now) {
            return TextResponse(std::to_string(done_) + std::string(now.parameters.Get("a")));
          });
        },
        {Place::kAnywhere, nullptr});
  Start();
  EXPECT_EQ(Ask(GetRequest("/later?a=x")).body, "3x");
}

TEST_F(LaterAnswerTest, RoundsFollowEachOther) {
  Mount("/later",
        [this](const HttpRequest&) {
          const auto work = [this] { ++done_; };
          return After({{lane_, work}}, [this, work](const HttpRequest&) {
            return After({{lane_, work}, {lane_, work}}, [this](const HttpRequest&) {
              return TextResponse(std::to_string(done_));
            });
          });
        },
        {Place::kInLane, &lane_});
  Start();
  EXPECT_EQ(Ask(GetRequest("/later")).body, "3");
}

TEST_F(LaterAnswerTest, WithoutErrandsTheAnswerComesAtOnce) {
  Mount("/later",
        [](const HttpRequest&) {
          return After({}, [](const HttpRequest&) { return TextResponse("now"); });
        },
        {Place::kAnywhere, nullptr});
  Start();
  EXPECT_EQ(Ask(GetRequest("/later")).body, "now");
}

// What stands behind the errand that hangs is left out, also of the next round.
TEST_F(LaterAnswerTest, AnErrandThatHangsIsNotWaitedForLong) {
  options_.limits.for_errands = milliseconds(100);
  Mount("/later",
        [this](const HttpRequest&) {
          const auto work = [this] { ++done_; };
          return After({Hang(), {lane_, work}, {other_, work}}, [this, work](const HttpRequest&) {
            return After({{lane_, work}}, [this](const HttpRequest&) {
              return TextResponse(std::to_string(done_));
            });
          });
        },
        {Place::kAnywhere, nullptr});
  Start();
  EXPECT_EQ(Ask(GetRequest("/later")).body, "1");
  Release();
  Stop();
  EXPECT_EQ(done_, 1);
}

TEST_F(LaterAnswerTest, AClientMayLeaveMeanwhile) {
  Mount("/later",
        [this](const HttpRequest&) {
          return After({Hang(), {lane_, [this] { ++done_; }}}, [this](const HttpRequest&) {
            ++done_;
            return TextResponse("nobody hears this");
          });
        },
        {Place::kAnywhere, nullptr});
  Mount("/short", [](const HttpRequest&) { return TextResponse("short"); });
  Start();
  {
    WebClient client = Connect();
    client.Send(GetRequest("/later"));
    ASSERT_TRUE(WaitUntil([&] { return hanging_ > 0; }));
    client.EndSending();
    EXPECT_EQ(Ask(GetRequest("/short")).body, "short");
  }
  EXPECT_EQ(Ask(GetRequest("/short")).body, "short");
  Release();
  Stop();
  EXPECT_EQ(done_, 0);
}

TEST_F(LaterAnswerTest, TheServerMayEndMeanwhile) {
  Mount("/later",
        [this](const HttpRequest&) {
          return After({Hang(), {other_, [this] { ++done_; }}},
                       [](const HttpRequest&) { return TextResponse("nobody hears this"); });
        },
        {Place::kAnywhere, nullptr});
  Start();
  WebClient client = Connect();
  client.Send(GetRequest("/later"));
  ASSERT_TRUE(WaitUntil([&] { return done_ > 0 && hanging_ > 0; }));
  std::thread releases([this] {
    std::this_thread::sleep_for(milliseconds(20));
    Release();
  });
  Stop();
  releases.join();
}

TEST_F(LaterAnswerTest, AnAnswerInALaneIsMadeAfterWhatStandsBeforeIt) {
  options_.limits.for_answer = milliseconds(1000);
  Mount("/later",
        [this](const HttpRequest&) {
          ++done_;
          return InLane(lane_, [](const HttpRequest& now) {
            return TextResponse(now.CheckLimit() ? "in time" : "too late");
          });
        },
        {Place::kAnywhere, nullptr});
  Start();
  lane_.Post(Hang().work);
  WebClient client = Connect();
  client.Send(GetRequest("/later"));
  ASSERT_TRUE(WaitUntil([&] { return done_ > 0; }));
  const auto is_over = [end = WorkLimit::Clock::now() + options_.limits.for_answer] {
    return WorkLimit::Clock::now() > end;
  };
  ASSERT_TRUE(WaitUntil(is_over));
  Release();
  const auto answer = client.Read();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "in time");
}

TEST_F(LaterAnswerTest, AnErrandWithoutMemoryIsNoErrand) {
  Mount("/later",
        [this](const HttpRequest&) {
          return After({{lane_, [] { throw std::bad_alloc(); }}},
                       [](const HttpRequest&) { return TextResponse("an answer"); });
        },
        {Place::kAnywhere, nullptr});
  Start();
  EXPECT_EQ(Ask(GetRequest("/later")).body, "an answer");
}

}  // namespace
}  // namespace fdr
