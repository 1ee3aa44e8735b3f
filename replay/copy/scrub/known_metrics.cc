// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/known_metrics.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_set>

namespace fdr {
namespace {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
using Names = std::unordered_set<std::string, TextHash, std::equal_to<>>;

struct Tree {
  Names leaves;
  Names beginnings;
};

constexpr std::string_view kBlanks = " \n";

// Takes the word at the front of a list.
std::string_view TakeWord(std::string_view& list) {
  list.remove_prefix(std::min(list.find_first_not_of(kBlanks), list.size()));
  const std::string_view word = list.substr(0, list.find_first_of(kBlanks));
  list.remove_prefix(word.size());
  return word;
}

void AddLeaf(const std::string& name, Tree& tree) {
  for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1))
    tree.beginnings.insert(name.substr(0, dot));
  tree.leaves.insert(name);
}

// The names that `form` stands for, behind `beginning`.
void AddForm(const std::string& beginning, std::string_view form, Tree& tree) {
  const std::size_t open = form.find('{');
  if (open == form.npos) return AddLeaf(beginning + std::string(form), tree);
  const std::size_t close = form.find('}', open);
  std::string_view words = form.substr(open + 1, close - open - 1);
  for (std::string_view word = TakeWord(words); !word.empty(); word = TakeWord(words))
    AddForm(beginning + std::string(form.substr(0, open)) + std::string(word),
            form.substr(close + 1), tree);
}

void AddForms(std::string_view list, Tree& tree) {
  while (true) {
    list.remove_prefix(std::min(list.find_first_not_of(kBlanks), list.size()));
    if (list.empty()) return;
    std::size_t end = 0;
    for (bool is_inside = false; end < list.size(); ++end) {
      if (list[end] == '{') is_inside = true;
      if (list[end] == '}') is_inside = false;
      if (!is_inside && kBlanks.find(list[end]) != kBlanks.npos) break;
    }
    AddForm({}, list.substr(0, end), tree);
    list.remove_prefix(end);
  }
}

const Tree& KnownTree() {
  static const Tree kTree = [] {
    Tree tree;
    for (const std::string_view list : {kKernelNames, kNetworkNames, kProcessNames, kAgentNames})
      AddForms(list, tree);
    return tree;
  }();
  return kTree;
}

}  // namespace

bool IsKnownMetric(std::string_view name) { return KnownTree().leaves.contains(name); }

bool IsBeginningOfKnownMetrics(std::string_view name) {
  return KnownTree().beginnings.contains(name);
}

std::string_view MeasuredMetric(std::string_view name) {
  constexpr std::string_view kBeginning = "fdr.";
  // A statistic of a statistic is a name like others.
  if (!name.starts_with(kBeginning) || name.substr(kBeginning.size()).starts_with(kBeginning))
    return name;
  for (const std::string_view end : {".min", ".max", ".mean"})
    if (name.size() > kBeginning.size() + end.size() && name.ends_with(end))
      return name.substr(kBeginning.size(), name.size() - kBeginning.size() - end.size());
  return name;
}

}  // namespace fdr
