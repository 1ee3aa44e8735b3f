// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/peer_mistake.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <vector>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/caret.h"

namespace fdr::pmapi {
namespace {

constexpr std::string_view kHead = "Error Parsing ASCII PMNS: ";
constexpr std::string_view kAnyNode = "Expected NAME, PMID or }";
constexpr std::string_view kOfPreprocessor =
    "Error Parsing ASCII PMNS: pmcpp returned non-zero exit status\n";

// An error as ErrorAt() makes it: the complaint, the line, and a caret below.
struct Mistake {
  std::string_view complaint, line;
  std::string_view file;
  int number = 0;          // of the line
  std::size_t column = 0;  // of the wrong word

  std::string_view Word() const {
    const std::string_view rest = line.substr(column);
    return rest.substr(0, rest.find_first_of(" \t\n{}"));
  }
};

std::string_view NextLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

Mistake PartsOf(const Error& error) {
  Mistake mistake;
  std::string_view text = error.what;
  mistake.complaint = NextLine(text);
  mistake.line = NextLine(text);
  mistake.column = std::min(NextLine(text).find('^'), mistake.line.size());
  mistake.file = error.file;
  const std::size_t colon = mistake.file.rfind(':');
  if (colon == mistake.file.npos) return mistake;
  std::from_chars(mistake.file.data() + colon + 1, mistake.file.data() + mistake.file.size(),
                  mistake.number);
  mistake.file = mistake.file.substr(0, colon);
  return mistake;
}

// The peer keeps the first of several blanks, and none at the start or beside a colon.
std::string Squeezed(std::string_view line) {
  std::string text;
  for (const char c : line) {
    const bool is_blank = IsSpace(c);
    if (is_blank && (text.empty() || IsSpace(text.back()) || text.back() == ':')) continue;
    if (c == ':' && !text.empty() && IsSpace(text.back())) text.pop_back();
    text += c;
  }
  return text;
}

// Without preprocessor, the peer counts a line too many.
std::string At(const Mistake& mistake, bool is_preprocessed, std::string_view words) {
  return fmt::format("[{}:{}] {}{}\n", mistake.file,
                     is_preprocessed ? mistake.number : mistake.number + 1, kHead, words);
}

std::string WithLine(const Mistake& mistake, bool is_preprocessed, std::string_view words) {
  const std::string line = "    " + Squeezed(mistake.line);
  const std::size_t caret = Squeezed(mistake.line.substr(0, mistake.column)).size() + 4;
  return At(mistake, is_preprocessed, words) + line + '\n' + LineBelow(line, caret) + "^\n";
}

// After a wrong identifier the peer complains once more, and shows its own caret for the line.
std::string WrongId(const Mistake& mistake, bool is_preprocessed, std::string_view words) {
  const std::string message = WithLine(mistake, is_preprocessed, words);
  const std::size_t caret = message.rfind('\n', message.size() - 2) + 1;
  const std::string below = message.substr(caret);
  return message + At(mistake, is_preprocessed, kAnyNode) + below + below;
}

// Whether the peer takes a word for an identifier.
bool IsLikeId(std::string_view word) { return word.find_first_not_of("0123456789:*") == word.npos; }

std::vector<std::string_view> WordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// "the metric 1.1.1 of b is that of a, too"
std::string TwoNames(const Mistake& mistake) {
  const std::vector<std::string_view> words = WordsOf(mistake.complaint);
  if (words.size() < 9) return {};
  const std::string_view first = words[8].substr(0, words[8].find(','));
  return fmt::format("{}Duplicate metric id ({}) in name space for metrics \"{}\" and \"{}\"\n\n",
                     kHead, words[2], words[4], first);
}

struct Words {
  std::string_view ours, peers;
};

constexpr Words kWithLine[] = {{"expected the path of a group", "Expected NAME or PATH"},
                               {"expected a { here", "{ expected"},
                               {"expected a name without dots", "Expected NAME or }"}};
constexpr Words kOfIds[] = {{"the largest domain", "Illegal domain field in PMID"},
                            {"the largest cluster", "Illegal cluster field in PMID"},
                            {"the largest item", "Illegal item field in PMID"}};
constexpr Words kWithoutPlace[] = {
    {"there is no group root", "No name space entry for \"root\""},
    {"there is a group root already", "Multiple name space entries for \"root\""}};

}  // namespace

std::string PeerMistake(const Error& error, bool is_preprocessed) {
  if (error.system_error == EISDIR)
    return is_preprocessed ? fmt::format("pmcpp: {}:\npmcpp: Error: No such file or directory\n{}",
                                         error.file, kOfPreprocessor)
                           : fmt::format("{}{}\n", kHead, kWithoutPlace[0].peers);
  if (error.code == Errc::kNotFound)
    return fmt::format("{}Cannot open \"{}\"\n", kHead, error.file);
  const Mistake mistake = PartsOf(error);
  const auto is = [&](std::string_view beginning) {
    return mistake.complaint.starts_with(beginning);
  };
  for (const Words& words : kWithLine)
    if (is(words.ours)) return WithLine(mistake, is_preprocessed, words.peers);
  for (const Words& words : kOfIds)
    if (is(words.ours)) return WrongId(mistake, is_preprocessed, words.peers);
  for (const Words& words : kWithoutPlace)
    if (is(words.ours)) return fmt::format("{}{}\n", kHead, words.peers);
  if (is("expected a metric"))
    return IsLikeId(mistake.Word()) ? WrongId(mistake, is_preprocessed, "Illegal PMID")
                                    : WithLine(mistake, is_preprocessed, kAnyNode);
  if (is("there is neither a metric nor a group"))
    return fmt::format("{}Cannot find definition for non-terminal node \"{}\" in name space\n",
                       kHead, WordsOf(mistake.complaint).back());
  if (is("no other group leads to this one") || is("there is a group of this path"))
    return fmt::format("{}Disconnected subtree (\"{}\") in name space\n", kHead, mistake.Word());
  if (is("the metric ")) return TwoNames(mistake);
  if (is("there is no such file to include") && is_preprocessed)
    return fmt::format("pmcpp: {}[{}]: {}\npmcpp: Error: Cannot open file for #include\n{}",
                       mistake.file, mistake.number, mistake.line, kOfPreprocessor);
  return {};
}

}  // namespace fdr::pmapi
