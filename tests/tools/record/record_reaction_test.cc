// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record --when CONDITION --run COMMAND`: what the command gets, and when it runs.

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/tests/support/wait_until.h"
#include "fdr/tests/tools/record/record_fixture.h"
#include "fdr/tools/record/reaction.h"
#include "fdr/tools/record/record_command.h"
#include "fdr/tools/run/exit_status.h"

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

// A journal that this test makes.
class Journal {
 public:
  explicit Journal(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.size());
    EXPECT_EQ(::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
              0);
  }

  // The next entry; nothing if there is none.
  std::string Take() {
    std::string entry(1 << 16, '\0');
    const ssize_t size = ::recv(socket_.get(), entry.data(), entry.size(), 0);
    entry.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return entry;
  }

 private:
  local::UniqueFd socket_{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
};

TEST_F(RecordReactionTest, TheJournalGetsAnEntryWithTheFacts) {
  const std::string path = directory_ / "journal";
  Journal journal(path);
  tools::Reaction::Options options = Counting(100);
  options.words.clear();
  options.journal = path;
  tools::Reaction reaction(options);
  tools::ReactionEvent event = Event("load is 9 (a\nb)");
  event.time = Timestamp{1'700'000'000, 0};
  reaction.Note(event);
  reaction.Advance(1000);
  EXPECT_EQ(journal.Take(),
            "MESSAGE=h: load is 9 (a\\x0ab)\n"
            "MESSAGE_ID=a3e1f5c27d0b4c6f9b8e2d4170c5f681\n"
            "PRIORITY=4\n"
            "SYSLOG_IDENTIFIER=fdr\n"
            "FDR_CONDITION=c\n"
            "FDR_HOST=h\n" +
                std::string("FDR_VALUES\n\x0f\0\0\0\0\0\0\0", 19) +
                "load is 9 (a\nb)\n"
                "FDR_ARCHIVE=none\n"
                "FDR_TIME=2023-11-14 22:13:20.000\n");
  EXPECT_EQ(errors_, "");
  reaction.Note(Event("second"));
  reaction.Advance(1099);
  EXPECT_EQ(journal.Take(), "") << "it rests";
  reaction.Leave();
  EXPECT_TRUE(Has(journal.Take(), "MESSAGE=h: second\n")) << "the last event waits";
}

TEST_F(RecordReactionTest, ACommandAndAnEntryGoTogether) {
  const std::string path = directory_ / "journal";
  Journal journal(path);
  tools::Reaction::Options options = Counting(1);
  options.journal = path;
  tools::Reaction reaction(options);
  reaction.Note(Event("first"));
  EXPECT_TRUE(Counts(reaction, 1000, "first\n"));
  EXPECT_TRUE(Has(journal.Take(), "FDR_VALUES=first\n"));
}

// The command waits for a process that opens the pipe.
TEST_F(RecordReactionTest, AnEntryDoesNotWaitForACommand) {
  const std::string path = directory_ / "journal", gate = directory_ / "gate";
  ASSERT_EQ(::mkfifo(gate.c_str(), 0600), 0);
  Journal journal(path);
  tools::Reaction::Options options = Counting(100);
  options.words.back() += "; cat " + gate;
  options.journal = path;
  tools::Reaction reaction(options);
  reaction.Note(Event("first"));
  ASSERT_TRUE(Counts(reaction, 1000, "first\n"));
  EXPECT_TRUE(Has(journal.Take(), "FDR_VALUES=first\n"));
  reaction.Note(Event("second"));
  reaction.Advance(1099);
  EXPECT_EQ(journal.Take(), "") << "it rests";
  reaction.Advance(1100);
  EXPECT_TRUE(Has(journal.Take(), "FDR_VALUES=second\n"));
  EXPECT_EQ(TextOf(directory_ / "count"), "first\n");
  { const std::ofstream opened(gate); }
}

TEST_F(RecordReactionTest, AJournalThatIsMissingIsSaid) {
  tools::Reaction::Options options = Counting(1);
  options.journal = directory_ / "missing";
  tools::Reaction reaction(options);
  reaction.Note(Event("first"));
  EXPECT_TRUE(Counts(reaction, 1000, "first\n")) << "the command runs all the same";
  EXPECT_EQ(errors_, "--notify journal: " + *options.journal + ": No such file or directory");
}

// The place of the journal is no option, so this recording runs in the process of the test.
TEST_F(RecordReactionTest, ARecordingWritesToTheJournal) {
  tools::RecordCommand command;
  command.out = base_;
  command.metrics = {"hinv.ncpu"};
  command.interval = "10ms";
  command.limit = "3";
  command.when = "hinv.ncpu >= 1 count";
  command.notify = "journal";
  command.journal_socket = directory_ / "journal";
  testing::internal::CaptureStderr();
  EXPECT_EQ(tools::Run(command), tools::kOk);
  EXPECT_TRUE(Has(testing::internal::GetCapturedStderr(),
                  "fdr: warning: --notify journal: there is no journal at " +
                      command.journal_socket + "; only standard error will say what happens\n"));
  command.out = directory_ / "second";
  Journal journal(command.journal_socket);
  testing::internal::CaptureStderr();
  EXPECT_EQ(tools::Run(command), tools::kOk);
  EXPECT_FALSE(Has(testing::internal::GetCapturedStderr(), "--notify"));
  const std::string entry = journal.Take();
  EXPECT_TRUE(Has(entry, "FDR_CONDITION=hinv.ncpu >= 1 count\n"));
  EXPECT_TRUE(Has(entry, "FDR_ARCHIVE=" + command.out + "\n"));
  EXPECT_TRUE(Has(entry, "MESSAGE=this machine: hinv.ncpu is "));
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
  Fails({base_, "hinv.ncpu", "--notify", "journal"}, 2, "--when");
  Fails({base_, "hinv.ncpu", "--when", "hinv.ncpu > 0", "--notify", "mail"}, 2, "--notify");
  Fails({base_, "hinv.ncpu", "--when", "hinv.ncpu > 0", "--for", "soon", "--run", "true"}, 2,
        "--for");
}

}  // namespace
}  // namespace fdr::test
