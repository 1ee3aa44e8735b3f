// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/free_form_words.h"

#include <algorithm>
#include <optional>
#include <string>

#include "fdr/replay/ascii.h"
#include "fdr/replay/calendar_names.h"

namespace fdr {
namespace {

using Kind = FreeFormToken::Kind;

constexpr std::size_t kLongestWord = 19;  // the rest of a longer one does not count
constexpr std::int64_t kLargestNumber = 2'147'483'647;
constexpr std::int64_t kHour = 60;  // in minutes, as all here
constexpr std::int64_t kDay = 24 * kHour;

struct Word {
  std::string_view text;
  FreeFormToken token;
};

constexpr Word kOtherDayNames[] = {{"tues", {Kind::kWeekday, 2}},
                                   {"wednes", {Kind::kWeekday, 3}},
                                   {"thur", {Kind::kWeekday, 4}},
                                   {"thurs", {Kind::kWeekday, 4}},
                                   {"sept", {Kind::kMonth, 9}}};

constexpr Word kUnits[] = {{"year", {Kind::kMonths, 12}},
                           {"month", {Kind::kMonths, 1}},
                           {"fortnight", {Kind::kMinutes, 14 * kDay}},
                           {"week", {Kind::kMinutes, 7 * kDay}},
                           {"day", {Kind::kMinutes, kDay}},
                           {"hour", {Kind::kMinutes, kHour}},
                           {"minute", {Kind::kMinutes, 1}},
                           {"min", {Kind::kMinutes, 1}},
                           {"second", {Kind::kSeconds, 1}},
                           {"sec", {Kind::kSeconds, 1}}};

constexpr Word kOthers[] = {
    {"tomorrow", {Kind::kSnapped, kDay}},
    {"yesterday", {Kind::kSnapped, -kDay}},
    {"today", {Kind::kSnapped, 0}},
    {"now", {Kind::kMinutes, 0}},
    {"this", {Kind::kMinutes, 0}},
    {"last", {Kind::kNumber, -1}},
    {"next", {Kind::kNumber, 2}},
    {"first", {Kind::kNumber, 1}},
    {"third", {Kind::kNumber, 3}},
    {"fourth", {Kind::kNumber, 4}},
    {"fifth", {Kind::kNumber, 5}},
    {"sixth", {Kind::kNumber, 6}},
    {"seventh", {Kind::kNumber, 7}},
    {"eighth", {Kind::kNumber, 8}},
    {"ninth", {Kind::kNumber, 9}},
    {"tenth", {Kind::kNumber, 10}},
    {"eleventh", {Kind::kNumber, 11}},
    {"twelfth", {Kind::kNumber, 12}},
    {"ago", {Kind::kAgo, 0}},
    {"dst", {Kind::kDst, 0}},
};

constexpr FreeFormToken West(std::int64_t hours) { return {Kind::kZone, hours * kHour}; }
constexpr FreeFormToken WestDst(std::int64_t hours) { return {Kind::kDaylightZone, hours * kHour}; }

constexpr Word kZones[] = {
    {"gmt", West(0)},       {"ut", West(0)},     {"utc", West(0)},     {"wet", West(0)},
    {"bst", WestDst(0)},    {"wat", West(1)},    {"at", West(2)},      {"ast", West(4)},
    {"adt", WestDst(4)},    {"est", West(5)},    {"edt", WestDst(5)},  {"cst", West(6)},
    {"cdt", WestDst(6)},    {"mst", West(7)},    {"mdt", WestDst(7)},  {"pst", West(8)},
    {"pdt", WestDst(8)},    {"yst", West(9)},    {"ydt", WestDst(9)},  {"hst", West(10)},
    {"hdt", WestDst(10)},   {"cat", West(10)},   {"ahst", West(10)},   {"nt", West(11)},
    {"idlw", West(12)},     {"cet", West(-1)},   {"met", West(-1)},    {"mewt", West(-1)},
    {"mest", WestDst(-1)},  {"swt", West(-1)},   {"sst", WestDst(-1)}, {"fwt", West(-1)},
    {"fst", WestDst(-1)},   {"eet", West(-2)},   {"bt", West(-3)},     {"wast", West(-7)},
    {"wadt", WestDst(-7)},  {"cct", West(-8)},   {"jst", West(-9)},    {"east", West(-10)},
    {"eadt", WestDst(-10)}, {"gst", West(-10)},  {"nzt", West(-12)},   {"nzst", West(-12)},
    {"nzdt", WestDst(-12)}, {"idle", West(-12)},
};

template <std::size_t n>
std::optional<FreeFormToken> Find(const Word (&words)[n], std::string_view text) {
  const Word* word = std::ranges::find(words, text, &Word::text);
  if (word == std::end(words)) return std::nullopt;
  return word->token;
}

// A whole name, or its first three letters.
template <std::size_t n>
std::optional<std::int64_t> FindName(const std::string_view (&names)[n], std::string_view text) {
  for (std::size_t i = 0; i < n; ++i)
    if (text == names[i] || (text.size() == 3 && names[i].starts_with(text)))
      return static_cast<std::int64_t>(i);
  return std::nullopt;
}

std::optional<FreeFormToken> FindDateName(std::string_view text) {
  if (text.size() == 4 && text.ends_with('.')) text.remove_suffix(1);
  if (const auto month = FindName(kMonthNames, text))
    return FreeFormToken{Kind::kMonth, *month + 1};
  if (const auto day = FindName(kWeekdayNames, text)) return FreeFormToken{Kind::kWeekday, *day};
  return Find(kOtherDayNames, text);
}

// A to M (without J) are the zones to the east of Greenwich by the name, and to the west by the
// peer.
std::optional<FreeFormToken> FindMilitaryZone(char c) {
  if (c >= 'a' && c <= 'i') return West(c - 'a' + 1);
  if (c >= 'k' && c <= 'm') return West(c - 'k' + 10);
  if (c >= 'n' && c <= 'y') return West(-(c - 'n' + 1));
  if (c == 'z') return West(0);
  return std::nullopt;
}

FreeFormToken LookUp(std::string word) {
  if (word == "am" || word == "a.m.") return {Kind::kMeridian, 0};
  if (word == "pm" || word == "p.m.") return {Kind::kMeridian, 12};
  if (const auto token = FindDateName(word)) return *token;
  if (word.size() == 4 && word.back() == '.') word.pop_back();
  if (const auto token = Find(kZones, word)) return *token;
  if (const auto token = Find(kUnits, word)) return *token;
  if (word.back() == 's') {
    word.pop_back();
    if (const auto token = Find(kUnits, word)) return *token;
    word += 's';
  }
  if (const auto token = Find(kOthers, word)) return *token;
  if (word.size() == 1)
    if (const auto token = FindMilitaryZone(word.front())) return *token;
  std::erase(word, '.');
  if (const auto token = Find(kZones, word)) return *token;
  return {Kind::kUnknown, 0};
}

FreeFormToken TakeNumber(std::string_view& text) {
  const char sign = text.front();
  const bool has_sign = !IsDigit(sign);
  if (has_sign) text.remove_prefix(1);
  std::int64_t value = 0;
  while (!text.empty() && IsDigit(text.front())) {
    value = std::min(value * 10 + (text.front() - '0'), kLargestNumber + 1);
    text.remove_prefix(1);
  }
  if (value > kLargestNumber) return {Kind::kUnknown, 0};
  return {has_sign ? Kind::kSigned : Kind::kNumber, sign == '-' ? -value : value};
}

void SkipComment(std::string_view& text) {
  int depth = 0;
  do {
    if (text.front() == '(') ++depth;
    if (text.front() == ')') --depth;
    text.remove_prefix(1);
  } while (depth > 0 && !text.empty());
}

}  // namespace

FreeFormToken NextFreeFormToken(std::string_view& text) {
  for (;;) {
    text.remove_prefix(CountBlanks(text));
    if (text.empty() || text.front() == '\0') return {};
    const char c = text.front();
    const bool sign = c == '-' || c == '+';
    if (IsDigit(c) || (sign && text.size() > 1 && IsDigit(text[1]))) return TakeNumber(text);
    if (IsAlpha(c)) {
      std::string word;
      for (; !text.empty() && (IsAlpha(text.front()) || text.front() == '.'); text.remove_prefix(1))
        if (word.size() < kLongestWord) word += ToLower(text.front());
      return LookUp(std::move(word));
    }
    if (c == '(') {
      SkipComment(text);
      continue;
    }
    text.remove_prefix(1);
    if (!sign) return {Kind::kSign, c};  // a sign before anything but a number does not count
  }
}

}  // namespace fdr
