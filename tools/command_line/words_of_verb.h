// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which options the words of a command line give, read as CLI11 does, but without looking at the
// values: the words may be incomplete.  Only for the sources in this folder.

#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace fdr::tools {

using Options = std::set<const CLI::Option*>;

inline bool IsFlag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

inline bool IsRepeated(const CLI::Option& option) { return option.get_expected_max() > 1; }

class WordsOfVerb {
 public:
  /// The words behind the verb.
  WordsOfVerb(const CLI::App& verb, std::span<const std::string> words);

  /// Options and arguments.
  const Options& given() const { return given_; }
  /// The option whose value the next word will be; nullptr if it will be something else.
  const CLI::Option* open() const { return open_; }
  /// The words that are no options.
  const std::vector<std::string>& arguments() const { return arguments_; }
  /// The argument that the next such word will be; nullptr if there is none.
  const CLI::Option* NextArgument() const;
  /// The last value of an option.
  std::optional<std::string> ValueOf(const std::string& name) const;

 private:
  void TakeLong(const std::string& word);
  void TakeShort(const std::string& word);
  std::vector<const CLI::Option*> Arguments() const;

  const CLI::App& verb_;
  Options given_;
  std::map<const CLI::Option*, std::string> values_;
  std::vector<std::string> arguments_;
  const CLI::Option* open_ = nullptr;
};

}  // namespace fdr::tools
