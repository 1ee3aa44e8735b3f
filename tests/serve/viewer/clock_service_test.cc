// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/clock_service.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "fdr/replay/sources/time_control/time_client.h"

namespace fdr::test {
namespace {

constexpr const char* kBegin = "begin=1&page=a&t=1010&from=1000&to=1100&interval=5&zone=UTC";

class ClockServiceTest : public testing::Test {
 protected:
  HttpResponse Ask(std::string_view parameters, HttpMethod method = HttpMethod::kPost) {
    HttpRequest request{.method = method, .path = "/fdr/v1/clock", .role = role_};
    EXPECT_TRUE(request.parameters.AddEncoded(parameters));
    EXPECT_EQ(service_.PlaceOf(request).kind, HttpService::Place::kHere);
    return service_.Answer(request);
  }
  void ExpectDone(std::string_view parameters) {
    const HttpResponse response = Ask(parameters);
    EXPECT_EQ(response.status, 200u) << parameters << ": " << response.body;
  }
  void ExpectFailure(std::string_view parameters, unsigned status, std::string_view text) {
    const HttpResponse response = Ask(parameters);
    EXPECT_EQ(response.status, status) << parameters;
    EXPECT_NE(response.body.find(text), std::string::npos) << response.body;
  }

  bool Leads(std::string_view parameters) {
    const HttpResponse response = Ask(parameters);
    EXPECT_EQ(response.status, 200u) << response.body;
    return response.body.find("\"leads\":true") != std::string::npos;
  }

  std::uint16_t Port() {
    const std::string state = Ask("", HttpMethod::kGet).body;
    const std::size_t at = state.find("\"port\":");
    return static_cast<std::uint16_t>(std::stoi(state.substr(at + 7)));
  }

  // For this time, and until there is nothing to do.
  void Run(int milliseconds = 20) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (loop_->RunOneFor(std::chrono::milliseconds(1)) ||
           std::chrono::steady_clock::now() < end) {
    }
  }

  // The service runs in this thread, too, so it has to be let run.
  TimeClient Follow() {
    TimeMessage hello;
    hello.source = TimeSource::kArchive;
    hello.position = hello.start = {1000, 0};
    hello.end = {1200, 0};
    Result<TimeClient> client = Fail(Errc::kIo, "");
    std::atomic<bool> is_connected = false;
    std::thread connecting([&, port = Port()] {
      client = TimeClient::Connect(port, hello);
      is_connected = true;
    });
    while (!is_connected) Run(1);
    connecting.join();
    EXPECT_TRUE(client) << client.error().Message();
    Run(TimeServer::kSilence / kNanosPerMillisecond);
    return std::move(*client);
  }

  std::optional<TimeMessage> Next(TimeClient& client) {
    Run();
    const auto message = client.Take();
    return message ? *message : std::nullopt;
  }

  HttpRole role_ = HttpRole::kStore;
  std::shared_ptr<EventLoop> loop_ = *EventLoop::Make();
  ClockService service_{loop_, [](const std::string&) {}};
};

TEST_F(ClockServiceTest, AProgramGoesWhereThePageGoes) {
  EXPECT_EQ(Ask("", HttpMethod::kGet).body,
            R"({"writable":true,"leads":false,"port":null,"programs":0})");
  ExpectDone(kBegin);
  TimeClient client = Follow();
  EXPECT_EQ(client.answer().position, (Timestamp{1010, 0}));
  EXPECT_EQ(client.answer().delta, 5 * kNanosPerSecond);
  EXPECT_NE(Ask("", HttpMethod::kGet).body.find("\"programs\":1"), std::string::npos);

  ExpectDone("page=a&t=1015&motion=forward");
  EXPECT_EQ(Next(client)->command, TimeCommand::kMode);
  const auto zone = Next(client);
  EXPECT_EQ(zone->command, TimeCommand::kZone);
  EXPECT_EQ(zone->zone, "UTC");
  const auto step = Next(client);
  EXPECT_EQ(step->command, TimeCommand::kStep);
  EXPECT_EQ(step->position, (Timestamp{1015, 0}));
  EXPECT_EQ(step->motion, TimeMotion::kForward);
}

TEST_F(ClockServiceTest, APageThatStandsMayStillGoBack) {
  ExpectDone(kBegin);
  TimeClient client = Follow();
  ExpectDone("page=a&t=1005");
  EXPECT_EQ(Next(client)->command, TimeCommand::kZone);
  const auto step = Next(client);
  EXPECT_EQ(step->command, TimeCommand::kStep);
  EXPECT_EQ(step->position, (Timestamp{1005, 0}));
  EXPECT_EQ(step->motion, TimeMotion::kBackward);
}

TEST_F(ClockServiceTest, TheSameMomentIsNoStep) {
  ExpectDone(kBegin);
  TimeClient client = Follow();
  ExpectDone("page=a&t=1010");
  EXPECT_FALSE(Next(client));
}

TEST_F(ClockServiceTest, ThePageThatBeganLastLeads) {
  EXPECT_FALSE(Leads("page=a&t=1015"));
  EXPECT_TRUE(Leads(kBegin));
  EXPECT_TRUE(Leads("begin=1&page=b&t=1020&from=1000&to=1100&interval=1"));
  EXPECT_FALSE(Leads("page=a&t=1015"));
  EXPECT_FALSE(Leads("page=a&end=1"));
  EXPECT_TRUE(Leads("page=b&t=1021"));
  ExpectDone("page=b&end=1");
  EXPECT_EQ(Ask("", HttpMethod::kGet).body,
            R"({"writable":true,"leads":false,"port":null,"programs":0})");
}

TEST_F(ClockServiceTest, TheEndOfAClockEndsItsPrograms) {
  ExpectDone(kBegin);
  TimeClient client = Follow();
  ExpectDone("page=a&end=1");
  Run();
  const auto message = client.Take();
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().code, Errc::kDisconnected);
}

TEST_F(ClockServiceTest, WrongQuestionsChangeNothing) {
  ExpectDone(kBegin);
  const std::uint16_t port = Port();
  ExpectFailure("begin=1&page=a&t=1010&from=1100&to=1000&interval=5", 400, "end is before");
  ExpectFailure("begin=1&page=a&t=1010&from=1000&to=1100", 400, "interval");
  ExpectFailure("begin=1&page=a&t=1010&from=1000&to=1100&interval=0", 400, "interval");
  ExpectFailure("begin=1&page=a&t=x&from=1000&to=1100&interval=1", 400, "t:");
  ExpectFailure("begin=1&page=a&t=1010&from=1000&to=1100&interval=1&zone=%01", 400, "zone");
  ExpectFailure("begin=1&t=1010&from=1000&to=1100&interval=1", 400, "page");
  ExpectFailure("page=a&t=1010&motion=sideways", 400, "motion");
  ExpectFailure("page=a", 400, "t is missing");
  EXPECT_EQ(Port(), port);
}

TEST_F(ClockServiceTest, AReaderMayLookButNotLead) {
  role_ = HttpRole::kRead;
  ExpectFailure(kBegin, 403, "leads no other programs");
  EXPECT_EQ(Ask("", HttpMethod::kGet).body,
            R"({"writable":false,"leads":false,"port":null,"programs":0})");
}

TEST(ClockServiceWithoutLoop, NoPageMayLead) {
  ClockService service(nullptr, {});
  HttpRequest request{.method = HttpMethod::kPost, .role = HttpRole::kAdmin};
  ASSERT_TRUE(request.parameters.AddEncoded(kBegin));
  EXPECT_EQ(service.Answer(request).status, 403u);
}

}  // namespace
}  // namespace fdr::test
