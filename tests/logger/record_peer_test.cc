// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Recordings of the peer's collector.  They are compared with those of the peer's logger, and read
// by the peer's tools, live and afterwards.  The collector may change meanwhile.

#include <algorithm>
#include <atomic>
#include <mutex>
#include <sstream>
#include <thread>

#include "fdr/tests/support/got.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/wait_until.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

constexpr const char* kSlow =
    "log mandatory on once { hinv.ncpu hinv.machine kernel.uname sample.string }\n";
constexpr const char* kQuick =
    "log mandatory on 100 msec {\n"
    "  sample.long sample.ulong sample.longlong sample.ulonglong sample.float sample.double\n"
    "  sample.bin sample.bucket sample.part_bin sample.aggregate sample.colour sample.event\n"
    "  sample.many sample.scale_step sample.noinst sample.bad sample.dodgey sample.dupnames\n"
    "  kernel.all.load kernel.percpu.cpu.user\n"
    "}\n";
// The values of these metrics never change.
const std::vector<std::string> kSteady = {
    "hinv.ncpu",           "hinv.machine",         "kernel.uname.release",
    "sample.string.hullo", "sample.string.bin",    "sample.long.one",
    "sample.long.hundred", "sample.long.bin",      "sample.float.hundred",
    "sample.double.ten",   "sample.ulonglong.ten", "sample.bin",
    "sample.bucket",       "sample.part_bin",      "sample.aggregate.null",
    "sample.noinst",       "sample.bad.novalues",  "sample.ulong.bin",
    "sample.longlong.bin", "sample.float.bin",     "sample.double.bin",
    "sample.bad.nosupport"};

std::vector<std::string> SortedWords(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  std::sort(words.begin(), words.end());
  return words;
}

// The indented lines have no times.
std::vector<std::string> SortedIndentedLines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(' ')) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

using Words = std::vector<std::string>;

class RecordPeerTest : public RecordFixture {
 protected:
  std::string Config(const std::string& text) const {
    WriteFile(directory_ / "config", AsBytes(text));
    return directory_ / "config";
  }

  // The number of records so far.
  int RecordsByNow() const {
    const auto context = ArchiveContext::Open(base_);
    if (!context) return 0;
    FetchResult result;
    int records = 0;
    while (test::Got((*context)->FetchRecord(result))) ++records;
    return records;
  }

  // Records from before until after `action`.
  template <class Action>
  ChildOutcome RecordWhile(std::vector<std::string> arguments, Action action) {
    ChildOutcome outcome;
    std::atomic<bool> is_done = false;
    std::thread recording([&] {
      arguments.insert(arguments.begin(), {FDR_COMMAND, "record", "-h", collector_.tcp()});
      const auto ended =
          RunChild({.argv = arguments,
                    .environment = {"TZ=UTC", "FDR_CONFIG=/dev/null", "PMCD_RECONNECT_TIMEOUT=1",
                                    "PMCD_REQUEST_TIMEOUT=1"},
                    .terminates_when = [&](const std::string& err) {
                      const std::lock_guard lock(mutex_);
                      said_ = err;
                      return is_done.load();
                    }});
      outcome = ended.value_or(ChildOutcome{});
    });
    EXPECT_TRUE(WaitUntil([&] { return RecordsByNow() >= 10; }));
    action();
    is_done = true;
    recording.join();
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    return outcome;
  }

  // Until the recorder complains in these words.
  void WaitForComplaint(const std::string& words) {
    EXPECT_TRUE(WaitUntil([&] {
      const std::lock_guard lock(mutex_);
      return said_.find(words) != std::string::npos;
    }));
  }

  std::mutex mutex_;
  std::string said_;  // what the recorder has written so far
  PeerCollector collector_;
  const std::string peer_ = directory_ / "peer";
};

TEST_F(RecordPeerTest, WhatIsRecordedIsWhatThePeerRecords) {
  for (const std::string version : {"2", "3"}) {
    const std::string config = Config(std::string(kSlow) + kQuick);
    const std::string ours = base_ + version, theirs = peer_ + version;
    std::thread peer([&] {
      const ChildOutcome outcome = RunPeer({"pmlogger", "-h", collector_.tcp(), "-c", config, "-l",
                                            directory_ / "log", "-V", version, "-s", "6", theirs});
      EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    });
    const ChildOutcome outcome =
        Record({"-h", collector_.tcp(), "-c", config, "-V", version, "-s", "6", ours});
    peer.join();
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    ExpectSound(ours);

    const auto ask = [](std::vector<std::string> question, const std::string& base,
                        const std::vector<std::string>& metrics = {}) {
      question.push_back(base);
      question.insert(question.end(), metrics.begin(), metrics.end());
      return PeerOutput(question);
    };
    const std::vector<std::string> names = SortedWords(ask({"pminfo", "-a"}, ours));
    EXPECT_EQ(names, SortedWords(ask({"pminfo", "-a"}, theirs)));
    EXPECT_GT(names.size(), 100u);
    EXPECT_EQ(ask({"pminfo", "-dtT", "-a"}, ours, names),
              ask({"pminfo", "-dtT", "-a"}, theirs, names));
    EXPECT_EQ(SortedWords(ask({"pminfo", "-m", "-a"}, ours, names)),
              SortedWords(ask({"pminfo", "-m", "-a"}, theirs, names)));
    EXPECT_EQ(ask({"pminfo", "-f", "-a"}, ours, kSteady),
              ask({"pminfo", "-f", "-a"}, theirs, kSteady));
    EXPECT_EQ(SortedIndentedLines(ask({"pmdumplog", "-e"}, ours)),
              SortedIndentedLines(ask({"pmdumplog", "-e"}, theirs)));
    EXPECT_EQ(Records(ours, "sample.long.one"), 5);
    EXPECT_EQ(Records(theirs, "sample.long.one"), 5);
  }
}

// A reader of the archive learns what the events contain.
TEST_F(RecordPeerTest, ParametersOfEventsAreDescribed) {
  ASSERT_EQ(Record({"-h", collector_.tcp(), base_, "sample.event.records",
                    "sample.event.highres_records", "-t", "100ms", "-s", "6"})
                .exit_status,
            0);
  ExpectSound(base_);
  const std::string names = PeerOutput({"pminfo", "-a", base_});
  for (const char* name :
       {"sample.event.type", "sample.event.param_u32", "sample.event.param_string"})
    EXPECT_NE(names.find(name), std::string::npos) << name;
  const auto question = [&](const std::string& kind, const std::string& source) {
    return PeerOutput({"pminfo", "-d", kind, source, "sample.event.type", "sample.event.param_u32",
                       "sample.event.param_string"});
  };
  EXPECT_EQ(question("-a", base_), question("-h", collector_.tcp()));
  const std::string dump = PeerOutput({"pmdumplog", base_, "sample.event.records"});
  EXPECT_NE(dump.find("sample.event.param_string"), std::string::npos) << dump;
}

TEST_F(RecordPeerTest, ThePeerReadsItWhileItIsWritten) {
  RecordWhile({base_, "sample.long", "sample.bin", "kernel.all", "-t", "50ms"}, [&] {
    for (int i = 0; i < 3; ++i) {
      EXPECT_NE(PeerOutput({"pminfo", "-a", base_, "sample.long.one"}).find("one"),
                std::string::npos);
      EXPECT_NE(PeerOutput({"pmval", "-a", base_, "-t", "50msec", "-s", "3", "sample.long.one"})
                    .find('1'),
                std::string::npos);
      const ChildOutcome dump = RunPeer({"pmdumplog", base_});
      EXPECT_NE(dump.out.find("sample.long.one"), std::string::npos) << dump.err;
    }
  });
  ExpectSound(base_);
}

// The output of a peer's tool about an archive that grows.  The tool may see only a part of a
// record while the kernel takes it.  Some tools are content with the records before it.  Others
// fail, and see all of it when they run again.
std::string OutputWhileItGrows(const Words& tool) {
  const ChildOutcome outcome = RunPeer(tool);
  const bool is_torn =
      outcome.err.find("Corrupted record in a PCP archive log") != std::string::npos;
  if (is_torn && outcome.exit_status != 0) return PeerOutput(tool);
  EXPECT_EQ(outcome.exit_status, 0) << tool[0];
  EXPECT_TRUE(is_torn || outcome.err.empty()) << tool[0] << ": " << outcome.err;
  return outcome.out;
}

TEST_F(RecordPeerTest, AllOfThePeersToolsReadItWhileVolumesComeAndAreCompressed) {
  const auto find = [](const Words& tool, const std::string& text) {
    EXPECT_NE(OutputWhileItGrows(tool).find(text), std::string::npos) << tool[0];
  };
  RecordWhile({base_, "sample.long", "sample.bin", "kernel.all", "-t", "20ms", "-v", "10",
               "--compress", "xz"},
              [&] {
                for (int i = 0; i < 3; ++i) {
                  const std::string copy = directory_ / ("copy" + std::to_string(i));
                  find({"pmlogsummary", base_}, "sample.long.hundred  100.000 none");
                  find({"pmdumplog", "-a", base_}, "sample.bin");
                  find({"pmval", "-a", base_, "-t", "50msec", "-s", "3", "sample.long.ten"}, "10");
                  find({"env", "PATH=/usr/bin:/bin", "pmrep", "-a", base_, "-t", "50msec",
                        "sample.long.hundred"},
                       "100");
                  OutputWhileItGrows({"pmlogextract", base_, copy});
                  EXPECT_EQ(PeerOutput({"pmlogcheck", "-w", copy}), "");
                  EXPECT_GT(Records(copy, "sample.bin"), 5);
                }
                EXPECT_TRUE(WaitUntil([&] {
                  const auto files = FindArchive(base_);
                  return files && files->volumes.size() > 5;
                }));
              });
  ExpectSound(base_);
  PeerOutput({"pmlogextract", base_, directory_ / "copy"});
  EXPECT_EQ(Records(directory_ / "copy", "sample.bin"), Records(base_, "sample.bin"));
}

TEST_F(RecordPeerTest, ThePeersToolsReadIt) {
  ASSERT_EQ(Record({"-h", collector_.tcp(), base_, "sample.long", "sample.bin", "kernel.all", "-t",
                    "50ms", "-s", "20"})
                .exit_status,
            0);
  ExpectSound(base_);
  EXPECT_NE(PeerOutput({"pmlogsummary", base_}).find("sample.long.hundred  100.000 none"),
            std::string::npos);
  EXPECT_NE(PeerOutput({"pmdumplog", "-a", base_}).find("sample.bin"), std::string::npos);
  EXPECT_NE(PeerOutput({"env", "PATH=/usr/bin:/bin", "pmrep", "-a", base_, "-t", "50msec",
                        "sample.long.hundred"})
                .find("100"),
            std::string::npos);
  const std::string copy = directory_ / "copy";
  PeerOutput({"pmlogextract", base_, copy});
  EXPECT_EQ(PeerOutput({"pmlogcheck", "-w", copy}), "");
  EXPECT_EQ(Records(copy, "sample.bin"), 20);
}

TEST_F(RecordPeerTest, AgentsThatComeWhileRecordingAreRecorded) {
  const std::vector<std::string> all = PeerCollector::UsualAgents();
  collector_.Reconfigure({all[0], all[3]});
  const ChildOutcome outcome =
      RecordWhile({base_, "pmcd.numagents", "sample.long", "-t", "50ms"}, [&] {
        collector_.Reconfigure(all);
        EXPECT_TRUE(WaitUntil([&] { return Records(base_, "sample.long.hundred") > 10; }));
      });
  ExpectSound(base_);
  EXPECT_NE(PeerOutput({"pmdumplog", base_}).find("<mark>"), std::string::npos);
  EXPECT_NE(PeerOutput({"pmval", "-a", base_, "-S", "-1s", "-t", "50msec", "sample.long.hundred"})
                .find("100"),
            std::string::npos);
  EXPECT_EQ(outcome.err.find("goes on in"), std::string::npos) << outcome.err;
}

// The metrics of dead agents are recorded as errors until the collector starts the agents again.
TEST_F(RecordPeerTest, AgentsThatDieWhileRecordingAreErrors) {
  RecordWhile({base_, "sample.long.one", "kernel.all.load", "-t", "50ms"}, [&] {
    const int before = Records(base_, "sample.long.one");
    collector_.KillAgents();
    EXPECT_TRUE(WaitUntil([&] {
      const std::string dump = RunPeer({"pmdumplog", base_}).out;
      return Records(base_, "sample.long.one") > before + 20 && dump.find("<mark>") != dump.npos;
    }));
  });
  ExpectSound(base_);
  const std::string dump = PeerOutput({"pmdumplog", base_});
  EXPECT_NE(dump.find("(kernel.all.load): "), std::string::npos) << "an error, on the same line";
  EXPECT_NE(dump.find("<mark>"), std::string::npos);
}

TEST_F(RecordPeerTest, ACollectorThatStandsStillIsLostAndFound) {
  const ChildOutcome outcome = RecordWhile({base_, "sample.long.one", "-t", "50ms"}, [&] {
    collector_.Pause();
    WaitForComplaint("trying again");
    collector_.Continue();
    WaitForComplaint("found again");
  });
  ExpectSound(base_);
  EXPECT_NE(outcome.err.find("found again"), std::string::npos) << outcome.err;
  EXPECT_NE(PeerOutput({"pmdumplog", base_}).find("<mark>"), std::string::npos);
}

}  // namespace
}  // namespace fdr::test
