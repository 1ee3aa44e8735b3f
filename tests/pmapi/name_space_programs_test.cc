// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program loads and unloads its own name spaces.

#include <gtest/gtest.h>

#include <cerrno>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr int kBadNameSpace = -12346;  // PM_ERR_PMNS

/// Runs commands without a default name space, or with this one.
ChildOutcome Obeyed(const char* side, const std::string& commands,
                    const std::string& default_path = {}) {
  const std::string setting = default_path.empty() ? "" : "=" + default_path;
  return RunTwin(
      {.program = "name_spaces", .stdin_text = commands, .environment = {"PMNS_DEFAULT" + setting}},
      side);
}

constexpr const char* kSample =
    "root {\n"
    "  toy\n"
    "  gone  9:9:9\n"
    "  dyn   60:*:*\n"
    "  again 60:0:1\n"
    "}\n"
    "toy { c 60:0:1 sub }\n"
    "toy.sub { d 60:0:2 gone 9:9:10 }\n";

class NameSpaceProgramTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WriteFile(path_, AsBytes(kSample));
    ArchiveBuilder archive(directory_ / "archive", Version::k3);
    archive.Metric({.name = "toy.c", .id = MetricId::Build(60, 0, 1)})
        .Metric({.name = "other.d", .id = MetricId::Build(60, 0, 2)})
        .Record(At(1000), {Single(MetricId::Build(60, 0, 1), std::int64_t{1})});
  }

  /// LOAD, BROKEN and ARCHIVE stand for commands with files.
  std::string Commands(std::string text) const {
    const std::pair<const char*, std::string> names[] = {
        {"LOAD", "load " + path_},
        {"BROKEN", "load " + (directory_ / "nope")},
        {"ARCHIVE", "archive " + (directory_ / "archive")}};
    for (const auto& [name, command] : names)
      for (std::size_t at = 0; (at = text.find(name)) != text.npos;)
        text.replace(at, std::string_view(name).size(), command);
    return text;
  }

  void Compare(const std::string& text, const std::string& default_path = {}) {
    const std::string commands = Commands(text);
    const std::string ours = Obeyed("_ours", commands, default_path).out;
    EXPECT_TRUE(SameLines(ours, Obeyed("_peer", commands, default_path).out)) << commands;
    EXPECT_NE(ours, "");
  }

  TempDirectory directory_;
  const std::string path_ = directory_ / "names";
};

constexpr const char* kQuestions =
    "location\nall\nlookup toy.c\nlookup toy\nlookup gone\nlookup dyn\nlookup dyn.x.y\n"
    "lookup other.d\nlookup root\nlookup \"\"\nlookup toy.\nlookup .toy\nlookup toy..c\n"
    "lookup toy.c.x\nlookup toy.c gone nope toy dyn dyn.a other.d event.flags\n"
    "lookup nope event.flags\nlookup event.flags event.missed\nlookup event\n"
    "names f000001\nnames f000002\nnames 2402409\nnames 7fc0f000\nnames 0\nnames 7fc00001\n"
    "children toy\nchildren toy.c\nchildren dyn\nchildren dyn.x\nchildren nope\nchildren toy.\n"
    "children event\ntraverse toy\ntraverse gone\ntraverse dyn\ntraverse dyn.x\ntraverse nope\n"
    "traverse event\ndesc toy.c\ndesc gone\n";

TEST_F(NameSpaceProgramTest, ANameSpaceCountsForEverything) {
  const std::string questions = kQuestions;
  Compare("LOAD\n" + questions + "ARCHIVE\n" + questions + "unload\n" + questions + "close\n" +
          questions);
}

TEST_F(NameSpaceProgramTest, TrimmedToAnArchiveItHasTheNamesOfItsMetrics) {
  Compare(std::string("ARCHIVE\nLOAD\ntrim\n") + kQuestions + "trim\nclose\ntrim\n" + kQuestions);
}

// The peer does not know names that have no beginning in common with one of the first archive.
TEST_F(NameSpaceProgramTest, MetricsOfTheLaterArchivesOfAListAreKnown) {
  const MetricId late = MetricId::Build(60, 0, 3);
  ArchiveBuilder(directory_ / "later", Version::k3)
      .Metric({.name = "late.one", .id = late})
      .Record(At(2000), {Single(late, std::int64_t{1})})
      .Close();
  const std::string commands = "archive " + (directory_ / "archive") + "," +
                               (directory_ / "later") + "\nlookup toy.c\nlookup late.one\n";
  const std::string ours = Obeyed("_ours", commands).out, peers = Obeyed("_peer", commands).out;
  EXPECT_NE(ours.find("late.one"), ours.npos);
  EXPECT_EQ(ours.find("-12357"), ours.npos) << ours;
  EXPECT_NE(peers.find("-12357"), peers.npos) << peers;
}

TEST_F(NameSpaceProgramTest, DerivedMetricsAreMadeOfItsMetrics) {
  WriteFile(directory_ / "derived", AsBytes("my.sum = again + toy.c\n"));
  const std::string commands =
      Commands("ARCHIVE\nLOAD\nlookup my.sum\ndesc my.sum\ntraverse my\nchildren my\n");
  const auto answers = [&](const char* side) {
    return RunTwin(
               {.program = "name_spaces",
                .stdin_text = commands,
                .environment = {"PMNS_DEFAULT", "PCP_DERIVED_CONFIG=" + (directory_ / "derived")}},
               side)
        .out;
  };
  EXPECT_TRUE(SameLines(answers("_ours"), answers("_peer")));
}

TEST_F(NameSpaceProgramTest, TrimmingWithoutANameSpaceOrContextDoesNothing) {
  Compare("trim\nLOAD\ntrim\nunload\nARCHIVE\ntrim\nall\nclose\ntrim\n");
}

TEST_F(NameSpaceProgramTest, ThereIsOneAtATime) {
  Compare(
      "LOAD\nLOAD\nascii nope 1\nlookup toy.c\nunload\nunload\nlookup toy.c\nLOAD\nlookup toy.c\n");
}

TEST_F(NameSpaceProgramTest, WhatCannotBeLoadedLeavesNoNames) {
  Compare(std::string("ARCHIVE\nBROKEN\n") + kQuestions + "trim\nBROKEN\nLOAD\nlookup toy.c\n" +
          "unload\nlookup toy.c other.d\n");
}

TEST_F(NameSpaceProgramTest, TheDefaultIsNamedByTheEnvironment) {
  const char* const commands =
      "default\nlookup toy.c\nunload\nasciidefault 1\nlookup toy.c\nunload\nasciidefault 0\n"
      "unload\nlocation\nARCHIVE\nlocation\nlookup again\n";
  Compare(commands, path_);
  Compare("default\nlocation\n", directory_ / "nope");
}

TEST_F(NameSpaceProgramTest, ElseTheDefaultIsThePeersOwn) {
  Compare("default\nall\nunload\nasciidefault 1\nlookup kernel.all.load\n");
}

TEST_F(NameSpaceProgramTest, LocalContextsHaveTheDefaultOfTheEnvironment) {
  Compare(
      "local\nlookup toy.c\nlookup toy.c gone nope\nchildren toy\nLOAD\ntrim\nlookup gone\nclose\n"
      "location\nARCHIVE\nlocation\nlookup again\n",
      path_);
  Compare("LOAD\nlocal\nlocation\nlookup toy.c\nunload\nlookup again\nBROKEN\nlookup again\n",
          path_);
  Compare("local\nlookup toy.c\nlocation\nLOAD\nlookup toy.c\n", directory_ / "nope");
}

// docs/compatibility.md, "Name spaces".

TEST_F(NameSpaceProgramTest, LocalContextsFindOurMetricsBelowDynamicRoots) {
  WriteFile(path_, AsBytes("root { kernel 60:*:* x 60:2:0 }\n"));
  EXPECT_EQ(Obeyed("_ours", Commands("LOAD\nlocal\nlookup kernel.all.load x\nlookup kernel\n")).out,
            "load: 0\nlocal: 0\nlookup: 2 kernel.all.load=f000800 x=f000800\n"
            "lookup: -12394 kernel=ffffffff\n");
}

TEST_F(NameSpaceProgramTest, OurOwnNamesOfLocalContextsAreNoNameSpace) {
  const std::string commands = Commands("local\nlocation\nLOAD\n");
  EXPECT_EQ(Obeyed("_ours", commands).out, "local: 0\nlocation: 1\nload: 0\n");
  EXPECT_EQ(Obeyed("_peer", commands).out, "local: 0\nlocation: 1\nload: -12348\n");
}

TEST_F(NameSpaceProgramTest, WhatWasReadBeforeAMistakeDoesNotCount) {
  WriteFile(path_, AsBytes("root { a 1:1:1 b }\n"));
  const std::string commands = Commands("LOAD\nlocation\nlookup a\nunload\n");
  EXPECT_EQ(Obeyed("_ours", commands).out,
            "load: -12346\nlocation: -12347\nlookup: -12347 a=ffffffff\n");
  EXPECT_EQ(Obeyed("_peer", commands).out, "load: -12346\nlocation: 1\nlookup: 1 a=400401\n");
}

TEST_F(NameSpaceProgramTest, WhatIsReadOtherwise) {
  WriteFile(directory_ / "open", AsBytes("/* begins\n"));
  const std::string long_line(300, ' ');
  const struct {
    std::string text;
    const char* how;
    int ours, peers;
  } cases[] = {
      {"root { a 1:1:1 }", "load", 0, kBadNameSpace},
      {"root { a 1:1:1" + long_line + "}\n", "load", 0, kBadNameSpace},
      {"root { a 1:1:1\n", "load", kBadNameSpace, 0},
      {"root\n", "load", kBadNameSpace, 0},
      {"root { a 1:1:1\nb }", "ascii", kBadNameSpace, 0},
      {"root { a 12 }\n", "load", kBadNameSpace, 0},
      {"root { a 1:2:3:4 }\n", "load", kBadNameSpace, 0},
      {"root { a 4294967297:1:1 }\n", "load", kBadNameSpace, 0},
      {"root { a 1:4294967297:1 }\n", "load", kBadNameSpace, 0},
      {"root { a 1:1:4294967297 }\n", "load", kBadNameSpace, 0},
      {"#include \"open\"\nends */\nroot { a 1:1:1 }\n", "ascii", kBadNameSpace, 0},
      {"#shell \"true\"\nroot { a 1:1:1 }\n", "ascii", kBadNameSpace, 0},
      {"root {\n#ifdef A\n#other\n#endif\n}\n", "ascii", 0, kBadNameSpace},
  };
  for (const auto& [text, how, ours, peers] : cases) {
    WriteFile(path_, AsBytes(text));
    const std::string load = how;
    const std::string command = load + " " + path_ + " 1\n";
    EXPECT_EQ(Obeyed("_ours", command).out, load + ": " + std::to_string(ours) + "\n") << text;
    EXPECT_EQ(Obeyed("_peer", command).out, load + ": " + std::to_string(peers) + "\n") << text;
  }
  const std::string directory = "load " + (directory_ / "") + "\n";
  EXPECT_EQ(Obeyed("_ours", directory).out, "load: " + std::to_string(-EISDIR) + "\n");
  EXPECT_EQ(Obeyed("_peer", directory).out, "load: " + std::to_string(kBadNameSpace) + "\n");
}

// Mistakes are shown as pmLoadNameSpace(3) says, but in our own words.
TEST_F(NameSpaceProgramTest, MistakesAreShown) {
  WriteFile(path_, AsBytes("root {\n  a 1:1\n}\n"));
  EXPECT_EQ(Obeyed("_ours", Commands("LOAD\n")).err,
            "[" + path_ +
                ":2] Error Parsing ASCII PMNS: expected a metric, such as 60:0:24, "
                "another name, or }\n  a 1:1\n    ^ -- here\n");
  EXPECT_EQ(Obeyed("_ours", Commands("BROKEN\n")).err,
            "Error Parsing ASCII PMNS: " + (directory_ / "nope") + ": No such file or directory\n");
  WriteFile(path_, AsBytes("a { }\n"));
  EXPECT_EQ(Obeyed("_ours", Commands("LOAD\n")).err,
            "Error Parsing ASCII PMNS: " + path_ + ": there is no group root\n");
}

}  // namespace
}  // namespace fdr::test
