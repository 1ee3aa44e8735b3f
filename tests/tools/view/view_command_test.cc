// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr view` on a terminal, with a user at the keyboard.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kSeenReads = MetricId::Build(60, 0, 4);
constexpr MetricId kSeenLoad = MetricId::Build(60, 2, 0);
constexpr InDomId kSeenDisks{60U << 22 | 1U};

// Two disks from 22:13:20 on, a sample each second.  sda reads 5 times a second; sdb 40 times, and
// 400 times from 22:13:30 on.
class ViewCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    ArchiveBuilder archive(base_);
    DescribeReads(archive, {{0, "sda"}, {1, "sdb"}});
    archive.Metric({.name = "kernel.all.load", .id = kSeenLoad, .type = Type::kDouble});
    std::uint64_t fast = 0;
    for (std::uint64_t i = 0; i < 20; ++i) {
      fast += i > 10 ? 400 : 40;
      archive.Record(At(static_cast<double>(i)), {{kSeenReads, {{0, 5 * i}, {1, fast}}},
                                                  Single(kSeenLoad, i < 15 ? 0.5 : 3.5)});
    }
  }

  // Reads from disks with these names.
  static void DescribeReads(ArchiveBuilder& archive, InstanceList disks) {
    archive.Metric({.name = "disk.dev.read",
                    .id = kSeenReads,
                    .type = Type::kU64,
                    .indom = kSeenDisks,
                    .semantics = Semantics::kCounter,
                    .units = {.dim_count = 1}});
    archive.InDom(At(0), kSeenDisks, std::move(disks));
  }

  ChildRequest View(std::vector<std::string> options) {
    std::vector<std::string> argv = {FDR_COMMAND, "view", base_};
    argv.insert(argv.end(), options.begin(), options.end());
    return {
        .argv = argv,
        .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1", "COLUMNS", "LINES"},
        .time_limit = std::chrono::minutes(2)};
  }

  static void Quit(TerminalChild& child) {
    child.Press("q");
    EXPECT_EQ(child.WaitForEnd().exit_status, 0);
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
};

TEST_F(ViewCommandTest, ShowsRatesOfTheFirstSampleThatHasThem) {
  TerminalChild child(View({"-p", "disks"}));
  child.WaitUntilShown("2023-11-14 22:13:21 UTC");
  const std::string screen = child.WaitUntilShown("? keys");
  EXPECT_NE(screen.find("disk              reads▼\n"
                        "sdb             40.0 /s\n"
                        "sda             5.00 /s\n"),
            std::string::npos)
      << screen;
  Quit(child);
}

TEST_F(ViewCommandTest, TheStripBelongsToThePage) {
  TerminalChild child(View({"-p", "disks"}));
  const std::string disks = child.WaitUntilShown("? keys");
  EXPECT_EQ(disks.find("at most"), std::string::npos) << disks;
  child.Press("2");
  child.WaitUntilShown("CPU, at most 3.50");  // the load, as there is no time of processors
  Quit(child);
}

// A processor is busy in one of 600 seconds.  Values that follow 15 ms later are passed over.
TEST_F(ViewCommandTest, TheStripSaysTheLargestValueOfAllSamples) {
  const std::string base = directory_ / "spike";
  const MetricId user = MetricId::Build(60, 0, 1), sys = MetricId::Build(60, 0, 2);
  {
    ArchiveBuilder archive(base);
    for (const auto& [name, id] : {std::pair("user", user), std::pair("sys", sys)})
      archive.Metric({.name = std::string("kernel.all.cpu.") + name,
                      .id = id,
                      .type = Type::kU64,
                      .semantics = Semantics::kCounter,
                      .units = {.dim_time = 1, .scale_time = 2}});
    for (std::int64_t i = 0; i < 600; ++i)
      for (const std::int64_t late : {0, 1}) {
        const std::int64_t used = i + late < 300 ? 0 : 1000;
        archive.Record(At(static_cast<double>(i) + 0.015 * static_cast<double>(late)),
                       {Single(user, used), Single(sys, std::int64_t{0})});
      }
  }
  TerminalChild child({.argv = {FDR_COMMAND, "view", base, "-p", "CPU"},
                       .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1"},
                       .time_limit = std::chrono::seconds(60)});
  child.WaitUntilShown("CPU, at most 100.0 %");
  Quit(child);
}

// Two processors that do one thing for ten of twenty seconds.  Guests run in user time.
TEST_F(ViewCommandTest, AllThatProcessorsDoIsInTheStrip) {
  const std::vector<std::string> kinds = {"user", "nice", "sys", "intr", "steal", "guest"};
  for (std::size_t busy = 0; busy + 1 < kinds.size(); ++busy) {
    SCOPED_TRACE(kinds[busy]);
    const std::string base = directory_ / kinds[busy];
    ArchiveBuilder archive(base);
    const auto id = [](std::size_t kind) {
      return MetricId::Build(60, 0, static_cast<std::uint32_t>(kind));
    };
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      archive.Metric({.name = "kernel.all.cpu." + kinds[kind],
                      .id = id(kind),
                      .type = Type::kU64,
                      .semantics = Semantics::kCounter,
                      .units = {.dim_time = 1, .scale_time = 2}});
    for (std::int64_t i = 0; i < 20; ++i) {
      const std::int64_t used = 2000 * std::clamp<std::int64_t>(i - 5, 0, 10);
      std::vector<Values> values;
      for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        values.push_back(
            Single(id(kind), kind == busy || (busy == 0 && kinds[kind] == "guest") ? used : 0));
      archive.Record(At(static_cast<double>(i)), values);
    }
    archive.Close();
    TerminalChild child({.argv = {FDR_COMMAND, "view", base, "-p", "CPU"},
                         .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1"},
                         .time_limit = std::chrono::seconds(60)});
    child.WaitUntilShown("CPU, at most 200.0 %");
    Quit(child);
  }
}

// eth0 receives 97.7 KiB/s, all of which goes on to a container through a bridge.  After ten
// seconds an interface appears that has counted much.
TEST_F(ViewCommandTest, ANewInterfaceIsNoTraffic) {
  constexpr MetricId kIn = MetricId::Build(60, 3, 0), kOut = MetricId::Build(60, 3, 8);
  constexpr InDomId kInterfaces = InDomId::Build(60, 3);
  const std::string base = directory_ / "traffic";
  ArchiveBuilder archive(base);
  for (const auto& [name, id] : {std::pair("network.interface.in.bytes", kIn),
                                 std::pair("network.interface.out.bytes", kOut)})
    archive.Metric({.name = name,
                    .id = id,
                    .type = Type::kU64,
                    .indom = kInterfaces,
                    .semantics = Semantics::kCounter,
                    .units = {.dim_space = 1}});
  archive.InDom(At(0), kInterfaces,
                {{0, "lo"}, {1, "eth0"}, {2, "br-12ab"}, {3, "veth77f"}, {4, "eth1"}});
  for (std::int64_t i = 0; i < 20; ++i) {
    Values in{kIn, {}};
    for (InstanceId interface = 0; interface < 4; ++interface)
      in.values.emplace_back(interface, 100'000 * i);
    if (i >= 10) in.values.emplace_back(4, std::int64_t{50} << 30);
    Values out{kOut, {}};
    for (const auto& [interface, value] : in.values)
      out.values.emplace_back(interface, std::int64_t{0});
    archive.Record(At(static_cast<double>(i)), {in, out});
  }
  archive.Close();
  TerminalChild child({.argv = {FDR_COMMAND, "view", base, "-S", "22:13:30"},
                       .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1"},
                       .time_limit = std::chrono::seconds(60)});
  child.WaitUntilShown("network in 97.7 KiB/s   out 0.0 B/s");
  child.Press("5");
  child.WaitUntilShown("network in and out, at most 97.7 KiB/s");
  Quit(child);
}

TEST_F(ViewCommandTest, BeginsWhereItIsTold) {
  TerminalChild child(View({"-p", "4", "-S", "22:13:35"}));
  child.WaitUntilShown("22:13:35 UTC");
  child.WaitUntilShown("400.0 /s");
  Quit(child);
}

TEST_F(ViewCommandTest, GoesToATimeThatIsTyped) {
  TerminalChild child(View({"-p", "disks"}));
  child.WaitUntilShown("22:13:21 UTC");
  child.Press("b22:13:38\r");
  child.WaitUntilShown("400.0");
  child.Press("bnever\r");
  child.WaitUntilShown("Not a time: never");
  child.Press("b2024-01-01 00:00\r");
  child.WaitUntilShown("The archive ends at 2023-11-14 22:13:39");
  child.Press("b2022-01-01 00:00\r");
  child.WaitUntilShown("The archive begins at 2023-11-14 22:13:20");
  Quit(child);
}

TEST_F(ViewCommandTest, GoesBackToABookmark) {
  TerminalChild child(View({"-p", "disks", "-S", "22:13:30"}));
  child.WaitUntilShown("22:13:30 UTC");
  child.Press("m");
  child.WaitUntilShown("A bookmark");
  child.Press(".");
  child.WaitUntilShown("22:13:31 UTC");
  child.Press("'");
  child.WaitUntilShown("22:13:30 UTC");
  child.Press("m'");
  child.WaitUntilShown("There is no bookmark");
  Quit(child);
}

TEST_F(ViewCommandTest, PlaysAgainAndAgain) {
  TerminalChild child(View({"-p", "disks", "-S", "22:13:38"}));
  child.WaitUntilShown("22:13:38 UTC");
  child.Press("l");
  child.WaitUntilShown("again and again");
  child.Press("++ ");
  child.WaitUntilShown("22:13:22 UTC");
  Quit(child);
}

TEST_F(ViewCommandTest, ZPlaysAndPausesAsTheSpaceBar) {
  TerminalChild child(View({"-p", "disks"}));
  child.WaitUntilShown("paused");
  child.Press("z");
  child.WaitUntilShown("22:13:23 UTC");
  child.Press("Z");
  child.WaitUntilShown("paused");
  Quit(child);
}

TEST_F(ViewCommandTest, FindsWhereAnExpressionIsTrue) {
  TerminalChild child(View({"-p", "disks"}));
  child.WaitUntilShown("22:13:21 UTC");
  child.Press("wkernel.all.load > 2\r");
  child.WaitUntilShown("400.0");
  child.Press("wno.such.metric > 2\r");
  child.WaitUntilShown("no.such.metric");
  Quit(child);
}

TEST_F(ViewCommandTest, FiltersRows) {
  TerminalChild child(View({"-p", "metrics"}));
  child.WaitUntilShown("kernel.all.load");
  child.Press("/[sdb]\r");
  child.WaitUntilShown("rows with \"[sdb]\"");
  Quit(child);
}

TEST_F(ViewCommandTest, ShowsAllOfTheChosenRowAndGoesBack) {
  TerminalChild child(View({"-p", "disks"}));
  child.WaitUntilShown("22:13:21 UTC");
  child.Press("\r");
  child.WaitUntilShown("of sdb");
  const std::string metrics = child.WaitUntilShown("\ndisk.dev.read    ");
  EXPECT_EQ(metrics.find("\nkernel.all.load"), std::string::npos) << metrics;
  child.Press("\x1b");
  child.WaitUntilShown("\nsdb ");
  child.Press("8");
  child.WaitUntilShown("kernel.all.load");
  Quit(child);
}

// An archive of one disk, without anything for the first page.
TEST_F(ViewCommandTest, BeginsWhereValuesAreAndShowsWhatDidNotFit) {
  const std::string base = directory_ / "one-disk", name = "a-disk-whose-name-is-long";
  ArchiveBuilder archive(base);
  DescribeReads(archive, {{0, name}});
  for (std::uint64_t i = 0; i < 3; ++i)
    archive.Record(At(static_cast<double>(i)), {{kSeenReads, {{0, 5 * i}}}});
  archive.Close();
  TerminalChild child(
      {.argv = {FDR_COMMAND, "view", base},
       .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1", "COLUMNS", "LINES"},
       .time_limit = std::chrono::seconds(60)});
  child.WaitUntilShown(name.substr(0, 12) + "    5.00 /s");
  child.WaitUntilShown("( ) other columns");
  child.Press(")");
  child.WaitUntilShown(name + "    5.00 /s");
  child.Press("\x1b[1;2D");  // shift left
  child.WaitUntilShown(name.substr(0, 12) + "    5.00 /s");
  child.Press("1");
  child.WaitUntilShown("No process was recorded; 8 shows all metrics");
  Quit(child);
}

// The first pages need a volume that is damaged.  The page of disks does not.
TEST_F(ViewCommandTest, PassesOverPagesThatCannotBeRead) {
  const std::string base = directory_ / "volumes";
  ArchiveBuilder archive(base);
  DescribeReads(archive, {{0, "sda"}});
  archive.Metric({.name = "kernel.all.load", .id = kSeenLoad, .type = Type::kDouble});
  for (std::uint64_t i = 0; i < 20; ++i) {
    if (i == 8 || i == 14) archive.Volume();
    std::vector<Values> values = {{kSeenReads, {{0, 5 * i}}}};
    if (i > 10) values.push_back(Single(kSeenLoad, 0.5));
    archive.Record(At(static_cast<double>(i)), values);
  }
  archive.Close();
  std::filesystem::resize_file(base + ".1", 60);
  TerminalChild child(
      {.argv = {FDR_COMMAND, "view", base},
       .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1", "COLUMNS", "LINES"},
       .time_limit = std::chrono::seconds(60)});
  child.WaitUntilShown("5.00 /s");
  child.WaitUntilShown("? keys");
  child.Press("1");
  child.WaitUntilShown("volumes.1: The file ends within its label");
  Quit(child);
}

TEST_F(ViewCommandTest, ReportsADamagedTailAtItsEnd) {
  std::filesystem::resize_file(base_ + ".0", std::filesystem::file_size(base_ + ".0") - 3);
  TerminalChild child(View({}));
  child.WaitUntilShown("? keys");
  child.Press("q");
  child.WaitUntilShown("Incomplete last record");
  EXPECT_EQ(child.WaitForEnd().exit_status, 3);
}

TEST_F(ViewCommandTest, ExplainsItsKeys) {
  TerminalChild child(View({}));
  child.WaitUntilShown("? keys");
  child.Press("?");
  child.WaitUntilShown("the next sample");
  const std::string help = child.WaitUntilShown("Any key goes back");
  // No line was cut: the shortest last word of a long one is there.
  EXPECT_NE(help.find("earlier\n"), std::string::npos) << help;
  for (const char* line :
       {"  right  .  t   the next sample\n", "  space  z      play and pause\n",
        "  0-9 u f  tab  choose a page, the next page\n", "  ?  q          this help; quit\n"})
    EXPECT_NE(help.find(line), std::string::npos) << line << help;
  child.Press(" ");
  child.WaitUntilShown("overview");
  Quit(child);
}

TEST_F(ViewCommandTest, CtrlCLeavesTheTerminalAsItWas) {
  TerminalChild child(View({}));
  child.WaitUntilShown("? keys");
  child.Press("\x03");
  const ChildOutcome outcome = child.WaitForEnd();
  EXPECT_EQ(outcome.signal, SIGINT);
  EXPECT_EQ(child.Modes().c_lflag, child.first_modes().c_lflag);
}

TEST_F(ViewCommandTest, WatchesThisMachineAndLeavesNothingBehind) {
  const std::string place = directory_ / "place";
  std::filesystem::create_directory(place);
  TerminalChild child(
      {.argv = {FDR_COMMAND, "view", "-p", "CPU", "-t", "100ms"},
       .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "TMPDIR=" + place}});
  child.WaitUntilShown("live");
  child.WaitUntilShown("cpu0");
  Quit(child);
  EXPECT_TRUE(std::filesystem::is_empty(place));
}

TEST_F(ViewCommandTest, SaysWhyItCannotShowAnything) {
  const ChildOutcome pipe = RunFdr({"view", base_});
  EXPECT_EQ(pipe.exit_status, 2);
  EXPECT_EQ(
      pipe.err,
      "fdr: A full screen needs a terminal; fdr replay and fdr summary print to files, too\n");
  EXPECT_EQ(RunFdr({"view", base_, "-p", "nothing"}).err,
            "fdr: There is no page nothing; the pages are overview, CPU, memory, disks, network, "
            "processes, cgroups, metrics, programs, users, "
            "units, filesystems\n");
  EXPECT_EQ(RunFdr({"view", directory_ / "missing"}).exit_status, 1);
  EXPECT_EQ(
      RunFdr({"view", "-h", "unix:/nowhere"}).err,
      "fdr: unix:/nowhere: No such file or directory; is the collector, pmcd, running there?\n");
}

// What was not measured is no zero: the first sample of the processors comes later.
TEST_F(ViewCommandTest, ABarWithoutAValueSaysSo) {
  const std::string base = directory_ / "late";
  constexpr MetricId kCount = MetricId::Build(60, 0, 32), kUser = MetricId::Build(60, 0, 20);
  ArchiveBuilder archive(base);
  archive.Metric({.name = "kernel.all.load", .id = kSeenLoad, .type = Type::kDouble});
  archive.Metric({.name = "hinv.ncpu", .id = kCount, .semantics = Semantics::kDiscrete});
  for (const auto& [name, id] : {std::pair("kernel.all.cpu.user", kUser),
                                 std::pair("kernel.all.cpu.nice", MetricId::Build(60, 0, 21))})
    archive.Metric({.name = name,
                    .id = id,
                    .type = Type::kU64,
                    .semantics = Semantics::kCounter,
                    .units = {.dim_time = 1, .scale_time = kMillisecondScale}});
  archive.Record(At(0), {Single(kCount, std::uint64_t{1}), Single(kSeenLoad, 0.5)});
  for (std::uint64_t i = 1; i < 9; ++i) {
    std::vector<Values> values = {Single(kSeenLoad, 0.5)};
    for (const MetricId id : {kUser, MetricId::Build(60, 0, 21)})
      if (i > 5) values.push_back(Single(id, 250 * i));
    archive.Record(At(static_cast<double>(i)), values);
  }
  archive.Close();
  ChildRequest request = View({});
  request.argv = {FDR_COMMAND, "view", base};
  request.time_limit = std::chrono::seconds(60);
  TerminalChild child(request);
  child.WaitUntilShown("user -");
  child.Press("\x1b[F");  // end
  child.WaitUntilShown("user 50 %");
  Quit(child);
}

// Of two processors, one works.  A disk is busy for 0.9 s of a second, once; and processes wait for
// 0.6 s, which the kernel counts in microseconds.
TEST_F(ViewCommandTest, TheFirstStripSaysHowBusyTheMachineWas) {
  const std::string base = directory_ / "disk";
  const MetricId user = MetricId::Build(60, 0, 20), sys = MetricId::Build(60, 0, 22),
                 count = MetricId::Build(60, 0, 32), active = MetricId::Build(60, 0, 46),
                 waiting = MetricId::Build(60, 83, 6);
  ArchiveBuilder archive(base);
  const auto time = [&](const char* name, MetricId id, int scale, InDomId indom = {}) {
    archive.Metric({.name = name,
                    .id = id,
                    .type = Type::kU64,
                    .indom = indom,
                    .semantics = Semantics::kCounter,
                    .units = {.dim_time = 1, .scale_time = static_cast<std::uint8_t>(scale)}});
  };
  archive.Metric({.name = "hinv.ncpu", .id = count, .semantics = Semantics::kDiscrete});
  time("kernel.all.cpu.user", user, kMillisecondScale);
  time("kernel.all.cpu.sys", sys, kMillisecondScale);
  time("disk.dev.avactive", active, kMillisecondScale, kSeenDisks);
  time("kernel.all.pressure.io.some.total", waiting, kMillisecondScale - 1);
  archive.InDom(At(0), kSeenDisks, {{0, "sda"}, {1, "sdb"}});
  for (std::int64_t i = 0; i < 20; ++i)
    archive.Record(At(static_cast<double>(i)),
                   {Single(count, std::int64_t{2}),
                    Single(user, 500 * i),
                    Single(sys, 500 * i),
                    {active, {{0, std::int64_t{0}}, {1, std::int64_t{i > 10 ? 900 : 0}}}},
                    Single(waiting, 600'000 * i)});
  archive.Close();
  ChildRequest request = View({});
  request.argv = {FDR_COMMAND, "view", base};
  TerminalChild child(request);
  child.WaitUntilShown("busy, at most 90.0 %");
  child.Press("2");
  child.WaitUntilShown("CPU, at most 100.0 %");
  Quit(child);
}

// Two processors that are full from 22:13:50 to 22:14:10.
void WriteBusyMinutes(const std::string& base) {
  ArchiveBuilder archive(base);
  const MetricId user = MetricId::Build(60, 0, 20), idle = MetricId::Build(60, 0, 23),
                 count = MetricId::Build(60, 0, 32);
  archive.Metric({.name = "hinv.ncpu", .id = count, .semantics = Semantics::kDiscrete});
  for (const auto& [name, id] :
       {std::pair("kernel.all.cpu.user", user), std::pair("kernel.all.cpu.idle", idle)})
    archive.Metric({.name = name,
                    .id = id,
                    .type = Type::kU64,
                    .semantics = Semantics::kCounter,
                    .units = {.dim_time = 1, .scale_time = kMillisecondScale}});
  for (std::int64_t i = 0; i <= 120; ++i) {
    const std::int64_t used = 10 * i + 1980 * std::clamp<std::int64_t>(i - 30, 0, 20);
    archive.Record(At(static_cast<double>(i)), {Single(count, std::int64_t{2}), Single(user, used),
                                                Single(idle, 2000 * i - used)});
  }
}

TEST_F(ViewCommandTest, TheFirstScreenSaysWhatWasUnusual) {
  const std::string base = directory_ / "busy";
  WriteBusyMinutes(base);
  ChildRequest request = View({});
  request.argv = {FDR_COMMAND, "view", base};
  TerminalChild child(request);
  child.WaitUntilShown(
      "Unusual, 1 of 1; ! goes there: From 22:13:50 to 22:14:10 the processors were\nbusy 100 % of "
      "the time. The archive has no processes, so no culprit is named.\n");
  child.Press("!");
  child.WaitUntilShown("2023-11-14 22:14:00 UTC");
  const std::string screen = child.WaitUntilShown("Unusual, 1 of 1: From 22:13:50");
  const std::size_t strip = screen.rfind("\n22:13:20");
  ASSERT_NE(strip, std::string::npos) << screen;
  const std::size_t line = screen.rfind('\n', strip - 1);
  EXPECT_NE(screen.substr(line, strip - line).find('!'), std::string::npos) << screen;
  Quit(child);
}

}  // namespace
}  // namespace fdr::test
