// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The resources that each verb may take at most: the table of docs/trust.md.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "fdr/tests/hosts/invented_host.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/mebibyte.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

// A sanitizer needs descriptors, memory and time of its own.
#if !defined(FDR_ADDRESS_SANITIZER) && !defined(FDR_THREAD_SANITIZER)

constexpr std::uint64_t kMB = 1'000'000;

struct Call {
  std::vector<std::string> arguments;
  std::uint64_t descriptors;  // for one archive of one volume
};

std::string Line(const Call& call) {
  std::string line = "fdr";
  for (const std::string& argument : call.arguments) line += ' ' + argument;
  return line;
}

// Discards the output.  Otherwise it would be in the memory of this process, and that memory counts
// for each process that it starts.
ChildOutcome RunWith(const Call& call, std::optional<std::uint64_t> descriptors,
                     std::optional<std::uint64_t> addresses) {
  // The shell needs more descriptors than some verbs, so prlimit sets the limits after it.
  std::vector<std::string> command = {"sh", "-c", "exec prlimit \"$@\" > /dev/null", "sh",
                                      "--core=0"};
  if (descriptors) command.push_back("--nofile=" + std::to_string(*descriptors));
  if (addresses) command.push_back("--as=" + std::to_string(*addresses));
  command.push_back(FDR_COMMAND);
  command.insert(command.end(), call.arguments.begin(), call.arguments.end());
  const auto outcome = RunChild({.argv = std::move(command), .environment = {"TZ=UTC"}});
  EXPECT_EQ(ErrorOf(outcome), "") << Line(call);
  return outcome.value_or(ChildOutcome{});
}

double ProcessorSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class VerbLimitsTest : public testing::Test {
 protected:
  // In the order in which they can be called on one archive.
  std::vector<Call> Calls(const std::string& archive, const std::string& metric,
                          const std::string& few) const {
    return {
        {{"info", archive}, 8},
        {{"names", archive}, 8},
        {{"replay", archive, few}, 10},
        {{"replay", "-r", archive, few}, 10},
        {{"replay", "-t", "1s", "--csv", archive, few}, 10},
        {{"replay", "-t", "1s", "--plot", archive, few}, 10},
        {{"dump", archive, metric}, 8},
        {{"check", archive}, 8},
        {{"repair", archive, out_ / "repaired"}, 10},
        {{"copy", "-q", archive, out_ / "whole"}, 16},
        {{"copy", "-q", "-S", "1ms", archive, out_ / "part"}, 16},
        {{"record", "-q", "--from", archive, "-t", "1s", out_ / "thinned"}, 16},
        {{"compress", "-q", "-j", "2", archive}, 10},
        {{"info", archive}, 8},
        {{"replay", archive, few}, 10},
        {{"check", archive}, 8},
        {{"decompress", "-q", archive}, 10},
    };
  }

  const TempDirectory in_, out_;
};

TEST_F(VerbLimitsTest, AnArchiveOfThisMachineTakesFewDescriptorsAndLittleMemory) {
  const std::string archive = in_ / "machine";
  const Call record{{"record", "-q", "-t", "10ms", "-s", "30", archive}, 64};
  std::vector<Call> calls = {record};
  for (Call& call : Calls(archive, "kernel", "kernel.all.load")) calls.push_back(std::move(call));
  calls.push_back({{"live", "-t", "1ms", "-s", "2", "kernel.all.load"}, 64});
  calls.push_back({{"names", "-L", "kernel"}, 64});
  std::uint64_t decoded = 0;  // readers keep what they decode of a compressed volume
  for (const Call& call : calls) {
    const std::string& verb = call.arguments[0];
    if (verb == "compress") decoded = std::filesystem::file_size(archive + ".0");
    const ChildOutcome outcome = RunWith(call, call.descriptors, 64 * kMiB);
    EXPECT_EQ(outcome.exit_status, 0) << Line(call) << ": " << outcome.err;
    EXPECT_LE(outcome.peak_memory, 32 * kMB + decoded) << Line(call);
    if (verb == "decompress") decoded = 0;
  }
}

void BuildMany(const std::string& archive) {
  constexpr InDomId kMany = InDomId::Build(60, 1);
  constexpr MetricId kMetric = MetricId::Build(60, 0, 1);
  constexpr std::int32_t kCount = 1'000'000;
  std::vector<std::string> names;
  for (std::int32_t i = 0; i < kCount; ++i) names.push_back("instance" + std::to_string(i));
  InstanceList instances;
  Values values{kMetric, {}};
  for (std::int32_t i = 0; i < kCount; ++i) {
    instances.push_back({i, names[static_cast<std::size_t>(i)]});
    values.values.push_back({i, std::int64_t{i}});
  }
  ArchiveBuilder builder(archive, Version::k2);
  builder.Metric({.name = "toy.many", .id = kMetric, .indom = kMany})
      .InDom(At(0), kMany, std::move(instances));
  for (int second = 0; second < 3; ++second) builder.Record(At(second), {values});
}

TEST_F(VerbLimitsTest, AMillionInstancesTakeSecondsAndAFewHundredMegabytes) {
  const std::string archive = in_ / "many";
  // A child process builds the archive, so that this process stays small.
  EXPECT_EXIT((BuildMany(archive), std::_Exit(0)), testing::ExitedWithCode(0), "");
  for (const Call& call : Calls(archive, "toy.many", "toy.many[instance5,instance77??]")) {
    const double before = ProcessorSeconds();
    const ChildOutcome outcome = RunWith(call, {}, {});
    EXPECT_EQ(outcome.exit_status, 0) << Line(call) << ": " << outcome.err;
    // Allows twice the seconds of the table: a processor does half as much if its twin is busy.
    const double seconds = call.arguments[0] == "compress" ? 8 : 3;
    EXPECT_LE(ProcessorSeconds() - before, 2 * seconds) << Line(call);
    const bool is_copy = call.arguments[0] == "copy" || call.arguments[0] == "record";
    EXPECT_LE(outcome.peak_memory, (is_copy ? 350 : 300) * kMB) << Line(call);
  }
  for (const char* form : {"--plot", "--csv", "--json", "-q"}) {
    const ChildOutcome outcome = RunWith({{"replay", form, archive, "toy.many"}, 0}, {}, {});
    EXPECT_EQ(outcome.exit_status, 2) << form;
    EXPECT_NE(outcome.err.find("name some instances, as in 'toy.many[instance0]'"),
              std::string::npos)
        << outcome.err;
    EXPECT_LE(outcome.peak_memory, 300 * kMB) << form;
  }
}

TEST_F(VerbLimitsTest, AHostTakesAFewDescriptors) {
  InventedHost host;
  for (std::uint32_t i = 0; i < 50; ++i) host.source.Add("top.m" + std::to_string(i), i, i);
  const ChildOutcome outcome = RunWith(
      {{"record", "-q", "-h", host.host(), "-t", "5ms", "-s", "3", out_ / "host", "top"}, 24}, 24,
      64 * kMiB);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
}

// Each volume that was read keeps its descriptor, as long as there are enough.  So it can still be
// read when another process replaces or removes it.
TEST_F(VerbLimitsTest, ManyVolumesTakeMoreThanTheSoftLimit) {
  const std::string archive = in_ / "volumes";
  ASSERT_EQ(RunFdr({"record", "-q", "-t", "1ms", "-s", "60", "-v", "2", archive, "kernel.all.load"})
                .exit_status,
            0);
  ASSERT_TRUE(std::filesystem::exists(archive + ".25"));
  const auto outcome = RunChild({.argv = {"sh", "-c", "ulimit -Sn 16; exec \"$@\"", "sh",
                                          FDR_COMMAND, "replay", archive, "kernel.all.load"}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->exit_status, 0) << outcome->err;
}

TEST_F(VerbLimitsTest, CompressionTakesFewerThreadsWhereAddressesAreFew) {
  constexpr MetricId kMetric = MetricId::Build(60, 0, 1);
  const std::string archive = in_ / "noise";
  {
    ArchiveBuilder builder(archive);
    builder.Metric({.name = "toy.noise", .id = kMetric, .type = Type::kString});
    std::mt19937 noise(1);  // NOLINT(cert-msc51-cpp): each run makes the same archive
    for (int second = 0; second < 100; ++second) {
      std::string text;
      for (int i = 0; i < 50'000; ++i) text += static_cast<char>('a' + noise() % 26);
      builder.Record(At(second), {Single(kMetric, std::move(text))});
    }
  }  // 5 blocks of xz, 2 of zstd
  const std::vector<std::uint64_t> all = {48, 56, 64, 72, 80, 96, 128}, some = {48, 72, 128};
  for (const std::string format : {"--xz", "--zstd"})
    for (const std::uint64_t mebibytes : IsSoak() ? all : some) {
      const Call call{{"compress", "-q", "-j", "16", format, archive}, 64};
      EXPECT_EQ(RunWith(call, {}, mebibytes * kMiB).exit_status, 0) << mebibytes << Line(call);
      ASSERT_EQ(RunFdr({"decompress", "-q", archive}).exit_status, 0);
    }
}

#endif

}  // namespace
}  // namespace fdr::test
