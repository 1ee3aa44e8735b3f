// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares recordings of derived metrics with those of the peer's logger, on the peer's collector.

#include <algorithm>
#include <sstream>
#include <thread>

#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

constexpr const char* kDefinitions =
    "my.rate = rate(sample.milliseconds)\n"
    "my.delta = delta(sample.seconds)\n"
    "my.none = sample.nobody + 1\n"
    "my.sum = sum(sample.bin)\n"
    "my.twice = sample.bin * 2\n"
    "my.first = sample.bin[bin-300]\n"
    "my.odd = sample.bin + hinv.machine\n"
    "my.const = mkconst(7, units=byte)\n"
    "my.u64 = sample.ulonglong.ten * 3\n"
    "my.double = sample.double.ten / 4\n"
    "my.text = sample.string.hullo\n"
    "my.nothing = sample.noinst + 1\n"
    "my.guarded = sample.long.one > 0 ? sample.bucket : sample.bin\n"
    "kernel.all.more = kernel.all.load * 100\n"
    "my.sum(oneline) = all of them\n"
    "my.sum(helptext) = \"What all bins\ntogether have.\"\n";
constexpr const char* kConfig =
    "log mandatory on once { my.const my.text hinv.ncpu }\n"
    "log mandatory on 100 msec { my sample.bin kernel.all.load kernel.all.more [ \"5 minute\" ] "
    "}\n";

using Lines = std::vector<std::string>;

// The lines that contain `part`, each once.
Lines Sorted(const std::string& text, const std::string& part) {
  std::istringstream in(text);
  Lines lines;
  for (std::string line; std::getline(in, line);)
    if (line.find(part) != std::string::npos) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

int Count(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// The warnings of PCP's checker, without the names of files.
Lines Strange(const std::string& base) {
  std::istringstream in(RunPeer({"pmlogcheck", "-w", base}).err);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line.substr(line.find(": ")));
  std::sort(lines.begin(), lines.end());
  return lines;
}

class RecordDerivedPeerTest : public RecordFixture {
 protected:
  std::string Write(const std::string& name, const std::string& text) const {
    WriteFile(directory_ / name, AsBytes(text));
    return directory_ / name;
  }

  // Both loggers record at the same time.
  void RecordWithBoth(const std::string& version) {
    const std::string derived = "PCP_DERIVED_CONFIG=" + Write("derived", kDefinitions);
    const std::string config = Write("config", kConfig);
    std::thread peer([&] {
      const ChildOutcome outcome =
          RunPeer({"env", derived, "pmlogger", "-h", collector_.tcp(), "-c", config, "-l",
                   directory_ / "log", "-V", version, "-s", "6", peer_ + version});
      EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    });
    const ChildOutcome outcome =
        Record({"-h", collector_.tcp(), "-c", config, "-V", version, "-s", "6", base_ + version},
               {derived});
    peer.join();
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    const std::string because = "cannot compute my.none: operand sample.nobody: ";
    EXPECT_NE(outcome.err.find(because), std::string::npos) << outcome.err;
  }

  PeerCollector collector_;
  const std::string peer_ = directory_ / "peer";
};

TEST_F(RecordDerivedPeerTest, WhatIsRecordedIsWhatThePeerRecords) {
  for (const std::string version : {"2", "3"}) {
    RecordWithBoth(version);
    const std::string ours = base_ + version, theirs = peer_ + version;
    const auto ask = [](Lines question, const std::string& base, const Lines& metrics = {}) {
      question.push_back(base);
      question.insert(question.end(), metrics.begin(), metrics.end());
      return PeerOutput(question);
    };
    const Lines names = Sorted(ask({"pminfo", "-a"}, theirs), ".");
    EXPECT_EQ(Sorted(ask({"pminfo", "-a"}, ours), "."), names);
    EXPECT_GT(names.size(), 15u);
    EXPECT_EQ(ask({"pminfo", "-dtT", "-a"}, ours, names),
              ask({"pminfo", "-dtT", "-a"}, theirs, names));
    EXPECT_EQ(Sorted(ask({"pminfo", "-m", "-a"}, ours, names), "PMID"),
              Sorted(ask({"pminfo", "-m", "-a"}, theirs, names), "PMID"));
    const Lines steady = {"my.sum",    "my.twice", "my.first",   "my.const",  "my.u64",
                          "my.double", "my.text",  "my.nothing", "my.guarded"};
    EXPECT_EQ(ask({"pminfo", "-f", "-a"}, ours, steady),
              ask({"pminfo", "-f", "-a"}, theirs, steady));
    // The first sample has no rate, and all others have one.
    for (const std::string& base : {ours, theirs}) {
      const std::string dump = ask({"pmdumplog"}, base, {"my.rate"});
      EXPECT_EQ(Count(dump, "(my.rate): "), 5) << dump;
      EXPECT_EQ(Count(dump, "(my.rate): No values returned!"), 1) << dump;
    }
    // PCP has the same warnings for both: derived metrics have instance domains of other metrics.
    EXPECT_EQ(Strange(ours), Strange(theirs));
    for (const std::string& line : Strange(ours))
      EXPECT_NE(line.find("domain of pmid (511) != domain of indom"), std::string::npos) << line;
    const ChildOutcome check = RunFdr({"check", "-w", ours});
    EXPECT_NE(check.out.find("0 errors, 0 warnings"), std::string::npos) << check.out;
  }
}

// No rate is known for the time without a collector.
TEST_F(RecordDerivedPeerTest, RatesBeginAnewWithTheCollector) {
  TerminalChild recording(
      {.argv = {FDR_COMMAND, "record", "-h", collector_.tcp(), "--derive",
                "my.rate=rate(sample.milliseconds)", "--derive", "my.ten=sample.long.ten", base_,
                "my", "-t", "50ms", "-s", "60"},
       .environment = {"PMCD_RECONNECT_TIMEOUT=1", "TERM=xterm", "NO_COLOR=1"}});
  recording.WaitFor(" KiB");  // there are samples
  collector_.Kill();
  recording.WaitFor("trying again");
  collector_.Start();
  recording.WaitFor("found again");
  EXPECT_EQ(recording.WaitForEnd().exit_status, 0);
  ExpectSound(base_);
  const std::string dump = PeerOutput({"pmdumplog", base_});
  EXPECT_EQ(Count(dump, "<mark>"), 1) << dump;
  EXPECT_EQ(Count(dump, "(my.rate): No values returned!"), 2) << dump;
  EXPECT_GT(Count(dump, "(my.rate): "), 30) << dump;
  const std::string behind = dump.substr(dump.find("<mark>"));
  EXPECT_LT(behind.find("No values returned!"), behind.find("(my.rate): value")) << dump;
  EXPECT_EQ(Records(base_, "my.ten"), Records(base_, "my.rate"));
}

}  // namespace
}  // namespace fdr::test
