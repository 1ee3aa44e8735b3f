// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy -c`: metrics and instances that a file names, in the language of pmlogextract.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class ConfigCopyTest : public testing::Test {
 protected:
  static constexpr MetricId kOfReads = MetricId::Build(60, 0, 4);
  static constexpr MetricId kOfWrites = MetricId::Build(60, 0, 5);
  static constexpr MetricId kOfProcessors = MetricId::Build(60, 0, 32);
  static constexpr MetricId kOfFree = MetricId::Build(60, 1, 0);
  static constexpr InDomId kOfDisks = InDomId::Build(60, 1);

  void SetUp() override {
    ArchiveBuilder builder(in_, Version::k2);
    builder.Metric({.name = "disk.dev.read", .id = kOfReads, .indom = kOfDisks})
        .Metric({.name = "disk.dev.write", .id = kOfWrites, .indom = kOfDisks})
        .Metric({.name = "hinv.ncpu", .id = kOfProcessors})
        .Metric({.name = "mem.free", .id = kOfFree})
        .InDom(At(1), kOfDisks, {{0, "sda"}, {1, "sdb first"}, {2, "sdc"}});
    for (int second = 1; second <= 2; ++second) {
      Values reads{.id = kOfReads}, writes{.id = kOfWrites};
      for (const InstanceId disk : {0, 1, 2}) {
        reads.values.emplace_back(disk, std::int64_t{10 * second + disk});
        writes.values.emplace_back(disk, std::int64_t{20 * second + disk});
      }
      builder.Record(At(second), {reads, writes, Single(kOfProcessors, std::int64_t{4}),
                                  Single(kOfFree, std::int64_t{second})});
    }
  }

  ChildOutcome Copy(const std::string& config, std::vector<std::string> options = {}) {
    std::ofstream(config_) << config;
    for (const char* suffix : {".0", ".meta", ".index"}) std::filesystem::remove(out_ + suffix);
    options.insert(options.begin(), {"copy", in_});
    options.insert(options.end(), {out_, "-c", config_});
    return RunFdr(std::move(options));
  }

  static std::vector<std::string> Cells(const std::string& line) {
    std::vector<std::string> cells(1);
    for (const char c : line)
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
    return cells;
  }

  static std::string Filled(const std::string& csv) {
    std::istringstream lines(csv);
    std::string line, names;
    std::getline(lines, line);
    const std::vector<std::string> head = Cells(line);
    std::vector<bool> filled(head.size());
    while (std::getline(lines, line)) {
      const std::vector<std::string> cells = Cells(line);
      for (std::size_t i = 0; i < cells.size() && i < head.size(); ++i)
        if (!cells[i].empty()) filled[i] = true;
    }
    for (std::size_t i = 0; i < head.size(); ++i)
      if (filled[i]) names += (names.empty() ? "" : ",") + head[i];
    return names;
  }

  // The names of the columns that have values.
  std::string Written(const std::string& config, std::vector<std::string> options = {}) {
    EXPECT_EQ(Copy(config, std::move(options)).err, "") << config;
    EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
    std::vector<std::string> words = {"replay", out_, "--raw", "--csv"};
    for (const char* metric :
         {"disk.dev.read", "disk.dev.write", "hinv.ncpu", "hinv.ndisk", "mem.free"})
      if (RunFdr({"names", out_}).out.find(metric) != std::string::npos) words.emplace_back(metric);
    const std::string csv = RunFdr(words).out;
    return Filled(csv);
  }

  const TempDirectory directory_;
  const std::string in_ = directory_ / "in", out_ = directory_ / "out";
  const std::string config_ = directory_ / "config";
};

TEST_F(ConfigCopyTest, ItNamesMetricsAndInstances) {
  EXPECT_EQ(Written("# some\nhinv, mem.free"), "time,hinv.ncpu,mem.free");
  EXPECT_EQ(Written("disk.dev.read [\"sda\", 2]"), "time,disk.dev.read[sda],disk.dev.read[sdc]");
  EXPECT_EQ(Written("disk.dev.read [sdb]"), "time,disk.dev.read[sdb first]");
  EXPECT_EQ(Written("disk.dev.read [0] disk.dev [1]"),
            "time,disk.dev.read[sda],disk.dev.write[sdb first]")
      << "the first choice of a metric counts";
}

TEST_F(ConfigCopyTest, ADomainKeepsWhatAMetricNeeds) {
  EXPECT_EQ(Written("disk.dev.read [0] disk.dev.write"),
            "time,disk.dev.read[sda],disk.dev.write[sda],disk.dev.write[sdb first],"
            "disk.dev.write[sdc]");
  Written("disk.dev [0, sdc]");
  const std::string domain = PeerOutput({"pmdumplog", "-i", out_});
  EXPECT_NE(domain.find("\"sdc\""), std::string::npos);
  EXPECT_EQ(domain.find("sdb"), std::string::npos) << domain;
}

TEST_F(ConfigCopyTest, OtherOptionsNarrowTheChoice) {
  EXPECT_EQ(Written("disk hinv", {"--only", "disk.dev.read,mem", "--instance", "sda"}),
            "time,disk.dev.read[sda]");
  EXPECT_EQ(Written("disk.dev [0, 2] hinv",
                    {"--without", "disk.dev.write,hinv", "--without-instance", "sdc"}),
            "time,disk.dev.read[sda]");
}

TEST_F(ConfigCopyTest, WhatIsMissingIsSaidWithItsLine) {
  const ChildOutcome outcome = Copy("mem.free\nhinv.ncpus\ndisk.dev.read [\n7, sda]\n");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, fmt::format("fdr: warning: {0}:2: Unknown metric \"hinv.ncpus\"; did you "
                                     "mean hinv.ncpu?\nfdr: warning: {0}:3: disk.dev.read has no "
                                     "instance \"7\"\n",
                                     config_));
  EXPECT_EQ(Copy("mem.free hinv.ncpus", {"-q"}).err, "");
}

TEST_F(ConfigCopyTest, NothingAtAllIsAnError) {
  ChildOutcome outcome = Copy("nosuch");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_NE(outcome.err.find("There is nothing of what this file names"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(Copy("mem.free [0]").exit_status, 1) << "it has no instances";
  for (const auto& [config, complaint] : {std::pair("# nothing\n", ":1: The file names no metric"),
                                          std::pair("hinv\n\n\"mem\"", ":3: syntax error"),
                                          std::pair("hinv\ndisk.dev [0,,1]", ":2: syntax error"),
                                          std::pair("hinv *", ":1: Unexpected character '*'")}) {
    outcome = Copy(config);
    EXPECT_EQ(outcome.exit_status, 2) << config;
    EXPECT_EQ(outcome.err, "fdr: " + config_ + complaint + '\n');
    EXPECT_FALSE(std::filesystem::exists(out_ + ".0"));
  }
  outcome = RunFdr({"copy", in_, out_, "-c", directory_ / "missing"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_NE(outcome.err.find("missing"), std::string::npos);
  EXPECT_EQ(Copy("hinv", {"--derive", "x=mem.free"}).exit_status, 2);
}

// One archive has the metric, the other one has not.
TEST_F(ConfigCopyTest, AMetricOfOneOfSeveralArchivesIsEnough) {
  const std::string second = directory_ / "second";
  {
    ArchiveBuilder builder(second, Version::k2);
    builder.Metric({.name = "hinv.ndisk", .id = MetricId::Build(60, 0, 33)})
        .Metric({.name = "other", .id = MetricId::Build(60, 0, 34)});
    builder.Record(At(9), {Single(MetricId::Build(60, 0, 33), std::int64_t{3}),
                           Single(MetricId::Build(60, 0, 34), std::int64_t{3})});
  }
  EXPECT_EQ(Written("mem.free hinv.ndisk", {second}), "time,hinv.ndisk,mem.free");
}

// PCP keeps sets without values, so those are not compared.
TEST_F(ConfigCopyTest, ValuesAreThoseOfPcp) {
  for (const char* config : {"disk.dev.read [\"sda\", 2] mem", "hinv disk.dev.write"}) {
    Copy(config);
    const std::string peers = directory_ / "peers";
    for (const char* suffix : {".0", ".meta", ".index"}) std::filesystem::remove(peers + suffix);
    ASSERT_EQ(RunPeer({"pmlogextract", "-c", config_, in_, peers}).exit_status, 0);
    for (const char* metric : {"disk.dev.read", "disk.dev.write", "hinv.ncpu", "mem.free"})
      EXPECT_EQ(RunPeer({"pmdumplog", "-m", out_, metric}).out,
                RunPeer({"pmdumplog", "-m", peers, metric}).out)
          << metric;
  }
}

}  // namespace
}  // namespace fdr::test
