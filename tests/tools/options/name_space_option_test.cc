// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The option -n of the verbs that have it: metrics get the names of a file.

#include <filesystem>

#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class NameSpaceOptionTest : public ::testing::Test {
 protected:
  std::string Write(const std::string& text) const {
    WriteFile(directory_ / "names", AsBytes(text));
    return directory_ / "names";
  }

  const TempDirectory directory_;
  const std::string archive_ = TestData("peer/v3-pmlogger");
  const std::string short_ = TestData("names/short.pmns");
};

TEST_F(NameSpaceOptionTest, NamesAreThoseOfTheFileAsFarAsThereAreMetrics) {
  const ChildOutcome outcome = RunFdr({"names", "-n", short_, archive_});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(
      outcome.out,
      "cpus              discrete 32-bit unsigned int  -                number of CPUs in the "
      "system\n"
      "load              instant  float                -                1, 5 and 15 minute "
      "load average\n"
      "\n"
      "# pmcd: PCP's collector\n"
      "pmcd.control.pid  discrete 64-bit unsigned int  -\n"
      "pmcd.version      discrete string               -                PMCD version\n");
  const ChildOutcome unknown = RunFdr({"names", "--namespace", short_, archive_, "queue"});
  EXPECT_EQ(unknown.err, "fdr: Unknown metric \"queue\"\n");
  EXPECT_EQ(unknown.exit_status, 1);
}

TEST_F(NameSpaceOptionTest, ReplayFindsMetricsByTheirNewNames) {
  const auto replayed = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"replay", "--csv", archive_});
    std::string rows = RunFdr(arguments).out;
    return rows.substr(rows.find('\n'));
  };
  EXPECT_EQ(replayed({"-n", short_, "load", "pmcd"}),
            replayed({"kernel.all.load", "pmcd.pid", "pmcd.version"}));
  EXPECT_TRUE(Has(RunFdr({"replay", "-n", short_, archive_, "load"}).out, "load"));
  const ChildOutcome old = RunFdr({"replay", "-n", short_, archive_, "kernel.all.load"});
  EXPECT_EQ(old.err, "fdr: Unknown metric \"kernel.all.load\"\n");
  EXPECT_EQ(old.exit_status, 1);
}

TEST_F(NameSpaceOptionTest, LiveMetricsHaveThem) {
  const ChildOutcome outcome = RunFdr({"live", "-n", short_, "load", "-s", "1"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(Has(outcome.out, "15 minute")) << outcome.out;
  const std::string dynamic = Write("root { k 60:2:0 kernel 60:*:* }\n");
  const std::string names = RunFdr({"names", "-L", "-n", dynamic}).out;
  EXPECT_EQ(names.substr(0, 2), "k ");
  EXPECT_TRUE(Has(names, "\nkernel.all.load "));
  EXPECT_FALSE(Has(names, "\nhinv."));
}

TEST_F(NameSpaceOptionTest, HostsHaveThem) {
  const PeerCollector collector;
  const ChildOutcome outcome = RunFdr({"names", "-n", short_, "-h", collector.tcp()});
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(Has(outcome.out, "\npmcd.control.pid ")) << outcome.out;
  EXPECT_FALSE(Has(outcome.out, "numclients"));
}

TEST_F(NameSpaceOptionTest, RecordingsHaveThem) {
  const std::string live = directory_ / "live";
  const ChildOutcome outcome =
      RunFdr({"record", "-n", short_, "-s", "2", "-t", "20ms", live, "load", "cpus"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  const std::string descs = PeerOutput({"pmdumplog", "-d", live});
  EXPECT_TRUE(Has(descs, "PMID: 60.2.0 (load)\n")) << descs;
  EXPECT_TRUE(Has(descs, "PMID: 60.0.32 (cpus)\n")) << descs;
  EXPECT_FALSE(Has(descs, "kernel.all.load"));
}

// Expressions know these names and no others.
TEST_F(NameSpaceOptionTest, DerivedMetricsAreMadeOfThem) {
  const std::vector<std::string> derive = {"--derive", "twice=load * 2"};
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-n", short_});
    arguments.insert(arguments.end(), derive.begin(), derive.end());
    return RunFdr(arguments);
  };
  const ChildOutcome names = run({"names", archive_});
  EXPECT_EQ(names.err, "");
  EXPECT_TRUE(Has(names.out,
                  "\ntwice             instant  float                -                = "
                  "load * 2\n"))
      << names.out;
  EXPECT_TRUE(Has(names.out, "\npmcd.version "));
  EXPECT_FALSE(Has(names.out, "kernel.all.load"));

  const auto rows = [](const ChildOutcome& outcome) {
    EXPECT_EQ(outcome.err, "");
    return outcome.out.substr(outcome.out.find('\n'));
  };
  const std::string replayed = rows(run({"replay", "--csv", archive_, "twice", "load + cpus"}));
  EXPECT_EQ(replayed, rows(RunFdr({"replay", "--csv", archive_, "kernel.all.load * 2",
                                   "kernel.all.load + hinv.ncpu"})));
  const ChildOutcome old = run({"replay", archive_, "kernel.all.load * 2"});
  EXPECT_TRUE(Has(old.err, "Unknown operand metric")) << old.err;
  EXPECT_EQ(old.exit_status, 2);

  EXPECT_TRUE(Has(rows(run({"live", "--csv", "-s", "1", "twice", "cpus * 1000"})), "000"));

  const std::string base = directory_ / "recorded";
  const ChildOutcome recorded = run({"record", "-s", "2", "-t", "20ms", base, "load", "twice"});
  EXPECT_EQ(recorded.err, "");
  const std::string descs = PeerOutput({"pmdumplog", "-d", base});
  EXPECT_TRUE(Has(descs, "PMID: 511.2048.3 (twice)\n")) << descs;
  EXPECT_TRUE(Has(descs, "PMID: 60.2.0 (load)\n")) << descs;
}

TEST_F(NameSpaceOptionTest, DumpsInJsonHaveThem) {
  const ChildOutcome outcome = RunFdr({"dump", "--json", "-dm", "-n", short_, archive_});
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(Has(outcome.out, R"("pmid":"60.2.0","names":["load"])")) << outcome.out;
  EXPECT_TRUE(Has(outcome.out, R"("pmid":"60.2.0","name":"load")"));
  EXPECT_TRUE(Has(outcome.out, R"("pmid":"2.0.24","names":[])"));
  const ChildOutcome unknown = RunFdr({"dump", "-n", short_, archive_, "kernel"});
  EXPECT_EQ(unknown.err, "fdr: \"kernel\" is no metric of the name space\n");
  EXPECT_EQ(unknown.exit_status, 1);
}

TEST_F(NameSpaceOptionTest, IncludedFilesAreBesideTheFileOrWithPcps) {
  WriteFile(directory_ / "ids", AsBytes("#define LINUX 60\n"));
  const std::string path = Write("#include \"ids\"\n#include <more>\nroot { load LINUX:LOAD:0 }\n");
  std::filesystem::create_directory(directory_ / "pmns");
  WriteFile(directory_ / "pmns/more", AsBytes("#define LOAD 2\n"));
  const ChildOutcome outcome =
      RunFdr({"names", "-n", path, archive_}, {"PCP_VAR_DIR=" + (directory_ / "")});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out.substr(0, 5), "load ");
}

TEST_F(NameSpaceOptionTest, MistakesAreUsageErrorsButMissingFilesAreNot) {
  const std::string path = Write("root {\n  load 60:2\n}\n");
  for (const std::vector<std::string>& verb : {std::vector<std::string>{"names", archive_},
                                               {"dump", archive_},
                                               {"replay", archive_, "load"},
                                               {"live", "load"},
                                               {"record", directory_ / "out", "load"}}) {
    std::vector<std::string> arguments = verb;
    arguments.insert(arguments.end(), {"-n", path});
    const ChildOutcome mistake = RunFdr(arguments);
    EXPECT_EQ(mistake.err, "fdr: " + path +
                               ":2: expected a metric, such as 60:0:24, another name, or }\n"
                               "  load 60:2\n"
                               "       ^ -- here\n");
    EXPECT_EQ(mistake.exit_status, 2) << verb[0];
    EXPECT_EQ(mistake.out, "");
    arguments.back() = directory_ / "nope";
    const ChildOutcome missing = RunFdr(arguments);
    EXPECT_EQ(missing.err, "fdr: " + arguments.back() + ": No such file or directory\n");
    EXPECT_EQ(missing.exit_status, 1) << verb[0];
  }
}

}  // namespace
}  // namespace fdr::test
