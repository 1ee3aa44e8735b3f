// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy --in-place` that is killed.  See docs/crash-contract.md.

#include <gtest/gtest.h>

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

using Content = std::map<std::string, std::string>;  // of files, by name
using Microseconds = std::chrono::microseconds;

constexpr MetricId kCrashForks = MetricId::Build(60, 0, 1);

class InPlaceCrashTest : public testing::Test {
 protected:
  void SetUp() override {
    {
      ArchiveBuilder builder(base_, Version::k3);
      builder.Metric({.name = "toy.forks", .id = kCrashForks});
      for (int i = 0; i < 60; ++i) {
        if (i > 0 && i % 10 == 0) builder.Volume();
        builder.Record(At(i), {Single(kCrashForks, std::int64_t{i})});
      }
    }
    old_ = Found();
    const auto begun = std::chrono::steady_clock::now();
    ASSERT_EQ(RunFdr(replacing_).exit_status, 0);
    life_ = std::chrono::duration_cast<Microseconds>(std::chrono::steady_clock::now() - begun);
    new_ = Found();
    ASSERT_NE(new_, old_);
  }

  Content Found() const {
    Content content;
    for (const std::string& name : FileNames(directory_.path()))
      content[name] = std::string(AsText(ReadFile(directory_ / name)));
    return content;
  }

  void Put(const Content& content) const {
    for (const std::string& name : FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
    for (const auto& [name, text] : content)
      WriteFile(directory_ / name, std::as_bytes(std::span(text)));
  }

  void RunAndKill(std::vector<std::string> arguments, std::mt19937& random) const {
    arguments.insert(arguments.begin(), FDR_COMMAND);
    TerminalChild child({.argv = std::move(arguments), .environment = {"TERM=xterm", "TZ=UTC"}});
    std::this_thread::sleep_for(
        Microseconds(random() % static_cast<unsigned long>(life_.count() + 1)));
    (void)SendSignal(child.pid(), SIGKILL);
    child.WaitForEnd();
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  const std::vector<std::string> replacing_ = {"copy", "--in-place", base_, "-S", "15s"};
  Content old_, new_;
  Microseconds life_;
};

TEST_F(InPlaceCrashTest, KilledAtAnyMomentItLeavesTheOldArchiveOrTheNewOne) {
  std::mt19937 random(11);
  const int deaths = IsSoak() ? 500 : 40;
  for (int i = 0; i < deaths; ++i) {
    SCOPED_TRACE(i);
    Put(old_);
    RunAndKill(replacing_, random);
    // The next fdr is killed, too.
    if (i % 2 == 1) RunAndKill({"info", base_}, random);
    ASSERT_TRUE(FindArchive(base_));
    const Content found = Found();
    EXPECT_TRUE(found == old_ || found == new_)
        << testing::PrintToString(FileNames(directory_.path()));
    if (i % 4 > 0) continue;
    EXPECT_EQ(RunPeer({"pmdumplog", base_}).exit_status, 0);
  }
}

}  // namespace
}  // namespace fdr::test
