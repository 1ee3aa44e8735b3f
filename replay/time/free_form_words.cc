// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/free_form_words.h"

#include <algorithm>
#include <optional>
#include <string>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/time/calendar_names.h"

namespace fdr {
namespace {

using TokenKind = FreeFormToken::Kind;

constexpr std::size_t kLongestWord = 19;  // the rest of a longer word is ignored
constexpr std::int64_t kLargestNumber = 2'147'483'647;
constexpr std::int64_t kMinutesPerHour = 60;
constexpr std::int64_t kMinutesPerDay = 24 * kMinutesPerHour;

struct NamedToken {
  std::string_view text;
  FreeFormToken token;
};

constexpr NamedToken kOtherDayNames[] = {{"tues", {TokenKind::kWeekday, 2}},
                                         {"wednes", {TokenKind::kWeekday, 3}},
                                         {"thur", {TokenKind::kWeekday, 4}},
                                         {"thurs", {TokenKind::kWeekday, 4}},
                                         {"sept", {TokenKind::kMonth, 9}}};

constexpr NamedToken kUnits[] = {{"year", {TokenKind::kMonths, 12}},
                                 {"month", {TokenKind::kMonths, 1}},
                                 {"fortnight", {TokenKind::kMinutes, 14 * kMinutesPerDay}},
                                 {"week", {TokenKind::kMinutes, 7 * kMinutesPerDay}},
                                 {"day", {TokenKind::kMinutes, kMinutesPerDay}},
                                 {"hour", {TokenKind::kMinutes, kMinutesPerHour}},
                                 {"minute", {TokenKind::kMinutes, 1}},
                                 {"min", {TokenKind::kMinutes, 1}},
                                 {"second", {TokenKind::kSeconds, 1}},
                                 {"sec", {TokenKind::kSeconds, 1}}};

constexpr NamedToken kOthers[] = {
    {"tomorrow", {TokenKind::kSnapped, kMinutesPerDay}},
    {"yesterday", {TokenKind::kSnapped, -kMinutesPerDay}},
    {"today", {TokenKind::kSnapped, 0}},
    {"now", {TokenKind::kMinutes, 0}},
    {"this", {TokenKind::kMinutes, 0}},
    {"last", {TokenKind::kNumber, -1}},
    {"next", {TokenKind::kNumber, 2}},
    {"first", {TokenKind::kNumber, 1}},
    {"third", {TokenKind::kNumber, 3}},
    {"fourth", {TokenKind::kNumber, 4}},
    {"fifth", {TokenKind::kNumber, 5}},
    {"sixth", {TokenKind::kNumber, 6}},
    {"seventh", {TokenKind::kNumber, 7}},
    {"eighth", {TokenKind::kNumber, 8}},
    {"ninth", {TokenKind::kNumber, 9}},
    {"tenth", {TokenKind::kNumber, 10}},
    {"eleventh", {TokenKind::kNumber, 11}},
    {"twelfth", {TokenKind::kNumber, 12}},
    {"ago", {TokenKind::kAgo, 0}},
    {"dst", {TokenKind::kDst, 0}},
};

constexpr FreeFormToken West(std::int64_t hours) {
  return {TokenKind::kZone, hours * kMinutesPerHour};
}
constexpr FreeFormToken WestDst(std::int64_t hours) {
  return {TokenKind::kDaylightZone, hours * kMinutesPerHour};
}

constexpr NamedToken kZones[] = {
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
std::optional<FreeFormToken> Find(const NamedToken (&words)[n], std::string_view text) {
  const NamedToken* word = std::ranges::find(words, text, &NamedToken::text);
  if (word == std::end(words)) return std::nullopt;
  return word->token;
}

// Finds a whole name, or its first three letters.
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
    return FreeFormToken{TokenKind::kMonth, *month + 1};
  if (const auto day = FindName(kWeekdayNames, text))
    return FreeFormToken{TokenKind::kWeekday, *day};
  return Find(kOtherDayNames, text);
}

// The zones A to M (without J) lie east of Greenwich; PCP takes them for zones to the west.
std::optional<FreeFormToken> FindMilitaryZone(char c) {
  if (c >= 'a' && c <= 'i') return West(c - 'a' + 1);
  if (c >= 'k' && c <= 'm') return West(c - 'k' + 10);
  if (c >= 'n' && c <= 'y') return West(-(c - 'n' + 1));
  if (c == 'z') return West(0);
  return std::nullopt;
}

FreeFormToken LookUp(std::string word) {
  if (word == "am" || word == "a.m.") return {TokenKind::kMeridian, 0};
  if (word == "pm" || word == "p.m.") return {TokenKind::kMeridian, 12};
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
  return {TokenKind::kUnknown, 0};
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
  if (value > kLargestNumber) return {TokenKind::kUnknown, 0};
  return {has_sign ? TokenKind::kSigned : TokenKind::kNumber, sign == '-' ? -value : value};
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
    if (!sign) return {TokenKind::kSign, c};  // a sign before anything but a number is ignored
  }
}

}  // namespace fdr
