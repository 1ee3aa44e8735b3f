// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/replay_peer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/soak.h"

namespace fdr::test {
namespace {

int deaths = 0;

// The answers of one process to the scenarios, from the first on, until the process ends.  The
// answers to its last scenario may be incomplete.
std::vector<Answers> AskOnce(std::span<const Operations> scenarios) {
  ChildRequest child{.argv = {FDR_PEER_REPLAY},
                     .environment = {"PCP_DERIVED_CONFIG=", "TZ=UTC", "PCP_COUNTER_WRAP",
                                     "PCP_IGNORE_MARK_RECORDS"},
                     .time_limit = std::chrono::minutes(IsSoak() ? 10 : 1)};
  for (const Operations& scenario : scenarios)
    for (const std::string& operation : scenario) child.stdin_text += operation + '\n';
  const Result<ChildOutcome> outcome = RunChild(child);
  std::vector<Answers> answers(1);
  if (!outcome) {
    ADD_FAILURE() << outcome.error().Message();
    return answers;
  }
  // The library ends the process itself if it asks for a senseless amount of memory.
  const bool gave_up = outcome->exit_status > 0 && outcome->err.find("malloc") != std::string::npos;
  const bool died = outcome->signal != 0 || outcome->timed_out || gave_up;
  deaths += died ? 1 : 0;
  EXPECT_TRUE(died || outcome->exit_status == 0) << outcome->err;
  std::istringstream lines(outcome->out);
  for (std::string line; std::getline(lines, line);) {
    if (answers.back().size() == scenarios[answers.size() - 1].size()) answers.emplace_back();
    if (!lines.eof()) answers.back().push_back(line);  // a line without end was cut short
  }
  return answers;
}

}  // namespace

std::vector<Answers> AskPeer(const std::vector<Operations>& scenarios) {
  std::vector<Answers> answers;
  while (answers.size() < scenarios.size()) {
    for (Answers& some : AskOnce(std::span(scenarios).subspan(answers.size())))
      answers.push_back(std::move(some));
    if (testing::Test::HasFatalFailure()) break;
  }
  answers.resize(scenarios.size());
  return answers;
}

int PeerDeaths() { return deaths; }

}  // namespace fdr::test
