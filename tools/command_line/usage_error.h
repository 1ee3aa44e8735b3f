// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Describes a mistake in a command line, in plain words: the option, the word, what is expected
// there, and an example.  Only for the sources in this folder.

#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "fdr/tools/command_line/default_words.h"

namespace fdr::tools {

/// One line without the end of a sentence.  `app` has parsed the command line as far as it can;
/// `verbs` are the names of all verbs, `places` those of options that are not on the command line.
std::string ExplainUsage(const CLI::App& app, const CLI::ParseError& error,
                         const std::vector<std::string>& verbs, const DefaultPlaces& places);

/// "There is no verb inof; did you mean info?"
std::string NoSuchVerb(const std::string& word, const std::vector<std::string>& verbs);

/// What an option takes, such as {"a whole number", "10"}.
struct Expectation {
  std::string what;
  std::string example;
};
Expectation ExpectationOf(const CLI::Option& option);
/// The word for its argument in the help: "INTERVAL".
std::string TypeOf(const CLI::Option& option);
/// The words that an option takes, if it takes only these, or these besides others.
std::vector<std::string> WordsOf(const CLI::Option& option);

}  // namespace fdr::tools
