// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line/words_of_verb.h"

#include <algorithm>
#include <utility>

namespace fdr::tools {

WordsOfVerb::WordsOfVerb(const CLI::App& verb, std::span<const std::string> words) : verb_(verb) {
  bool only_arguments = false;
  for (const std::string& word : words) {
    if (const CLI::Option* const option = std::exchange(open_, nullptr))
      values_[option] = word;
    else if (only_arguments || word.size() < 2 || word[0] != '-')
      arguments_.push_back(word);
    else if (word == "--")
      only_arguments = true;
    else
      word[1] == '-' ? TakeLong(word) : TakeShort(word);
  }
  const std::vector<const CLI::Option*> all = Arguments();
  for (std::size_t i = 0; i < std::min(all.size(), arguments_.size()); ++i) given_.insert(all[i]);
}

void WordsOfVerb::TakeLong(const std::string& word) {
  const std::size_t equals = word.find('=');
  const CLI::Option* const option = verb_.get_option_no_throw(word.substr(0, equals));
  if (option == nullptr) return;
  given_.insert(option);
  if (equals != std::string::npos)
    values_[option] = word.substr(equals + 1);
  else if (!IsFlag(*option))
    open_ = option;
}

// "-rs1" is "-r -s 1".
void WordsOfVerb::TakeShort(const std::string& word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    const CLI::Option* const option = verb_.get_option_no_throw(std::string("-") + word[i]);
    if (option == nullptr) return;
    given_.insert(option);
    if (IsFlag(*option)) continue;
    if (i + 1 == word.size())
      open_ = option;
    else
      values_[option] = word.substr(i + 1);
    return;
  }
}

std::vector<const CLI::Option*> WordsOfVerb::Arguments() const {
  return verb_.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

const CLI::Option* WordsOfVerb::NextArgument() const {
  const std::vector<const CLI::Option*> all = Arguments();
  if (all.empty()) return nullptr;
  if (arguments_.size() < all.size()) return all[arguments_.size()];
  return IsRepeated(*all.back()) ? all.back() : nullptr;
}

std::optional<std::string> WordsOfVerb::ValueOf(const std::string& name) const {
  const CLI::Option* const option = verb_.get_option_no_throw(name);
  const auto value = values_.find(option);
  return value == values_.end() ? std::nullopt : std::optional(value->second);
}

}  // namespace fdr::tools
