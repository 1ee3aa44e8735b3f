// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A server of a toy archive, which runs in a thread of its own.

#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/pmcd/pmcd_server.h"
#include "fdr/replay/serve/pmcd/server_metrics.h"
#include "fdr/replay/serve/tape/tape_source.h"
#include "fdr/tests/hosts/scripted_collector.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

/// The load is 0, 1, 2, ... each second for a minute; two disks have read ten times as much, and
/// twenty times.  The tape stands at 10 s.
class ServerTest : public testing::Test {
 protected:
  static constexpr MetricId kServedLoad = MetricId::Build(60, 2, 0);
  static constexpr MetricId kServedReads = MetricId::Build(60, 0, 4);
  static constexpr InDomId kServedDisks = InDomId::Build(60, 1);

  void SetUp() override;
  void TearDown() override;

  /// A connection that has been greeted.
  ClientEnd Connect();
  /// One that has not.
  int ConnectRaw() const;
  std::string host() const { return "127.0.0.1:" + std::to_string(port_); }
  std::vector<std::string> Log();
  /// Runs in the thread of the server, which then goes on.
  void WithServer(const std::function<void(PmcdServer&, TapeSource&)>& run);

  std::size_t most_clients_ = 100;
  std::size_t most_memory_ = std::size_t{64} << 20;
  std::chrono::seconds for_first_{30};

 private:
  void Run();

  const TempDirectory directory_;
  std::vector<int> sockets_;
  std::uint16_t port_ = 0;
  ServerFacts facts_;
  std::unique_ptr<ArchiveContext> archive_;
  std::unique_ptr<TapeSource> source_;
  std::shared_ptr<EventLoop> loop_;
  std::unique_ptr<PmcdServer> server_;
  std::mutex mutex_;  // of what follows
  std::vector<std::string> log_;
  std::function<void()> errand_;
  std::atomic<bool> stops_ = false;
  std::thread thread_;
};

}  // namespace fdr::test
