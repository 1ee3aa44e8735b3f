// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr note` as users run it.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class NoteCommandTest : public testing::Test {
 protected:
  NoteCommandTest() {
    ArchiveBuilder builder(archive_);
    builder.Metric({.name = "toy.forks", .id = kForks});
    for (int second = 0; second <= 100; ++second)
      builder.Record(At(second), {Single(kForks, std::int64_t{second})});
  }

  ChildOutcome Note(std::vector<std::string> words) const {
    words.insert(words.begin(), {"note", archive_});
    return RunFdr(words);
  }

  static constexpr MetricId kForks = MetricId::Build(60, 0, 1);
  const TempDirectory directory_;
  const std::string archive_ = directory_ / "today";
};

TEST_F(NoteCommandTest, ANoteIsListedAndRemoved) {
  EXPECT_EQ(Note({}).out, "");
  const std::string later = Note({"--author", "ann", "1m", "deployed", "4.2"}).out;
  EXPECT_EQ(later.substr(16), "  2023-11-14 22:14:20 UTC  ann: deployed 4.2\n");
  const std::string sooner = Note({"--author", "", "22:13:30", "a \x1b[7m", "--to", "10s"}).out;
  EXPECT_EQ(sooner.substr(16), "  2023-11-14 22:13:30 UTC - 22:13:40  a \\x1b[7m\n");
  EXPECT_EQ(Note({}).out, sooner + later);
  EXPECT_TRUE(Has(Note({"--json"}).out, R"("t":1700000060,"to":null,"text":"deployed 4.2")"));
  EXPECT_EQ(Note({"--remove", sooner.substr(0, 16)}).exit_status, 0);
  EXPECT_EQ(Note({}).out, later);
  EXPECT_EQ(Note({"--remove", sooner.substr(0, 16)}).exit_status, 1);
}

TEST_F(NoteCommandTest, TheAuthorIsTheUser) {
  EXPECT_TRUE(Has(Note({"1s", "x"}).out, " UTC  "));
  EXPECT_TRUE(Has(Note({"1s", "x"}).out, ": x\n"));
}

TEST_F(NoteCommandTest, WhatIsNoNoteIsRefused) {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"1m"},
           {"foo", "x"},
           {"2001-01-01", "x"},
           {"now", "x"},
           {"1m", ""},
           {"1m", "x", "--to", "1s ago", "--author", std::string(129, 'x')},
           {"1m", "x", "--to", "22:13:21"},
           {"1m", std::string(4097, 'x')}}) {
    const ChildOutcome outcome = Note(words);
    EXPECT_EQ(outcome.exit_status, 2) << words[0];
    EXPECT_NE(outcome.err, "") << words[0];
  }
  EXPECT_EQ(Note({}).out, "");
}

// People may edit the file.
TEST_F(NoteCommandTest, ABrokenLineIsKeptAndNotShown) {
  constexpr const char* kLines =
      "{\"t\":\n{}\n[1]\n{\"t\":\"x\",\"text\":3}\n{\"text\":\"c\", \"t\" : 1700000002 , "
      "\"id\":[]}\n";
  std::ofstream(archive_ + ".notes.jsonl") << kLines;
  EXPECT_EQ(Note({}).out, "  2023-11-14 22:13:22 UTC  c\n");
  EXPECT_EQ(Note({"3s", "d"}).exit_status, 0);
  std::ifstream file(archive_ + ".notes.jsonl");
  const std::string kept{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(kept.starts_with(kLines)) << kept;
}

TEST_F(NoteCommandTest, NotesThatAreWrittenAtOnceAreAllKept) {
  std::vector<std::thread> writers;
  for (int i = 0; i < 8; ++i)
    writers.emplace_back([&, i] {
      for (int j = 0; j < 5; ++j) {
        const std::string text = std::to_string(i) + "." + std::to_string(j);
        while (Note({"-q", "1s", text}).exit_status == 1) {  // others have the lock for long
        }
      }
    });
  for (std::thread& writer : writers) writer.join();
  const std::string list = Note({}).out;
  EXPECT_EQ(std::ranges::count(list, '\n'), 40) << list;
}

TEST_F(NoteCommandTest, ALinkIsNotFollowed) {
  const std::string victim = directory_ / "victim";
  std::ofstream(victim) << "precious\n";
  std::filesystem::create_symlink(victim, archive_ + ".notes.jsonl");
  std::filesystem::create_symlink(victim, archive_ + ".notes.jsonl.new");
  EXPECT_EQ(Note({"1s", "x"}).exit_status, 2);
  std::filesystem::remove(archive_ + ".notes.jsonl");
  EXPECT_EQ(Note({"1s", "x"}).exit_status, 0);
  EXPECT_EQ(std::filesystem::file_size(victim), 9);
}

TEST_F(NoteCommandTest, ALockThatSomebodyKeepsIsAnError) {
  const int directory = ::open(directory_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(directory, LOCK_EX), 0);
  const ChildOutcome outcome = Note({"1s", "x"});
  ::close(directory);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "keeps a lock"));
  EXPECT_EQ(Note({"1s", "x"}).exit_status, 0);
}

TEST_F(NoteCommandTest, ANoteThatAPersonWroteIsRemoved) {
  std::ofstream(archive_ + ".notes.jsonl")
      << "{\"t\":1700000001, \"id\":\"mine\",\"text\":\"x\"}\n";
  EXPECT_EQ(Note({"--remove", "mine"}).exit_status, 0);
  EXPECT_EQ(Note({}).out, "");
}

}  // namespace
}  // namespace fdr::test
