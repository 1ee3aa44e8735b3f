// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/name_spaces/peer_mistake.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <vector>

#include "fdr/replay/pcp/pmapi/name_spaces/preprocessor_mistake.h"
#include "fdr/replay/pcp/pmapi/name_spaces/repeated_name.h"
#include "fdr/replay/pcp/pmapi/name_spaces/wrong_marker.h"
#include "fdr/replay/text/caret.h"

namespace fdr::pmapi {
namespace {

constexpr std::string_view kAnyNode = "Expected NAME, PMID or }";

std::string At(std::string_view file, std::uint32_t number, std::string_view words) {
  return fmt::format("[{}:{}] {}{}\n", file, number, kPeersHead, words);
}

std::string At(const WrongNameSpace& names, const Mistake& mistake, std::string_view words) {
  return At(mistake.file, names.PeersNumber(mistake.file, mistake.number), words);
}

// A line, and a caret below, which may stand behind the end of the line.
std::string Shown(std::string line, std::size_t column) {
  line = "    " + line + '\n';
  return line + LineBelow(line + std::string(column, ' '), column + 4) + "^\n";
}

std::string WithLine(const WrongNameSpace& names, const Mistake& mistake, std::string_view words) {
  return At(names, mistake, words) +
         Shown(Squeezed(mistake.line), Squeezed(mistake.line.substr(0, mistake.column)).size());
}

// After a wrong identifier the peer complains once more, and shows its own caret for the line.
std::string WrongId(const WrongNameSpace& names, const Mistake& mistake, std::string_view words) {
  const std::string message = WithLine(names, mistake, words);
  const std::size_t caret = message.rfind('\n', message.size() - 2) + 1;
  const std::string below = message.substr(caret);
  return message + At(names, mistake, kAnyNode) + below + below;
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
                     kPeersHead, words[2], words[4], first);
}

// "this name is in the group already"
std::string NameTwice(const WrongNameSpace& names) {
  const auto twice = FindRepeatedName(names);
  if (!twice) return {};
  const std::uint32_t number = names.PeersNumber(twice->end.file, twice->end.line);
  const std::string words =
      fmt::format("Duplicate name \"{}\" in subtree for \"{}\"", twice->name, twice->group);
  return At(twice->end.file, number, words + '\n') + Shown(words, twice->column);
}

// "expected # LINE "FILE", as only preprocessors write"
std::string NoMarker(const WrongNameSpace& names, const Mistake& mistake) {
  constexpr std::string_view kWords = "Illegal line number control number";
  const WrongMarker marker = FindWrongMarker(names, mistake);
  if (marker.number <= 0) return fmt::format("{}{}\n", kPeersHead, kWords);
  const std::string line = Squeezed(mistake.line);
  return At(mistake.file, static_cast<std::uint32_t>(marker.number), kWords) +
         (marker.column ? Shown(line, *marker.column) : "    " + line + '\n');
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

std::string PeerMistake(const Error& error, const WrongNameSpace& names) {
  const bool is_preprocessed = names.options.preprocess;
  if (error.system_error == EISDIR && error.file == names.path)
    return is_preprocessed ? fmt::format("pmcpp: {}:\npmcpp: Error: No such file or directory\n{}",
                                         error.file, kPreprocessorFailed)
                           : fmt::format("{}{}\n", kPeersHead, kWithoutPlace[0].peers);
  if (error.code == Errc::kNotFound)
    return fmt::format("{}Cannot open \"{}\"\n", kPeersHead, error.file);
  const Mistake mistake(error);
  for (const Words& words : kWithLine)
    if (mistake.Is(words.ours)) return WithLine(names, mistake, words.peers);
  for (const Words& words : kOfIds)
    if (mistake.Is(words.ours)) return WrongId(names, mistake, words.peers);
  for (const Words& words : kWithoutPlace)
    if (mistake.Is(words.ours)) return fmt::format("{}{}\n", kPeersHead, words.peers);
  if (mistake.Is("expected a metric"))
    return IsLikeId(mistake.Word()) ? WrongId(names, mistake, "Illegal PMID")
                                    : WithLine(names, mistake, kAnyNode);
  if (mistake.Is("there is neither a metric nor a group"))
    return fmt::format("{}Cannot find definition for non-terminal node \"{}\" in name space\n",
                       kPeersHead, WordsOf(mistake.complaint).back());
  if (mistake.Is("no other group leads to this one") || mistake.Is("there is a group of this path"))
    return fmt::format("{}Disconnected subtree (\"{}\") in name space\n", kPeersHead,
                       mistake.Word());
  if (mistake.Is("the metric ")) return TwoNames(mistake);
  if (mistake.Is("this name is in the group already")) return NameTwice(names);
  if (mistake.Is("expected # LINE")) return NoMarker(names, mistake);
  return is_preprocessed ? PreprocessorMistake(names, mistake) : std::string();
}

}  // namespace fdr::pmapi
