// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/instance_filter.h"

#include <algorithm>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kMostElements = 1000;

bool IsQuote(char c) { return c == '"' || c == '\''; }

// Without the quotes around all of it.
std::string_view Unquoted(std::string_view text) {
  text = Trimmed(text);
  if (text.size() >= 2 && IsQuote(text[0]) && text.find(text[0], 1) == text.size() - 1)
    return Trimmed(text.substr(1, text.size() - 2));
  return text;
}

// The length of the first element: up to a comma that is in no quotes.
std::size_t LengthOfElement(std::string_view list) {
  char quote = '\0';
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (quote != '\0')
      quote = list[i] == quote ? '\0' : quote;
    else if (IsQuote(list[i]))
      quote = list[i];
    else if (list[i] == ',')
      return i;
  }
  return list.size();
}

// The length of what begins an expression: an escape, the start of a set, a class in a set, or one
// character.
std::size_t LengthOfPart(std::string_view text, bool is_in_set) {
  if (text.starts_with('\\')) return std::min<std::size_t>(text.size(), 2);
  if (!text.starts_with('[')) return 1;
  if (is_in_set) {
    const std::size_t end = text.starts_with("[:") ? text.find(":]", 2) : std::string_view::npos;
    return end == std::string_view::npos ? 1 : end + 2;
  }
  // A bracket that closes nothing yet belongs to the set.
  const std::size_t length = text.starts_with("[^") ? 2 : 1;
  return length + (text.substr(length).starts_with(']') ? 1 : 0);
}

// Python knows \d, and \w and \s in sets.  POSIX does not.
std::string_view PosixOf(std::string_view part, bool is_in_set) {
  if (part == "\\d") return is_in_set ? "0-9" : "[0-9]";
  if (part == "\\D" && !is_in_set) return "[^0-9]";
  if (part == "\\w" && is_in_set) return "[:alnum:]_";
  if (part == "\\s" && is_in_set) return "[:space:]";
  return part;
}

std::string AsPosix(std::string_view text) {
  std::string posix;
  for (bool is_in_set = false; !text.empty();) {
    const std::string_view part = text.substr(0, LengthOfPart(text, is_in_set));
    posix += PosixOf(part, is_in_set);
    // To POSIX, a backslash in a set is a character.
    is_in_set = is_in_set ? part != "]" && part != "\\]" : part.starts_with('[');
    text.remove_prefix(part.size());
  }
  return posix;
}

std::string_view WithoutZeros(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of('0'), text.size());
  return text.substr(digits);
}

// "001234 /usr/bin/postgres -D x": "001234", "postgres".
struct ProcessName {
  std::string_view pid, command;
};

ProcessName TakeApart(std::string_view instance) {
  const std::size_t blank = instance.find(' ');
  if (blank == std::string_view::npos) return {instance, {}};
  std::string_view command = instance.substr(blank + 1);
  command = command.substr(0, command.find(' '));
  command.remove_prefix(command.rfind('/') == std::string_view::npos ? 0 : command.rfind('/') + 1);
  return {instance.substr(0, blank), command};
}

}  // namespace

Result<InstanceFilter> InstanceFilter::Parse(std::string_view list) {
  InstanceFilter filter;
  list = Trimmed(list);
  if (list.starts_with('"')) list = Unquoted(list);
  while (!list.empty()) {
    const std::size_t length = LengthOfElement(list);
    const std::string text(Unquoted(list.substr(0, length)));
    list.remove_prefix(std::min(length + 1, list.size()));
    if (text.empty()) continue;
    if (filter.elements_.size() == kMostElements)
      return Fail(Errc::kInvalidArgument,
                  "more than 1,000 instances: expressions such as \"sd.*\" name many at once");
    auto pattern = TextPattern::Posix("^(" + AsPosix(text) + ")$");
    if (!pattern)
      return Fail(Errc::kInvalidArgument,
                  "not instances: \"" + text + "\": " + pattern.error().what);
    filter.elements_.push_back({text, std::move(*pattern)});
  }
  return filter;
}

bool InstanceFilter::Matches(const std::string& instance) const {
  if (MatchesAll()) return true;
  const ProcessName process = TakeApart(instance);
  return std::any_of(elements_.begin(), elements_.end(), [&](const Element& element) {
    return element.text == instance || element.text == WithoutZeros(process.pid) ||
           (!process.command.empty() && element.text == process.command) ||
           element.whole_name.IsIn(instance);
  });
}

}  // namespace fdr
