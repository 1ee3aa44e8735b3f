// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Calls each function with NULL for each of its pointers.  No call may die that the peer survives.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

// A sanitizer ends the program at some of these calls before the system's own functions see NULL.
#ifndef FDR_SANITIZED

std::vector<std::string> Lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Does not compare answers of calls that kill the peer.
void ExpectTheAnswersOfThePeer(std::vector<std::string> arguments) {
  const TwinAnswers answers = RunTwins({.program = "nulls", .arguments = std::move(arguments)});
  const std::vector<std::string> ours = Lines(answers.ours), peers = Lines(answers.peers);
  ASSERT_EQ(ours.size(), peers.size());
  std::size_t survived = 0;
  for (std::size_t i = 0; i < peers.size(); ++i) {
    if (peers[i].starts_with("dies = ")) continue;
    ++survived;
    EXPECT_EQ(ours[i], peers[i]);
  }
  EXPECT_GT(survived, 90u);
}

TEST(PmapiNulls, AreTakenAsByThePeerWithoutAContext) { ExpectTheAnswersOfThePeer({}); }

TEST(PmapiNulls, AreTakenAsByThePeerInAnArchive) {
  ExpectTheAnswersOfThePeer({TestData("peer/v3-pmlogger"), "kernel.percpu.cpu.user"});
}

#endif

// Other calls end the program, with a report of the sanitizer that is of no use.
TEST(PmapiNulls, NameNothing) {
  const std::string ours =
      RunTwins({.program = "nulls",
                .arguments = {TestData("peer/v3-pmlogger"), "kernel.percpu.cpu.user"},
                .environment = {"ASAN_OPTIONS=symbolize=0"}})
          .ours;
  EXPECT_NE(ours.find("-12380 = pmLookupInDom(indom, NULL)"), ours.npos) << ours;
  EXPECT_NE(ours.find("-12380 = pmLookupInDomArchive(indom, NULL)"), ours.npos) << ours;
  EXPECT_NE(ours.find("-12357 = pmLookupName(1, nothing, ids)"), ours.npos) << ours;
  EXPECT_NE(ours.find("1 = pmLookupName(2, half, ids)"), ours.npos) << ours;
}

}  // namespace
}  // namespace fdr::test
