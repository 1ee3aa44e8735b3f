// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parts that the descriptions of verbs share.  Only for the sources in this folder.

#pragma once

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

#include "fdr/tools/command_line/command_line.h"

namespace fdr::tools {

/// Returns the command of the verb that was chosen.
using Chosen = std::function<Command()>;

/// Without this check, a negative number becomes a huge one.
inline CLI::Validator NotNegative() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.starts_with('-') ? "Negative: " + text : std::string();
      },
      "");
}

/// CLI::PositiveNumber would print the whole range of a double.
inline CLI::Validator Positive() {
  return CLI::Validator(
      [](const std::string& text) {
        const bool is_more = std::strtod(text.c_str(), nullptr) > 0;
        return is_more ? std::string() : "must be a number greater than 0, not " + text;
      },
      "");
}

inline void AddHelpAndQuiet(CLI::App& verb, CommonOptions& common,
                            const char* quiet = "Print only results and errors") {
  verb.set_help_flag("--help", "Show this help");
  verb.add_flag("-q,--quiet", common.quiet, quiet);
}

inline void AddBasics(CLI::App& verb, CommonOptions& common, const char* zones) {
  AddHelpAndQuiet(verb, common);
  verb.add_option("--tz", common.zone, zones)->type_name("ZONE")->capture_default_str();
}

inline void AddOutput(CLI::App& verb, CommonOptions& common, const char* zones) {
  AddBasics(verb, common, zones);
  verb.add_flag("--json", common.json, "Print JSON instead of text");
}

inline void AddCommon(CLI::App& verb, CommonOptions& common) {
  AddOutput(verb, common,
            "Zone of printed times: local, archive, utc, or a name such as Europe/Berlin");
  verb.add_option("--memory", common.memory, "Memory for caches of decoded data, such as 256MiB")
      ->transform(CLI::AsSizeValue(false))
      ->transform(NotNegative())
      ->option_text("SIZE=64MiB");
}

inline void AddHostLimits(CLI::App& verb, CommonOptions& common) {
  const auto size = [&](const char* name, std::uint64_t& to, const char* what, const char* text) {
    verb.add_option(name, to, what)
        ->transform(CLI::AsSizeValue(false))
        ->transform(NotNegative())
        ->option_text(text)
        ->group("Limits");
  };
  size("--max-message", common.max_message, "Largest message that fdr accepts from a host",
       "SIZE=32MiB");
  size("--max-metadata", common.max_metadata,
       "Memory for names, instances, labels and help texts of a host", "SIZE=64MiB");
}

inline void AddNameSpace(CLI::App& verb, std::optional<std::string>& names) {
  verb.add_option("-n,--namespace", names, "Use only the metric names in this file (a PMNS)")
      ->type_name("FILE");
}

inline void AddDerived(CLI::App& verb, DeriveOptions& derive) {
  verb.add_option("--derive", derive.definitions,
                  "Define a metric computed from others, such as "
                  "'disk.busy=rate(disk.all.avactive)'; may be repeated")
      ->type_name("NAME=EXPRESSION")
      ->allow_extra_args(false);
  verb.add_option("--derived", derive.files,
                  "Define such metrics from a file, or from all files in a directory")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

/// The options and the help of a verb.  If the command line chooses the verb, its callback sets
/// `chosen`.
void DescribeCheck(CLI::App* verb, Chosen& chosen);
void DescribeCompress(CLI::App* verb, Chosen& chosen);
void DescribeDecompress(CLI::App* verb, Chosen& chosen);
void DescribeDump(CLI::App* verb, Chosen& chosen);
void DescribeFind(CLI::App* verb, Chosen& chosen);
void DescribeInfo(CLI::App* verb, Chosen& chosen);
void DescribeLive(CLI::App* verb, Chosen& chosen);
void DescribeNames(CLI::App* verb, Chosen& chosen);
void DescribeRecord(CLI::App* verb, Chosen& chosen);
void DescribeRepair(CLI::App* verb, Chosen& chosen);
void DescribeReplay(CLI::App* verb, Chosen& chosen);
void DescribeStatus(CLI::App* verb, Chosen& chosen);
void DescribeView(CLI::App* verb, Chosen& chosen);

}  // namespace fdr::tools
