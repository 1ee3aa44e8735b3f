// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_config.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

class DerivedConfig : public ::testing::Test {
 protected:
  // Reads a configuration.  Returns the number of its definitions.
  std::size_t Read(std::string_view text, DeriveRules rules = DeriveRules::kNewest,
                   LineNumbers numbers = LineNumbers::kOfFile) {
    table_ = DerivedTable(rules);
    complaints_.clear();
    const auto complain = [this](const std::string& complaint) { complaints_ += complaint; };
    return ReadDerivedConfig(text, "f", table_, complain, numbers);
  }
  std::string Expression(std::string_view name) {
    const auto metric = table_.Find(name);
    return metric ? metric->expression.text : "none";
  }
  std::string Text(TextKind kind, std::string_view name) {
    const std::string* const text = table_.FindText(kind, table_.Find(name)->id);
    return text != nullptr ? *text : "none";
  }

  DerivedTable table_;
  std::string complaints_;
};

TEST_F(DerivedConfig, LinesDefineMetrics) {
  EXPECT_EQ(Read("# none\n\na.b =  x + 1\nc=y==z\n"), 2u);
  EXPECT_EQ(Expression("a.b"), "x + 1");
  EXPECT_EQ(Expression("c"), "y==z");
  EXPECT_EQ(complaints_, "");
}

TEST_F(DerivedConfig, LinesAreJoinedButNotByVersion6) {
  EXPECT_EQ(Read("a = x + \\\n  y\nb = z"), 2u);
  EXPECT_EQ(Expression("a"), "x +   y");
  EXPECT_EQ(Expression("b"), "z");
  EXPECT_EQ(Read("a = x + \\\n  y\nb = z", DeriveRules::kPcp6), 0u);
  EXPECT_EQ(complaints_,
            "[f:1] Error: pmRegisterDerived(a, ...) syntax error\n x + \\\n     ^\nIllegal "
            "character\n[f:2] Error: pmLoadDerivedConfig: missing ``='' after derived metric "
            "name\n  y\n");
}

// tests/libpcp/mistakes.c compares the numbers with the peer's.
TEST_F(DerivedConfig, ATextOverSeveralLinesMayCountAsALineLess) {
  const char* const text = "a = x\na(foo) = \"1\n2\n3\"\nb\n";
  EXPECT_EQ(Read(text), 1u);
  EXPECT_EQ(complaints_,
            "[f:2] Error: pmLoadDerivedConfig: attribute (foo) is unknown for metric (a)\n"
            "a(foo) = \"1\n"
            "[f:5] Error: pmLoadDerivedConfig: missing ``='' after derived metric name\nb\n");
  EXPECT_EQ(Read(text, DeriveRules::kPcp6, LineNumbers::kOfPcp6), 1u);
  EXPECT_EQ(complaints_,
            "[f:3] Error: pmLoadDerivedConfig: attribute (foo) is unknown for metric (a)\n"
            "a(foo) = \"1\n"
            "[f:4] Error: pmLoadDerivedConfig: missing ``='' after derived metric name\nb\n");
}

TEST_F(DerivedConfig, ComplaintsNameTheLineOfTheFile) {
  EXPECT_EQ(Read("a = 1 \\\n + 1\nb = +\n"), 1u);
  EXPECT_EQ(complaints_,
            "[f:3] Error: pmRegisterDerived(b, ...) syntax error\n +\n ^\nUnexpected initial "
            "'+'\n");
}

TEST_F(DerivedConfig, NamesArePartsWithDotsBetween) {
  for (const char* name : {"9x", "a..b", ".a", "a.", "a-b", "_a", "a.9"}) {
    EXPECT_EQ(Read(std::string(name) + " = 1\n"), 0u) << name;
    EXPECT_EQ(complaints_, "[f:1] Error: pmLoadDerivedConfig: illegal derived metric name (" +
                               std::string(name) + ")\n");
  }
  EXPECT_EQ(Read("a. = 1\n", DeriveRules::kPcp6), 1u);
}

TEST_F(DerivedConfig, MetricsHaveHelpTexts) {
  Read("a = 1\na(oneline) = one line\na(helptext) = \"two\nlines \\\"q\\\" \\\njoined\"\n");
  EXPECT_EQ(complaints_, "");
  EXPECT_EQ(Text(TextKind::kMetricOneLine, "a"), "one line");
  EXPECT_EQ(Text(TextKind::kMetricHelp, "a"), "two\nlines \"q\" joined");
}

TEST_F(DerivedConfig, TextsMayBeEmptyAndHaveLinesOfABackslash) {
  Read("a = 1\na(oneline) = ''\na(helptext) = '\\\\\nb \\\\\\\nc'\n", DeriveRules::kPcp6);
  EXPECT_EQ(complaints_, "");
  EXPECT_EQ(Text(TextKind::kMetricOneLine, "a"), "");
  EXPECT_EQ(Text(TextKind::kMetricHelp, "a"), "\\\nb \\c");
}

TEST_F(DerivedConfig, WhatIsWrongWithATextIsTold) {
  const auto complaint = [this](const std::string& line) {
    Read("a = 1\na(oneline) = 'x' y\n" + line + "\n");
    return complaints_.substr(complaints_.find("[f:3]") + 6);
  };
  const std::string error = "Error: pmLoadDerivedConfig: ";
  EXPECT_EQ(complaint("a(oneline) = z"),
            error + "duplicate value for attribute (oneline) of metric (a)\na(oneline) = z\n");
  EXPECT_EQ(complaint("a() = z"), error + "attribute name missing\na() = z\n");
  EXPECT_EQ(complaint("a(helptext) ="), error + "attribute value missing\na(helptext) =\n");
  EXPECT_EQ(complaint("a(b = z"), error + "missing ')' after attribute\na(b = z\n");
  EXPECT_EQ(complaint("a(oneline)b = z"), error + "missing ')' after attribute\na(oneline)b = z\n");
  EXPECT_EQ(complaint("(b = z"), error + "derived metric name missing\n(b = z\n");
  EXPECT_EQ(complaint("9(b = z"), error + "illegal derived metric name (9)\n");
  EXPECT_EQ(complaint("a(b) = z"), error + "attribute (b) is unknown for metric (a)\na(b) = z\n");
  EXPECT_EQ(complaint("b(oneline) = z"),
            error + "cannot set attribute, derived metric (b) not defined\nb(oneline) = z\n");
  EXPECT_EQ(complaint("a(helptext) = 'z"), error + "missing termination (') for value\n");
  EXPECT_NE(complaints_.find("[f:2] Warning: pmLoadDerivedConfig: extra text (y) after attribute "
                             "value will be ignored\n"),
            std::string::npos);
}

TEST_F(DerivedConfig, SomeCommentsSetOptions) {
  const char* const text =
      "#control Context_Limit = 3,debug_eval=1\n#control option_novalue=2\na = 1\n";
  EXPECT_EQ(Read(text), 1u);
  EXPECT_EQ(table_.options().Get(DerivedOption::kContextLimit), 3);
  EXPECT_EQ(table_.options().Get(DerivedOption::kTraceEvaluation), 1);
  EXPECT_EQ(table_.options().Get(DerivedOption::kUnknownIsNoValue), 0);
  EXPECT_EQ(complaints_, "[f:2] Warning: bad value (option_novalue=2)\n");
  EXPECT_EQ(Read(text, DeriveRules::kPcp6), 1u);
  EXPECT_EQ(table_.options().Get(DerivedOption::kContextLimit), DerivedOptions::kNoLimit);
  EXPECT_EQ(complaints_, "");
}

TEST_F(DerivedConfig, FilesAndDirectoriesAreRead) {
  const TempDirectory directory;
  WriteFile(directory / "one", AsBytes("a = 1\nb = 2\n"));
  ASSERT_EQ(mkdir((directory / "more").c_str(), 0700), 0);
  ASSERT_EQ(mkdir((directory / "more/below").c_str(), 0700), 0);
  WriteFile(directory / "more/.hidden~", AsBytes("c = 3\n"));
  WriteFile(directory / "more/below/two", AsBytes("d = 4\n"));
  ASSERT_EQ(symlink("..", (directory / "more/below/round").c_str()), 0);
  const auto load = [this](const std::string& paths, IfMissing missing) {
    table_ = DerivedTable();
    return LoadDerivedConfig(paths, missing, table_, [](const std::string&) {});
  };
  EXPECT_EQ(*load(directory / "one", IfMissing::kFail), 2u);
  EXPECT_EQ(*load((directory / "nowhere") + "::" + (directory / "one"), IfMissing::kSkip), 2u);
  EXPECT_EQ(
      load((directory / "one") + ":" + (directory / "nowhere"), IfMissing::kFail).error().code,
      Errc::kNotFound);
  EXPECT_EQ(*load(directory / "more", IfMissing::kSkip), 2u);  // the link is no endless loop
  EXPECT_NE(table_.Find("c"), nullptr);
  EXPECT_NE(table_.Find("d"), nullptr);
}

}  // namespace
}  // namespace fdr::test
