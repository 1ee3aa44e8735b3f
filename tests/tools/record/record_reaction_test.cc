// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record --when CONDITION --run COMMAND`: what the command gets, and when it runs.

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "fdr/tests/support/wait_until.h"
#include "fdr/tests/tools/record/record_fixture.h"
#include "fdr/tools/record/reaction.h"

namespace fdr::test {
namespace {

std::string TextOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class RecordReactionTest : public RecordFixture {
 protected:
  // A command that leaves its input and its environment in files, and then `done`.
  std::string Witness() const {
    return "sh -c 'cat > " + (directory_ / "input") + "; env > " + (directory_ / "environment") +
           "; mv " + (directory_ / "environment") + " " + (directory_ / "done") + "'";
  }
  bool IsDone() const {
    return WaitUntil([&] { return std::filesystem::exists(directory_ / "done"); });
  }

  tools::Reaction::Options Counting(std::int64_t rest) {
    return {.words = {"sh", "-c", "echo $FDR_VALUES >> " + (directory_ / "count")},
            .condition = "c",
            .rest = rest,
            .tell_error = [this](const std::string& what) { errors_ += what; }};
  }
  static tools::ReactionEvent Event(std::string values) {
    return {.host = "h", .values = std::move(values), .archive = "none", .time = {}};
  }
  bool Counts(tools::Reaction& reaction, std::int64_t now, const std::string& expected) {
    return WaitUntil([&] {
      reaction.Advance(now);
      return TextOf(directory_ / "count") == expected;
    });
  }

  std::string errors_;
};

TEST_F(RecordReactionTest, TheCommandHasTheFacts) {
  const ChildOutcome outcome = Record({base_, "hinv.ncpu", "-t", "10ms", "-s", "5", "--when",
                                       "hinv.ncpu >= 1 count", "--run", Witness()},
                                      {"SECRET=1"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  ASSERT_TRUE(IsDone());
  const std::string environment = TextOf(directory_ / "done");
  EXPECT_TRUE(Has(environment, "FDR_CONDITION=hinv.ncpu >= 1 count\n")) << environment;
  EXPECT_TRUE(Has(environment, "FDR_HOST=this machine\n")) << environment;
  EXPECT_TRUE(Has(environment, "FDR_VALUES=hinv.ncpu is ")) << environment;
  EXPECT_TRUE(Has(environment, "FDR_ARCHIVE=" + base_ + "\n")) << environment;
  EXPECT_TRUE(Has(environment, "FDR_TIME=20")) << environment;
  EXPECT_FALSE(Has(environment, "SECRET")) << environment;
  EXPECT_TRUE(Has(TextOf(directory_ / "input"), "\"findings\":["));
}

TEST_F(RecordReactionTest, WithARingItsArchiveIsWrittenFirst) {
  const ChildOutcome outcome = Record({base_, "hinv.ncpu", "-t", "10ms", "-s", "5", "--ring", "1m",
                                       "--when", "hinv.ncpu >= 1 count", "--run", Witness()});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  ASSERT_TRUE(IsDone());
  EXPECT_TRUE(Has(TextOf(directory_ / "done"), "FDR_ARCHIVE=" + base_ + "\n"));
  EXPECT_TRUE(Has(TextOf(directory_ / "input"), "\"findings\":["));
}

TEST_F(RecordReactionTest, ItRestsBetweenTwoStarts) {
  tools::Reaction reaction(Counting(100));
  reaction.Note(Event("first"));
  ASSERT_TRUE(Counts(reaction, 1000, "first\n"));
  reaction.Note(Event("second"));
  reaction.Note(Event("third"));
  for (int look = 0; look < 3; ++look) reaction.Advance(1099);
  EXPECT_EQ(TextOf(directory_ / "count"), "first\n");
  EXPECT_TRUE(Counts(reaction, 1100, "first\nthird\n")) << "the last event waits";
}

TEST_F(RecordReactionTest, OneRunsAtATime) {
  const std::string gate = directory_ / "gate";
  ASSERT_EQ(::mkfifo(gate.c_str(), 0600), 0);
  tools::Reaction::Options options = Counting(1);
  options.words.back() += "; cat " + gate;
  tools::Reaction reaction(options);
  reaction.Note(Event("first"));
  ASSERT_TRUE(Counts(reaction, 1000, "first\n"));
  reaction.Note(Event("second"));
  for (int look = 0; look < 3; ++look) reaction.Advance(2000 + look);
  EXPECT_EQ(TextOf(directory_ / "count"), "first\n");
  { const std::ofstream opened(gate); }
  EXPECT_TRUE(Counts(reaction, 3000, "first\nsecond\n"));
  { const std::ofstream opened(gate); }
}

TEST_F(RecordReactionTest, AnEventThatWaitsAtTheEndHasItsCommand) {
  tools::Reaction reaction(Counting(std::int64_t{1} << 62));
  reaction.Note(Event("first"));
  ASSERT_TRUE(Counts(reaction, 1, "first\n"));
  reaction.Note(Event("second"));
  reaction.Leave();
  EXPECT_TRUE(WaitUntil([&] { return TextOf(directory_ / "count") == "first\nsecond\n"; }));
}

TEST_F(RecordReactionTest, WhatIsWrongIsSaid) {
  tools::Reaction::Options options = Counting(1);
  options.words = {"no-such-program-here"};
  tools::Reaction reaction(options);
  reaction.Note(Event("first"));
  reaction.Advance(1);
  EXPECT_EQ(errors_, "--run: no-such-program-here: No such file or directory");
  Fails({base_, "hinv.ncpu", "--when", "hinv.ncpu > 0", "--run", "'open"}, 2, "--run: a quote has");
  Fails({base_, "hinv.ncpu", "--when", "hinv.ncpu > 0", "--run", " "}, 2, "--run: There is no");
  Fails({base_, "hinv.ncpu", "--run", "true"}, 2, "--when");
  Fails({base_, "hinv.ncpu", "--when", "hinv.ncpu > 0", "--for", "soon", "--run", "true"}, 2,
        "--for");
}

}  // namespace
}  // namespace fdr::test
