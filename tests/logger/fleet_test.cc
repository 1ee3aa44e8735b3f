// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Good and bad hosts that are recorded side by side.

#include "fdr/logger/fleet.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <thread>

#include "fdr/tests/live/model_host_test.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;
using test::ClientEnd;
using test::ModelHost;
using test::ScriptedCollector;

constexpr Nanos kInterval = 10'000'000;
constexpr auto kLong = test::kWaitLimit;

Nanos Now() { return std::chrono::steady_clock::now().time_since_epoch() / 1ns; }

// A bad host is allowed more time than the test has.
LiveOptions MorePatient() {
  LiveOptions options;
  options.connect_timeout = options.handshake_timeout = options.request_timeout = 2 * kLong;
  return options;
}

class FleetTest : public testing::Test {
 protected:
  // Adds a host that runs this script.
  const Recording& Add(ScriptedCollector::Script script) {
    return AddHost(collectors_.emplace_back(std::move(script)).host());
  }
  const Recording& AddModel() {
    return Add([this](ClientEnd& client) { model_.Serve(client); });
  }

  const Recording& AddHost(const std::string& host) {
    LiveContext& context = contexts_.emplace_back(loop_, *HostSpec::Parse(host), MorePatient());
    RecordingOptions options;
    options.recorder.names.text = directory_ / ("a" + std::to_string(contexts_.size()));
    options.config = ConfigForNames(std::vector<std::string>{"toy"});
    options.default_interval = kInterval;
    options.connect = [&context](Done<void> done) { context.StartConnect(std::move(done)); };
    options.disconnect = [&context] { context.Disconnect(); };
    options.on_event = [this](const std::string& what) { events_.push_back(what); };
    Recording& recording = recordings_.emplace_back(context, std::move(options));
    fleet_.Add(recording);
    return recording;
  }

  // Whether the condition came true within kLong.
  template <class Condition>
  bool RunUntil(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + kLong;
    while (!condition() && std::chrono::steady_clock::now() < end) {
      const Nanos now = Now();
      const Nanos next = fleet_.Advance(now).value_or(now + 50'000'000);
      loop_->RunOneFor(std::chrono::nanoseconds(std::clamp<Nanos>(next - now, 0, 50'000'000)));
    }
    return condition();
  }

  bool Stop() {
    fleet_.Stop(Now());
    return RunUntil([this] { return fleet_.is_over(); });
  }

  const test::TempDirectory directory_;
  std::atomic<bool> is_over_ = false;
  std::atomic<int> fetches_ = 0;
  ModelHost model_;
  std::vector<std::string> events_;
  std::deque<ScriptedCollector> collectors_;  // destroyed after their clients
  std::shared_ptr<EventLoop> loop_ = *EventLoop::Make();
  std::deque<LiveContext> contexts_;
  std::deque<Recording> recordings_;
  Fleet fleet_;
};

TEST_F(FleetTest, BadHostsDelayNoOther) {
  AddHost("127.0.0.1:" + std::to_string(test::FreePort()));  // refuses
  Add([](ClientEnd& client) { client.Linger(); });           // never greets
  Add([](ClientEnd& client) {                                // never answers
    client.Greet();
    client.Linger();
  });
  Add([this](ClientEnd& client) {  // takes its time
    ByteBuffer greeting = ClientEnd::Encoded(GreetingPdu{});
    for (std::size_t i = 0; i + 1 < greeting.size() && !is_over_; ++i) {
      client.Send(Bytes(greeting).subspan(i, 1));
      std::this_thread::sleep_for(500ms);  // slow on purpose: a greeting that takes seconds
    }
  });
  Add([](ClientEnd& client) {  // talks nonsense
    client.Send(AsBytes("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n"));
    client.Linger();
  });
  const Recording& one = AddModel();
  const Recording& other = AddModel();
  EXPECT_TRUE(
      RunUntil([&] { return one.recorded().samples >= 20 && other.recorded().samples >= 20; }));
  EXPECT_TRUE(Stop());
  is_over_ = true;
  EXPECT_FALSE(one.failure() || other.failure());
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(recordings_[i].recorded().samples, 0u) << i;
}

TEST_F(FleetTest, AHostThatFallsSilentDoesNotPutOffTheEnd) {
  model_.handlers[PduType::kHighresFetch] = [this](ClientEnd& client,
                                                   const test::Message& message) {
    if (++fetches_ > 5) return client.Linger();
    ModelHost::Answer(client, message, Profile());
  };
  const Recording& silent = AddModel();
  EXPECT_TRUE(RunUntil([this] { return fetches_ > 5; }));
  EXPECT_TRUE(Stop());
  EXPECT_GE(silent.recorded().samples, 1u);
  EXPECT_FALSE(silent.failure()) << silent.failure()->Message();
}

TEST_F(FleetTest, WhatNeverStartedEndsAtOnce) {
  for (int i = 0; i < 50; ++i) Add([](ClientEnd& client) { client.Linger(); });
  EXPECT_FALSE(loop_->RunOneFor(0s));
  // The clock stands still, so no time limit is ever reached.
  const Nanos now = Now();
  fleet_.Advance(now);
  fleet_.Stop(now);
  const auto end = std::chrono::steady_clock::now() + kLong;
  while (!fleet_.is_over() && std::chrono::steady_clock::now() < end) {
    loop_->RunOneFor(10ms);
    fleet_.Advance(now);
  }
  EXPECT_TRUE(fleet_.is_over());
  EXPECT_TRUE(events_.empty()) << events_[0];
}

TEST_F(FleetTest, TroubleIsToldOnce) {
  AddHost("127.0.0.1:" + std::to_string(test::FreePort()));
  EXPECT_TRUE(RunUntil([&] { return !events_.empty(); }));
  EXPECT_NE(events_[0].find("Connection refused; trying again"), std::string::npos) << events_[0];
  const auto end = std::chrono::steady_clock::now() + 1200ms;  // slow on purpose: for more tries
  RunUntil([&] { return std::chrono::steady_clock::now() > end; });
  EXPECT_EQ(events_.size(), 1u);
  EXPECT_TRUE(Stop());
}

}  // namespace
}  // namespace fdr
