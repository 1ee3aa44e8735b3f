// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record --from`: what `fdr copy` makes, with the options of a recorder.

#include <fmt/format.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/testdata.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

constexpr const char* kPicture = R"(
time     1000  1010  1015  1020  1030  1040
c         100   110     |    10    20    30   counter
x[1]        1     2     |     4     4     5   instant double
x[2]        1     .     |     6     4     5   instant double
)";

class RecordFromTest : public RecordFixture {
 protected:
  RecordFromTest() { WriteToy(toy_, kPicture); }

  static void ExpectSameFiles(const std::string& a, const std::string& b) {
    for (const char* const part : {".0", ".meta", ".index"})
      EXPECT_EQ(test::ReadFile(a + part), test::ReadFile(b + part)) << part;
  }

  const std::string toy_ = directory_ / "toy";
  const std::string copy_ = directory_ / "copy";
};

TEST_F(RecordFromTest, WithoutOptionsTheFilesAreTheSame) {
  const ChildOutcome outcome = Record({"--from", toy_, base_});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  ExpectSameFiles(base_, toy_);
}

TEST_F(RecordFromTest, ItMakesWhatACopyMakes) {
  const std::vector<std::vector<std::string>> cases = {
      {"-t", "20s"}, {"-S", "5s"}, {"-t", "15s", "-A", "5s", "-O", "2s", "-T", "35s"}, {"-V", "3"}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string recorded = base_ + std::to_string(i), copied = copy_ + std::to_string(i);
    std::vector<std::string> copy = {"copy", toy_, copied};
    copy.insert(copy.end(), cases[i].begin(), cases[i].end());
    ASSERT_EQ(RunFdr(copy).exit_status, 0);
    std::vector<std::string> record = {"--from", toy_, recorded};
    record.insert(record.end(), cases[i].begin(), cases[i].end());
    ASSERT_EQ(Record(record).exit_status, 0);
    ExpectSound(recorded);
    ExpectSameFiles(recorded, copied);
  }
}

TEST_F(RecordFromTest, MetricsMayBeChosen) {
  ASSERT_EQ(Record({"--from", toy_, "-t", "5s", "-S", "21s", "-d", directory_ / "new", "c", "c"})
                .exit_status,
            0);
  EXPECT_EQ(Records(directory_ / "new/c", "c"), 2);
  EXPECT_EQ(Records(directory_ / "new/c", "x"), -2);
}

TEST_F(RecordFromTest, TheZoneOfTheArchiveStays) {
  const std::string source = TestData("peer/v3-pmlogger");
  ASSERT_EQ(Record({"--from", source, "-t", "1s", "--tz", "archive", base_}).exit_status, 0);
  ExpectSound(base_);
  const auto before = ArchiveContext::Open(source), after = ArchiveContext::Open(base_);
  ASSERT_TRUE(before && after);
  EXPECT_EQ((*after)->label().host, (*before)->label().host);
  EXPECT_EQ((*after)->label().timezone, (*before)->label().timezone);
  EXPECT_EQ((*after)->label().zoneinfo, (*before)->label().zoneinfo);
}

// PCP's recorder says who it is with five metrics.  Made up, they would hide the gap from PCP.
TEST_F(RecordFromTest, PcpSeesTheGapBetweenTwoCuts) {
  WriteToy(directory_ / "long", R"(
time     1000  1010  1020  1700  1710  1720
c         100   110   120   800   810   820   counter
)");
  const std::string early = directory_ / "early", late = directory_ / "late";
  ASSERT_EQ(Record({"--from", directory_ / "long", "-T", "25s", early}).exit_status, 0);
  ASSERT_EQ(Record({"--from", directory_ / "long", "-S", "600s", late}).exit_status, 0);
  for (const std::string& cut : {early, late}) {
    EXPECT_EQ(Records(cut, "pmcd.pid"), -2);
    EXPECT_EQ(Records(cut, "c"), 3);
  }
  const std::string joined = directory_ / "joined";
  PeerOutput({"pmlogextract", early, late, joined});
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", joined}), "<mark>"));
}

// The recorder of PCP has them in the archive: a copy has the same.
TEST_F(RecordFromTest, WhatTheRecorderSaidOfItselfStays) {
  const std::string source = TestData("peer/v3-pmlogger");
  ASSERT_EQ(Record({"--from", source, "-t", "1s", base_, "pmcd"}).exit_status, 0);
  for (const char* const metric : {"pmcd.pid", "pmcd.seqnum", "pmcd.pmlogger.host"}) {
    const auto value = [&](const std::string& archive) {
      const std::string dump = PeerOutput({"pmdumplog", archive, metric});
      const std::size_t at = dump.find("value ");
      return dump.substr(at, dump.find('\n', at) - at);
    };
    EXPECT_EQ(value(base_), value(source));
    EXPECT_NE(value(base_), "value 0") << metric;
  }
}

TEST_F(RecordFromTest, WhatWasNotObservedIsNotThere) {
  // b is missing at 1010, at 1070 and behind the mark; nothing is recorded from 1010 to 1070.
  WriteToy(directory_ / "rare", R"(
time     1000  1010  1070  1080  1081  1200
a           1     2     7     8     |    20   instant u32
b           1     .     .     8     |     .   instant u32
)");
  ASSERT_EQ(Record({"--from", directory_ / "rare", "-t", "10s", base_}).exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Records(base_, "a"), 5);
  EXPECT_EQ(Records(base_, "b"), 2);
  EXPECT_FALSE(Has(PeerOutput({"pmdumplog", base_}), "No values returned"));
}

TEST_F(RecordFromTest, LabelsThatChangeStay) {
  ArchiveBuilder builder(directory_ / "labels", Version::k3);
  builder.Metric({.name = "toy.load", .id = MetricId::Build(60, 0, 1)});
  for (unsigned i = 0; i < 5; ++i) {
    builder.LabelSets(At(i * 10), LabelLevel::kContext, 0,
                      {{.labels = {{.name = "shift", .json_value = std::to_string(i)}}}});
    builder.Record(At(i * 10), {Single(MetricId::Build(60, 0, 1), std::uint64_t{i})});
  }
  builder.Close();
  ASSERT_EQ(Record({"--from", directory_ / "labels", "-t", "20s", base_}).exit_status, 0);
  const std::string labels = PeerOutput({"pmdumplog", "-e", base_});
  for (int i = 0; i < 5; ++i)
    EXPECT_TRUE(Has(labels, fmt::format(R"("shift":{})", i))) << i << labels;
}

TEST_F(RecordFromTest, SeveralArchivesAreOneSource) {
  WriteToy(directory_ / "toy2", R"(
time     1100  1110
c         200   210   counter
)");
  ASSERT_EQ(Record({"--from", toy_ + "," + directory_ / "toy2", base_}).exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Records(base_, "c"), 7);
}

TEST_F(RecordFromTest, TheTimeInTheNameIsThatOfTheFirstRecord) {
  const std::string pattern = directory_ / "%Y%m%d.%H.%M.%S";
  const auto make = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--from", toy_, "--tz", "utc", pattern});
    EXPECT_EQ(Record(std::move(more)).exit_status, 0);
  };
  make({});
  ExpectSameFiles(directory_ / "20231114.22.30.00", toy_);
  make({"-S", "12s"});
  EXPECT_EQ(Records(directory_ / "20231114.22.30.20", "c"), 3);
  make({"-t", "20s"});  // the first name is taken
  EXPECT_EQ(Records(directory_ / "20231114.22.30.00-00", "c"), 4);
}

TEST_F(RecordFromTest, ADirectoryGetsOneArchiveWithTheTimeAsItsName) {
  const std::string later = directory_ / "later", both = toy_ + "," + later;
  WriteToy(later, "\ntime 1100 1110\nc 200 210 counter\n");
  const std::string there = directory_ / "there", made = directory_ / "made";
  std::filesystem::create_directory(there);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{there}, there},
      {{"-d", made}, made},
      {{directory_ / "slash/"}, directory_ / "slash"},
      {{"-d", made, "below/"}, made + "/below"}};
  for (const auto& [out, directory] : cases) {
    std::vector<std::string> arguments = {"--from", both, "--tz", "utc"};
    arguments.insert(arguments.end(), out.begin(), out.end());
    const ChildOutcome outcome = Record(arguments);
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_EQ(Archives(directory), std::set<std::string>{"20231114.22.30"}) << directory;
    EXPECT_EQ(Records(directory + "/20231114.22.30", "c"), 7);
  }
}

TEST_F(RecordFromTest, NoDirectoryIsMadeWithoutAnArchive) {
  Fails({"--from", directory_ / "none", "-d", directory_ / "new"}, 1, "No such archive");
  EXPECT_FALSE(std::filesystem::exists(directory_ / "new"));
}

// They are not read by the way, whatever metrics the user has defined for all programs.
TEST_F(RecordFromTest, CompressedFilesStayAsTheyAre) {
  const std::string volumes = directory_ / "volumes";
  WriteToy(volumes, "\ntime 1000 1010 / 1020 1030 / 1040\nc 1 2 / 3 4 / 5 counter\n");
  ASSERT_EQ(RunFdr({"compress", volumes}).exit_status, 0);
  WriteFile(directory_ / "defined", AsBytes("more = c * 2\n"));
  for (const std::string& environment : {std::string(), directory_ / "defined"}) {
    const std::string out = base_ + (environment.empty() ? "1" : "2");
    ASSERT_EQ(Record({"--from", volumes, out}, {"PCP_DERIVED_CONFIG=" + environment}).exit_status,
              0);
    for (const char* const part : {".0.xz", ".1.xz", ".2.xz", ".meta", ".index"})
      EXPECT_EQ(test::ReadFile(out + part), test::ReadFile(volumes + part)) << part;
  }
  // They can be named.
  ASSERT_EQ(
      Record({"--from", volumes, base_, "more"}, {"PCP_DERIVED_CONFIG=" + (directory_ / "defined")})
          .exit_status,
      0);
  EXPECT_EQ(Records(base_, "more"), 5);
}

TEST_F(RecordFromTest, AReportMayHaveMetricsThatTheArchiveLacks) {
  WriteFile(directory_ / "toy.conf", AsBytes("[toy]\nc = ,,,,\nno.such = ,,,,\n"));
  const std::string reports = directory_ / "toy.conf";
  const ChildOutcome outcome = Record({"--from", toy_, "--reports", reports, base_, ":toy"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(Records(base_, "c"), 5);
  EXPECT_EQ(Records(base_, "x"), -2);
  ASSERT_EQ(RunFdr({"copy", toy_, copy_, "--reports", reports, "--without", ":toy"}).exit_status,
            0);
  EXPECT_EQ(Records(copy_, "c"), -2);
  EXPECT_EQ(Records(copy_, "x"), 5);
  Fails({"--from", toy_, copy_ + "2", ":toy"}, 2, "There is no report \":toy\"");
}

TEST_F(RecordFromTest, MistakesAreExplained) {
  Fails({"--from", toy_, "-t", "1s", "-h", "db1", base_}, 2, "--host");
  Fails({"--from", toy_, "-t", "1s", "-s", "5min", base_}, 2, "--size");
  Fails({"--from", toy_, "--append", base_}, 2, "--append");
  Fails({"-S", "1s", "-t", "1s", base_}, 2, "--from");
  Fails({"--from", toy_, "-t", "0", base_}, 2, "-t");
  Fails({"--from", toy_, "-v", "1hour", base_}, 2, "-v");
  Fails({"--from", toy_, base_, "c + 1"}, 2, "To be recorded it needs a name");
  Fails({"--from", directory_ / "none", "-t", "1s", base_}, 1, "No such archive");
  Fails({"--from", toy_, "-t", "1s", base_, "no.such"}, 1, "Unknown metric");
  Fails({"--from", toy_, "-t", "1s", "-S", "1h", base_}, 1, "There is no record in the window");
}

}  // namespace
}  // namespace fdr::test
