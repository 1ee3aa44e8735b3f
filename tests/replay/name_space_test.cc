// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads name spaces from text and asks them for names.

#include "fdr/replay/name_space/name_space.h"

#include <gtest/gtest.h>

#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/tests/support/text_files.h"

namespace fdr {
namespace {

using Names = std::vector<std::string>;
using Children = std::vector<NameChild>;

NameSpace Loaded(std::string_view text, const NameSpaceOptions& options = {}) {
  Result<NameSpace> names = ParseNameSpace(text, "n", options);
  EXPECT_TRUE(names) << names.error().Message();
  return names ? std::move(*names) : NameSpace({});
}

std::string Mistake(std::string_view text, const NameSpaceOptions& options = {}) {
  const Result<NameSpace> names = ParseNameSpace(text, "n", options);
  return names ? "none" : names.error().Message();
}

const NameSpaceOptions kUnique{.allow_duplicates = false};

// Every name with its metric, in the order of Traverse().
std::string Listed(std::string_view text, const NameSpaceOptions& options = {}) {
  const NameSpace names = Loaded(text, options);
  std::string list;
  const Names all = names.Traverse("").value();
  for (const std::string& name : all) list += name + "=" + ToString(names.Find(name).value()) + " ";
  return list;
}

constexpr const char* kSample =
    "root {\n"
    "    disk\n"
    "    load 60:2:0\n"
    "    proc 3:*:*\n"
    "}\n"
    "disk { all dev }\n"
    "disk.dev { read 60:0:4 write 60:0:5 }\n"
    "disk.all { read 60:0:24 in 60:0:4 }\n";

TEST(NameSpaceTest, NamesComeInTheOrderInWhichGroupsListThem) {
  EXPECT_EQ(Listed(kSample),
            "disk.all.read=60.0.24 disk.all.in=60.0.4 disk.dev.read=60.0.4 disk.dev.write=60.0.5 "
            "load=60.2.0 proc=3.*.* ");
  const NameSpace names = Loaded(kSample);
  EXPECT_EQ(names.Traverse("disk.dev").value(), (Names{"disk.dev.read", "disk.dev.write"}));
  EXPECT_EQ(names.Traverse("load").value(), Names{"load"});
  EXPECT_EQ(names.Traverse("dis").error().code, Errc::kNotFound);
}

TEST(NameSpaceTest, ChildrenAreLeavesOrNot) {
  const NameSpace names = Loaded(kSample);
  EXPECT_EQ(names.Children("").value(),
            (Children{{"disk", false}, {"load", true}, {"proc", false}}));
  EXPECT_EQ(names.Children("disk.all").value(), (Children{{"read", true}, {"in", true}}));
  EXPECT_EQ(names.Children("load").value(), Children{});
  EXPECT_EQ(names.Children("proc").value(), Children{});
  EXPECT_EQ(names.Children("disk.de").error().code, Errc::kNotFound);
}

TEST(NameSpaceTest, WhatIsNoMetricIsNotFound) {
  const NameSpace names = Loaded(kSample);
  EXPECT_EQ(names.Find("disk").error().code, Errc::kNotAMetric);
  for (const char* name : {"", "root", "load.x", "loa", "disk.", ".disk", "disk..all"})
    EXPECT_EQ(names.Find(name).error().code, Errc::kNotFound) << name;
}

TEST(NameSpaceTest, OfTheNamesOfAMetricTheLastComesFirst) {
  const NameSpace names = Loaded(kSample);
  EXPECT_EQ(names.NamesOf(MetricId::Build(60, 0, 4)).value(),
            (Names{"disk.dev.read", "disk.all.in"}));
  EXPECT_EQ(names.NamesOf(MetricId::Build(60, 2, 0)).value(), Names{"load"});
  EXPECT_EQ(names.NamesOf(MetricId::Build(60, 2, 1)).error().code, Errc::kNotFound);
}

TEST(NameSpaceTest, ADynamicRootStandsForAllNamesBelowIt) {
  const NameSpace names = Loaded(kSample);
  for (const char* name : {"proc", "proc.a", "proc.a.b"})
    EXPECT_EQ(names.Find(name).value(), DynamicRoot(3)) << name;
  EXPECT_EQ(names.Find("process").error().code, Errc::kNotFound);
  EXPECT_EQ(names.NamesOf(DynamicRoot(3)).error().code, Errc::kNotFound);
  EXPECT_EQ(names.DynamicRootOf("proc.a.b"), "proc");
  EXPECT_EQ(names.DynamicRootOf("load"), std::nullopt);
}

TEST(NameSpaceTest, AfterTrimmingOnlyWhatIsWantedIsThere) {
  const NameSpace names =
      Loaded(kSample).Trimmed([](MetricId id) { return id == MetricId::Build(60, 0, 24); });
  EXPECT_EQ(names.Traverse("").value(), Names{"disk.all.read"});
  EXPECT_EQ(names.Children("disk").value(), (Children{{"all", false}}));
  EXPECT_EQ(names.Find("disk.dev").error().code, Errc::kNotFound);
  EXPECT_EQ(names.NamesOf(MetricId::Build(60, 2, 0)).error().code, Errc::kNotFound);
}

TEST(NameSpaceTest, GroupsWithoutMetricsAreNotThere) {
  EXPECT_EQ(Listed("root { a b 1:1:1 c }\na { d }\na.d { }\nc { }\n"), "b=1.1.1 ");
  const NameSpace names = Loaded("root { a }\na { }\n");
  EXPECT_EQ(names.Children("").value(), Children{});
  EXPECT_EQ(names.Find("a").error().code, Errc::kNotFound);
  EXPECT_EQ(Listed("root { }"), "");
}

TEST(NameSpaceTest, RootIsANameLikeAnyOther) {
  EXPECT_EQ(Listed("root { root 1:1:1 }"), "root=1.1.1 ");
  EXPECT_EQ(Mistake("root { root }").substr(0, 50),
            "n:1: there is neither a metric nor a group root\nro");
}

TEST(NameSpaceTest, WordsAreSeparatedByBlanksExceptAroundColons) {
  EXPECT_EQ(Listed("root\t{\r\na_1\n1 : 2 :3 b 4: *:* c 1:2:03 }"), "a_1=1.2.3 b=4.*.* c=1.2.3 ");
  EXPECT_EQ(Listed("root { a 510:4095:1023 b 0:0:0 }"), "a=510.4095.1023 b=0.0.0 ");
}

TEST(NameSpaceTest, MacrosAndCommentsAndFilesArePreprocessed) {
  const test::TextFiles files = {{"/pmns/ids", "#define KERNEL 60\n"}};
  EXPECT_EQ(Listed("#include <ids>\nroot { /* all */\n#ifdef KERNEL\nload KERNEL:2:0\n#endif\n}",
                   {.read_file = test::ReaderOf(files), .include_directories = {"/pmns"}}),
            "load=60.2.0 ");
}

TEST(NameSpaceTest, CommandsAreNotRun) {
  EXPECT_EQ(Mistake("\n#shell 'true'\n"),
            "n:2: #shell would run a command, which a name space may not\n#shell 'true'\n"
            "^ -- here\n");
}

TEST(NameSpaceTest, LineMarkersSayWhereTheNextLineIsFrom) {
  const NameSpaceOptions kPlain{.preprocess = false};
  for (const NameSpaceOptions& options : {NameSpaceOptions(), kPlain}) {
    EXPECT_EQ(Mistake("root {\n# 15 \"disk\"\n\n  1 }\n", options).substr(0, 10), "disk:16: e");
    EXPECT_EQ(Mistake("#1 \"a\" 2\n  # 7 \"b\"\nx\n", options).substr(0, 5), "b:7: ");
    for (const char* line : {"# a", "#", "# 1", "# 1 \"", "# 99999999999 \"f\""})
      EXPECT_EQ(Mistake(line, options),
                "n:1: expected # LINE \"FILE\", as only preprocessors write\n" + std::string(line) +
                    "\n^ -- here\n");
  }
  const test::TextFiles files = {{"f", "# 3 \"g\"\n"}};
  EXPECT_EQ(Mistake("#include \"f\"\n1\n", {.read_file = test::ReaderOf(files)}).substr(0, 5),
            "n:2: ");
}

TEST(NameSpaceTest, EveryMistakeIsShownInItsPlace) {
  const std::string form = "expected a metric, such as 60:0:24, another name, or }";
  const std::string title = "expected the path of a group, such as root or disk.dev";
  const struct {
    const char* line;
    std::string complaint;
    std::size_t column;
  } cases[] = {
      {"1:1:1 {", title, 0},
      {"a. {", title, 0},
      {"a..b {", title, 0},
      {"a.9 {", title, 0},
      {"{ }", title, 0},
      {"_a { }", title, 0},
      {"root", "there is no { behind this", 0},
      {"root root {", "expected a { here, with blanks around it", 5},
      {"root {a }", "expected a { here, with blanks around it", 5},
      {"root { a", "there is no } for this group", 0},
      {"root { a 1:1:1", "there is no } for this group", 0},
      {"root { a.b 1:1:1 }", "expected a name without dots, or }", 7},
      {"root { 1:1:1 }", "expected a name without dots, or }", 7},
      {"root { a 1:1:1 1:1:1 }", "expected a name without dots, or }", 15},
      {"root { a : 1:1:1 }", "expected a name without dots, or }", 7},
      {"root { a 1:1 }", form, 9},
      {"root { a 1 }", form, 9},
      {"root { a 1:1:1:1 }", form, 9},
      {"root { a 1:*:1 }", form, 9},
      {"root { a 1:1:x }", form, 9},
      {"root { a -1:1:1 }", form, 9},
      {"root { a 1::1 }", form, 9},
      {"root { a 1:1:1} }", form, 9},
      {"root { a 511:1:1 }", "the largest domain is 510", 9},
      {"root { a 511:*:* }", "the largest domain is 510", 9},
      {"root { a 99999999999:1:1 }", "the largest domain is 510", 9},
      {"root { a 1:4096:1 }", "the largest cluster is 4095", 9},
      {"root { a 1:1:1024 }", "the largest item is 1023", 9},
      {"root { a 1:1:1 b 1:1:2 a }", "this name is in the group already", 23},
      {"root { a 1:1:1 } b { }", "no other group leads to this one", 17},
      {"root { a } a { } a { }", "there is a group of this path already", 17},
      {"root { a } a { } a { b }", "there is a group of this path already", 17},
      {"root { } root { }", "there is a group root already", 9},
      {"root { a 1:1:1 } a { b 1:1:1 }", "no other group leads to this one", 17},
      {"root { a }", "there is neither a metric nor a group a", 7},
  };
  for (const auto& [line, complaint, column] : cases)
    EXPECT_EQ(Mistake("\n" + std::string(line)),
              "n:2: " + complaint + "\n" + line + "\n" + std::string(column, ' ') + "^ -- here\n");
  EXPECT_EQ(Mistake(""), "n: there is no group root");
  EXPECT_EQ(Mistake("a { }"), "n: there is no group root");
}

TEST(NameSpaceTest, SeveralNamesOfAMetricMayBeAMistake) {
  EXPECT_EQ(Mistake("root { a 1:1:1\nb 2:*:* c }\nc { d 2:*:* e 1:1:1 }", kUnique),
            "n:3: the metric 1.1.1 of c.e is that of a, too\nc { d 2:*:* e 1:1:1 }\n"
            "            ^ -- here\n");
  EXPECT_EQ(Mistake("root { a 1:1:1 b 1:1:1 }"), "none");
}

TEST(NameSpaceTest, FilesMustBeThereAndWithinTheLimits) {
  const test::TextFiles files = {{"n", "root { }"}};
  EXPECT_TRUE(LoadNameSpace("n", {.read_file = test::ReaderOf(files)}));
  EXPECT_EQ(LoadNameSpace("m", {.read_file = test::ReaderOf(files)}).error().code, Errc::kNotFound);
  EXPECT_EQ(LoadNameSpace("n", {}).error().code, Errc::kNotFound);
  for (const bool preprocess : {false, true}) {
    const auto large = ParseNameSpace("root { }", "n", {.preprocess = preprocess, .max_bytes = 7});
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, Errc::kTooLarge);
  }
}

// The text does not repeat the long path for each name, but the names contain it.
TEST(NameSpaceTest, AllNamesTogetherAreLimited) {
  const std::string path(100, 'x');
  std::string text = "root { " + path + " }\n" + path + " {\n";
  for (int i = 0; i < 100; ++i)
    text += "n" + std::to_string(i) + " 1:1:" + std::to_string(i) + "\n";
  const auto names = ParseNameSpace(text + "}", "n", {.max_bytes = 5000});
  ASSERT_FALSE(names);
  EXPECT_EQ(names.error().code, Errc::kTooLarge);
  EXPECT_EQ(names.error().what.substr(0, 35), "all names together are too large\nn4");
}

TEST(NameSpaceTest, AHundredThousandNamesAreRead) {
  constexpr int kGroups = 100, kNames = 1000;
  std::string text = "#define D 60\nroot {\n", groups;
  for (int g = 0; g < kGroups; ++g) {
    const std::string group = "group_" + std::to_string(g);
    text += "  " + group + "\n";
    groups += group + " {\n";
    for (int n = 0; n < kNames; ++n)
      groups += "  metric_" + std::to_string(n) + "  D:" + std::to_string(g) + ":" +
                std::to_string(n) + "\n";
    groups += "}\n";
  }
  const NameSpace names = Loaded(text + "}\n" + groups);
  EXPECT_EQ(names.Traverse("").value().size(), std::size_t{kGroups} * kNames);
  EXPECT_EQ(names.Find("group_7.metric_300").value(), MetricId::Build(60, 7, 300));
  EXPECT_EQ(names.NamesOf(MetricId::Build(60, 99, 999)).value(), Names{"group_99.metric_999"});
}

TEST(NameSpaceTest, GroupsMayLieVeryDeep) {
  constexpr int kDepth = 3000;
  std::string text = "root { a }\n", path;
  for (int i = 0; i < kDepth; ++i) {
    path += i == 0 ? "a" : ".a";
    text += path + (i + 1 < kDepth ? " { a }\n" : " { a 1:1:1 }\n");
  }
  const NameSpace names = Loaded(text);
  EXPECT_EQ(names.Traverse("").value(), Names{path + ".a"});
  EXPECT_EQ(names.Find(path + ".a").value(), MetricId::Build(1, 1, 1));
}

}  // namespace
}  // namespace fdr
