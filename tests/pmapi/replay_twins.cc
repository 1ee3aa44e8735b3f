// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/replay_twins.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/child_process.h"

namespace fdr::test {
namespace {

constexpr std::chrono::seconds kOurTime(120), kPeersTime(20);

PeerLosses losses;

Answers WholeLines(std::string_view text) {
  Answers lines;
  for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

Answers RunDriver(Side side, const Operations& operations) {
  const bool ours = side == Side::kOurs;
  ChildRequest child{
      .argv = {std::string(FDR_TWINS) + "/replay_driver" + (ours ? "_ours" : "_peer")},
      .environment = {"TZ=UTC", "PCP_DERIVED_CONFIG=", "PCP_COUNTER_WRAP",
                      "PCP_IGNORE_MARK_RECORDS", "FDR_PCP_VERSION"},
      .time_limit = ours ? kOurTime : kPeersTime};
  for (const std::string& operation : operations) child.stdin_text += operation + '\n';
  const Result<ChildOutcome> outcome = RunChild(child);
  if (!outcome) {
    ADD_FAILURE() << outcome.error().Message();
    return {};
  }
  const Answers answers = WholeLines(outcome->out);
  const bool died = outcome->signal != 0 || outcome->timed_out;
  if (!ours && died) {
    ++(outcome->timed_out ? losses.killed : losses.died);
    return answers;
  }
  EXPECT_TRUE(outcome->Succeeded() && answers.size() == operations.size())
      << (ours ? "ours" : "the peer") << " ended with signal " << outcome->signal << " after "
      << (answers.size() < operations.size() ? operations[answers.size()] : "all") << '\n'
      << outcome->err.substr(0, 4000);
  return answers;
}

PeerLosses LossesOfPeer() { return losses; }

}  // namespace fdr::test
