// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class FindCommandTest : public ::testing::Test {
 protected:
  FindCommandTest() {
    WriteToy(directory_ / "toy", R"(
time      1000  1010  1020  1030  1040  1050
reads      100   160   180   240   900  1600 counter u64
load[0]    1.5   2.5   2.0   1.0   1.0   1.0 instant double
load[1]    0.5   0.5   4.5   1.0   1.0   1.0 instant double
fixed        7     .     .     .     .     . discrete u32
)");
  }

  ChildOutcome Find(const std::string& where, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"find", directory_ / "toy", "--where", where});
    return RunFdr(std::move(more));
  }

  TempDirectory directory_;
};

TEST_F(FindCommandTest, ATableIsForPeople) {
  const ChildOutcome outcome = Find("load > 1.2");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(
      outcome.out,
      "                                                     load\n"
      "start         end                   length  samples     largest  at            instance\n"
      "22:30:00.000  22:30:20.000        20.000 s        3       2.500  22:30:10.000  inst0\n"
      "22:30:20.000  22:30:20.000         0.000 s        1       4.500  22:30:20.000  inst1\n");
}

// Record by record, the later archive is read from the end of the earlier one on.
TEST_F(FindCommandTest, ArchivesThatOverlapAreNotSearchedWhole) {
  WriteToy(directory_ / "later", R"(
time      1030  1045  1060
load[0]    9.0   1.0   1.0 instant double
load[1]    1.0   1.0   1.0 instant double
)");
  const std::string both = directory_ / "toy" + "," + (directory_ / "later");
  const auto find = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"find", both, "--where", "load > 8"});
    return RunFdr(std::move(more));
  };
  const ChildOutcome by_records = find({});
  EXPECT_EQ(by_records.exit_status, 3);
  EXPECT_TRUE(Has(by_records.err, "warning: " + (directory_ / "later") +
                                      ": The archive starts before the end of "));
  EXPECT_FALSE(Has(by_records.out, "9.000"));
  const ChildOutcome by_time = find({"-t", "5s"});
  EXPECT_EQ(by_time.exit_status, 0);
  EXPECT_EQ(by_time.err, "");
  EXPECT_TRUE(Has(by_time.out, "9.000"));
}

TEST_F(FindCommandTest, TimesHaveTheDecimalsThatTheIntervalNeeds) {
  EXPECT_EQ(Find("load > 1.2", {"-t", "5s", "-S", "+500ms", "-T", "25s"}).out,
            "                                             load\n"
            "start     end               length  samples     largest  at        instance\n"
            "22:30:00  22:30:20            20 s        5       2.500  22:30:05  inst0\n"
            "22:30:15  22:30:20             5 s        2       4.500  22:30:15  inst1\n");
  EXPECT_TRUE(Has(Find("load > 4", {"-t", "2500ms"}).out, "22:30:17.500  22:30:25.000"));
}

TEST_F(FindCommandTest, OnATerminalALongInstanceIsCut) {
  const std::string base = directory_ / "long";
  ArchiveBuilder(base)
      .Metric({.name = "full", .id = ToyMetric("full"), .indom = ToyDomain("full")})
      .InDom(At(1000), ToyDomain("full"), {{0, "/dev/mapper/first-volume"}})
      .Record(At(1000), {{ToyMetric("full"), {{0, std::int64_t{9}}}}})
      .Record(At(1010), {{ToyMetric("full"), {{0, std::int64_t{9}}}}})
      .Close();
  const std::vector<std::string> argv = {FDR_COMMAND, "find", base, "--where",
                                         "full > 4",  "-t",   "10s"};
  const std::vector<std::string> environment = {"TZ=UTC", "FDR_CONFIG=/dev/null", "LC_ALL=C.UTF-8",
                                                "COLUMNS=80"};
  TerminalChild child({.argv = argv, .environment = environment});
  const std::string line = "22:30:00  22:30:10            10 s        2       9.000  22:30:00  ";
  EXPECT_TRUE(Has(child.WaitForEnd().out, line + "/dev/m\u2026volume\r\n"));
  const auto piped = RunChild({.argv = argv, .environment = environment});
  ASSERT_TRUE(piped);
  EXPECT_TRUE(Has(piped->out, line + "/dev/mapper/first-volume\n"));
}

TEST_F(FindCommandTest, CsvAndJsonAreForPrograms) {
  EXPECT_EQ(Find("rate(reads) > 5 && load[inst0] < 2", {"--csv"}).out,
            "start,end,seconds,samples,ends_by,instance,largest rate(reads) (/ sec),at,smallest "
            "load[inst0],at\n"
            "2023-11-14T22:30:30.000000000Z,2023-11-14T22:30:50.000000000Z,20,3,window,inst0,70,"
            "2023-11-14T22:30:50.000000000Z,1,2023-11-14T22:30:30.000000000Z\n");
  EXPECT_EQ(Find("load > 4", {"--json"}).out,
            "{\"schema\":\"fdr.find/1\",\"host\":\"toyhost\",\"where\":\"load > 4\",\"terms\":[{"
            "\"of\":\"load\",\"units\":\"\",\"extreme\":\"largest\"}]}\n"
            "{\"start\":\"2023-11-14T22:30:20.000000000Z\",\"end\":\"2023-11-14T22:30:20."
            "000000000Z\",\"seconds\":0,\"samples\":1,\"ends_by\":\"condition\",\"instance\":"
            "\"inst1\",\"instance_id\":1,\"extremes\":[{\"value\":4.5,\"time\":\"2023-11-14T22:30:"
            "20.000000000Z\"}]}\n");
}

TEST_F(FindCommandTest, NothingFoundIsAStatusOfItsOwn) {
  const ChildOutcome never = Find("load > 40");
  EXPECT_EQ(never.exit_status, 4);
  EXPECT_EQ(never.out, "");
  EXPECT_EQ(never.err,
            "fdr: The condition is never true; the largest load is 4.500, at 22:30:20.000, of "
            "inst1\n");
  EXPECT_EQ(Find("load > 40", {"-q"}).err, "");
  const ChildOutcome brief = Find("load > 1.2", {"--for", "1m"});
  EXPECT_EQ(brief.exit_status, 4);
  EXPECT_EQ(brief.err,
            "fdr: The condition is never true for 1m, but for 20 s at most; the largest load is "
            "4.500, at 22:30:20.000, of inst1\n");
  const ChildOutcome nowhere = Find("load > 4", {"-S", "@2023-11-20"});
  EXPECT_EQ(nowhere.exit_status, 4);
  EXPECT_NE(nowhere.err.find("These metrics have no values in this time window"), std::string::npos)
      << nowhere.err;
}

TEST_F(FindCommandTest, AMetricThatCountsInPercentIsComparedWithItsOwnNumbers) {
  WriteToy(directory_ / "full", R"(
time             1000  1010  1020
filesys.full[0]    80    95    70 instant double
mem.used           80    95    70 instant double
)");
  const auto find = [&](const char* where) {
    return RunFdr({"find", directory_ / "full", "--where", where});
  };
  const ChildOutcome full = find("filesys.full > 90 %");
  EXPECT_EQ(full.exit_status, 0);
  EXPECT_EQ(full.err, "fdr: filesys.full counts in percent: 90 % is 90\n");
  EXPECT_NE(full.out.find("95.000  22:30:10.000  inst0"), std::string::npos) << full.out;
  EXPECT_EQ(full.out.find("80.000"), std::string::npos) << full.out;
  EXPECT_EQ(find("10 % > max(filesys.full)").exit_status, 4);
  // A quotient does not count in percent, and neither does an unknown metric.
  EXPECT_EQ(find("filesys.full / 100 > 90 %").err, "");
  EXPECT_EQ(find("mem.used > 90 %").err, "");
}

TEST_F(FindCommandTest, WhatIsWrongIsSaid) {
  const ChildOutcome syntax = Find("load > 3 parsecs");
  EXPECT_EQ(syntax.exit_status, 2);
  EXPECT_EQ(syntax.err,
            "fdr: Not an expression; fdr help expressions shows how to write one:\n"
            "  load > 3 parsecs\n"
            "           ^\n"
            "  \"parsecs\" is no unit\n");
  const ChildOutcome unknown = Find("lod > 3");
  EXPECT_EQ(unknown.exit_status, 1);
  EXPECT_EQ(unknown.err, "fdr: Unknown metric \"lod\"; did you mean load?\n");
  EXPECT_EQ(Find("reads + load > 3").exit_status, 2);
  const ChildOutcome never = Find("load > 3", {"--for", "soon"});
  EXPECT_EQ(never.exit_status, 2);
  EXPECT_TRUE(never.err.starts_with("fdr: --for: Not an interval, such as 10s, 5m or 100ms;"))
      << never.err;
  EXPECT_EQ(Find("load > 3", {"--before", "1m"}).exit_status, 2);
  EXPECT_EQ(RunFdr({"find", directory_ / "toy"}).exit_status, 2);
  EXPECT_EQ(RunFdr({"find", directory_ / "none", "--where", "load > 3"}).exit_status, 1);
}

TEST_F(FindCommandTest, AComparedCounterIsWarnedAbout) {
  const ChildOutcome outcome = Find("reads > 200");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err,
            "fdr: warning: reads is a counter, which only grows: rate(reads) may be meant\n");
  EXPECT_EQ(Find("reads > 200", {"-q"}).err, "");
}

TEST_F(FindCommandTest, UnitsAreConverted) {
  const std::string archive = std::string(kPeerArchives) + "/20180416.10.00";
  const auto lines = [&](const std::string& where) {
    const std::string out =
        RunFdr({"find", archive, "-S", "50m", "-T", "70m", "--where", where, "--csv"}).out;
    return std::count(out.begin(), out.end(), '\n');
  };
  EXPECT_EQ(lines("rate(disk.all.write_bytes) > 40 MB/s"), 6);
  EXPECT_EQ(lines("rate(disk.all.write_bytes) > 40960 KB/s"), 6);
  EXPECT_EQ(lines("rate(disk.all.write_bytes) > 40960"), 6);  // in the units of the metric
  EXPECT_EQ(lines("rate(disk.all.write_bytes) * 60 sec > 2400 MB"), 6);
}

TEST_F(FindCommandTest, StretchesAreCutOut) {
  const std::string cut = directory_ / "cut%d";
  const ChildOutcome outcome =
      Find("load > 4", {"--cut", cut, "--before", "10s", "--after", "15s"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_NE(outcome.out.find("\n" + cut + "/20231114-223020: 22:30:10.000 to 22:30:35.000\n"),
            std::string::npos)
      << outcome.out;
  const std::string archive = cut + "/20231114-223020";
  EXPECT_EQ(RunFdr({"check", archive}).exit_status, 0);
  const auto csv = [](const ChildOutcome& replayed) { return replayed.out; };
  EXPECT_EQ(csv(RunFdr({"replay", archive, "load", "reads", "--raw", "--csv"})),
            "time,load[inst0],load[inst1],reads\n"
            "2023-11-14T22:30:10.000000000Z,2.5,0.5,160\n"
            "2023-11-14T22:30:20.000000000Z,2,4.5,180\n"
            "2023-11-14T22:30:30.000000000Z,1,1,240\n");
  // Values that change rarely hold at the start.
  EXPECT_EQ(csv(RunFdr({"replay", archive, "fixed", "--csv"})),
            "time,fixed\n2023-11-14T22:30:10.000000000Z,7\n");
  // The next ones get other names.
  EXPECT_EQ(Find("load > 4", {"--cut", cut, "-q"}).exit_status, 0);
  EXPECT_EQ(RunFdr({"info", archive + "-00"}).exit_status, 0);
}

TEST_F(FindCommandTest, StretchesThatAreCloseShareAnArchive) {
  const std::string cut = directory_ / "cut";
  const ChildOutcome outcome = Find("load > 1.2", {"--cut", cut, "--json"});
  EXPECT_NE(outcome.out.find("{\"archive\":\"" + cut +
                             "/20231114-223000\",\"start\":\"2023-11-14T22:30:00.000000000Z\","
                             "\"end\":\"2023-11-14T22:31:20.000000000Z\"}\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_EQ(RunFdr({"info", cut}).exit_status, 0);
}

TEST_F(FindCommandTest, DamageIsAStatusOfItsOwn) {
  const std::string volume = directory_ / "toy.0";
  std::filesystem::resize_file(volume, std::filesystem::file_size(volume) - 10);
  const ChildOutcome found = Find("load > 4");
  EXPECT_EQ(found.exit_status, 3);
  EXPECT_NE(found.out.find("inst1"), std::string::npos) << found.out;
  EXPECT_NE(found.err.find("toy.0"), std::string::npos) << found.err;
  EXPECT_EQ(Find("load > 40").exit_status, 3);  // nothing is known about the rest
}

// The block lies within a record.
TEST_F(FindCommandTest, ABlockThatCannotBeDecompressedIsDamage) {
  constexpr MetricId kBlob = MetricId::Build(60, 0, 1), kNumber = MetricId::Build(60, 0, 2);
  const std::string base = directory_ / "blocks";
  {
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.blob", .id = kBlob, .type = Type::kAggregate})
        .Metric({.name = "toy.number", .id = kNumber});
    for (int t = 0; t < 20; ++t)
      archive.Record(At(t),
                     {Single(kBlob, SampleContent(20'000, static_cast<std::uint32_t>(t) + 1)),
                      Single(kNumber, std::int64_t{t})});
  }
  ByteBuffer bytes = Compress({"xz", "-c", "--block-size=4096"}, ReadFile(base + ".0"));
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), 24, std::byte{0xa5});
  WriteFile(base + ".0.xz", bytes);
  std::filesystem::remove(base + ".0");
  const ChildOutcome outcome = RunFdr({"find", base, "-t", "1s", "--where", "toy.number > 15"});
  EXPECT_EQ(outcome.exit_status, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("fdr: warning: " + base + ".0.xz"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.out.find("22:13:39"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace fdr::test
