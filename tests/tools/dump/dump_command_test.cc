// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr dump` as users run it: exit status, messages, JSON.  tests/differential/dump_test.cc
// compares its text with that of PCP's dumper.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fdr/archive/record/metadata_record.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr {
namespace {

using test::At;
using test::ChildOutcome;
using test::Has;

class DumpCommandTest : public testing::Test {
 protected:
  static constexpr MetricId kLoad = MetricId::Build(60, 2, 0);
  static constexpr MetricId kName = MetricId::Build(60, 12, 0);
  static constexpr MetricId kGone = MetricId::Build(60, 12, 1);
  static constexpr MetricId kEvents = MetricId::Build(60, 3, 0);
  static constexpr InDomId kCpus = InDomId::Build(60, 2);

  DumpCommandTest() {
    test::ArchiveBuilder(base_)
        .Metric({.name = "kernel.load", .id = kLoad, .type = Type::kDouble, .indom = kCpus})
        .Metric({.name = "kernel.name", .id = kName, .type = Type::kString})
        .Metric({.name = "kernel.gone", .id = kGone})
        .Metric({.name = "kernel.events", .id = kEvents, .type = Type::kEvent})
        .Text(TextKind::kMetricOneLine, kLoad.value, "how busy")
        .LabelSets(At(0), LabelLevel::kDomain, 60, {{{{"agent", "\"linux\""}}}})
        .InDom(At(0), kCpus, {{0, "cpu0"}, {1, "cpu1"}})
        .Record(At(0), {{kLoad, {{0, 0.5}, {1, std::nan("")}}},
                        test::Single(kName, std::string("a\xff\"b")),
                        test::NoValues(kGone, -12350)})
        .Mark(At(1))
        .Volume()
        .Record(At(2),
                {test::Single(kEvents,
                              std::vector<test::Event>{
                                  {.stamp = At(2), .fields = {{kName, Type::kString, "x"}}}})})
        .Close();
  }

  static ChildOutcome Dump(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "dump");
    return test::RunFdr(std::move(arguments));
  }

  test::TempDirectory directory_;
  std::string base_ = directory_ / "cmd";
};

TEST_F(DumpCommandTest, WhatIsWrongOnTheCommandLineIsAUsageError) {
  EXPECT_EQ(Dump({}).exit_status, 2);
  EXPECT_EQ(Dump({"--nosuch", base_}).exit_status, 2);
  EXPECT_EQ(Dump({"-z", "-Z", "UTC", base_}).exit_status, 2);
  EXPECT_EQ(Dump({"-v", base_ + ".0", base_}).exit_status, 2);
  const ChildOutcome window = Dump({"-S", "@bogus", base_});
  EXPECT_EQ(window.exit_status, 2);
  EXPECT_TRUE(Has(window.err, "bogus"));
  EXPECT_EQ(Dump({"--tz", "Nowhere/Land", base_}).exit_status, 2);
}

TEST_F(DumpCommandTest, TheEnvironmentNamesTheArchiveIfNoWordDoes) {
  const std::string variable = "PCP_ARCHIVE=" + base_;
  const std::string named = Dump({"-lm", base_}).out;
  EXPECT_NE(named, "");
  EXPECT_EQ(test::RunFdr({"dump", "-lm"}, {variable}).out, named);
  EXPECT_EQ(test::RunFdr({"dump", "-lm", base_}, {"PCP_ARCHIVE=/none"}).out, named);
  const std::string raw = Dump({"-v", base_ + ".0"}).out;
  EXPECT_NE(raw, "");
  EXPECT_EQ(test::RunFdr({"dump", "-v", base_ + ".0"}, {variable}).out, raw);
  EXPECT_EQ(test::RunFdr({"dump", "-l"}, {"PCP_ARCHIVE="}).exit_status, 2);
  const ChildOutcome missing = test::RunFdr({"dump", "-l"}, {"PCP_ARCHIVE=/none"});
  EXPECT_EQ(missing.exit_status, 1);
  EXPECT_TRUE(Has(missing.err, "/none"));
}

TEST_F(DumpCommandTest, ItShowsItsVersion) {
  const ChildOutcome all = test::RunFdr({"--version"});
  EXPECT_NE(all.out, "");
  for (const char* const option : {"-V", "--version"}) {
    const ChildOutcome version = Dump({option});
    EXPECT_EQ(version.exit_status, 0);
    EXPECT_EQ(version.out, all.out);
  }
}

TEST_F(DumpCommandTest, AZoneThatIsNoneIsUtcWithAWarning) {
  const ChildOutcome odd = Dump({"-Z", "Nowhere/Land", "-m", base_});
  EXPECT_EQ(odd.exit_status, 0);
  EXPECT_EQ(odd.err,
            "fdr: warning: \"Nowhere/Land\" is not a time zone, so times are in UTC; try a name "
            "like Europe/Berlin\n");
  const ChildOutcome utc = Dump({"-Z", "UTC", "-m", base_});
  EXPECT_EQ(odd.out.substr(odd.out.find("\n\n")), utc.out.substr(utc.out.find("\n\n")));
  EXPECT_EQ(utc.err, "");
  EXPECT_EQ(Dump({"-Z", "Nowhere/Land", "-q", "-m", base_}).err, "");
}

TEST_F(DumpCommandTest, WhatDoesNotExistIsAFailure) {
  const ChildOutcome archive = Dump({directory_ / "nothing"});
  EXPECT_EQ(archive.exit_status, 1);
  EXPECT_TRUE(Has(archive.err, directory_ / "nothing"));
  EXPECT_EQ(Dump({"-v", directory_ / "nothing"}).exit_status, 1);
  EXPECT_EQ(Dump({"-v", directory_.path()}).exit_status, 1);
  const ChildOutcome metric = Dump({base_, "kernel.nosuch"});
  EXPECT_EQ(metric.exit_status, 1);
  EXPECT_TRUE(Has(metric.err, "kernel.nosuch"));
}

TEST_F(DumpCommandTest, ListsAndDirectoriesAreDumpedOneArchiveAfterTheOther) {
  const std::string later = directory_ / "a-later";
  test::ArchiveBuilder(later)
      .Metric({.name = "kernel.name", .id = kName, .type = Type::kString})
      .Record(At(100), {test::Single(kName, std::string("later"))})
      .Close();
  const std::string first = Dump({"-a", base_}).out, second = Dump({"-a", later}).out;
  for (const std::string& names : {later + "," + base_, base_ + "," + later, directory_.path()}) {
    const ChildOutcome both = Dump({"-a", names});
    EXPECT_EQ(both.exit_status, 0) << both.err;
    EXPECT_EQ(both.out, first + second) << names;
  }
  EXPECT_EQ(Dump({"-r", directory_.path()}).out, Dump({"-r", later}).out + Dump({"-r", base_}).out);
  EXPECT_EQ(Dump({"--json", directory_.path()}).out,
            Dump({"--json", base_}).out + Dump({"--json", later}).out);
  // The times are those of all archives together.
  EXPECT_EQ(Dump({"-S", "50sec", directory_.path()}).out, Dump({later}).out);
  const ChildOutcome one = Dump({"-a", later + "," + (directory_ / "nothing")});
  EXPECT_EQ(one.exit_status, 1);
  EXPECT_EQ(one.out, second);
  EXPECT_TRUE(Has(one.err, directory_ / "nothing"));
}

TEST_F(DumpCommandTest, OnlyMetricsThatNoArchiveOfAListHasAreReported) {
  const std::string later = directory_ / "a-later";
  test::ArchiveBuilder(later)
      .Metric({.name = "late.one", .id = MetricId::Build(60, 12, 9)})
      .Record(At(100), {test::Single(MetricId::Build(60, 12, 9), std::int64_t{7})})
      .Close();
  const ChildOutcome late = Dump({directory_.path(), "late.one"});
  EXPECT_EQ(late.exit_status, 0);
  EXPECT_EQ(late.err, "");
  EXPECT_EQ(late.out, Dump({later, "late.one"}).out);
  const ChildOutcome none = Dump({directory_.path(), "kernel.nosuch", "kernel.nosuch"});
  EXPECT_EQ(none.exit_status, 1);
  EXPECT_TRUE(none.err.starts_with("fdr: \"kernel.nosuch\" is no metric of the archives"))
      << none.err;
  EXPECT_EQ(std::ranges::count(none.err, '\n'), 1) << none.err;
  EXPECT_EQ(none.out, "");
}

TEST_F(DumpCommandTest, AnUnknownMetricBesideAKnownOneIsOnlyReported) {
  const ChildOutcome outcome = Dump({base_, "kernel.nosuch", "kernel.gone"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.out,
            "\n22:13:20.000000000 1 metric\n    60.12.1 (kernel.gone): Metric not supported by "
            "this version of monitored application\n");
}

TEST_F(DumpCommandTest, WhatIsLostToDamageIsReportedAndTheRestPrinted) {
  ByteBuffer volume = test::ReadFile(base_ + ".0");
  volume.resize(volume.size() - 5);
  test::WriteFile(base_ + ".0", volume);
  const ChildOutcome outcome = Dump({base_});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_TRUE(Has(outcome.err, base_ + ".0"));
  EXPECT_TRUE(Has(outcome.err, "offset"));
  EXPECT_TRUE(Has(outcome.out, "(kernel.load)"));
  EXPECT_TRUE(Has(outcome.out, "22:13:22.000000000 1 metric"));
  EXPECT_EQ(Dump({"-q", base_}).err, "");
}

TEST_F(DumpCommandTest, DamagedMetadataIsSkippedAndReported) {
  ByteBuffer metadata = test::ReadFile(base_ + ".meta");
  metadata.resize(metadata.size() - 3);
  test::WriteFile(base_ + ".meta", metadata);
  const ChildOutcome outcome = Dump({"-d", base_});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_TRUE(Has(outcome.err, base_ + ".meta"));
  EXPECT_TRUE(Has(outcome.out, "PMID: 60.2.0 (kernel.load)"));
}

TEST_F(DumpCommandTest, AFullDeviceIsAFailure) {
  const auto outcome = test::RunChild(
      {.argv = {"sh", "-c", std::string(FDR_COMMAND) + " dump " + base_ + " >/dev/full"}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->exit_status, 1);
  EXPECT_TRUE(Has(outcome->err, "No space left"));
}

// In the next tests the peer would print something else: docs/compatibility.md, "Dumping".

TEST_F(DumpCommandTest, StampsBehind2038ArePrinted) {
  test::ArchiveBuilder(directory_ / "late")
      .Metric({.name = "a", .id = kGone})
      .Record({2'147'483'647, 0}, {test::Single(kGone, std::uint64_t{1})})
      .Record({4'000'000'000, 0}, {test::Single(kGone, std::uint64_t{2})})
      .Close();
  EXPECT_EQ(Dump({"-x", directory_ / "late"}).out,
            "\nTue Jan 19 03:14:07.000000000 2038 1 metric\n    60.12.1 (a): value 1\n"
            "\nTue Oct  2 07:06:40.000000000 2096 1 metric\n    60.12.1 (a): value 2\n");
}

TEST_F(DumpCommandTest, RecordsBeforeTheStartInTheLabelArePrinted) {
  for (const char* file : {".0", ".1"}) {
    ByteBuffer bytes = test::ReadFile(base_ + file);
    StoreU32(bytes.data() + 12, test::kEpoch + 1000);
    test::WriteFile(base_ + file, bytes);
  }
  const ChildOutcome outcome = Dump({base_, "kernel.gone"});
  EXPECT_TRUE(Has(outcome.out, "22:13:20.000000000 1 metric"));
}

TEST_F(DumpCommandTest, OfADomainThatBeginsWithADifferenceThereIsWhatWasAdded) {
  InDomBuilder changes;
  changes.Delete(1);
  changes.Add(2, "two");
  ByteBuffer metadata = test::ReadFile(base_ + ".meta");
  EncodeMetadata(Version::k3, changes.Build(At(1), InDomId::Build(60, 7), true), metadata);
  test::WriteFile(base_ + ".meta", metadata);
  const ChildOutcome outcome = Dump({"-i", base_});
  EXPECT_TRUE(Has(outcome.out, "InDom: 60.7\n22:13:21.000000000 1 instances\n   2 or \"two\"\n"));
  EXPECT_EQ(outcome.exit_status, 0);
}

TEST_F(DumpCommandTest, JsonBeginsWithTheArchive) {
  EXPECT_EQ(Dump({"--json", "-l", base_}).out,
            R"({"schema":"fdr.dump/1","archive":")" + base_ +
                R"(","version":3,"host":"toyhost","start":"2023-11-14T22:13:20.000000000Z",)"
                R"("end":"2023-11-14T22:13:22.000000000Z","timezone":"UTC","zoneinfo":":Etc/UTC",)"
                R"("features":0,"pid":4242})" +
                "\n");
}

TEST_F(DumpCommandTest, JsonOfMetadata) {
  const std::string out = Dump({"--json", "-dehiIt", base_}).out;
  EXPECT_TRUE(Has(out,
                  R"({"kind":"metric","pmid":"60.2.0","names":["kernel.load"],"type":"double",)"
                  R"("indom":"60.2","semantics":"instant","units":""})"));
  EXPECT_TRUE(Has(out, R"({"kind":"text","pmid":"60.2.0","oneline":"how busy"})"));
  EXPECT_TRUE(Has(out, R"("level":"domain","domain":60,"sets":[{"json":"{\"agent\":\"linux\"}",)"
                       R"("labels":[{"name":"agent","value":"\"linux\"","flags":2}]}]})"));
  EXPECT_TRUE(Has(out, R"({"kind":"indom","time":"2023-11-14T22:13:20.000000000Z","indom":"60.2",)"
                       R"("instances":[{"id":0,"name":"cpu0"},{"id":1,"name":"cpu1"}]})"));
  EXPECT_TRUE(Has(out, R"({"kind":"stored_indom","time":"2023-11-14T22:13:20.000000000Z",)"));
  EXPECT_TRUE(Has(out, R"({"kind":"index","time":"2023-11-14T22:13:20.000000000Z","volume":0,)"));
}

TEST_F(DumpCommandTest, JsonOfValues) {
  const std::string out = Dump({"--json", base_}).out;
  EXPECT_TRUE(Has(out, R"("metrics":[{"pmid":"60.2.0","name":"kernel.load","values":[)"
                       R"({"id":0,"instance":"cpu0","value":0.5},)"
                       R"({"id":1,"instance":"cpu1","value":"NaN"}]},)"
                       R"({"pmid":"60.12.0","name":"kernel.name","values":[)"
                       "{\"value\":\"a\xef\xbf\xbd\\\"b\",\"hex\":\"61ff226200\"}]},"
                       R"({"pmid":"60.12.1","name":"kernel.gone","error":-12350,"message":)"
                       R"("Metric not supported by this version of monitored application",)"
                       R"("values":[]}]})"));
  EXPECT_TRUE(Has(out, R"({"kind":"mark","time":"2023-11-14T22:13:21.000000000Z","bytes":24})"));
  EXPECT_TRUE(Has(out, R"("events":[{"time":"2023-11-14T22:13:22.000000000Z","flags":1,)"
                       R"("parameters":[{"pmid":"60.12.0","name":"kernel.name","value":"x"}]}])"));
}

}  // namespace
}  // namespace fdr
