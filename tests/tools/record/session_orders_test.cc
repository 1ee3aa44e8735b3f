// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/session_orders.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <random>

namespace fdr::tools {
namespace {

TEST(SessionTextTest, SaysWhatHappenedAndWhatTheUserCanDo) {
  const SessionFacts facts{.folio = "my.folio",
                           .creator = "mytool",
                           .can_replay = true,
                           .hosts = "db1, db2",
                           .seconds = 7200,
                           .bytes = 2 << 20,
                           .pid = 42};
  EXPECT_EQ(SessionText(facts, SessionEvent::kStatus),
            "Recording of db1, db2 for the folio my.folio, started by mytool: 02:00:00 so far, "
            "2.0 MiB.\n"
            "To see it: fdr folio replay my.folio\n"
            "To end it: kill 42\n");
  const std::string detached = SessionText(facts, SessionEvent::kDetached);
  EXPECT_NE(detached.find("go on alone.\nGoing on, it grows by 1.0 MiB an hour, 24.0 MiB a day."),
            std::string::npos)
      << detached;
  const std::string stopped = SessionText(facts, SessionEvent::kStopped);
  EXPECT_EQ(stopped.find("kill"), std::string::npos) << stopped;
}

class SessionOrdersTest : public testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("DISPLAY");
    ::unsetenv("WAYLAND_DISPLAY");
    loop_ = *EventLoop::Make();
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    writer_ = local::UniqueFd(ends[0]);
    auto orders = SessionOrders::Open(
        *loop_, ends[1],
        {[] { return SessionFacts{.folio = {}, .creator = {}, .hosts = "db1", .seconds = 3}; },
         [this] { ++stops_; }, [this](const std::string& text) { log_ += text; }});
    ASSERT_TRUE(orders);
    orders_ = std::move(*orders);
  }

  void Send(std::string_view bytes) {
    ASSERT_EQ(::send(writer_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    Run();
  }
  void Run() {
    for (int i = 0; i < 3; ++i) loop_->RunOneFor(std::chrono::milliseconds(1));
  }

  std::shared_ptr<EventLoop> loop_;
  local::UniqueFd writer_;
  std::unique_ptr<SessionOrders> orders_;
  int stops_ = 0;
  std::string log_;
};

TEST_F(SessionOrdersTest, ReportsAndEnds) {
  Send("V0\nFa.folio\nPtool\nR\n?\n");
  EXPECT_NE(log_.find("Recording of db1 for the folio a.folio, started by tool: 3 s"),
            std::string::npos)
      << log_;
  EXPECT_EQ(stops_, 0);
  Send("Q\n");
  EXPECT_EQ(stops_, 1);
}

TEST_F(SessionOrdersTest, LinesMayComeInPieces) {
  for (const char byte : std::string_view("V0\nFa.folio\nD-geometry +1+1\n")) Send({&byte, 1});
  EXPECT_NE(log_.find("a.folio"), std::string::npos) << log_;
  EXPECT_EQ(stops_, 0);
}

TEST_F(SessionOrdersTest, AfterDetachingTheEndOfTheProgramIsNoMatter) {
  Send("V0\nD\n");
  writer_.Reset();
  Run();
  EXPECT_EQ(stops_, 0);
}

TEST_F(SessionOrdersTest, WithoutADisplayTheRecordingEndsWithItsProgram) {
  Send("V0\nFa.folio\n");
  writer_.Reset();
  Run();
  EXPECT_EQ(stops_, 1);
  EXPECT_NE(log_.find("is gone"), std::string::npos) << log_;
}

TEST_F(SessionOrdersTest, UnknownOrdersAreToldAndEndNothing) {
  Send("V1\nZ\n\n\x1b[31m\n" + std::string(9000, 'x') + "\nV0\n");
  EXPECT_EQ(stops_, 0);
  EXPECT_NE(log_.find("does not know: V1\n"), std::string::npos) << log_;
  EXPECT_NE(log_.find("too long"), std::string::npos) << log_;
  EXPECT_EQ(log_.find('\x1b'), std::string::npos) << log_;
}

TEST_F(SessionOrdersTest, RandomBytesDoNoHarm) {
  std::minstd_rand random(1);
  for (int i = 0; i < 300; ++i) {
    std::string bytes(random() % 50, 0);
    for (char& byte : bytes) byte = "VFPR?0\n\0xZ"[random() % 10];
    if (!bytes.empty()) Send(bytes);
  }
  EXPECT_EQ(stops_, 0);
}

TEST(SessionOrdersFileTest, AFileThatCannotBeReadIsRefused) {
  const auto loop = *EventLoop::Make();
  EXPECT_FALSE(SessionOrders::Open(*loop, -1, {}));
  EXPECT_FALSE(SessionOrders::Open(*loop, 999, {}));
  const int written = ::open("/dev/null", O_WRONLY);
  EXPECT_FALSE(SessionOrders::Open(*loop, written, {}));
  ::close(written);
}

}  // namespace
}  // namespace fdr::tools
