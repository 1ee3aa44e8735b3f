// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/rule_message.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

std::string LastFile(const RewriteRules& rules) {
  return rules.files.empty() ? "" : rules.files.back()->file();
}

void PrintAt(std::string_view file, std::size_t line, std::string_view text) {
  PrintMessage(fmt::format("Specification error in configuration file ({})\n[line {}] {}\n", file,
                           line, text));
}

// Where PCP's words are known to scripts.
struct Words {
  std::string_view own, peer;
};
constexpr std::array kWords = {
    Words{"a metric is expected: its name, or its numbers, such as 60.2.5 or 60.2.*",
          "Expecting metric name or <domain>.<cluster>.<item> or <domain>.<cluster>.* or "
          "<domain>.*.* in metric rule"},
    Words{"0, nsec, usec, msec, sec, min or hour is expected",
          "Expecting 0 or XXX (from PM_TIME_XXX) for scaleTime field of units"},
    Words{"0, byte, kbyte, mbyte, gbyte, tbyte, pbyte or ebyte is expected",
          "Expecting 0 or XXX (from PM_SPACE_XXX) for scaleSpace field of units"},
    Words{"an archive of version 2 has no zoneinfo",
          "Global zoneinfo clause requires output archive version of 3 or greater"},
    Words{"an archive of version 2 has no features",
          "Global features clause requires output archive version of 3 or greater"},
    Words{"the rules have the clause hostname twice", "Duplicate global hostname clause"},
    Words{"the rules have the clause timezone twice", "Duplicate global timezone clause"},
    Words{"the rules have the clause zoneinfo twice", "Duplicate global zoneinfo clause"},
    Words{"the rules have the clause features twice", "Duplicate global features clause"},
    Words{"the rules have the clause time twice", "Duplicate global time clause"},
};

std::string_view PeerWords(std::string_view complaint) {
  for (const Words& words : kWords)
    if (words.own == complaint) return words.peer;
  return complaint;
}

}  // namespace

void PrintRuleError(const RewriteRules& rules, const RuleMessage& message) {
  if (message.place && message.place->file < rules.files.size()) {
    const RuleText& file = *rules.files[message.place->file];
    return PrintAt(file.file(), file.PlaceOf(message.place->offset).line, message.text);
  }
  PrintMessage(fmt::format("Semantic error in configuration file ({})\n{}\n", LastFile(rules),
                           message.text));
}

void PrintRuleWarning(const RewriteRules& rules, const RuleMessage& message) {
  const ClausePlace place = message.place.value_or(ClausePlace{});
  const RuleText& file = *rules.files[place.file];
  PrintMessage(fmt::format("Warning [{}, line {}]\n{}\n", file.file(),
                           file.PlaceOf(place.offset).line, message.text));
}

// The file of such an error is FILE:LINE:COLUMN, and the text of the line follows the complaint.
void PrintRuleError(const RewriteRules& rules, const Error& error) {
  const std::string complaint(PeerWords(error.what.substr(0, error.what.find('\n'))));
  const std::size_t column = error.file.rfind(':');
  const std::size_t line = column == 0 || column == std::string::npos
                               ? std::string::npos
                               : error.file.rfind(':', column - 1);
  std::size_t number = 0;
  if (line != std::string::npos)
    std::from_chars(error.file.data() + line + 1, error.file.data() + column, number);
  if (number > 0) return PrintAt(std::string_view(error.file).substr(0, line), number, complaint);
  PrintRuleError(rules, RuleMessage{complaint, std::nullopt});
}

}  // namespace fdr::tools
