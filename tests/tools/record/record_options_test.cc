// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of `fdr record`, one by one.

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fdr/tests/support/got.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

class RecordOptionsTest : public RecordFixture {
 protected:
  std::string Config(const std::string& text) const {
    WriteFile(directory_ / "c", AsBytes(text));
    return directory_ / "c";
  }

  std::string Log() const { return std::string(AsText(ReadFile(directory_ / "log"))); }
};

TEST_F(RecordOptionsTest, AConfigurationSaysWhatIsRecorded) {
  const std::string config = Config(
      "%define fast \"50 msec\"\n"
      "log mandatory on once { hinv.ncpu }\n"
      "log advisory on %fast { kernel.all.load [ \"1 minute\" ] no.such }\n");
  const ChildOutcome outcome = Record({"-c", config, base_, "-s", "4"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err,
            "fdr: warning: " + config + ":3: no.such is not logged: Unknown metric name no.such\n");
  ExpectSound(base_);
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 1);
  EXPECT_EQ(Records(base_, "kernel.all.load"), 3);
  EXPECT_EQ(
      PeerOutput({"pmval", "-a", base_, "-s", "1", "-f", "0", "kernel.all.load"}).find("5 minute"),
      std::string::npos);
}

TEST_F(RecordOptionsTest, WhatAConfigurationWantsOnceIsDoneThen) {
  const ChildOutcome outcome = Record({"-c", Config("log on once { hinv.ncpu }"), base_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 1);
}

TEST_F(RecordOptionsTest, WhatIsDefaultIsWhatTheIntervalSays) {
  const std::string config = Config("log on default { hinv.ncpu }");
  ASSERT_EQ(Record({"-c", config, base_, "-t", "20ms", "-s", "3"}).exit_status, 0);
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 3);
}

TEST_F(RecordOptionsTest, ConfigurationsOfPcpAreFoundByTheirNames) {
  ASSERT_EQ(::mkdir((directory_ / "config").c_str(), 0777), 0);
  ASSERT_EQ(::mkdir((directory_ / "config/pmlogger").c_str(), 0777), 0);
  const std::string text = "log on once { hinv.ncpu }\n";
  WriteFile(directory_ / "config/pmlogger/config.mine", AsBytes(text));
  EXPECT_EQ(Record({"-c", "config.mine", base_}, {"PCP_VAR_DIR=" + directory_.path()}).exit_status,
            0);
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 1);
}

TEST_F(RecordOptionsTest, OnlyThoseRecordsOfDomainsThatThereAre) {
  const ChildOutcome outcome = Record({"--domains", "some", base_});
  EXPECT_NE(outcome.exit_status, 0);
  EXPECT_NE(outcome.err.find("--domains"), std::string::npos) << outcome.err;
}

TEST_F(RecordOptionsTest, TheVersionIsThatOfTheSourceOrOfDeltasOrTwo) {
  struct Case {
    std::string name;
    std::vector<std::string> options;
    int version;
  };
  const std::vector<std::string> some = {"-t", "10ms", "-s", "3"};
  const std::vector<Case> cases = {
      {"", some, 2},
      {"-3", {"-t", "10ms", "-s", "3", "-V", "3"}, 3},
      {"-deltas", {"-t", "10ms", "-s", "3", "--domains", "deltas"}, 3},
      {"-of-2", {"--from", base_, "-t", "10ms"}, 2},
      {"-of-3", {"--from", base_ + "-3", "-t", "10ms"}, 3},
      {"-of-both", {"--from", base_ + ',' + base_ + "-3", "-t", "10ms"}, 3},
      {"-of-2-as-3", {"--from", base_, "-V", "3"}, 3},
  };
  for (const Case& one : cases) {
    std::vector<std::string> arguments = {base_ + one.name, "hinv.ncpu"};
    arguments.insert(arguments.end(), one.options.begin(), one.options.end());
    const ChildOutcome outcome = Record(arguments);
    ASSERT_EQ(outcome.exit_status, 0) << outcome.err;
    const std::string label = PeerOutput({"pmdumplog", "-l", base_ + one.name});
    EXPECT_NE(label.find(fmt::format("Format Version {}", one.version)), std::string::npos)
        << one.name << label;
  }
  Fails({"-V", "2", "--domains", "deltas", base_ + "-none"}, 2, "--domains deltas needs -V 3");
}

TEST_F(RecordOptionsTest, AConfigurationCanBeChecked) {
  const ChildOutcome good = Record({"-C", "-c", Config("log on 1 sec { no.such }")});
  EXPECT_EQ(good.exit_status, 0);
  EXPECT_EQ(good.err, "");
  Fails({"-C", "-c", Config("log on 1 parsec { hinv }")}, 2, "c:1: expected msec");
  Fails({"-C", "-c", directory_ / "missing"}, 1, "missing");
  Fails({"-C", base_}, 2, "--config");
  EXPECT_TRUE(Archives(directory_.path()).empty());
}

TEST_F(RecordOptionsTest, CommandsAreRunOnlyIfThatIsAllowed) {
  const std::string config =
      Config("%shell \"touch " + directory_ / "ran" + "; echo log on once { hinv.ncpu }\"\n");
  Fails({"-c", config, base_}, 2, "%shell");
  const auto has_run = [this] { return ::access((directory_ / "ran").c_str(), F_OK) == 0; };
  EXPECT_FALSE(has_run());
  EXPECT_EQ(Record({"--allow-shell", "-c", config, base_}).exit_status, 0);
  EXPECT_TRUE(has_run());
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 1);
  Fails({"--allow-shell", "-C", "-c", Config("%shell \"false\"\n")}, 2, "The command failed");
}

// What opens a recorder to the network is what opens a server.
TEST_F(RecordOptionsTest, OtherMachinesNeedAWordOfTheUserToControlIt) {
  const std::string open = Config("log on once { hinv.ncpu }\n");
  const std::vector<std::string> check = {"-C", "-c", open, "--control", "--control-address"};
  const auto with = [&check](const std::string& address) {
    std::vector<std::string> words = check;
    words.push_back(address);
    return words;
  };
  for (const char* address : {"0.0.0.0", "::", "10.1.2.3"})
    Fails(with(address), 2, "Other machines could connect to " + std::string(address));
  Fails(with("nowhere"), 2, "--control-address: expected an address");
  for (const char* address : {"127.0.0.1", "127.1.2.3", "::1"})
    EXPECT_EQ(Record(with(address)).exit_status, 0) << address;
  std::vector<std::string> all = with("0.0.0.0");
  all.push_back("--no-auth");
  EXPECT_EQ(Record(all).exit_status, 0);
  Config("log on once { hinv.ncpu }\n[access]\nallow 10.1.* : enquire;\n");
  EXPECT_EQ(Record(with("0.0.0.0")).exit_status, 0);
}

TEST_F(RecordOptionsTest, ItWaitsForMetricsIfItIsToLinger) {
  Fails({base_, "no.such", "-T", "300ms"}, 1, "There is nothing to record");
  Fails({base_, "no.such", "-T", "300ms", "-L"}, 1, "nothing was recorded");
}

TEST_F(RecordOptionsTest, TheSizeMayBeOfSamplesBytesOrTime) {
  const auto record = [&](const std::string& base, const std::string& limit) {
    ASSERT_EQ(Record({directory_ / base, "kernel.all", "-t", "20ms", "-s", limit}).exit_status, 0);
    ExpectSound(directory_ / base);
  };
  record("samples", "3");
  EXPECT_EQ(Records(directory_ / "samples", "kernel.all.load"), 3);
  record("bytes", "10kb");
  const std::size_t size = ReadFile(directory_ / "bytes.0").size();
  EXPECT_GE(size, 10240u);
  EXPECT_LT(size, 14000u);
  record("time", "200ms");
  const int samples = Records(directory_ / "time", "kernel.all.load");
  EXPECT_GE(samples, 2);
  EXPECT_LE(samples, 11);
  Fails({base_, "-s", "3 parsecs"}, 2,
        "-s: Not an amount, such as 100 (samples), 20MB or 1.5hours");
}

TEST_F(RecordOptionsTest, SamplesCanBeAligned) {
  ASSERT_EQ(Record({base_, "hinv.ncpu", "-t", "200ms", "--align", "-s", "8"}).exit_status, 0);
  const auto context = ArchiveContext::Open(base_);
  ASSERT_TRUE(context);
  const MetricId id = *(*context)->Find("hinv.ncpu");
  FetchResult result;
  // On a machine in use, some samples are late.
  std::int64_t least_late = 200'000'000;
  while (test::Got((*context)->Fetch(std::span(&id, 1), result)))
    least_late = std::min(least_late, std::int64_t{result.stamp().nsec % 200'000'000});
  EXPECT_LT(least_late, 10'000'000);
}

TEST_F(RecordOptionsTest, TheDirectoryIsMade) {
  const std::string directory = directory_ / "some/where";
  ASSERT_EQ(Record({"-d", directory, "rec", "hinv.ncpu", "-s", "1"}).exit_status, 0);
  EXPECT_EQ(Archives(directory), std::set<std::string>{"rec"});
  WriteFile(directory_ / "file", {});
  Fails({"-d", directory_ / "file/x", "rec", "hinv.ncpu"}, 1, "file/x");
}

TEST_F(RecordOptionsTest, MessagesGoToALog) {
  const std::vector<std::string> arguments = {base_, "no.such", "-l", directory_ / "log"};
  EXPECT_EQ(Record(arguments).err, "");
  EXPECT_EQ(Log(),
            "fdr: warning: no.such is not logged: Unknown metric name no.such\n"
            "fdr: There is nothing to record\n");
  EXPECT_EQ(Record(arguments).exit_status, 1);
  EXPECT_EQ(Log().find("fdr:", 80) != std::string::npos, true) << "it goes on behind what is there";
  const ChildOutcome outcome = Record({base_, "no.such", "-l", "-"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("There is nothing to record"), std::string::npos);
  Fails({base_, "-l", directory_ / "no/where"}, 1, "no/where: No such file or directory");
}

TEST_F(RecordOptionsTest, SizesAreToldOnceForEachKindOfRecord) {
  const std::string config =
      Config("log on once { hinv.ncpu }\nlog on 20 msec { kernel.all.load kernel.all.nprocs }\n");
  const ChildOutcome outcome = Record({"-c", config, base_, "-s", "4", "-r"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err.rfind("fdr: once, 1 metric: ", 0), 0u) << outcome.err;
  EXPECT_NE(outcome.err.find("every 0.02 s, 2 metrics: "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("MiB a day\n    kernel.all.load\n    kernel.all.nprocs\n"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(outcome.err.find("nprocs"), outcome.err.rfind("nprocs"));
}

TEST_F(RecordOptionsTest, MetricsAreNamedInOneWay) {
  Fails({"-c", Config("log on once { hinv.ncpu }"), base_, "hinv.ncpu"}, 2, "METRIC");
  Fails({"--allow-shell", base_}, 2, "--config");
}

TEST_F(RecordOptionsTest, VolumesEndBySamplesBytesOrTime) {
  const auto volumes = [this](const std::string& limit, int samples) {
    const std::string base = base_ + limit;
    EXPECT_EQ(Record({base, "hinv.ncpu", "-t", "20ms", "-s", std::to_string(samples), "-v", limit})
                  .exit_status,
              0);
    ExpectSound(base);
    const auto files = FindArchive(base);
    return files ? files->volumes.size() : 0;
  };
  EXPECT_EQ(volumes("3", 7), 3u);
  EXPECT_GE(volumes("200bytes", 20), 4u);
  EXPECT_GE(volumes("50ms", 10), 3u);
  EXPECT_EQ(volumes("1hour", 3), 1u);
  Fails({base_, "-v", "some"}, 2, "-v: Not an amount, such as 100 (samples), 20MB or 1.5hours");
}

TEST_F(RecordOptionsTest, AHangupBeginsAVolume) {
  TerminalChild child({.argv = {FDR_COMMAND, "record", base_, "hinv.ncpu", "-t", "20ms"},
                       .environment = {"TERM=xterm", "NO_COLOR=1"}});
  child.WaitFor(" samples");
  EXPECT_TRUE(SendSignal(child.pid(), SIGHUP));
  child.WaitFor(" samples");
  EXPECT_TRUE(SendSignal(child.pid(), SIGTERM));
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
  ExpectSound(base_);
  const auto files = FindArchive(base_);
  ASSERT_TRUE(files);
  EXPECT_EQ(files->volumes.size(), 2u);
}

TEST_F(RecordOptionsTest, OldArchivesAreRemoved) {
  WriteFile(directory_ / "000000.meta", AsBytes("not ours"));
  const ChildOutcome outcome =
      Record({directory_ / "%H%M%S", "hinv.ncpu", "-t", "100ms", "-T", "3500ms", "--rotate", "1s",
              "--keep", "3kb", "--keep", "1d"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  const std::set<std::string> archives = Archives(directory_.path());
  EXPECT_LE(archives.size(), 3u);
  EXPECT_TRUE(archives.contains("000000"));
  ExpectSound(directory_ / *archives.rbegin());
}

// The archive is removed.  Files that only look like its parts stay, and the recorder warns of
// them.
TEST_F(RecordOptionsTest, FilesThatOnlyLookLikePartsOfAnArchiveStay) {
  const std::string list = directory_ / "fdr-keep.%H%M%S.txt";
  ASSERT_EQ(Record({directory_ / "%H%M%S", "hinv.ncpu", "-s", "1", "--keep", "1d"}).exit_status, 0);
  const std::string first = directory_ / *Archives(directory_.path()).begin();
  WriteFile(first + ".3", AsBytes("a user's"));
  std::filesystem::create_directory(first + ".4");
  ByteBuffer text = ReadFile(list);
  const std::string line = "../elsewhere\t1\t2\t3\n";
  text.insert(text.end(), AsBytes(line).begin(), AsBytes(line).end());
  WriteFile(list, text);
  const ChildOutcome outcome =
      Record({directory_ / "%H%M%S", "hinv.ncpu", "-t", "100ms", "-T", "1500ms", "--keep", "1kb"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_FALSE(FindArchiveFiles(first)->metadata.size() > 0);
  EXPECT_TRUE(std::filesystem::is_directory(first + ".4"));
  EXPECT_EQ(AsText(ReadFile(first + ".3")), "a user's");
  EXPECT_NE(outcome.err.find(list + ": Lines that name no archive beside it are ignored: 1\n"),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find(first + ".3: It has not the label"), std::string::npos) << outcome.err;
}

TEST_F(RecordOptionsTest, ArchivesAreRotated) {
  const ChildOutcome outcome =
      Record({directory_ / "%H%M%S", "hinv.ncpu", "-t", "100ms", "-T", "2500ms", "--rotate", "1s"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  const std::set<std::string> archives = Archives(directory_.path());
  EXPECT_GE(archives.size(), 3u);
  for (const std::string& name : archives) ExpectSound(directory_ / name);
  Fails({base_, "--keep", "1d"}, 2, "OUT must have the time in it");
  Fails({base_ + "%Y/a", "--keep", "1d"}, 2, "the time in its last part, not in a directory");
  Fails({base_ + "%Y", "--keep", "1d", "-h", "a", "-h", "b"}, 2,
        "Several hosts need a recorder each");
  Fails({base_ + "%Y", "--keep", "10"}, 2, "--keep 10: Not an age, such as 14d");
  Fails({base_, "--rotate", "1500ms"}, 2, "--rotate: Not a whole number of seconds");
  Fails({base_, "--rotate", "soon"}, 2, "interval");
}

}  // namespace
}  // namespace fdr::test
