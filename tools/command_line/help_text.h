// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The text of --help: examples come first.  Only for the sources in this folder.

#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace fdr::tools {

/// The footer of a verb ends with "Examples:" and a line for each example.  The help shows them
/// before everything else.  On a terminal, no line is longer than the terminal is wide.
std::shared_ptr<CLI::FormatterBase> MakeHelpFormatter();

/// The example in the footer of a verb that has most of the options that were given; empty if there
/// is no example.
std::string NearestExample(const CLI::App& verb);

}  // namespace fdr::tools
