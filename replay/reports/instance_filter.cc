// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/instance_filter.h"

#include <algorithm>

#include "fdr/replay/ascii.h"

namespace fdr {
namespace {

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

// Python knows \d, POSIX does not.
std::string AsPosix(std::string_view text) {
  std::string posix;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view pair = text.substr(i, 2);
    const bool is_escape = pair.size() == 2 && pair[0] == '\\';
    posix += pair == "\\d"   ? "[0-9]"
             : pair == "\\D" ? "[^0-9]"
             : is_escape     ? pair
                             : pair.substr(0, 1);
    if (is_escape) ++i;
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
    auto pattern = InstancePattern::Compile("^(" + AsPosix(text) + ")$");
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
           element.whole_name->Captured(instance).has_value();
  });
}

}  // namespace fdr
