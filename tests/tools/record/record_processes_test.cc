// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The processes of this machine in a recording, and PCP's tools that show them.

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "fdr/tests/support/got.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

// A process that never rests.
class BusyChild {
 public:
  BusyChild() : pid_(::fork()) {
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_NAME, "never_rests");
    for (volatile unsigned i = 0;;) i = i + 1;
  }
  ~BusyChild() {
    SendSignal(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  BusyChild(const BusyChild&) = delete;
  BusyChild& operator=(const BusyChild&) = delete;

  std::string pid() const { return std::to_string(pid_); }

 private:
  pid_t pid_;
};

class RecordProcessesTest : public RecordFixture {
 protected:
  // The metrics of the archive below a name.
  static std::size_t Metrics(const std::string& base, const std::string& top) {
    const auto context = ArchiveContext::Open(base);
    if (!context) return 0;
    return (*context)->Traverse(top).value_or(std::vector<std::string>()).size();
  }

  // The number of processes in each record with this metric.
  static std::vector<std::size_t> Counts(const std::string& base, const std::string& metric) {
    std::vector<std::size_t> counts;
    const auto context = ArchiveContext::Open(base);
    const auto id = (*context)->Find(metric);
    if (!id) return counts;
    FetchResult result;
    while (test::Got((*context)->Fetch(std::span(&*id, 1), result)))
      counts.push_back(result.AllValues().size());
    return counts;
  }

  // PCP's tools in Python need the interpreter that PCP's modules are installed for.
  static std::string Pcp(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "pcp");
    const auto outcome = RunChild(
        {.argv = std::move(arguments),
         .environment = {"TZ=UTC", "PCP_DERIVED_CONFIG=", "PATH=/usr/bin:/bin", "COLUMNS=200"}});
    EXPECT_EQ(ErrorOf(outcome), "");
    if (!outcome) return "";
    EXPECT_EQ(outcome->exit_status, 0) << outcome->err << outcome->out;
    EXPECT_EQ(outcome->signal, 0) << outcome->err;
    return outcome->out;
  }

  // The lines of a text that contain a word.
  static std::vector<std::string> LinesWith(const std::string& text, const std::string& word) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
      if (line.find(word) != std::string::npos) lines.push_back(line);
    return lines;
  }
};

TEST_F(RecordProcessesTest, TheFirstSampleHasAllAndTheNextTheBusyOnes) {
  const BusyChild busy;
  ASSERT_EQ(Record({base_, "-t", "100ms", "-s", "6", "--processes", "2"}).exit_status, 0);
  ExpectSound(base_);
  const std::vector<std::size_t> counts = Counts(base_, "proc.psinfo.rss");
  ASSERT_GE(counts.size(), 6u);
  EXPECT_GT(counts.front(), 6u);
  EXPECT_LT(counts.back(), counts.front());
  EXPECT_GE(counts.back(), 2u);
  EXPECT_GT(Metrics(base_, "proc.psinfo"), 25u);
  EXPECT_EQ(Metrics(base_, "proc.psinfo.psargs"), 1u);
  EXPECT_EQ(Metrics(base_, "proc.psinfo.environ"), 0u);
}

TEST_F(RecordProcessesTest, NoneAndAllMayBeChosen) {
  ASSERT_EQ(Record({base_, "-t", "100ms", "-s", "2", "--processes", "none"}).exit_status, 0);
  EXPECT_EQ(Metrics(base_, "proc.psinfo"), 0u);
  EXPECT_EQ(Metrics(base_, "proc.runq"), 8u);
  const std::string all = directory_ / "all";
  ASSERT_EQ(Record({all, "-t", "100ms", "-s", "3", "--processes", "all"}).exit_status, 0);
  ExpectSound(all);
  for (const std::size_t count : Counts(all, "proc.psinfo.rss")) EXPECT_GT(count, 6u);
}

TEST_F(RecordProcessesTest, CommandLinesMayBeLeftOut) {
  ASSERT_EQ(Record({base_, "-s", "1", "--no-command-lines"}).exit_status, 0);
  EXPECT_EQ(Metrics(base_, "proc.psinfo.psargs"), 0u);
  EXPECT_EQ(Metrics(base_, "proc.psinfo.cmd"), 1u);
}

TEST_F(RecordProcessesTest, MetricsThatAreNamedHaveAllProcesses) {
  ASSERT_EQ(Record({base_, "proc.psinfo.rss", "-t", "50ms", "-s", "3"}).exit_status, 0);
  for (const std::size_t count : Counts(base_, "proc.psinfo.rss")) EXPECT_GT(count, 6u);
  const std::string config = directory_ / "config", out = directory_ / "configured";
  WriteFile(config, AsBytes(std::string_view("log on 50 msec { proc.psinfo.rss }\n")));
  ASSERT_EQ(Record({"-c", config, out, "-s", "3"}).exit_status, 0);
  for (const std::size_t count : Counts(out, "proc.psinfo.rss")) EXPECT_GT(count, 6u);
}

TEST_F(RecordProcessesTest, MistakesAreExplained) {
  for (const char* wrong : {"0", "-1", "some", "10x", "10001", "99999999999999999999"})
    Fails({base_, "-s", "1", std::string("--processes=") + wrong}, 2,
          "--processes " + std::string(wrong) + ": Not all or none, nor a number up to 10000");
  Fails({base_, "hinv.ncpu", "--processes", "5"}, 2, "--processes");
  Fails({base_, "-h", "localhost", "--processes", "5"}, 2, "--processes");
}

// Each archive begins with all processes, so that each can be read alone.
TEST_F(RecordProcessesTest, TheNextArchiveBeginsWithAllProcessesAgain) {
  ASSERT_EQ(Record({base_ + "%H%M%S", "-t", "200ms", "-T", "2500ms", "--rotate", "1s",
                    "--processes", "1"})
                .exit_status,
            0);
  const std::set<std::string> archives = Archives(directory_.path());
  ASSERT_GE(archives.size(), 2u);
  for (const std::string& name : archives) {
    ExpectSound(directory_ / name);
    EXPECT_GT(Counts(directory_ / name, "proc.psinfo.cmd").front(), 6u) << name;
  }
}

TEST_F(RecordProcessesTest, ToolsOfPcpShowTheBusyProcess) {
  const BusyChild busy;
  // On a machine in use, more than ten others may be busier.
  ASSERT_EQ(Record({base_, "-t", "500ms", "-s", "12", "--processes", "100"}).exit_status, 0);
  const std::string pidstat = Pcp({"-a", base_, "pidstat", "-p", busy.pid()});
  std::vector<std::string> lines = LinesWith(pidstat, "never_rests");
  ASSERT_GE(lines.size(), 2u) << pidstat;
  double most = 0;
  for (const std::string& line : lines) {
    std::istringstream in(line);
    std::string time, uid, pid;
    double user = 0;
    in >> time >> uid >> pid >> user;
    EXPECT_EQ(pid, busy.pid());
    EXPECT_LE(user, 110);
    most = std::max(most, user);
  }
  EXPECT_GT(most, 5) << pidstat;
  const std::string ps = Pcp({"-a", base_, "ps", "-e"});
  EXPECT_FALSE(LinesWith(ps, "never_rests").empty()) << ps;
  EXPECT_GT(LinesWith(ps, ":").size(), 6u) << ps;
  const std::string atop = Pcp({"atop", "-r", base_, "2", "2"});
  lines = LinesWith(atop, "never_rests");
  EXPECT_FALSE(lines.empty()) << atop;
}

}  // namespace
}  // namespace fdr::test
