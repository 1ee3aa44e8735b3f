// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The examples of --help: each can be typed as it stands.

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"
#include "fdr/tools/command_line/command_line.h"
#include "fdr/tools/command_line/help_topics.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::test {
namespace {

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> Verbs() {
  std::vector<std::string> verbs;
  bool is_list = false;
  for (const std::string& line : LinesOf(RunFdr({"--help"}).out)) {
    is_list = line == "Verbs:" || (is_list && !line.empty());
    if (is_list && line.starts_with("  ")) verbs.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return verbs;
}

// The lines right behind the description of a verb.
std::vector<std::string> ExamplesOf(const std::vector<std::string>& help) {
  const std::vector<std::string> lines = LinesOf(RunFdr(help).out);
  std::vector<std::string> examples;
  if (lines.size() < 3 || lines[1] != "" || lines[2] != "Examples:") return examples;
  for (std::size_t i = 3; i < lines.size() && !lines[i].empty(); ++i)
    examples.push_back(lines[i].substr(2));
  return examples;
}

// The words that a shell makes of an example, without the programs behind a pipe.
std::vector<std::string> WordsOf(const std::string& example) {
  const TempDirectory directory;
  const auto outcome = RunChild({.argv = {"bash", "-c",
                                          "exec 3>&1; cd \"$2\"; jq() { :; }; pmlogsummary() { :; "
                                          "}; fdr() { printf '%s\\n' fdr \"$@\" >&3; }; "
                                          "eval \"$1\"",
                                          "bash", example, directory.path()}});
  EXPECT_EQ(ErrorOf(outcome), "") << example;
  EXPECT_EQ(outcome->err, "") << example;
  return LinesOf(outcome->out);
}

void ExpectToParse(const std::string& example) {
  std::vector<std::string> words = WordsOf(example);
  ASSERT_GE(words.size(), 2u) << example;
  const std::vector<char*> argv = Pointers(words);
  const auto parsed =
      tools::ParseCommandLine(static_cast<int>(words.size()), const_cast<char**>(argv.data()));
  EXPECT_TRUE(std::holds_alternative<tools::Command>(parsed)) << example;
}

TEST(ExamplesTest, EveryHelpBeginsWithExamplesThatParse) {
  ::setenv("FDR_CONFIG", "/dev/null", 1);
  const std::vector<std::string> verbs = Verbs();
  EXPECT_GE(verbs.size(), 11u);
  for (const std::string& verb : verbs) {
    const std::vector<std::string> examples = ExamplesOf({verb, "--help"});
    EXPECT_GE(examples.size(), 2u) << verb;
    for (const std::string& example : examples) ExpectToParse(example);
    EXPECT_EQ(ExamplesOf({"help", verb}), examples) << verb;
  }
  const std::vector<std::string> all = ExamplesOf({"help"});
  EXPECT_GE(all.size(), 2u);
  for (const std::string& example : all) ExpectToParse(example);
}

// "  fdr names today    what it does": the command stands before two blanks.
TEST(ExamplesTest, EveryCommandInAHelpTopicParses) {
  std::size_t commands = 0;
  for (const tools::HelpTopic& topic : tools::HelpTopics()) {
    EXPECT_EQ(RunFdr({"help", std::string(topic.name)}).out, topic.text);
    for (const std::string& line : LinesOf(std::string(topic.text))) {
      if (!line.starts_with("  fdr ")) continue;
      const std::string command = line.substr(2, line.find("   ", 2) - 2);
      ExpectToParse(command);
      ++commands;
    }
  }
  EXPECT_GE(commands, 12u);
}

// Each form stands at the start of a line, before its explanation.
TEST(ExamplesTest, EveryTimeInTheHelpIsUnderstood) {
  const std::string text = RunFdr({"help", "times"}).out;
  const Timestamp start{1'700'000'000, 0}, end{1'700'003'600, 0};
  const TimeWindowBounds bounds{.log_start = start, .log_end = end, .zone = Zone(), .now = end.sec};
  for (const char* form : {"14:30", "14:30:05.250", "2026-01-31 14:30", "10m", "-1h",
                           "yesterday 14:00", "3m ago", "2026-01-31T14:30:00Z", "@1706711400"}) {
    EXPECT_NE(text.find(form), std::string::npos) << form;
    EXPECT_TRUE(tools::ParseWindowOptions({.start = form}, bounds)) << form;
  }
  for (const char* form :
       {"10s", "5m", "2h", "1d", "100ms", "250us", "10 seconds", "1 hour 30 min"}) {
    EXPECT_NE(text.find(form), std::string::npos) << form;
    EXPECT_TRUE(tools::ParseWindowOptions({.align = form}, bounds)) << form;
  }
}

TEST(ExamplesTest, AWrongExampleDoesNotParse) {
  std::vector<std::string> words = {"fdr", "replay", "--nosuch", "20240131", "x"};
  const std::vector<char*> argv = Pointers(words);
  const auto parsed =
      tools::ParseCommandLine(static_cast<int>(words.size()), const_cast<char**>(argv.data()));
  EXPECT_TRUE(std::holds_alternative<int>(parsed));
}

}  // namespace
}  // namespace fdr::test
