// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Clients of a server hear of programs that come and go.

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "fdr/replay/serve/pmcd/live_served_source.h"
#include "fdr/replay/serve/pmcd/pmcd_server.h"
#include "fdr/replay/serve/pmcd/server_metrics.h"
#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tests/mmv/mmv_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

Timestamp WallTime() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Timestamp{}.Plus(std::chrono::nanoseconds(now).count());
}

class ServedValuesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(directory_ / "mmv");
    auto machine = LocalContext::Open({.clock = WallTime, .mmv = directory_ / "mmv"});
    ASSERT_TRUE(machine);
    machine_ = std::move(*machine);
    loop_ = *EventLoop::Make();
    source_ = std::make_unique<LiveServedSource>(
        *machine_, ServerMetrics({.host = "toyhost", .timezone = "UTC", .version = "1"}, facts_),
        [] {
          return Timestamp{1700000000, 0};
        },
        [this] { return machine_->TakeChanges(); });
    auto socket = ListeningSocket::AtPath(directory_ / "socket");
    ASSERT_TRUE(socket);
    std::vector<ListeningSocket> sockets;
    sockets.push_back(std::move(*socket));
    server_ = std::make_unique<PmcdServer>(loop_, std::move(sockets), *source_, facts_,
                                           ServerOptions{.wall_clock = WallTime});
    thread_ = std::thread([this] {
      while (!stops_) loop_->RunOneFor(std::chrono::milliseconds(10));
    });
  }
  void TearDown() override {
    stops_ = true;
    if (thread_.joinable()) thread_.join();
    server_.reset();
  }

  std::unique_ptr<LiveContext> Connect() {
    auto client = LiveContext::Open("unix:" + (directory_ / "socket"));
    EXPECT_TRUE(client) << client.error().Message();
    return std::move(*client);
  }
  static std::uint32_t ChangesAfterFetch(LiveContext& client) {
    const MetricId files = client.Find("mmv.control.files").value();
    FetchResult result;
    EXPECT_TRUE(client.Fetch(std::span(&files, 1), result));
    return client.TakeChanges();
  }

  test::TempDirectory directory_;
  ServerFacts facts_;
  std::unique_ptr<LocalContext> machine_;
  std::shared_ptr<EventLoop> loop_;
  std::unique_ptr<LiveServedSource> source_;
  std::unique_ptr<PmcdServer> server_;
  std::atomic<bool> stops_ = false;
  std::thread thread_;
};

TEST_F(ServedValuesTest, EveryClientIsToldOfChangedNames) {
  const auto first = Connect(), second = Connect();
  EXPECT_EQ(ChangesAfterFetch(*first), 0u);
  EXPECT_EQ(ChangesAfterFetch(*second), 0u);
  test::WriteFile(directory_ / "new",
                  test::ToyMmv{.cluster = 9, .metrics = {{.name = "x"}}}.Build());
  std::filesystem::rename(directory_ / "new", directory_ / "mmv/app");
  EXPECT_EQ(ChangesAfterFetch(*first), std::uint32_t{kNamesChanged | kLabelsChanged});
  EXPECT_EQ(ChangesAfterFetch(*first), 0u);
  EXPECT_EQ(first->Find("mmv.app.x").value(), MetricId::Build(70, 9, 1));
  EXPECT_EQ(ChangesAfterFetch(*second), std::uint32_t{kNamesChanged | kLabelsChanged});
  std::filesystem::remove(directory_ / "mmv/app");
  EXPECT_NE(ChangesAfterFetch(*second) & kNamesChanged, 0u);
  EXPECT_FALSE(second->Find("mmv.app.x"));
}

}  // namespace
}  // namespace fdr
