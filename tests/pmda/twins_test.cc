// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The programs of this folder print the same with our library as with PCP's.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

// The directory with the files of caches, for a program.
std::string PlaceForCaches(const TempDirectory& directory) {
  std::filesystem::create_directories(directory / "config/pmda");
  return "PCP_VAR_DIR=" + directory.path();
}

TEST(Agents, StructuresAndConstantsOfTheHeadersAreThoseOfThePeer) {
  EXPECT_TRUE(TwinsAgree({.program = "pmda_layout"}));
}

TEST(Agents, BeginAsWithThePeer) { EXPECT_TRUE(TwinsAgree({.program = "pmda_begin"})); }

TEST(Agents, AnswerAsWithThePeerInEveryVersionOfTheInterface) {
  for (const char* const version : {"2", "3", "4", "5", "6", "7"})
    EXPECT_TRUE(TwinsAgree({.program = "pmda_answers", .arguments = {version}})) << version;
}

TEST(Agents, KeepInstancesAsWithThePeer) {
  std::vector<std::string> outputs;
  for (const char* const side : {"_ours", "_peer"}) {
    const TempDirectory directory;
    const ChildOutcome outcome =
        RunTwin({.program = "pmda_caches", .environment = {PlaceForCaches(directory)}}, side);
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    // Messages name the file.
    std::string output = outcome.out;
    for (std::size_t at = 0; (at = output.find(directory.path())) != output.npos;)
      output.erase(at, directory.path().size());
    // PCP's messages about a line of a file end with a second line.
    for (std::size_t at = 0; (at = output.find("\n\n")) != output.npos;) output.erase(at, 1);
    outputs.push_back(output);
  }
  EXPECT_TRUE(SameLines(outputs[0], outputs[1]));
}

TEST(Agents, SurviveFilesOfInstancesThatAreDamaged) {
  const std::string whole =
      "2 1 2147483647\n5 1001 five\n7 1002 [6b31] seven eight\n12 1003 twelve\n";
  const TempDirectory directory;
  const std::string place = PlaceForCaches(directory);
  int count = 0;
  const auto write = [&](std::string_view contents) {
    WriteFile(directory / ("config/pmda/77." + std::to_string(count++)), AsBytes(contents));
  };
  for (std::size_t size = 0; size < whole.size(); ++size) write(whole.substr(0, size));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    write(damaged);
  }
  const ChildOutcome outcome = RunTwin(
      {.program = "pmda_loads", .arguments = {std::to_string(count)}, .environment = {place}},
      "_ours");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.out;
}

TEST(Agents, AskForWhatNeedsRightsAsWithThePeer) {
  const TempDirectory directory;
  EXPECT_TRUE(TwinsAgree({.program = "pmda_roots", .arguments = {directory / "socket"}}));
}

TEST(Agents, PackAndQueueEventsAsWithThePeer) {
  EXPECT_TRUE(TwinsAgree({.program = "pmda_events"}));
}

TEST(Agents, HaveTreesOfNamesAsWithThePeer) { EXPECT_TRUE(TwinsAgree({.program = "pmda_trees"})); }

TEST(Agents, HaveNamesThatComeAndGoAsWithThePeer) {
  EXPECT_TRUE(TwinsAgree({.program = "pmda_dynamic"}));
  EXPECT_TRUE(TwinsAgree({.program = "pmda_dynamic", .arguments = {"process"}}));
}

TEST(Agents, ReadOptionsAsWithThePeer) {
  const std::vector<std::vector<std::string>> lines = {
      {"new", "-d", "5", "-h", "hh", "-l", "ll", "-p", "file"},
      {"new", "-d", "x"},
      {"new", "-d", "5x"},
      {"new", "-i", "4444"},
      {"new", "-i", "smtp"},
      {"new", "-i", "nosuchservice"},
      {"new", "-i", "-4"},
      {"new", "-6", "99"},
      {"new", "-u", "/tmp/s", "-p"},
      {"new", "-i", "5", "-u", "x"},
      {"new", "-U", "me", "-x", "3", "rest", "-d", "9"},
      {"new", "--domain=7", "--extra=4", "--log=zz"},
      {"new", "--help"},
      {"new", "-z"},
      {"new", "-d"},
      {"new", "-D", "nosuch"},
      {"new", "-D", "appl0,libpmda"},
      {"own", "-l", "zz", "-d", "4"},
      {"old", "-d", "5", "-x", "3", "file"},
      {"old", "file", "-d", "4"},
      {"old", "-u", "here", "-D", "appl0", "-h", "help"},
  };
  for (const std::vector<std::string>& line : lines)
    EXPECT_TRUE(TwinsAgree({.program = "pmda_options", .arguments = line}))
        << line[0] << " " << line[1];
}

// PCP counts these, too, but keeps the messages to itself, against its manual page.
TEST(Agents, SayWhatIsWrongWithOptionsThatPmdaGetOptReads) {
  const ChildOutcome outcome =
      RunTwin({.program = "pmda_options", .arguments = {"old", "-p", "-z", "-i", "4"}}, "_ours");
  EXPECT_EQ(outcome.err, "old: invalid option -- 'z'\ntoy: -i option clashes with -p option\n");
}

std::string ReadText(const std::string& path) {
  const ByteBuffer bytes = ReadFile(path);
  return std::string(AsText(bytes));
}
void WriteText(const std::string& path, const std::string& text) { WriteFile(path, AsBytes(text)); }

class HelpTexts : public ::testing::Test {
 protected:
  HelpTexts() {
    WriteText(Path("source"),
              "@ 60.0.1 one line\nlong text\ntwo lines\n\n@ 60.1 a domain\nits long text\n"
              "@ 60.0.2 only one line\n@ 30.5.6\njust long\n");
    const Result<ChildOutcome> made = RunChild(
        {.argv = {"/usr/lib/pcp/bin/newhelp", "-v", "2", "-o", Path("help"), Path("source")}});
    EXPECT_TRUE(made && made->exit_status == 0);
  }

  std::string Path(const std::string& name) const { return directory_ / name; }

  // Copies both files, the directory with other contents.
  void CopyWith(const std::string& name, const std::string& contents) {
    WriteText(Path(name + ".dir"), contents);
    WriteText(Path(name + ".pag"), ReadText(Path("help.pag")));
  }

  TempDirectory directory_;
};

TEST_F(HelpTexts, AreFoundAsWithThePeer) {
  EXPECT_TRUE(TwinsAgree({.program = "pmda_helps", .arguments = {Path("help"), Path("nothing")}}));
}

TEST_F(HelpTexts, SurviveADirectoryThatIsCutAfterEveryByte) {
  const std::string whole = ReadText(Path("help.dir"));
  std::vector<std::string> files;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    files.push_back(Path("cut" + std::to_string(size)));
    CopyWith("cut" + std::to_string(size), whole.substr(0, size));
  }
  const ChildOutcome outcome = RunTwin({.program = "pmda_helps", .arguments = files}, "_ours");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.out.find("one line"), outcome.out.npos) << outcome.out;
}

TEST_F(HelpTexts, SurviveEveryChangedBitOfTheirDirectory) {
  const std::string whole = ReadText(Path("help.dir"));
  std::vector<std::string> files;
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    files.push_back(Path("bit" + std::to_string(bit)));
    CopyWith("bit" + std::to_string(bit), damaged);
  }
  EXPECT_EQ(RunTwin({.program = "pmda_helps", .arguments = files}, "_ours").exit_status, 0);
}

}  // namespace
}  // namespace fdr::test
