// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/rule_lines.h"

#include <algorithm>
#include <ctime>
#include <optional>
#include <regex>
#include <sstream>

namespace fdr::test {
namespace {

std::vector<std::string> LinesOf(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> WordsOf(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::int64_t SecondsOf(const std::string& time, const char* format) {
  std::tm parts = {};
  ::strptime(time.c_str(), format, &parts);
  return ::timegm(&parts);
}

// The values of keys with texts, in JSON that has no others of that name.
std::optional<std::string> ValueOf(const std::string& line, const std::string& key) {
  const std::string before = '"' + key + "\":\"";
  std::size_t at = line.find(before);
  if (at == std::string::npos) return std::nullopt;
  std::string value;
  for (at += before.size(); at < line.size() && line[at] != '"'; ++at) {
    const bool is_escaped = line[at] == '\\';
    if (is_escaped) ++at;
    value += is_escaped && line[at] == 'n' ? '\n' : line[at];
  }
  return value;
}

bool IsUnknown(const std::string& word) { return word == "?" || word == "unknown"; }

bool IsAllUnknown(const std::string& text) {
  const std::vector<std::string> words = WordsOf(text);
  return std::all_of(words.begin(), words.end(), IsUnknown);
}

std::string Trimmed(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

bool IsUnbound(const std::string& peer, const std::string& ours) {
  return ours.empty() || peer.find("%i") != peer.npos || peer.find("%v") != peer.npos;
}

}  // namespace

std::vector<RuleLine> ReadPeerRules(std::string_view text) {
  static const std::regex kValue(R"((\S+) \((\w+ \w+ +\d+ [\d:]+ \d+)\): (.*))");
  static const std::regex kAction(R"((\w+) (\w+ \w+ +\d+ [\d:]+ \d+): (.*))");
  constexpr const char* kTime = "%a %b %d %H:%M:%S %Y";
  std::vector<RuleLine> lines;
  for (const std::string& line : LinesOf(text)) {
    std::smatch parts;
    if (std::regex_match(line, parts, kValue))
      lines.push_back({SecondsOf(parts[2], kTime), parts[1], parts[3]});
    else if (std::regex_match(line, parts, kAction))
      lines.push_back({SecondsOf(parts[2], kTime), parts[1].str() + '!', parts[3]});
    else if (!line.empty() && !lines.empty())
      lines.back().text += '\n' + line;
  }
  return lines;
}

std::vector<RuleLine> ReadOurRules(std::string_view text) {
  std::vector<RuleLine> lines;
  for (const std::string& line : LinesOf(text)) {
    const auto time = ValueOf(line, "time");
    if (!time) continue;
    const std::int64_t seconds = SecondsOf(*time, "%Y-%m-%dT%H:%M:%S");
    if (const auto action = ValueOf(line, "action"))
      lines.push_back({seconds, *action + '!', ValueOf(line, "text").value_or("")});
    else
      lines.push_back({seconds, *ValueOf(line, "rule"), ValueOf(line, "value").value_or("")});
  }
  return lines;
}

bool IsSame(const RuleLine& peer, const RuleLine& ours) {
  if (peer.seconds != ours.seconds || peer.what != ours.what) return false;
  if (peer.what.ends_with('!'))
    return IsUnbound(peer.text, ours.text) || Trimmed(peer.text) == Trimmed(ours.text);
  if (peer.text == ours.text || (IsAllUnknown(peer.text) && IsAllUnknown(ours.text))) return true;
  const std::vector<std::string> theirs = WordsOf(peer.text), own = WordsOf(ours.text);
  const auto matches = [](const std::string& a, const std::string& b) {
    return a == b || (b == "unknown" && (a == "true" || a == "false"));
  };
  // A single truth is no leftover.
  return theirs.size() > 1 &&
         std::equal(theirs.begin(), theirs.end(), own.begin(), own.end(), matches);
}

}  // namespace fdr::test
