// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the next word of a request may be.  The arguments in the table of requests say it.

#include <algorithm>

#include "fdr/tools/agent/request.h"
#include "fdr/tools/agent/request_words.h"

namespace fdr::tools {
namespace {

// "METRIC", "oneline|help" or "INSTANCE": the argument at this place.  The last one may be
// repeated.
std::string_view ArgumentAt(std::string_view arguments, std::size_t place) {
  for (;;) {
    const std::size_t end = std::min(arguments.find(' '), arguments.size());
    std::string_view argument = arguments.substr(0, end);
    arguments.remove_prefix(std::min(end + 1, arguments.size()));
    if (argument.starts_with('[')) argument.remove_prefix(1);
    if (argument.ends_with(']')) argument.remove_suffix(1);
    const bool is_repeated = argument.ends_with("...");
    if (is_repeated) argument.remove_suffix(3);
    if (place == 0 || (is_repeated && arguments.empty())) return argument;
    if (arguments.empty()) return {};
    --place;
  }
}

// The nodes of the name space at the level that the word has reached.
void AddNodes(AskedAgent& session, std::string_view begun, std::vector<std::string>& words) {
  const std::size_t dot = begun.rfind('.');
  const std::string parent(begun.substr(0, dot == std::string_view::npos ? 0 : dot));
  const auto children = session.metrics().Children(parent);
  if (!children) return;
  for (const NameChild& child : *children)
    words.push_back((parent.empty() ? "" : parent + '.') + child.name + (child.is_leaf ? "" : "."));
}

void AddInstances(AskedAgent& session, const std::string& owner, std::vector<std::string>& words) {
  const Result<InDomId> indom = InDomMeant(session, owner);
  if (!indom) return;
  const auto instances = session.metrics().Instances(*indom);
  if (!instances) return;
  for (const NamedInstance& instance : *instances) words.push_back(QuotedWord(instance.name));
}

// Small letters are words of the request; capitals stand for something else.
std::vector<std::string> WordsFor(AskedAgent& session, std::string_view argument,
                                  RequestWords before, std::string_view begun) {
  std::vector<std::string> words;
  while (!argument.empty()) {
    const std::size_t end = std::min(argument.find('|'), argument.size());
    const std::string_view kind = argument.substr(0, end);
    argument.remove_prefix(std::min(end + 1, argument.size()));
    if (kind == "METRIC" || kind == "NAME" || kind == "PREFIX")
      AddNodes(session, begun, words);
    else if (kind == "INSTANCE")
      AddInstances(session, before[1], words);
    else if (!kind.empty() && kind[0] >= 'a' && kind[0] <= 'z')
      words.emplace_back(kind);
  }
  return words;
}

}  // namespace

std::vector<std::string> CompletionsOf(AskedAgent& session, RequestWords before,
                                       std::string_view begun) {
  session.CatchUp();
  std::vector<std::string> words =
      before.empty()
          ? RequestNames()
          : WordsFor(session, ArgumentAt(ArgumentsOf(before[0]), before.size() - 1), before, begun);
  std::erase_if(words, [begun](const std::string& word) { return !word.starts_with(begun); });
  std::ranges::sort(words);
  return words;
}

}  // namespace fdr::tools
