// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/action_performer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "fdr/replay/rules/rule_binder.h"
#include "fdr/replay/rules/rule_parser.h"
#include "fdr/replay/rules/rule_replay.h"
#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/support/wait_until.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::tools {
namespace {

using test::At;
using test::Has;
using testing::internal::CaptureStderr;
using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStderr;
using testing::internal::GetCapturedStdout;

// A condition that is true every ten seconds, whose actions are performed.
class ActionPerformerTest : public ::testing::Test {
 protected:
  ActionPerformerTest() {
    test::WriteToy(directory_ / "toy", R"(
time     1000  1010  1020  1030
x           1     2     3     4 instant u32
)");
    context_ = *ArchiveContext::Open(directory_ / "toy");
  }

  void Begin(const std::string& actions, PerformerOptions options = {}) {
    text_.emplace("f", "high = x > 0 -> " + actions + ';');
    auto parsed = ParseRules(*text_);
    ASSERT_TRUE(parsed) << parsed.error().Message();
    constexpr std::int64_t kTenSeconds = 10'000'000'000;
    auto rules = BindRules(*text_, std::move(*parsed), *context_, kTenSeconds);
    ASSERT_TRUE(rules) << rules.error().Message();
    rules_ = std::move(*rules);
    replay_.emplace(*context_, rules_, RuleWindow{At(1000), At(1030), Zone(), "toy"},
                    OnRuleFiring());
    performer_.emplace(output_, std::move(options));
    replay_->Act([this](RuleRunner& runner, Timestamp, bool has_begun) {
      performer_->Take(runner, has_begun);
    });
  }

  // What fdr says on standard error during an evaluation.
  std::string Step() {
    CaptureStderr();
    EXPECT_TRUE(replay_->Step().value_or(false));
    return GetCapturedStderr();
  }

  void WaitForCommands() {
    EXPECT_TRUE(test::WaitUntil([this] {
      performer_->Advance();
      return !performer_->IsBusy();
    }));
  }

  std::string TextOf(const std::string& name) const {
    std::ifstream file(directory_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  test::TempDirectory directory_;
  std::unique_ptr<ArchiveContext> context_;
  std::optional<RuleText> text_;
  BoundRules rules_;
  std::optional<RuleReplay> replay_;
  WatchOutput output_;
  std::optional<ActionPerformer> performer_;
};

// The command waits for a process that writes into the pipe.
TEST_F(ActionPerformerTest, WhileACommandRunsItsRuleBeginsNothingElse) {
  const std::string pipe = directory_ / "pipe", out = directory_ / "out";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Begin("shell \"cat " + pipe + " > /dev/null; echo %v >> " + out + "\" & shell \"echo end >> " +
        out + "\"");
  EXPECT_EQ(Step(), "");
  EXPECT_TRUE(performer_->IsBusy());
  EXPECT_EQ(Step(), "fdr: rule high: its command still runs, so nothing else of it begins\n");
  EXPECT_EQ(Step(), "") << "once is enough";
  { const local::UniqueFd writer(::open(pipe.c_str(), O_WRONLY | O_CLOEXEC)); }
  WaitForCommands();
  EXPECT_EQ(TextOf("out"), "1\nend\n");
  EXPECT_EQ(Step(), "");
  { const local::UniqueFd writer(::open(pipe.c_str(), O_WRONLY | O_CLOEXEC)); }
  WaitForCommands();
  EXPECT_EQ(TextOf("out"), "1\nend\n4\nend\n");
}

TEST_F(ActionPerformerTest, TheSystemLogGetsADatagram) {
  const std::string path = directory_ / "log";
  const local::UniqueFd log(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size());
  ASSERT_EQ(::bind(log.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  Begin(R"(syslog "-p daemon.info" "x is %v" | print "failed")", {.syslog_socket = path});
  CaptureStdout();
  EXPECT_EQ(Step(), "");
  EXPECT_EQ(GetCapturedStdout(), "");
  char entry[256];
  const ssize_t size = ::recv(log.get(), entry, sizeof entry, 0);
  ASSERT_GT(size, 0);
  const std::string text(entry, static_cast<std::size_t>(size));
  EXPECT_TRUE(text.starts_with("<30>")) << text;
  EXPECT_TRUE(text.ends_with(": x is 1")) << text;
}

TEST_F(ActionPerformerTest, AnActionFailsIfTheSystemLogIsMissing) {
  const std::string path = directory_ / "missing";
  Begin(R"(syslog "x is %v" | print "instead")", {.syslog_socket = path});
  CaptureStdout();
  EXPECT_EQ(Step(), "fdr: rule high: the system log did not take \"x is 1\": " + path +
                        ": No such file or directory\n");
  EXPECT_EQ(GetCapturedStdout(), "Tue Nov 14 22:30:00 2023: instead\n");
}

// Without a screen, an alarm is at least a message.
TEST_F(ActionPerformerTest, AnAlarmIsAMessageAndAWindow) {
  const std::string window = directory_ / "window", shown = directory_ / "shown";
  const std::string pipe = directory_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::ofstream(window) << "#!/bin/sh\nfor word; do echo \"$word\"; done >> " << shown << "\ncat "
                        << pipe << '\n';
  std::filesystem::permissions(window, std::filesystem::perms::owner_all);
  Begin(R"(alarm "x is %v")", {.alarm_program = window});
  EXPECT_EQ(Step(), "fdr: rule high: alarm: x is 1\n");
  EXPECT_FALSE(performer_->IsBusy());
  // The first window is still open, so there is no other one.
  EXPECT_EQ(Step(), "fdr: rule high: alarm: x is 2\n");
  { const local::UniqueFd writer(::open(pipe.c_str(), O_WRONLY | O_CLOEXEC)); }
  const std::string first = TextOf("shown");
  EXPECT_TRUE(Has(first, "\n-t\nTue Nov 14 22:30:00 2023\n-t\nx is 1\n"));
  EXPECT_FALSE(Has(first, "x is 2"));
}

}  // namespace
}  // namespace fdr::tools
