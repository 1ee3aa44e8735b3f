// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/preprocessor/preprocessor.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/text_files.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::TextFiles;

std::string Print(const Result<PreprocessedText>& text) {
  if (!text) return text.error().Message();
  std::string printed;
  for (const PreprocessedText::Line& line : text->lines)
    printed += text->PlaceOf(line).Text() + ": " + std::string(text->TextOf(line)) + "\n";
  return printed;
}

std::string Processed(std::string_view text, const TextFiles& files = {}) {
  return Print(PreprocessText(text, "c", {.read_file = test::ReaderOf(files)}));
}

TEST(PreprocessorTest, LinesAreKeptWithTheirNumbersButNotEmptyOnes) {
  EXPECT_EQ(Processed(""), "");
  EXPECT_EQ(Processed("a\n\n b # x\nend"), "c:1: a\nc:3:  b # x\nc:4: end\n");
}

TEST(PreprocessorTest, MacrosAreReplacedWithAndWithoutBraces) {
  EXPECT_EQ(Processed("%define a 1\n%a x%{a}y%a.\n"), "c:2: 1 x1y1.\n");
  EXPECT_EQ(Processed("%define _a 1\n%_a\n"), "c:2: 1\n");
}

TEST(PreprocessorTest, WhatIsNoMacroStays) {
  const std::string text = "% %% %{ %{} %{b %b %{ a} %{a } %1 %ab #";
  EXPECT_EQ(Processed("%define a 1\n" + text), "c:2: " + text + "\n");
  EXPECT_EQ(Processed(" %define a 1\n%a"), "c:1:  %define a 1\nc:2: %a\n");
}

TEST(PreprocessorTest, ValuesAreBareOrQuotedOrEmptyAndAreNotReplacedAgain) {
  EXPECT_EQ(Processed("%define a x\"y'\n[%a]"), "c:2: [x\"y']\n");
  EXPECT_EQ(Processed("%define a 'x \"y'\n[%a]"), "c:2: [x \"y]\n");
  EXPECT_EQ(Processed("%define a \"x 'y\" \t\r\n[%a]"), "c:2: [x 'y]\n");
  EXPECT_EQ(Processed("%define a\n[%a]"), "c:2: []\n");
  EXPECT_EQ(Processed("%define a %b\n%define b 2\n%a"), "c:3: %b\n");
}

TEST(PreprocessorTest, MacrosEndWithUndef) {
  EXPECT_EQ(Processed("%define a 1\n%undef a\n%undef a\n%a\n%define a 2\n%a"), "c:4: %a\nc:6: 2\n");
}

TEST(PreprocessorTest, ConditionsChooseLines) {
  EXPECT_EQ(Processed("%define a\n%ifdef a\n1\n%else\n2\n%endif\n3"), "c:3: 1\nc:7: 3\n");
  EXPECT_EQ(Processed("%ifdef a\n1\n%else\n2\n%endif\n3"), "c:4: 2\nc:6: 3\n");
  EXPECT_EQ(Processed("%ifndef a\n1\n%else\n2\n%endif\n"), "c:2: 1\n");
  EXPECT_EQ(Processed("%ifndef a\n1\n%endif\n%ifndef a\n2\n%endif\n"), "c:2: 1\nc:5: 2\n");
}

TEST(PreprocessorTest, SkippedControlLinesDoNothingButHaveToBeRight) {
  EXPECT_EQ(Processed("%ifdef a\n%define b 1\n%define b 2\n%include nope\n%shell x\n%endif\n%b"),
            "c:7: %b\n");
  EXPECT_NE(ErrorOf(PreprocessText("%ifdef a\n%define\n%endif\n", "c", {})), "");
}

TEST(PreprocessorTest, EveryMistakeIsShownInItsPlace) {
  struct Case {
    const char* line;
    const char* complaint;
    std::size_t column;
  };
  for (const auto& [line, complaint, column] : {
           Case{"%define", "expected the name of a macro", 7},
           Case{"%define a-b 1", "a macro's name has letters, digits and underscores only", 8},
           Case{"%define 1a 1", "a macro's name has letters, digits and underscores only", 8},
           Case{"%define a 1 2", "unexpected text behind a control line", 12},
           Case{"%define a '1'2", "unexpected text behind a control line", 13},
           Case{"%define a '1", "the value does not end", 10},
           Case{"%undef", "expected the name of a macro", 6},
           Case{"%undef a b", "unexpected text behind a control line", 9},
           Case{"%ifdef %a", "a macro's name has letters, digits and underscores only", 7},
           Case{"%ifndef a b", "unexpected text behind a control line", 10},
           Case{"%elsewhere", "unexpected text behind a control line", 5},
           Case{"%else", "there is no %ifdef or %ifndef for this", 0},
           Case{"%endif x", "unexpected text behind a control line", 7},
           Case{"%endif", "there is no %ifdef or %ifndef for this", 0},
           Case{"%include f", "expected \"FILE\" or <FILE>", 9},
           Case{"%include <f\"", "the name of the file does not end", 9},
           Case{"%include <f> x", "unexpected text behind a control line", 13},
           Case{"%include \"f\"", "there is no such file to include", 0},
           Case{"%include \"\"", "there is no such file to include", 0},
           Case{"%shell f", "expected \"COMMAND\" or 'COMMAND'", 7},
           Case{"%shell 'f", "the command does not end", 7},
           Case{"%shell 'f'f", "unexpected text behind a control line", 10},
           Case{"%shell 'f'", "%shell would run a command", 0},
       })
    EXPECT_EQ(Processed("\n" + std::string(line)), "c:2: " + std::string(complaint) + "\n" + line +
                                                       "\n" + std::string(column, ' ') +
                                                       "^ -- here\n");
  EXPECT_EQ(Processed("%define a 1\n%define a 1"),
            "c:2: the macro is defined already: %undef it first\n%define a 1\n^ -- here\n");
  EXPECT_EQ(Processed("%ifdef a\n%ifndef b"),
            "c:2: one %ifdef or %ifndef inside of another\n%ifndef b\n^ -- here\n");
  EXPECT_EQ(Processed("x\n%ifdef a\nx"), "c:2: there is no %endif for this\n%ifdef a\n^ -- here\n");
  EXPECT_EQ(Processed(std::string_view("a\0b", 3)).substr(0, 32),
            "c:1: a byte of value 0 in a text");
}

TEST(PreprocessorTest, LongLinesAreShownInPart) {
  const std::string text = "%define a " + std::string(1000, 'x') + " " + std::string(1000, 'y');
  EXPECT_EQ(Processed(text), "c:1: unexpected text behind a control line\n" + std::string(59, 'x') +
                                 " " + std::string(60, 'y') + "\n" + std::string(60, ' ') +
                                 "^ -- here\n");
}

TEST(PreprocessorTest, FilesAreIncludedAndHaveLinesOfTheirOwn) {
  EXPECT_EQ(Processed("1\n%include \"f\"\n%a\n%include <f2>\n3",
                      {{"f", "%define a A\n\nin f"}, {"f2", ""}}),
            "c:1: 1\nf:3: in f\nc:3: A\nc:5: 3\n");
}

TEST(PreprocessorTest, ConditionsMayBeginInOneFileAndEndInAnother) {
  EXPECT_EQ(Processed("%ifdef x\n1\n%include <f>\n%endif\n2", {{"f", "%endif\n"}}), "c:5: 2\n");
  EXPECT_EQ(Processed("%include <f>\n1\n%endif\n2", {{"f", "%ifdef x\n"}}), "c:4: 2\n");
}

TEST(PreprocessorTest, FilesAreSearchedAsNamedThenByTheFirstFileThenInTheDirectories) {
  TextFiles files = {
      {"d/c", "%include \"f\""}, {"f", "1"}, {"d/f", "2"}, {"i/f", "3"}, {"j/f", "4"},
      {"j/other", "x"}};
  const PreprocessorOptions options{.read_file = test::ReaderOf(files),
                                    .include_directories = {"i", "j"}};
  for (const char* expected : {"f:1: 1\n", "d/f:1: 2\n", "i/f:1: 3\n", "j/f:1: 4\n"}) {
    EXPECT_EQ(Print(PreprocessFile("d/c", options)), expected);
    files.erase(std::string(expected).substr(0, std::string(expected).find(':')));
  }
  EXPECT_EQ(Print(PreprocessFile("d/c", options)).substr(0, 38),
            "d/c:1: there is no such file to includ");
  EXPECT_EQ(Print(PreprocessFile("other", options)), "j/other:1: x\n");
  EXPECT_EQ(Print(PreprocessFile("/other", options)), "/other: no such file");
  EXPECT_EQ(Print(PreprocessFile("other", {})), "other: no such file");
}

TEST(PreprocessorTest, AFileThatCannotBeReadEndsTheSearch) {
  const PreprocessorOptions options{
      .read_file = [](const std::string& path) -> Result<std::string> {
        if (path == "c") return "%include \"f\"";
        return Fail(Errc::kIo, "Permission denied", path);
      },
      .include_directories = {"i"}};
  const Result<PreprocessedText> text = PreprocessFile("c", options);
  EXPECT_EQ(
      Print(text),
      "c:1: the file to include cannot be read: f: Permission denied\n%include \"f\"\n^ -- here\n");
  EXPECT_EQ(text.error().code, Errc::kIo);
}

TEST(PreprocessorTest, FilesGoFiveDeep) {
  const TextFiles files = {{"1", "%include \"2\"\n"},
                           {"2", "%include \"3\"\n"},
                           {"3", "%include \"4\"\n"},
                           {"4", "x"},
                           {"self", "%include \"self\"\n"}};
  EXPECT_EQ(Processed("%include \"1\"", files), "4:1: x\n");
  EXPECT_EQ(Processed("%include \"self\"", files),
            "self:1: %include and %shell go too deep\n%include \"self\"\n^ -- here\n");
}

TEST(PreprocessorTest, ThereAreNotTooManyFiles) {
  std::string text;
  for (int i = 0; i < 9999; ++i) text += "%include <f>\n";
  const TextFiles files = {{"f", ""}};
  EXPECT_EQ(Processed(text, files), "");
  EXPECT_EQ(Processed(text + "%include <f>", files),
            "c:10000: %include and %shell occur too often\n%include <f>\n^ -- here\n");
}

TEST(PreprocessorTest, CommandsRunWhereTheyMay) {
  const PreprocessorOptions options{
      .run_command = [](const std::string& command) -> Result<std::string> {
        if (command == "bad") return Fail(Errc::kIo, "exit status 1");
        if (command == "again") return "%shell 'again'";
        return "%define z " + command + "\nout\n";
      }};
  EXPECT_EQ(Print(PreprocessText("%shell 'echo'\n%z\n", "c", options)),
            "<shell>:2: out\nc:2: echo\n");
  EXPECT_EQ(Print(PreprocessText("%shell \"bad\"\n", "c", options)),
            "c:1: the command failed: exit status 1\n%shell \"bad\"\n^ -- here\n");
  EXPECT_EQ(Print(PreprocessText("%shell \"again\"\n", "c", options)).substr(0, 30),
            "<shell>:1: %include and %shell");
}

TEST(PreprocessorTest, TextIsLimited) {
  const TextFiles files = {{"f", std::string(50, 'x')}};
  const PreprocessorOptions options{.read_file = test::ReaderOf(files), .max_bytes = 100};
  EXPECT_EQ(Print(PreprocessText(std::string(100, 'x'), "c", options)).size(), 106u);
  const auto too_long = PreprocessText(std::string(101, 'x'), "c", options);
  EXPECT_EQ(Print(too_long), "c: all files together are too large");
  EXPECT_EQ(too_long.error().code, Errc::kTooLarge);
  EXPECT_EQ(Print(PreprocessText("%include <f>\n%include <f>\n%include <f>", "c", options)),
            "f: all files together are too large");
  const auto expanded =
      PreprocessText("%define a 0123456789\n%a%a%a%a%a%a%a%a%a%a%a", "c", options);
  EXPECT_EQ(Print(expanded).substr(0, 40), "c:2: macros make the text too large\n%a%a");
  EXPECT_EQ(expanded.error().code, Errc::kTooLarge);
}

// Preprocesses in the form of name spaces.

std::string ProcessedHash(std::string_view text, const TextFiles& files = {}) {
  return Print(PreprocessText(
      text, "c", {.form = PreprocessorForm::kHash, .read_file = test::ReaderOf(files)}));
}

TEST(PreprocessorTest, InTheHashFormMacrosAreReplacedWhereverTheirNamesStand) {
  EXPECT_EQ(ProcessedHash("#define X 12\nX:X:1 a.X \"X\" 3X #X %X\nX1 _X XX X_ \n"),
            "c:2: 12:12:1 a.12 \"12\" 312 #12 %12\nc:3: X1 _X XX X_ \n");
  EXPECT_EQ(ProcessedHash("#define a b\n#define b c\na b\n"), "c:3: b c\n");
}

TEST(PreprocessorTest, InTheHashFormOtherLinesWithAHashAndThoseWithAPercentAreText) {
  EXPECT_EQ(ProcessedHash("#if 1\n# 2 \"f\"\n%define a b\n"),
            "c:1: #if 1\nc:2: # 2 \"f\"\nc:3: %define a b\n");
}

TEST(PreprocessorTest, InTheHashFormCommentsAreBlanks) {
  EXPECT_EQ(ProcessedHash("a/**/b\n/* one\n#define a x\n*/a\n\"/*\"*/\"\n//\n/*/*/"),
            "c:1: a    b\nc:2:       \nc:3:            \nc:4:   a\n"
            "c:5: \"     \"\nc:6: //\nc:7:      \n");
  EXPECT_EQ(ProcessedHash("#define a 1 /* one */\na */"), "c:2: 1 */\n");
}

TEST(PreprocessorTest, InTheHashFormCommentsEndWhereTheirFileEnds) {
  EXPECT_EQ(ProcessedHash("1\nab /* 2\n3"),
            "c:2: a comment that does not end\nab /* 2\n   ^ -- here\n");
  EXPECT_EQ(ProcessedHash("#include <f>\n*/", {{"f", "/*"}}),
            "f:1: a comment that does not end\n/*\n^ -- here\n");
  EXPECT_EQ(ProcessedHash("#endif\n/*"),
            "c:1: there is no #ifdef or #ifndef for this\n#endif\n^ -- here\n");
}

TEST(PreprocessorTest, InTheHashFormFilesAreIncludedAndLinesChosen) {
  EXPECT_EQ(ProcessedHash("#include \"f\"\n#ifdef a\n1\n#else\n2\n#endif\n",
                          {{"f", "#define a\n/* f\n*/0"}}),
            "f:2:     \nf:3:   0\nc:3: 1\n");
}

TEST(PreprocessorTest, WithoutPreprocessingLinesAreWhatTheyAre) {
  EXPECT_EQ(Print(WithoutPreprocessing("#define a\n\n/* %a\r\nb", "c")),
            "c:1: #define a\nc:3: /* %a\r\nc:4: b\n");
  EXPECT_EQ(Print(WithoutPreprocessing("", "c")), "");
}

}  // namespace
}  // namespace fdr
