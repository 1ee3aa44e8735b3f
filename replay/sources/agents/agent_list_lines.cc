// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/agent_list_lines.h"

#include <utility>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

// As in pmcd.
constexpr std::size_t kLongestLine = 1199;

// Takes a line of the file, and those that continue it, from the front of the text.
AgentListLine TakeLine(std::string_view& text, std::uint32_t& number, const std::string& file) {
  AgentListLine line{{file, number}, {}, {}};
  for (bool goes_on = true; goes_on && !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    line.text += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    goes_on = line.text.ends_with('\\');
    if (goes_on) line.text.back() = ' ';
  }
  return line;
}

// A backslash makes a quote or a # an ordinary character.
bool IsEscape(std::string_view rest) {
  return rest.size() >= 2 && rest[0] == '\\' && (rest[1] == '"' || rest[1] == '#');
}

Result<AgentListWord> TakeWord(const AgentListLine& line, std::size_t& at) {
  AgentListWord word{{}, at, line.text[at] == '"'};
  const std::string_view text = line.text;
  if (word.is_quoted) ++at;
  for (; at < text.size(); ++at) {
    if (IsEscape(text.substr(at))) {
      word.text += text[++at];
    } else if (word.is_quoted ? text[at] == '"' : IsSpace(text[at]) || text[at] == '#') {
      break;
    } else {
      word.text += text[at];
    }
  }
  if (!word.is_quoted) return word;
  if (at == text.size())
    return Fail(ErrorAt(line.place, text, word.column, "this quote does not end"));
  ++at;
  return word;
}

Result<void> SplitIntoWords(AgentListLine& line) {
  for (std::size_t at = 0; at < line.text.size();) {
    if (IsSpace(line.text[at])) {
      ++at;
    } else if (line.text[at] == '#') {
      break;
    } else {
      Result<AgentListWord> word = TakeWord(line, at);
      if (!word) return Fail(word.error());
      line.words.push_back(std::move(*word));
    }
  }
  return {};
}

}  // namespace

Error AgentListLine::Complain(std::size_t word, std::string_view complaint) const {
  const std::size_t column = word < words.size() ? words[word].column : text.size();
  return ErrorAt(place, text, column, complaint);
}

Result<std::vector<AgentListLine>> ReadAgentListLines(std::string_view text,
                                                      const std::string& file) {
  std::vector<AgentListLine> lines;
  for (std::uint32_t number = 1; !text.empty();) {
    AgentListLine line = TakeLine(text, number, file);
    if (Trimmed(line.text).starts_with('[')) break;
    if (line.text.size() > kLongestLine)
      return Fail(
          line.Complain(0, "a line has at most " + std::to_string(kLongestLine) + " characters"));
    if (const Result<void> split = SplitIntoWords(line); !split) return Fail(split.error());
    if (!line.words.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace fdr
