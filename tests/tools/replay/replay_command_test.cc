// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr replay` and `fdr names` as users run them.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

// The reads of two disks grow by 20 and 30 each ten seconds.  After a mark at 25 s they begin at
// small values again.
class ReplayCommandTest : public testing::Test {
 protected:
  static constexpr MetricId kReads = MetricId::Build(60, 0, 1), kBusy = MetricId::Build(60, 0, 2),
                            kLoad = MetricId::Build(60, 0, 3), kState = MetricId::Build(60, 0, 4);
  static constexpr InDomId kDisks = InDomId::Build(60, 1);

  void SetUp() override {
    ArchiveBuilder archive(base_, Version::k3);
    const Units count{.dim_count = 1}, milliseconds{.dim_time = 1, .scale_time = 2};
    archive
        .Metric({.name = "toy.disk.reads",
                 .id = kReads,
                 .type = Type::kU64,
                 .indom = kDisks,
                 .semantics = Semantics::kCounter,
                 .units = count})
        .Metric({.name = "toy.disk.busy",
                 .id = kBusy,
                 .semantics = Semantics::kCounter,
                 .units = milliseconds})
        .Metric({.name = "toy.load", .id = kLoad, .type = Type::kFloat})
        .Metric({.name = "toy.state",
                 .id = kState,
                 .type = Type::kString,
                 .semantics = Semantics::kDiscrete})
        .Text(TextKind::kMetricOneLine, kLoad.value, "how busy it is")
        .Text(TextKind::kMetricHelp, kLoad.value, "How busy it is,\nall in all.")
        .InDom(At(0), kDisks, {{0, "sda"}, {1, "sd b"}});
    for (std::int64_t i = 0; i < 6; ++i) {
      if (i == 3) archive.Mark(At(25));
      const std::int64_t n = i < 3 ? i : i - 3;
      archive.Record(At(10.0 * static_cast<double>(i)),
                     {{kReads, {{0, 100 + 20 * n}, {1, 30 * n}}},
                      Single(kBusy, 2500 * n),
                      Single(kLoad, 0.25 * static_cast<double>(i))});
      if (i == 1) archive.Record(At(12), {Single(kState, std::string("o\x1bk"))});
    }
  }

  ChildOutcome Run(std::vector<std::string> arguments, const std::string& verb = "replay") {
    arguments.insert(arguments.begin(), {verb, base_});
    return RunFdr(std::move(arguments), {"LC_ALL=C.UTF-8"});
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
};

TEST_F(ReplayCommandTest, ATableBeginsWithWhatWasRecordedBeforeAndStays) {
  const ChildOutcome alone = Run({"toy.state", "-S", "20s", "-T", "1s"});
  EXPECT_EQ(alone.err, "");
  EXPECT_NE(alone.out.find("22:13:40    o\\x1bk\n"), std::string::npos) << alone.out;
  const ChildOutcome both = Run({"toy.load", "toy.state", "-S", "20s"});
  EXPECT_NE(both.out.find("22:13:40        0.50  o\\x1bk\n"), std::string::npos) << both.out;
  EXPECT_NE(both.out.find("22:13:50        0.75  -\n"), std::string::npos) << both.out;
  EXPECT_EQ(Run({"toy.state", "-S", "20s", "--csv"}).exit_status, 1);
}

TEST_F(ReplayCommandTest, RecordsBecomeATableWithRatesThatStopAtMarks) {
  const ChildOutcome outcome = Run({"toy.disk", "toy.load"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.out,
            "2023-11-14  toy.disk.busy  toy.disk.reads    toy.load\n"
            "UTC                            sda     sd b\n"
            "                        %       /s       /s\n"
            "22:13:20                -        -        -      0.00\n"
            "22:13:30             25.0     2.00     3.00      0.25\n"
            "22:13:40             25.0     2.00     3.00      0.50\n"
            "22:13:50                -        -        -      0.75\n"
            "22:14:00             25.0     2.00     3.00      1.00\n"
            "22:14:10             25.0     2.00     3.00      1.25\n");
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// As after a merge, all records of one metric lie behind all of the other, with the same times.
TEST_F(ReplayCommandTest, RecordsThatArePassedOverAreToldOf) {
  constexpr std::size_t kLabelSize = 132;
  const std::string archive = directory_ / "merged";
  ByteBuffer records;
  for (const MetricId id : {kLoad, kState}) {
    const std::string part = directory_ / ToString(id);
    {
      ArchiveBuilder builder(part, Version::k2);
      builder.Metric({.name = "toy.load", .id = kLoad}).Metric({.name = "toy.state", .id = kState});
      for (int second = 0; second < 10; ++second)
        builder.Record(At(second), {Single(id, std::int64_t{second})});
    }
    const ByteBuffer volume = ReadFile(part + ".0");
    records.insert(records.end(), volume.begin() + (records.empty() ? 0 : kLabelSize),
                   volume.end());
    std::filesystem::copy_file(part + ".meta", archive + ".meta",
                               std::filesystem::copy_options::overwrite_existing);
  }
  WriteFile(archive + ".0", records);
  const auto replay = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"replay", archive, "toy.load", "toy.state"});
    return RunFdr(std::move(options));
  };
  const char* const kWarning = "Some records lie behind later ones, and are passed over: -t 1s";
  EXPECT_NE(replay({}).err.find(kWarning), std::string::npos) << replay({}).err;
  EXPECT_EQ(replay({"-q"}).err, "");
  const ChildOutcome sorted = replay({"-t", "9s"});
  EXPECT_EQ(sorted.err, "");
  EXPECT_NE(sorted.out.find("22:13:29           9          9"), std::string::npos) << sorted.out;
}

TEST_F(ReplayCommandTest, ReverseIsTheSameRowsTheOtherWayRound) {
  for (const std::vector<std::string>& how :
       {std::vector<std::string>{"toy.disk", "toy.load"},
        {"toy.disk"},
        {"toy.disk", "toy.state"},
        {"toy.disk", "-t", "4s"},
        {"toy.disk", "toy.load", "-t", "2500ms", "-S", "7s", "-T", "43s"},
        {"toy.disk", "-S", "11s", "-T", "45s"}}) {
    std::vector<std::string> reverse = how;
    reverse.insert(reverse.end(), {"-r", "--csv"});
    std::vector<std::string> forward = how;
    forward.push_back("--csv");
    std::vector<std::string> expected = Lines(Run(forward).out);
    ASSERT_GT(expected.size(), 4u);
    std::reverse(expected.begin() + 1, expected.end());
    EXPECT_EQ(Lines(Run(reverse).out), expected) << testing::PrintToString(how);
  }
}

TEST_F(ReplayCommandTest, AnIntervalInterpolates) {
  const ChildOutcome outcome =
      Run({"toy.disk.reads[sda]", "-t", "5s", "--raw", "--csv", "-T", "40s"});
  EXPECT_EQ(outcome.out,
            "time,toy.disk.reads[sda] (count)\n"
            "2023-11-14T22:13:20.000000000Z,100\n"
            "2023-11-14T22:13:25.000000000Z,110\n"
            "2023-11-14T22:13:30.000000000Z,120\n"
            "2023-11-14T22:13:35.000000000Z,130\n"
            "2023-11-14T22:13:40.000000000Z,140\n"
            "2023-11-14T22:13:45.000000000Z,\n"
            "2023-11-14T22:13:50.000000000Z,100\n"
            "2023-11-14T22:13:55.000000000Z,110\n"
            "2023-11-14T22:14:00.000000000Z,120\n");
}

TEST_F(ReplayCommandTest, NoRateIsTakenAcrossAMarkHoweverLargeTheStep) {
  const ChildOutcome outcome = Run({"toy.disk.reads[sda]", "-t", "20s", "--csv", "-S", "10s"});
  EXPECT_EQ(outcome.out,
            "time,toy.disk.reads[sda] (count / sec)\n"
            "2023-11-14T22:13:50.000000000Z,\n"
            "2023-11-14T22:14:10.000000000Z,2\n");
}

TEST_F(ReplayCommandTest, NearestIsTheRuleUnlessThePreviousValueIsWanted) {
  const std::vector<std::string> how = {"toy.load", "-t", "8s", "-s", "2", "--csv"};
  std::vector<std::string> previous = how;
  previous.push_back("--previous");
  EXPECT_EQ(Lines(Run(how).out)[2], "2023-11-14T22:13:28.000000000Z,0.25");
  EXPECT_EQ(Lines(Run(previous).out)[2], "2023-11-14T22:13:28.000000000Z,0");
}

TEST_F(ReplayCommandTest, JsonLinesSayWhatTheSeriesAre) {
  const ChildOutcome outcome = Run({"toy.state", "toy.disk.reads[1]", "--json", "-T", "12s"});
  EXPECT_EQ(outcome.out,
            "{\"schema\":\"fdr.replay/1\",\"host\":\"toyhost\",\"series\":["
            "{\"name\":\"toy.state\",\"metric\":\"toy.state\",\"semantics\":\"discrete\","
            "\"rate\":false,\"units\":\"\"},"
            "{\"name\":\"toy.disk.reads[sd b]\",\"metric\":\"toy.disk.reads\","
            "\"instance\":\"sd b\",\"instance_id\":1,\"semantics\":\"counter\",\"rate\":true,"
            "\"units\":\"count / sec\"}]}\n"
            "{\"time\":\"2023-11-14T22:13:20.000000000Z\",\"values\":"
            "{\"toy.state\":null,\"toy.disk.reads[sd b]\":null}}\n"
            "{\"time\":\"2023-11-14T22:13:30.000000000Z\",\"values\":"
            "{\"toy.state\":null,\"toy.disk.reads[sd b]\":3}}\n"
            "{\"time\":\"2023-11-14T22:13:32.000000000Z\",\"values\":"
            "{\"toy.state\":\"o\\u001bk\",\"toy.disk.reads[sd b]\":null}}\n");
}

TEST_F(ReplayCommandTest, NothingRawReachesTheTerminal) {
  EXPECT_EQ(Lines(Run({"toy.state"}).out).back(), "22:13:32    o\\x1bk");
}

TEST_F(ReplayCommandTest, WindowsSamplesAndZones) {
  EXPECT_EQ(Lines(Run({"toy.load", "-S", "@17:13:50", "-s", "2", "-Z", "EST5"}).out).back(),
            "17:14:00        1.00");
  EXPECT_NE(Run({"toy.load", "-Z", "Nowhere/Land"}).err.find("times are in UTC"),
            std::string::npos);
  EXPECT_EQ(Lines(Run({"toy.load", "-S", "-10s", "--tz", "Asia/Tokyo"}).out)[2],
            "07:14:00        1.00");
  EXPECT_EQ(Lines(Run({"toy.load", "-A", "30s", "-t", "30s"}).out)[2], "22:13:30        0.25");
  EXPECT_EQ(Lines(Run({"toy.load", "-O", "20s", "-t", "10s", "-r"}).out).back(),
            "22:13:20       0.000");
}

TEST_F(ReplayCommandTest, ChartsShowTheSeries) {
  const ChildOutcome outcome =
      Run({"toy.disk.reads", "--plot", "--width", "60", "--height", "12", "-t", "2s"});
  EXPECT_EQ(outcome.err, "");
  const std::vector<std::string> lines = Lines(outcome.out);
  EXPECT_EQ(lines.size(), 12u);
  EXPECT_NE(outcome.out.find("toy.disk.reads"), std::string::npos);
  EXPECT_NE(outcome.out.find("sd b"), std::string::npos);
  EXPECT_EQ(Run({"toy.load", "--plot", "--ascii"})
                .out.find_first_not_of(
                    "\n !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
                    "abcdefghijklmnopqrstuvwxyz{|}~"),
            std::string::npos);
}

TEST_F(ReplayCommandTest, ChartsShowNoTexts) {
  const ChildOutcome both = Run({"toy.state", "toy.load", "--plot"});
  EXPECT_EQ(both.err, "fdr: warning: 1 of the series has no numbers, and is not drawn\n");
  EXPECT_EQ(both.exit_status, 0);
  EXPECT_EQ(both.out, Run({"toy.load", "--plot"}).out);
  const ChildOutcome none = Run({"toy.state", "--plot"});
  EXPECT_EQ(none.err, "fdr: None of these metrics is numeric, so a chart cannot show them\n");
  EXPECT_EQ(none.exit_status, 1);
  EXPECT_EQ(none.out, "");
}

TEST_F(ReplayCommandTest, PlayingAtAHighRateShowsTheSame) {
  EXPECT_EQ(Run({"toy.disk", "--rate", "100000"}).out, Run({"toy.disk"}).out);
}

TEST_F(ReplayCommandTest, MistakesAreExplained) {
  const auto message = [&](std::vector<std::string> arguments, int status) {
    const ChildOutcome outcome = Run(std::move(arguments));
    EXPECT_EQ(outcome.exit_status, status) << outcome.err;
    return outcome.err;
  };
  EXPECT_EQ(message({"toy.disk.raeds"}, 1),
            "fdr: Unknown metric \"toy.disk.raeds\"; did you mean toy.disk.reads?\n");
  EXPECT_EQ(message({"tob.*"}, 1), "fdr: No metric matches \"tob.*\"\n");
  EXPECT_EQ(message({"toy.disk.reads[sdb]"}, 1),
            "fdr: toy.disk.reads has no instance \"sdb\"; it has sd b, sda\n");
  EXPECT_EQ(message({"toy.load[1]"}, 2), "fdr: toy.load has no instances, but one value\n");
  EXPECT_EQ(message({"toy.disk.reads[]"}, 2),
            "fdr: An instance is missing in [], as in 'disk.dev.read[sda,sdb]'\n");
  EXPECT_EQ(message({"toy.load", "-t", "10parsecs"}, 2),
            "fdr: -t: Not an interval, such as 10s, 5m or 100ms; fdr help times lists the forms:\n"
            "  10parsecs\n"
            "    ^ -- unexpected value\n");
  EXPECT_EQ(message({"toy.load", "-S", "noonish"}, 2),
            "fdr: -S: Not a time, such as 10m, -1h or '@14:30'; fdr help times lists the forms:\n"
            "  noonish\n"
            "  ^ -- unexpected value\n");
  for (const auto& [option, title] : {std::pair{"-T", "Not a time, such as 10m, -1h or '@14:30'"},
                                      {"-O", "Not a time, such as 10m, -1h or '@14:30'"},
                                      {"-A", "Not an interval, such as 10s, 5m or 100ms"}})
    EXPECT_EQ(message({"toy.load", "-S", "1s", option, "noo"}, 2),
              std::string("fdr: ") + option + ": " + title +
                  "; fdr help times lists the forms:\n"
                  "  noo\n"
                  "  ^ -- unexpected value\n");
  EXPECT_EQ(message({"toy.disk.reads[sda"}, 2),
            "fdr: A bracket without an end: toy.disk.reads[sda, as in 'disk.dev.read[sda,sdb]'\n");
  EXPECT_EQ(message({"toy.load", "-t", "0"}, 2),
            "fdr: -t: The interval must be more than 0, such as 10s, 5m or 100ms\n");
  EXPECT_EQ(message({"toy.load", "--mode", "fast"}, 2),
            "fdr: There is no mode \"fast\": it is recorded or interpolated, as in --mode "
            "interpolated\n");
  EXPECT_EQ(message({"toy.load", "--mode", "recorded", "-t", "1"}, 2),
            "fdr: With an interval, values are interpolated: --mode recorded has none\n");
  EXPECT_EQ(message({"toy.state", "-S", "30s"}, 1),
            "fdr: These metrics have no values in this time window\n");
  EXPECT_EQ(message({"toy.load", "-S", "11s", "-T", "1s"}, 1),
            "fdr: These metrics have no values in this time window, but around it: -t 10s, or any "
            "other interval, interpolates them\n");
  EXPECT_EQ(message({"toy.load", "-S", "30s", "-T", "@22:13:30"}, 2),
            "fdr: The time window ends before it starts\n");
  EXPECT_EQ(message({"toy.load", "-S", "@2030-01-01", "--tz", "utc"}, 1),
            "fdr: warning: The archive goes from 2023-11-14 22:13:20 to 2023-11-14 22:14:10\n"
            "fdr: These metrics have no values in this time window\n");
  EXPECT_NE(message({"toy.load", "--csv", "--plot"}, 2), "");
  EXPECT_NE(message({"toy.load", "--csv-safe", "--json"}, 2), "");
  EXPECT_EQ(message({"toy.load", "--rate", "0"}, 2),
            "fdr: replay: --rate 0: expected a number greater than 0, as in --rate 3; "
            "fdr replay --help explains more\n");
  EXPECT_NE(message({}, 2), "");
}

TEST(ReplayDamageTest, LostInstancesAreNotCalledMissing) {
  constexpr MetricId kOperations = MetricId::Build(60, 0, 1);
  constexpr InDomId kDevices = InDomId::Build(60, 1);
  const TempDirectory directory;
  const std::string base = directory / "toy";
  {
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.reads", .id = kOperations, .indom = kDevices})
        .InDom(At(0), kDevices, {{1, "sda"}})
        .Record(At(0), {{kOperations, {{1, std::int64_t{7}}}}});
  }
  // The name of the only instance is replaced by a count that cannot be.
  auto metadata = ReadFile(base + ".meta");
  const std::string_view text(reinterpret_cast<const char*>(metadata.data()), metadata.size());
  const std::size_t name = text.rfind("sda");
  ASSERT_NE(name, std::string_view::npos);
  for (std::size_t i = name - 12; i < name; ++i) metadata[i] = std::byte{0xff};
  WriteFile(base + ".meta", metadata);
  const ChildOutcome all = RunFdr({"replay", base, "toy.reads"});
  EXPECT_EQ(all.exit_status, 1);
  EXPECT_NE(all.err.find("The names of the instances are lost, because the metadata are damaged"),
            std::string::npos)
      << all.err;
  const ChildOutcome one = RunFdr({"replay", base, "toy.reads[sda]"});
  EXPECT_NE(one.err.find("it may be among the data that are lost to damage"), std::string::npos)
      << one.err;
}

TEST_F(ReplayCommandTest, InstancesMayBeCalledAnything) {
  constexpr const char *kComma = "a, b", *kQuote = "say \"o\"",
                       *kUmlaut =
                           "k\xc3\xbc"
                           "che";
  const std::string base = directory_ / "odd";
  {
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.queue", .id = kLoad, .indom = kDisks})
        .InDom(At(0), kDisks, {{1, kComma}, {2, kQuote}, {3, kUmlaut}})
        .Record(At(0), {{kLoad, {{1, 10}, {2, 20}, {3, 30}}}});
  }
  const auto run = [&](const std::string& metric, const char* how) {
    const ChildOutcome outcome = RunFdr({"replay", base, metric, how});
    return outcome.err + outcome.out;
  };
  EXPECT_EQ(run("toy.queue", "--csv"),
            "time,\"toy.queue[a, b]\",\"toy.queue[say \"\"o\"\"]\",toy.queue[k\xc3\xbc"
            "che]\n"
            "2023-11-14T22:13:20.000000000Z,10,20,30\n");
  EXPECT_EQ(run("toy.queue['a, b', \"k*e\",say \"o\"]", "-q"),
            "2023-11-14  toy.queue\n"
            "UTC            a, b    k\xc3\xbc"
            "che  say \"o\"\n"
            "22:13:20         10       30       20\n");
}

TEST_F(ReplayCommandTest, AnEmptyTextIsNotNoValue) {
  const std::string base = directory_ / "texts";
  {
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.state", .id = kState, .type = Type::kString})
        .Metric({.name = "toy.load", .id = kLoad})
        .Record(At(0), {Single(kState, std::string())})
        .Record(At(1), {Single(kLoad, 1)});
  }
  EXPECT_EQ(RunFdr({"replay", "--csv", "--tz", "utc", base, "toy.state", "toy.load"}).out,
            "time,toy.state,toy.load\n"
            "2023-11-14T22:13:20.000000000Z,\"\",\n"
            "2023-11-14T22:13:21.000000000Z,,1\n");
}

TEST_F(ReplayCommandTest, ForASpreadsheetNoTextIsAFormula) {
  const std::string base = directory_ / "texts";
  {
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.state", .id = kState, .type = Type::kString})
        .Metric({.name = "toy.load", .id = kLoad, .type = Type::k32})
        .Record(At(0), {Single(kState, "=cmd|' /C calc'!A0"), Single(kLoad, -5)});
  }
  const auto run = [&](const char* how) {
    return RunFdr(
               {"replay", how, "--tz", "utc", "--", base, "toy.state", "toy.load", "-(toy.load)"})
        .out;
  };
  EXPECT_EQ(run("--csv-safe"),
            "time,toy.state,toy.load,'-(toy.load)\n"
            "2023-11-14T22:13:20.000000000Z,'=cmd|' /C calc'!A0,-5,5\n");
  EXPECT_EQ(run("--csv"),
            "time,toy.state,toy.load,-(toy.load)\n"
            "2023-11-14T22:13:20.000000000Z,=cmd|' /C calc'!A0,-5,5\n");
}

TEST_F(ReplayCommandTest, WhoReadsNoFurtherIsNoReasonForAMessage) {
  const auto outcome = RunChild(
      {.argv = {"sh", "-c", std::string(FDR_COMMAND) + " replay -t 1ms \"$1\" toy.load | head -1",
                "sh", base_}});
  ASSERT_EQ(ErrorOf(outcome), "");
  EXPECT_EQ(outcome->err, "");
  EXPECT_EQ(outcome->out, "2023-11-14    toy.load\n");
}

TEST_F(ReplayCommandTest, OutputThatCannotBeWrittenIsAFailure) {
  for (const char* how : {"--csv", "--json", "--plot", "--raw"}) {
    const auto outcome = RunChild(
        {.argv = {"sh", "-c", std::string(FDR_COMMAND) + " replay \"$1\" toy.load $2 >/dev/full",
                  "sh", base_, how}});
    ASSERT_EQ(ErrorOf(outcome), "");
    EXPECT_EQ(outcome->err, "fdr: standard output: No space left on device\n") << how;
    EXPECT_EQ(outcome->exit_status, 1) << how;
  }
  // This output is too long for one piece.
  const auto outcome = RunChild(
      {.argv = {"sh", "-c", std::string(FDR_COMMAND) + " replay -t 1ms \"$1\" toy.load >/dev/full",
                "sh", base_}});
  ASSERT_EQ(ErrorOf(outcome), "");
  EXPECT_EQ(outcome->err, "fdr: standard output: No space left on device\n");
  EXPECT_EQ(outcome->exit_status, 1);
}

TEST_F(ReplayCommandTest, DamageIsSteppedOverAndSaid) {
  ByteBuffer bytes = ReadFile(base_ + ".0");
  bytes.resize(bytes.size() - 5);
  WriteFile(base_ + ".0", bytes);
  const ChildOutcome outcome = Run({"toy.load"});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_EQ(Lines(outcome.out).back(), "22:14:00        1.00");
  EXPECT_NE(outcome.err.find(base_ + ".0: Incomplete last record at offset"), std::string::npos)
      << outcome.err;
}

TEST_F(ReplayCommandTest, AnExpressionHasOnlyTheInstancesThatItNames) {
  EXPECT_EQ(Lines(Run({"toy.disk.reads[sda] * 2", "--csv"}).out)[0],
            "time,toy.disk.reads[sda] * 2[sda] (count / sec)");
  EXPECT_EQ(
      Lines(Run({"--derive", "x.y=matchinst(/^sd$/, toy.disk.reads)", "x.y", "--csv"}).out)[0],
      "time,x.y[sd b] (count / sec)");
}

TEST_F(ReplayCommandTest, TheLargestInstancesAreOnTop) {
  EXPECT_EQ(Run({"toy.load", "--top", "1", "--by", "toy.disk.reads", "-T", "20s"}).out,
            "2023-11-14  instance  toy.disk.reads  toy.load\n"
            "UTC                               /s\n"
            "22:13:20                                 0.000\n"
            "22:13:30                                 0.250\n"
            "22:13:30    sd b                3.00\n"
            "22:13:40                                 0.500\n"
            "22:13:40    sd b                3.00\n");
  const std::string first = Run({"toy.load", "toy.disk.reads", "--top", "1", "-T", "20s"}).out;
  EXPECT_NE(first.find("sd b"), std::string::npos) << "that metric has instances";
  EXPECT_EQ(first.find("sda"), std::string::npos) << first;
  EXPECT_EQ(Run({"toy.load", "--top", "1", "--by", "toy.state"}).err,
            "fdr: --by is not the name of a metric with numbers: toy.state\n");
  EXPECT_EQ(Run({"toy.load", "--by", "toy.load"}).err,
            "fdr: --by toy.load: a metric needs --top; program, user, unit and cgroup need the "
            "report :ps\n");
  EXPECT_EQ(Run({"toy.load", "--top", "0"}).exit_status, 2);
  EXPECT_EQ(Run({"toy.load", "--top", "1", "--csv"}).exit_status, 2);
}

TEST_F(ReplayCommandTest, InstancesFoldIntoSumsInAllOutputs) {
  const std::vector<std::string> how = {
      "toy.disk.reads", "--fold", "^(s)d", "-S", "10s", "-s", "1"};
  const auto run = [&](const char* form) {
    std::vector<std::string> arguments = how;
    arguments.emplace_back(form);
    return Run(arguments);
  };
  EXPECT_EQ(run("--csv").out,
            "time,toy.disk.reads[s] (count / sec)\n2023-11-14T22:13:30.000000000Z,5\n");
  EXPECT_EQ(run("--markdown").out,
            "| 2023-11-14 UTC | toy.disk.reads s (/s) |\n|:---|---:|\n| 22:13:30 | 5.00 |\n");
  EXPECT_NE(run("--json").out.find("\"toy.disk.reads[s]\":5"), std::string::npos);
  const ChildOutcome wrong = Run({"toy.disk.reads", "--fold", "("});
  EXPECT_EQ(wrong.exit_status, 2);
  EXPECT_TRUE(wrong.err.starts_with("fdr: --fold (: Unmatched (")) << wrong.err;
}

TEST_F(ReplayCommandTest, ColorsAreForTerminalsUnlessTheyAreWanted) {
  EXPECT_EQ(Run({"toy.load"}).out.find('\x1b'), std::string::npos);
  EXPECT_TRUE(Run({"toy.load", "--color=always"}).out.starts_with("\x1b[1m2023"));
  EXPECT_EQ(Run({"toy.load", "--color=sometimes"}).exit_status, 2);
}

// On a terminal.
class ReplayScreenTest : public ReplayCommandTest {
 protected:
  std::string Screen(std::vector<std::string> arguments,
                     std::vector<std::string> environment = {}) {
    arguments.insert(arguments.begin(), {FDR_COMMAND, "replay", base_});
    environment.insert(environment.begin(),
                       {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=xterm", "NO_COLOR", "COLUMNS", "LINES"});
    TerminalChild child({.argv = std::move(arguments), .environment = std::move(environment)});
    return child.WaitForEnd().out;
  }
};

TEST_F(ReplayScreenTest, APagerShowsTablesOnly) {
  const std::vector<std::string> pager = {"PAGER=sed s/^/page:/"};
  EXPECT_TRUE(Screen({"toy.load"}, pager).starts_with("page:\x1b[1m2023-11-14"));
  for (const char* no : {"--no-pager", "--csv", "--json", "--plot"})
    EXPECT_EQ(Screen({"toy.load", no}, pager).find("page:"), std::string::npos) << no;
  EXPECT_EQ(Screen({"toy.load"}, {"PAGER=cat"}).find("page:"), std::string::npos);
  EXPECT_EQ(Screen({"toy.load"}, {"PAGER=sed s/^/page:/", "TERM=dumb"}).find("page:"),
            std::string::npos);
}

TEST_F(ReplayScreenTest, EveryScreenHasItsHead) {
  const std::string screen = Screen({"toy.load", "-t", "1s", "--no-pager", "--color=never"});
  std::size_t heads = 0;
  for (std::size_t at = screen.find("toy.load"); at != std::string::npos;
       at = screen.find("toy.load", at + 1))
    ++heads;
  EXPECT_EQ(heads, 3u) << screen;
}

TEST_F(ReplayScreenTest, ColumnsThatDoNotFitAreSaid) {
  std::vector<std::string> metrics;
  for (int i = 1; i <= 9; ++i) metrics.push_back("toy.load + " + std::to_string(i));
  metrics.push_back("--no-pager");
  EXPECT_TRUE(Screen(metrics).find("(4 columns do not fit; --long") != std::string::npos)
      << Screen(metrics);
  metrics.push_back("--wide");
  EXPECT_EQ(Screen(metrics).find("do not fit"), std::string::npos);
}

TEST_F(ReplayCommandTest, NamesListWhatThereIs) {
  EXPECT_EQ(Run({}, "names").out,
            "toy.disk.busy   counter  32-bit unsigned int  millisec\n"
            "toy.disk.reads  counter  64-bit unsigned int  count\n"
            "toy.load        instant  float                -                how busy it is\n"
            "toy.state       discrete string               -\n");
  EXPECT_EQ(Run({"-v", "toy.load", "*reads"}, "names").out,
            "toy.disk.reads  counter  64-bit unsigned int  count\n"
            "    [0] sda\n"
            "    [1] sd b\n"
            "toy.load        instant  float                -\n"
            "    How busy it is,\n"
            "    all in all.\n");
  EXPECT_EQ(Run({"--json", "toy.disk.reads"}, "names").out,
            "{\"schema\":\"fdr.names/1\",\"host\":\"toyhost\"}\n"
            "{\"name\":\"toy.disk.reads\",\"subsystem\":\"toy\",\"id\":\"60.0.1\","
            "\"type\":\"64-bit unsigned "
            "int\",\"semantics\":\"counter\",\"units\":\"count\",\"indom\":\"60.1\",\"instances\":["
            "{\"id\":0,\"name\":\"sda\"},{\"id\":1,\"name\":\"sd b\"}]}\n");
  EXPECT_EQ(Run({"toy.lod"}, "names").err,
            "fdr: Unknown metric \"toy.lod\"; did you mean toy.load?\n");
}

}  // namespace
}  // namespace fdr::test
