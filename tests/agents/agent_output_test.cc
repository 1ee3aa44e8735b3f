// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/internal/agent_output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace fdr {
namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;

// The test is the agent, and writes to the other end of the pipe.
class AgentOutputTest : public testing::Test {
 protected:
  void SetUp() override {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    agent_.Reset(ends[1]);
    output_ = std::make_shared<AgentOutput>(
        io_, local::UniqueFd(ends[0]), allowance_,
        AgentOutput::Events{[this](std::string_view text) { text_ += text; }, [] {}});
  }
  void TearDown() override { output_->Close(); }

  /// Returns how many bytes the pipe had room for.
  std::size_t Write(std::string_view text) const {
    const ssize_t written = ::write(agent_.get(), text.data(), text.size());
    return written > 0 ? static_cast<std::size_t>(written) : 0;
  }

  asio::io_context io_;
  OutputAllowance allowance_;
  local::UniqueFd agent_;
  std::shared_ptr<AgentOutput> output_;
  std::string text_;
};

TEST_F(AgentOutputTest, TextThatHasArrivedIsTakenAtTheEnd) {
  const std::string words = "why it ends\n";
  ASSERT_EQ(Write(words), words.size());
  output_->Start();
  output_->Close();
  EXPECT_EQ(text_, words);
}

// A busy machine makes the time longer, but never shorter.
TEST_F(AgentOutputTest, TextBeyondTheAllowanceIsReadSlowly) {
  const std::string endless(kPiece, 'x');
  const auto begin = SteadyClock::now();
  output_->Start();
  for (std::size_t written = 0; written < 20 * kPiece; io_.run_one()) written += Write(endless);
  EXPECT_GE(SteadyClock::now() - begin, 15 * AgentOutput::kPause);
  EXPECT_EQ(text_.size(), OutputAllowance::kInPeriod);
}

}  // namespace
}  // namespace fdr
