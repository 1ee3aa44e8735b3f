// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// -s, -v and -T mean the same to `fdr record` and to PCP's logger.

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <future>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

using Words = std::vector<std::string>;

class RecordLimitsPeerTest : public RecordFixture {
 protected:
  RecordLimitsPeerTest() {
    WriteFile(config_, AsBytes("log mandatory on 50 msec { sample.long.one }\n"));
  }

  // Both loggers record on their own, with the same options.  Returns the base names, ours first.
  // The names have the same length, since an archive contains its name.
  std::array<std::string, 2> RecordBoth(const std::string& name, const Words& options) const {
    std::array<std::string, 2> bases = {directory_ / (name + "-fdr"), directory_ / (name + "-pcp")};
    const auto run = [&](Words argv, const std::string& base) {
      argv.insert(argv.end(), {"-h", collector_.tcp(), "-c", config_, "-l", base + ".log"});
      argv.insert(argv.end(), options.begin(), options.end());
      argv.push_back(base);
      const auto outcome =
          RunChild({.argv = argv, .environment = {"TZ=UTC", "PCP_DERIVED_CONFIG="}});
      ASSERT_TRUE(outcome);
      EXPECT_EQ(outcome->exit_status, 0) << argv[0] << " " << name << ": " << outcome->err;
    };
    const auto ours = std::async(std::launch::async, run, Words{FDR_COMMAND, "record"}, bases[0]);
    run({"pmlogger"}, bases[1]);
    ours.wait();
    return bases;
  }

  static std::vector<double> VolumeSizes(const std::string& base) {
    std::vector<double> sizes;
    if (const auto files = FindArchive(base))
      for (const VolumeFile& volume : files->volumes)
        sizes.push_back(static_cast<double>(std::filesystem::file_size(volume.path)));
    return sizes;
  }

  static constexpr int kSampleSize = 44;  // of one metric in place, in version 3

  PeerCollector collector_;
  const std::string config_ = directory_ / "config";
};

// Only fdr understands weeks and fractions of less than a second.
TEST_F(RecordLimitsPeerTest, WhatThePeerTakesForALimitIsOne) {
  const auto takes = [&](const Words& logger, const char* option, const std::string& text) {
    Words argv = logger;
    argv.insert(argv.end(), {"-C", "-c", config_, option, text});
    const auto outcome = RunChild({.argv = argv, .environment = {"PCP_DERIVED_CONFIG="}});
    EXPECT_TRUE(outcome);
    return outcome && outcome->err.find("illegal size argument") == std::string::npos &&
           outcome->exit_status != 2;
  };
  for (const char* text :
       {"100",     "+5",          " 7",     "10 ",      "0",         "-5",
        "",        "100bytes",    "100K",   "100kbs",   "100Mb",     "100Mib",
        "10Gbyte", "10Gibibytes", "1Tb",    "1.5k",     "10 Mb",     "100 bytes",
        "k",       "100x",        "10mins", "1.5hours", "1.5 hours", "1min 30sec",
        "1h30",    "10ms",        "5m",     "5 m",      "1d",        "1.5",
        "2.",      "5parsecs",    "5 min",  "1:30",     "1e3",       "9999999999999"}) {
    const bool is_limit = takes({"pmlogger"}, "-s", text);
    EXPECT_EQ(takes({FDR_COMMAND, "record"}, "-s", text), is_limit) << "-s '" << text << "'";
    EXPECT_EQ(takes({"pmlogger"}, "-v", text), is_limit) << "-v '" << text << "'";
    EXPECT_EQ(takes({FDR_COMMAND, "record"}, "-v", text), is_limit) << "-v '" << text << "'";
  }
}

// The first records of the two archives differ by a few bytes.  If the limit is in bytes, one
// archive may have one more sample.
TEST_F(RecordLimitsPeerTest, SamplesAndBytesEndVolumesAndArchivesAtTheSamePlace) {
  const std::vector<std::pair<std::string, Words>> cases = {
      {"samples", {"-s", "7"}},
      {"volumes", {"-v", "3", "-s", "8"}},
      {"bytes", {"-s", "2000bytes"}},
      {"volume-bytes", {"-v", "2Kb", "-s", "12"}},
      {"both", {"-v", "4", "-s", "3KiB"}}};
  std::vector<std::future<void>> all;
  for (const auto& one : cases)
    all.push_back(std::async(std::launch::async, [this, &one] {
      const auto& [name, options] = one;
      SCOPED_TRACE(name);
      Words both = options;
      both.insert(both.end(), {"-V", "3"});
      const auto [ours, peers] = RecordBoth(name, both);
      const int more = name == "samples" || name == "volumes" ? 0 : 1;
      EXPECT_NEAR(Records(ours, "sample.long.one"), Records(peers, "sample.long.one"), more);
      const auto of_us = VolumeSizes(ours), of_peer = VolumeSizes(peers);
      ASSERT_EQ(of_us.size(), of_peer.size());
      for (std::size_t i = 0; i < of_us.size(); ++i)
        EXPECT_NEAR(of_us[i], of_peer[i], (more + 1) * kSampleSize) << i;
    }));
}

// The load of the machine decides how many samples fit into a time.
TEST_F(RecordLimitsPeerTest, TimesEndThemAtTheSameTime) {
  const std::time_t then = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() +
                                                                std::chrono::seconds(6));
  std::tm clock = {};
  ::gmtime_r(&then, &clock);
  const std::string absolute =
      fmt::format("@{:02}:{:02}:{:02}", clock.tm_hour, clock.tm_min, clock.tm_sec);
  const std::vector<Words> cases = {{"-s", "1.5sec"}, {"-T", "1500msec"}, {"-T", absolute}};
  std::vector<std::future<void>> all;
  for (const Words& options : cases)
    all.push_back(std::async(std::launch::async, [this, &options] {
      const auto start = std::chrono::steady_clock::now();
      const auto [ours, peers] = RecordBoth(options[1], options);
      EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
      const auto end_of = [](const std::string& base) {
        const auto context = ArchiveContext::Open(base);
        const auto end = context ? (*context)->EndTime() : Fail(context.error());
        return end ? static_cast<double>(end->sec) : -1.0;
      };
      EXPECT_NEAR(end_of(ours), end_of(peers), 2) << options[1];
      EXPECT_GE(Records(ours, "sample.long.one"), 3) << options[1];
    }));
}

}  // namespace
}  // namespace fdr::test
