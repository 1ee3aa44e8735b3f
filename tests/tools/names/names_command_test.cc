// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr names` as users run it: lists, searches, and what changed.

#include <gtest/gtest.h>

#include <sstream>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kFork = MetricId::Build(60, 0, 14), kReads = MetricId::Build(60, 0, 4),
                   kLoad = MetricId::Build(60, 2, 0), kCpus = MetricId::Build(60, 0, 32),
                   kOrders = MetricId::Build(250, 0, 1), kState = MetricId::Build(250, 0, 2);
constexpr InDomId kDisks = InDomId::Build(60, 1);

bool Has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

// The first words of the lines.
std::string FirstWords(const std::string& text) {
  std::istringstream lines(text);
  std::string words;
  for (std::string line; std::getline(lines, line);) words += line.substr(0, line.find(' ')) + ' ';
  return words;
}

// For 100 s: sdb is busy half of the time, forks are steady, and the load has a short peak.
class NamesCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    ArchiveBuilder archive(base_, Version::k3);
    const Units count{.dim_count = 1};
    const auto counter = [&](const char* name, MetricId id, InDomId indom = {}) {
      return Metric{.name = name,
                    .id = id,
                    .type = Type::kU64,
                    .indom = indom,
                    .semantics = Semantics::kCounter,
                    .units = count};
    };
    archive.Metric(counter("kernel.all.sysfork", kFork))
        .Metric(counter("disk.dev.read", kReads, kDisks))
        .Metric({.name = "kernel.all.load", .id = kLoad, .type = Type::kFloat})
        .Metric({.name = "hinv.ncpu", .id = kCpus, .semantics = Semantics::kDiscrete})
        .Metric(counter("shop.orders", kOrders))
        .Metric({.name = "shop.state",
                 .id = kState,
                 .type = Type::kString,
                 .semantics = Semantics::kDiscrete})
        .Text(TextKind::kMetricOneLine, kOrders.value, "orders that were \x1b[31mforked off")
        .Text(TextKind::kMetricHelp, kOrders.value, "orders\nA courier brings them.")
        .InDom(At(0), kDisks, {{0, "sda"}, {1, "sdb"}});
    std::int64_t reads = 0;
    for (std::int64_t i = 0; i <= 10; ++i) {
      reads += i > 5 ? 100 : 0;
      archive.Record(At(10.0 * static_cast<double>(i)), {{kReads, {{0, 7 * i}, {1, reads}}},
                                                         Single(kFork, 50 * i),
                                                         Single(kOrders, 3 * i),
                                                         Single(kCpus, std::int64_t{4}),
                                                         Single(kState, std::string("open")),
                                                         Single(kLoad, i == 3 ? 2.0 : 1.0)});
    }
  }

  ChildOutcome Run(std::vector<std::string> arguments,
                   std::vector<std::string> environment = {"LC_ALL=C.UTF-8"}) {
    arguments.insert(arguments.begin(), {"names", base_});
    return RunFdr(std::move(arguments), std::move(environment));
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
};

TEST_F(NamesCommandTest, AListHasAHeadingForEachSubsystem) {
  const ChildOutcome outcome = Run({});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(FirstWords(outcome.out),
            "# disk.dev.read  # hinv.ncpu  # kernel.all.load kernel.all.sysfork  # shop.orders "
            "shop.state ");
  EXPECT_TRUE(Has(outcome.out, "# disk: disks, partitions, and devices made of them\n"));
  EXPECT_TRUE(Has(outcome.out, "\n# shop\n"));
  EXPECT_EQ(FirstWords(Run({"kernel"}).out), "kernel.all.load kernel.all.sysfork ");
}

TEST_F(NamesCommandTest, WellKnownNamesHaveTextsIfTheArchiveHasNone) {
  EXPECT_TRUE(Has(Run({"kernel.all.sysfork"}).out, "processes and threads that were started"));
  EXPECT_TRUE(Has(Run({"kernel.all.sysfork", "--json"}).out,
                  R"("oneline":"processes and threads that were started","oneline_from":"fdr")"));
  EXPECT_FALSE(Has(Run({"shop", "--json"}).out, "oneline_from"));
}

TEST_F(NamesCommandTest, ASearchFindsNamesBeforeTexts) {
  const ChildOutcome outcome = Run({"--search", "Fork"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(FirstWords(outcome.out), "kernel.all.sysfork shop.orders ");
  EXPECT_EQ(FirstWords(Run({"--search", "fork", "--top", "1"}).out), "kernel.all.sysfork ");
}

TEST_F(NamesCommandTest, AllWordsMustOccurSomewhere) {
  EXPECT_EQ(FirstWords(Run({"--search", "courier orders"}).out), "shop.orders ");
  EXPECT_EQ(FirstWords(Run({"--search", "courier", "--search", "orders"}).out), "shop.orders ");
  const ChildOutcome none = Run({"--search", "courier disk"});
  EXPECT_EQ(none.exit_status, 4);
  EXPECT_EQ(none.err, "fdr: No metric has all of these words: search for fewer\n");
}

TEST_F(NamesCommandTest, ASearchKnowsInstancesAndOtherWords) {
  EXPECT_TRUE(Has(Run({"--search", "sdb"}).out, "[sdb]"));
  EXPECT_EQ(FirstWords(Run({"disk", "--search", "storage"}).out), "disk.dev.read ");
}

// A server leaves such lists out.
TEST_F(NamesCommandTest, LongListsOfInstancesAreSearched) {
  const std::string base = directory_ / "long";
  std::vector<std::string> names;
  for (int i = 0; i < 5000; ++i)
    names.push_back(std::to_string(i) + (i == 4321 ? " postgres" : " bash"));
  InstanceList instances;  // borrows the names
  for (int i = 0; i < 5000; ++i) instances.push_back({i, names[static_cast<std::size_t>(i)]});
  ArchiveBuilder(base, Version::k3)
      .Metric({.name = "disk.dev.read", .id = kReads, .indom = kDisks})
      .InDom(At(0), kDisks, std::move(instances))
      .Record(At(0), {{kReads, {{4321, std::uint64_t{1}}}}})
      .Close();
  const ChildOutcome outcome = RunFdr({"names", base, "--search", "postgres"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_TRUE(Has(outcome.out, "[4321 postgres]")) << outcome.out << outcome.err;
}

TEST_F(NamesCommandTest, AMisspeltWordGetsASuggestion) {
  const ChildOutcome outcome = Run({"--search", "ordres"});
  EXPECT_EQ(outcome.exit_status, 4);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "fdr: No metric has to do with \"ordres\"; did you mean orders?\n");
  EXPECT_EQ(Run({"--search", " "}).exit_status, 2);
}

TEST_F(NamesCommandTest, HitsAreMarkedInColour) {
  const std::string plain = Run({"--search", "fork"}).out;
  EXPECT_TRUE(Has(plain, "that were \\x1b[31mforked")) << plain;
  const std::string colored = Run({"--search", "fork", "--color", "always"}).out;
  EXPECT_TRUE(Has(colored, "kernel.all.sys\x1b[1;31mfork\x1b[0m ")) << colored;
  EXPECT_TRUE(Has(colored, "\\x1b[31m\x1b[1;31mfork\x1b[0med")) << colored;
}

TEST_F(NamesCommandTest, TheMostActiveMetricsComeFirst) {
  const ChildOutcome outcome = Run({"--active"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  // The numbers of steady metrics do not change.
  EXPECT_EQ(FirstWords(outcome.out), "metric disk.dev.read[sdb] kernel.all.load ") << outcome.out;
  EXPECT_TRUE(Has(outcome.out, " 1.73 ")) << outcome.out;
  EXPECT_TRUE(Has(outcome.out, "\u2581\u2581\u2581\u2581\u2581\u2581\u2581\u2581\u2588"));
  EXPECT_EQ(FirstWords(Run({"--active", "--top", "1"}).out), "metric disk.dev.read[sdb] ");
}

TEST_F(NamesCommandTest, OnlyTheWindowCounts) {
  EXPECT_EQ(FirstWords(Run({"--active", "-T", "40s"}).out), "metric kernel.all.load ");
  const ChildOutcome steady = Run({"--active", "-S", "70s"});
  EXPECT_EQ(steady.exit_status, 4);
  EXPECT_EQ(steady.err, "fdr: None of these metrics changed in this time window\n");
}

TEST_F(NamesCommandTest, ActivityNeedsAnArchive) {
  const ChildOutcome outcome = RunFdr({"names", "-L", "--active"});
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_TRUE(Has(outcome.err, "--local and --active exclude each other")) << outcome.err;
}

TEST_F(NamesCommandTest, ProgramsGetCsvAndJson) {
  EXPECT_EQ(Run({"kernel.all.load", "--csv"}).out,
            "metric,subsystem,id,semantics,type,units,text\n"
            "kernel.all.load,kernel,60.2.0,instant,float,,\"how many processes were running or "
            "waiting for a disk, averaged\"\n");
  const std::string csv = Run({"--active", "--csv", "--top", "1"}).out;
  EXPECT_TRUE(Has(csv, ",change,instance,value_units,mean,min,max\ndisk.dev.read,")) << csv;
  EXPECT_TRUE(Has(csv, ",1.7297158093186487,sdb,count / sec,5,0,10\n")) << csv;
  const std::string json = Run({"--active", "--json"}).out;
  EXPECT_TRUE(Has(
      json, R"("change":1.7297158093186487,"series":{"metric":"disk.dev.read","instance":"sdb")"))
      << json;
}

TEST_F(NamesCommandTest, LinesFitTheTerminal) {
  for (const char* columns : {"COLUMNS=60", "COLUMNS=90", "COLUMNS=120"}) {
    std::istringstream lines(Run({"kernel"}, {"LC_ALL=C", columns}).out);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), std::stoul(std::string(columns).substr(8))) << line;
  }
}

}  // namespace
}  // namespace fdr::test
