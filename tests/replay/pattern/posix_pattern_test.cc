// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Extended regular expressions of POSIX, compared with those of the C library.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <regex.h>

#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "fdr/replay/pattern/text_pattern.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/soak.h"

namespace fdr::test {
namespace {

// The same pattern in the C library.
class OracleRegex {
 public:
  explicit OracleRegex(const std::string& text)
      : status_(::regcomp(&regex_, text.c_str(), REG_EXTENDED)) {}
  OracleRegex(const OracleRegex&) = delete;
  OracleRegex& operator=(const OracleRegex&) = delete;
  ~OracleRegex() {
    if (status_ == 0) ::regfree(&regex_);
  }

  std::string Error() const {
    if (status_ == 0) return {};
    std::string why(256, '\0');
    why.resize(::regerror(status_, &regex_, why.data(), why.size()) - 1);
    return why;
  }

  // What matches first, and longest.
  std::optional<std::string> Found(const std::string& text) const {
    regmatch_t match = {};
    if (::regexec(&regex_, text.c_str(), 1, &match, 0) != 0) return std::nullopt;
    return text.substr(static_cast<std::size_t>(match.rm_so),
                       static_cast<std::size_t>(match.rm_eo - match.rm_so));
  }

 private:
  regex_t regex_ = {};
  int status_;
};

std::string Shown(const std::optional<std::string>& found) {
  return found ? '"' + *found + '"' : "nothing";
}

class RandomText {
 public:
  explicit RandomText(std::uint32_t seed) : random_(seed) {}

  std::string Name() {
    std::string name;
    for (std::size_t n = Below(12); n > 0; --n) name += Byte();
    return name;
  }

  std::string Pattern() { return Alternatives(3); }

 private:
  std::size_t Below(std::size_t n) { return random_() % n; }

  template <std::size_t kCount>
  std::string OneOf(const char* const (&all)[kCount]) {
    return all[Below(kCount)];
  }

  std::string Byte() {
    return OneOf({"a",  "a",  "c",    "c",    "s",    "d",    "0",       "1", "9", "_",
                  "-",  ".",  "/",    ",",    ":",    " ",    "A",       "Z", "[", "]",
                  "{",  "}",  "(",    ")",    "|",    "^",    "$",       "*", "+", "?",
                  "\\", "\t", "\x7f", "\x80", "\xe4", "\xff", "\xc3\xa4"});
  }

  std::string Member() {
    switch (Below(8)) {
      case 0:
        return OneOf({"[:alpha:]", "[:digit:]", "[:alnum:]", "[:upper:]", "[:lower:]", "[:space:]",
                      "[:blank:]", "[:punct:]", "[:print:]", "[:graph:]", "[:cntrl:]", "[:xdigit:]",
                      "[:none:]"});
      case 1:
        return OneOf({"[.a.]", "[.-.]", "[.].]", "[=a=]", "[.ab.]", "[.", "[:", "[=", "\\d"});
      case 2:
        return Byte() + '-' + Byte();
      case 3:
        return OneOf({"a-z", "0-9", "A-Z", "--/", "a-[.z.]", "\x80-\xff", "!-~"});
      default:
        return Byte();
    }
  }

  std::string Brackets() {
    std::string text = Below(3) == 0 ? "[^" : "[";
    if (Below(6) == 0) text += ']';
    if (Below(8) == 0) text += '-';
    for (std::size_t n = 1 + Below(3); n > 0; --n) text += Member();
    if (Below(8) == 0) text += '-';
    return Below(30) == 0 ? text : text + ']';
  }

  std::string Atom(std::size_t depth) {
    switch (Below(depth > 0 ? 16 : 12)) {
      case 0:
        return "\\" + OneOf({"d", "n", "t", "w", "W", "s", "S", "b",  "B", "`", "'", ".",
                             "*", "(", ")", "[", "{", "}", "|", "\\", "0", "a", "_", "-"});
      case 1:
        return OneOf({"^", "$"});
      case 2:
      case 3:
        return Brackets();
      case 4:
      case 5:
        return ".";
      case 6:
        return Byte();
      case 12:
      case 13:
      case 14:
        return '(' + Alternatives(depth - 1) + ')';
      case 15:
        return OneOf({"(", ")", "()", "{", "}"});
      default:
        return OneOf({"a", "c", "sd", "0", "1", "-", "_", ","});
    }
  }

  // In copies of a group, the C library forgets what ^ and $ ask for: to it, (^.)+.. is in "abc"
  // from its start to its end, and ($.|1){2}+ is in "12".
  static bool MayRepeat(const std::string& atom) {
    return atom[0] != '(' || atom.find_first_of("^$`'bB") == atom.npos;
  }

  std::string Branch(std::size_t depth) {
    std::string branch;
    for (std::size_t n = Below(4); n > 0; --n) {
      const std::string atom = Atom(depth);
      branch += atom;
      while (MayRepeat(atom) && Below(3) == 0)
        branch +=
            OneOf({"*",     "+",    "?",    "*",   "+",     "?",  "{0}", "{1}", "{2}",     "{0,1}",
                   "{1,3}", "{,2}", "{1,}", "{,}", "{2,1}", "{}", "{a}", "{1",  "{1,2,3}", "{ 1}"});
    }
    return branch;
  }

  std::string Alternatives(std::size_t depth) {
    std::string all = Branch(depth);
    while (Below(3) == 0) all += '|' + Branch(depth);
    return all;
  }

  std::mt19937 random_;
};

TEST(PosixPattern, RandomPatternsMatchAsInTheCLibrary) {
  const std::size_t patterns = IsSoak() ? 20'000 : 2'000, count = IsSoak() ? 2'000 : 500;
  const std::uint32_t seed = IsSoak() ? std::random_device()() : 1;
  SCOPED_TRACE(fmt::format("seed {}", seed));
  RandomText random(seed);
  std::vector<std::string> names = {"", "sda1", "000123 /usr/bin/x -a", "1 minute", "cpu0"};
  while (names.size() < count) names.push_back(random.Name());
  std::size_t matches = 0, misses = 0, wrong = 0;
  for (std::size_t i = 0; i < patterns; ++i) {
    const std::string text = random.Pattern();
    const OracleRegex oracle(text);
    const Result<TextPattern> pattern = TextPattern::Posix(text);
    ASSERT_EQ(pattern.has_value(), oracle.Error().empty())
        << text << ": " << ErrorOf(pattern) << oracle.Error();
    if (!pattern) {
      ++wrong;
      continue;
    }
    // Parts that groups match are another question: without groups, all is captured.
    const bool has_groups = text.find('(') != text.npos;
    for (const std::string& name : names) {
      const std::optional<std::string> found = oracle.Found(name);
      ASSERT_EQ(pattern->IsIn(name), found.has_value()) << text << " in \"" << name << '"';
      if (!has_groups) {
        ASSERT_EQ(Shown(pattern->Captured(name)), Shown(found)) << text << " in \"" << name << '"';
      }
      ++(found ? matches : misses);
    }
  }
  EXPECT_GT(matches, patterns);
  EXPECT_GT(misses, patterns);
  EXPECT_GT(wrong, patterns / 20);
  EXPECT_LT(wrong, patterns / 2);
}

// What the C library says of wrong patterns is what PCP's programs print.
TEST(PosixPattern, WrongPatternsHaveTheWordsOfTheCLibrary) {
  for (const std::string text :
       {"(",     "a(b",        "[",        "[a",    "[]",      "[^]",           "[[:alpha]",
        "[[.a]", "[[:none:]]", "[[.ab.]]", "[b-a]", "[a-c-e]", "[a-[:digit:]]", "[[:digit:]-z]",
        "*",     "+a",         "(?a)",     "a|*b",  "^*",      "a$+",           "{1}",
        "a{",    "a{1",        "a{1,",     "a{x}",  "a{2,1}",  "a{}",           "a{ 1}",
        "\\",    "a\\",        "10[",      "[^"}) {
    const OracleRegex oracle(text);
    EXPECT_NE(oracle.Error(), "") << text;
    EXPECT_EQ(ErrorOf(TextPattern::Posix(text)), oracle.Error()) << text;
  }
}

TEST(PosixPattern, WhatWouldTakeTooLongIsRefused) {
  const auto error = [](const std::string& text) { return ErrorOf(TextPattern::Posix(text)); };
  EXPECT_EQ(error("(.*)(.*)(.*)(.*)(.*)(.*)\\1\\2\\3\\4\\5\\6x"),
            "The back reference \\1 is not supported");
  EXPECT_EQ(error("\\<sd"), "\\< is not supported; \\b is the start or the end of a word");
  for (const std::string& text : {std::string(1025, 'a'), std::string("a{1001}"),
                                  std::string("a{32768}"), std::string("((a{99}){99}){99}"),
                                  std::string("(.?){1000}x"), std::string("(a|b)*a(a|b){1000}")})
    EXPECT_EQ(error(text), "Regular expression too big") << text;
  EXPECT_EQ(error(std::string(1000, 'a')), "");
  EXPECT_EQ(error("a{1000}"), "");
}

// The C library would need longer than anybody lives.
TEST(PosixPattern, NoPatternTakesLong) {
  const std::string many(20'000, 'a');
  for (const char* text : {"(a*)*(a*)*(a*)*b$", "(a|aa)+$b", "((a*)*|(a*)+)*b",
                           "(a?){150}(a{150})b", "(.*)(.*)(.*)(.*)(.*)(.*)x"})
    EXPECT_FALSE(TextPattern::Posix(text)->IsIn(many)) << text;
}

TEST(PosixPattern, GroupsAreCaptured) {
  const auto captured = [](const char* pattern, const std::string& text) {
    const Result<TextPattern> compiled = TextPattern::Posix(pattern);
    EXPECT_EQ(ErrorOf(compiled), "") << pattern;
    return compiled ? compiled->Captured(text).value_or("none") : "";
  };
  EXPECT_EQ(captured("^(sd[a-z])[0-9]+$", "sda12"), "sda");
  EXPECT_EQ(captured("^(sd[a-z])[0-9]+$", "sda"), "none");
  EXPECT_EQ(captured("b.*r", "foobar baz"), "bar");
  EXPECT_EQ(captured("(a)|(b)", "b"), "b");
  EXPECT_EQ(captured("(.)o (.)", "too big"), "o b");
}

}  // namespace
}  // namespace fdr::test
