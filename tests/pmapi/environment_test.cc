// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Variables of the environment that change how archives are replayed.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {
namespace {

constexpr const char* kPicture =
    "time   1000  1010  1015  1020  1030        1040\n"
    "u        90   200     |    10  4294967290    30   counter u32\n"
    "v        90   200     |    10    20          15   counter u64\n"
    "f        90   200     |    10    20          15   counter float\n"
    "i       100   200     |    10    20          30   instant\n";

class PmapiEnvironment : public ::testing::Test {
 protected:
  PmapiEnvironment() {
    ToyArchive toy(archive_, kPicture);
    toy.WriteUpTo(ToyArchive::kAll);
    toy.Close();
  }

  TwinRequest Request(std::vector<std::string> environment, const char* step_ms = "5000") {
    return {.program = "environment",
            .arguments = {archive_, step_ms},
            .environment = std::move(environment)};
  }

  const TempDirectory directory_;
  const std::string archive_ = directory_ / "toy";
};

TEST_F(PmapiEnvironment, CountersWrapAsThePeerHasIt) {
  EXPECT_TRUE(TwinsAgree(Request({})));
  EXPECT_TRUE(TwinsAgree(Request({"PCP_COUNTER_WRAP="})));
  EXPECT_NE(RunTwins(Request({})).ours, RunTwins(Request({"PCP_COUNTER_WRAP=1"})).ours);
}

TEST_F(PmapiEnvironment, MarksAreIgnoredAsThePeerDoes) {
  for (const char* const rule : {"", "9sec", "10sec", "1min"})
    EXPECT_TRUE(TwinsAgree(Request({std::string("PCP_IGNORE_MARK_RECORDS=") + rule}))) << rule;
  const std::string honoured = RunTwins(Request({"PCP_IGNORE_MARK_RECORDS=9sec"})).ours;
  EXPECT_EQ(honoured, RunTwins(Request({})).ours);
  EXPECT_NE(honoured, RunTwins(Request({"PCP_IGNORE_MARK_RECORDS=10sec"})).ours);
}

TEST_F(PmapiEnvironment, AnIntervalThatIsNoneIsToldAndMarksCount) {
  const std::string ours = RunTwins(Request({"PCP_IGNORE_MARK_RECORDS=often"})).ours;
  EXPECT_NE(ours.find("often\n^ -- "), ours.npos) << ours;
  EXPECT_TRUE(TwinsAgree(Request({"PCP_IGNORE_MARK_RECORDS=often"})));
  EXPECT_EQ(ours.substr(0, ours.find("End of PCP")),
            RunTwins(Request({})).ours.substr(0, ours.find("End of PCP")));
}

TEST_F(PmapiEnvironment, MemoryIsASizeOrTheDefault) {
  const auto say = [this](const std::string& size) {
    return RunTwin(Request({"FDR_MEMORY=" + size}), "_ours");
  };
  const ChildOutcome usual = say("");
  EXPECT_EQ(usual.err, "");
  for (const char* const size : {"0", "1", "1KiB", "64MiB", "17179869183GiB"}) {
    const ChildOutcome outcome = say(size);
    EXPECT_EQ(outcome.out, usual.out) << size;
    EXPECT_EQ(outcome.err, "") << size;
  }
  for (const char* const size :
       {"64MB", "-1", "MiB", "1 MiB", "17179869184GiB", "99999999999999999999"}) {
    const ChildOutcome outcome = say(size);
    EXPECT_EQ(outcome.out, usual.out) << size;
    EXPECT_NE(outcome.err.find("FDR_MEMORY is not a size, such as 64MiB: " + std::string(size)),
              std::string::npos)
        << outcome.err;
  }
}

TEST_F(PmapiEnvironment, Version7TakesTheNearerValue) {
  const std::string before = RunTwins(Request({}, "6000")).ours;
  const std::string nearer = RunTwins(Request({"FDR_PCP_VERSION=7"}, "6000")).ours;
  EXPECT_NE(before.find("1006 i=1:100"), before.npos) << before;
  EXPECT_NE(nearer.find("1006 i=1:200"), nearer.npos) << nearer;
}

}  // namespace
}  // namespace fdr::test
