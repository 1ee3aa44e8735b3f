// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/twins.h"

#include <algorithm>
#include <chrono>
#include <string_view>

namespace fdr::test {
namespace {

constexpr std::size_t kShown = 5;  // differences

std::string AnswersOf(const TwinRequest& request, const char* side, int& status) {
  const ChildOutcome outcome = RunTwin(request, side);
  status = outcome.exit_status;
  return outcome.out + outcome.err;
}

std::string_view NextLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

}  // namespace

ChildOutcome RunTwin(const TwinRequest& request, const char* side) {
  ChildRequest child{.argv = {std::string(FDR_TWINS) + "/" + request.program + side},
                     .environment = {"TZ=UTC", "PCP_DERIVED_CONFIG="},
                     .stdin_text = request.stdin_text,
                     .time_limit = std::chrono::minutes(10)};
  child.argv.insert(child.argv.end(), request.arguments.begin(), request.arguments.end());
  child.environment.insert(child.environment.end(), request.environment.begin(),
                           request.environment.end());
  const Result<ChildOutcome> outcome = RunChild(child);
  if (!outcome) {
    ADD_FAILURE() << outcome.error().Message();
    return {};
  }
  EXPECT_EQ(outcome->signal, 0) << child.argv[0] << ": " << outcome->err;
  return *outcome;
}

TwinAnswers RunTwins(const TwinRequest& request) {
  TwinAnswers answers;
  answers.ours = AnswersOf(request, "_ours", answers.our_status);
  answers.peers = AnswersOf(request, "_peer", answers.peers_status);
  return answers;
}

::testing::AssertionResult SameLines(std::string_view ours, std::string_view peers) {
  if (ours == peers) return ::testing::AssertionSuccess();
  ::testing::AssertionResult failure = ::testing::AssertionFailure();
  std::size_t line = 0, differences = 0;
  while (!ours.empty() || !peers.empty()) {
    ++line;
    const std::string_view our_line = NextLine(ours), peers_line = NextLine(peers);
    if (our_line != peers_line && ++differences <= kShown)
      failure << "line " << line << "\n  ours:  " << our_line << "\n  peer:  " << peers_line
              << "\n";
  }
  return failure << differences << " of " << line << " lines differ";
}

::testing::AssertionResult TwinsAgree(const TwinRequest& request) {
  const TwinAnswers answers = RunTwins(request);
  if (answers.ours.empty()) return ::testing::AssertionFailure() << "nothing was printed";
  if (answers.our_status != answers.peers_status)
    return ::testing::AssertionFailure() << "exit status " << answers.our_status << ", the peer's "
                                         << answers.peers_status << "\n"
                                         << answers.ours;
  return SameLines(answers.ours, answers.peers);
}

}  // namespace fdr::test
