// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/time_grammar.h"

#include "fdr/replay/text/ascii.h"

namespace fdr::test {

using namespace std::string_literals;

namespace {

// Two numbers must not become one, since the peer's arithmetic overflows beyond 2^31.
bool JoinsNumbers(const std::string& left, const std::string& right) {
  return !left.empty() && !right.empty() && IsDigit(left.back()) && IsDigit(right.front());
}

// The digits that are split off a fraction would be a very large number.
bool InFraction(const std::string& left) {
  const std::size_t last = left.find_last_not_of("0123456789");
  return last != left.npos && left[last] == '.';
}

}  // namespace

std::string TimeGrammar::Pick(std::initializer_list<const char*> texts) {
  return texts.begin()[Below(texts.size())];
}

std::string TimeGrammar::Number(std::uint64_t least, std::uint64_t most) {
  std::string digits = std::to_string(least + Below(most - least + 1));
  if (OneIn(6) && digits.size() == 1) digits = "0"s.append(digits);
  return digits;
}

std::string TimeGrammar::Blanks() { return Pick({"", "", " ", " ", " ", "  ", "\t", " \n"}); }

std::string TimeGrammar::AnyCase(std::string text) {
  if (OneIn(3))
    for (char& c : text)
      if (c >= 'a' && c <= 'z' && OneIn(3)) c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string TimeGrammar::Damage(const std::string& text) {
  const std::string any = Pick(
      {"@", ":", "-", "+", "x", "s", "z", "0", "7", ".", "/", ",", " ", "(", ")", "ago", "pm"});
  const std::uint64_t at = Below(text.size() + 1);
  const std::string left = text.substr(0, at);
  if (OneIn(3)) return left;
  if (OneIn(2)) {
    const bool larger = JoinsNumbers(left, any) || JoinsNumbers(any, text.substr(at));
    return larger || InFraction(left) ? text : left + any + text.substr(at);
  }
  const std::string right = at < text.size() ? text.substr(at + 1) : "";
  return JoinsNumbers(left, right) ? text : left + right;
}

std::string TimeGrammar::Interval(bool odd_numbers) {
  std::string text = Blanks();
  for (std::uint64_t i = OneIn(4) ? 2 + Below(2) : 1; i > 0; --i) {
    std::string number = Number(0, OneIn(3) ? 9999 : 99);
    if (OneIn(3)) number += "."s + Number(0, OneIn(2) ? 9 : 999999999);
    if (odd_numbers && OneIn(20)) number += Pick({".", "e1", "e-3", "e0", "E2"});
    if (odd_numbers && OneIn(30))
      number =
          Pick({"0x10", "0x1p-3", ".5", ".", "+3", "-0", "-1", "0.9999999999", "1e-10", "inf"});
    if (JoinsNumbers(text, number)) text += " ";
    text += number + Blanks();
    if (!OneIn(5))
      text += AnyCase(Pick({"nanosecond", "microsecond", "millisecond", "second", "minute", "hour",
                            "day",        "nsec",        "usec",        "msec",   "sec",    "min",
                            "hr",         "s",           "m",           "h",      "d",      "ms",
                            "us",         "ns",          "week",        "w",      "mins"})) +
              (OneIn(3) ? "s" : "");
    text += Blanks();
  }
  return text;
}

std::string TimeGrammar::Month() {
  return AnyCase(Pick({"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                       "dec", "january", "march", "september", "sept", "sep.", "dece"}));
}

std::string TimeGrammar::Weekday() {
  return AnyCase(Pick({"sun", "mon", "tue", "wed", "thu", "fri", "sat", "sunday", "tues", "wednes",
                       "thurs", "friday", "mon."}));
}

std::string TimeGrammar::CtimeForm() {
  std::string text = Blanks();
  if (OneIn(3)) text += Weekday().substr(0, 3) + Blanks();
  if (OneIn(2)) text += Month().substr(0, 3) + Blanks();
  if (OneIn(2)) text += Number(0, 33) + " " + Blanks();
  if (!OneIn(4)) {
    text += OneIn(8) ? "" : Number(0, 25);
    if (!OneIn(6)) text += Blanks() + ":" + (OneIn(10) ? "" : Number(0, 61));
    if (OneIn(3)) text += ":"s + Number(0, 62);
    if (OneIn(6)) text += "."s + Number(0, 999999999);
    if (OneIn(5)) text += Blanks() + AnyCase(Pick({"am", "pm", "p", "amx", "a.m."}));
  }
  if (OneIn(4)) text += " "s + Blanks() + Number(OneIn(9) ? 1890 : 1970, 2040);
  return text + (OneIn(5) ? Blanks() : "");
}

std::string TimeGrammar::ClockTime() {
  std::string text = Number(0, OneIn(8) ? 26 : 12);
  if (OneIn(4)) return text + Blanks() + Pick({"am", "pm", "PM", "a.m.", "p.m."});
  text += ":"s + Number(0, OneIn(9) ? 70 : 59);
  if (OneIn(3)) text += ":"s + Number(0, OneIn(9) ? 70 : 59);
  if (OneIn(4))
    text += Blanks() + Pick({"am", "pm", "PM", "a.m.", "p.m."});
  else if (OneIn(6))
    text += Pick({"+0100", "-0500", "+0530", " +01", "-5", "+1000"});
  return text;
}

std::string TimeGrammar::FreeDate() {
  const std::string day = Number(OneIn(9) ? 0 : 1, OneIn(5) ? 32 : 28);
  const std::string month = Number(OneIn(9) ? 0 : 1, OneIn(9) ? 13 : 12);
  const std::string year = OneIn(4) ? Number(0, 99) : Number(OneIn(9) ? 1960 : 1990, 2037);
  switch (Below(7)) {
    case 0:
      return month + "/" + day;
    case 1:
      return month + "/" + day + "/" + year;
    case 2:
      return year + "/" + month + "/" + day;
    case 3:
      return year + "-" + month + "-" + day;
    case 4:
      return day + "-" + Month() + "-" + year;
    case 5:
      return Month() + " " + day + (OneIn(2) ? ", "s + year : "");
    default:
      return day + " " + Month() + (OneIn(2) ? " "s + year : "");
  }
}

std::string TimeGrammar::Relative() {
  std::string text;
  if (OneIn(3))
    text = Pick({"last ", "next ", "this ", "first ", "third ", "twelfth ", "second ", "now "});
  else if (!OneIn(4))
    text = Pick({"", "", "+", "-"}) + Number(0, 40) + Blanks();
  text += AnyCase(Pick({"year", "month", "fortnight", "week", "day", "hour", "minute", "min",
                        "second", "sec", "yesterday", "today", "tomorrow", "now"}));
  if (OneIn(3)) text += "s";
  if (OneIn(3)) text += " ago";
  return text;
}

std::string TimeGrammar::FreeFormItem() {
  switch (Below(8)) {
    case 0:
    case 1:
      return FreeDate();
    case 2:
    case 3:
      return ClockTime();
    case 4:
    case 5:
      return Relative();
    case 6:
      return (OneIn(3) ? Pick({"2 ", "last ", "next ", "first ", "3 "}) : "") + Weekday() +
             (OneIn(4) ? "," : "");
    default:
      if (OneIn(2)) return Pick({"(a comment)", "(nested (one))", "junk", "yesterday", "today"});
      return Pick({"gmt", "utc", "est", "EDT", "cet", "mest", "jst", "z", "a", "k", "x", "pst dst",
                   "g.m.t.", "bst"});
  }
}

std::string TimeGrammar::FreeForm() {
  // This large number stands at the end.  With a text behind it, it would be a count or a year.
  if (OneIn(12)) return (OneIn(2) ? ClockTime() + " " : "") + Number(19900101, 20371231);
  std::string text;
  for (std::uint64_t i = 1 + Below(3); i > 0; --i) {
    const std::string item = FreeFormItem();
    if (!OneIn(8) || JoinsNumbers(text, item)) text += " ";
    text += item;
  }
  if (OneIn(8))
    text += " "s + Pick({"2001", "1430", "5", "0"});  // last, or a weekday makes it a count
  return text;
}

std::string TimeGrammar::Time() {
  std::string text;
  switch (Below(4)) {
    case 0:
      text = Pick({"", "", "+", "-", "-", " -", " + "}) + Interval();
      break;
    case 1:
      text = Pick({"@", "@", " @", "@@", "@ "}) + CtimeForm();
      break;
    default:
      text = Pick({"", "", "", "@", "-", "+"}) + FreeForm();
  }
  return OneIn(5) ? Damage(text) : text;
}

}  // namespace fdr::test
