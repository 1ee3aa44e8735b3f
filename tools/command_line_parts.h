// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the descriptions of the verbs are made of: for command_line*.cc only.

#pragma once

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

#include "fdr/tools/command_line.h"

namespace fdr::tools {

/// Each Describe...() says what a verb takes, and leaves in `chosen` what to run when it is the
/// one.
using Chosen = std::function<Command()>;

/// Numbers would wrap.
inline CLI::Validator NotNegative() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.starts_with('-') ? "Negative: " + text : std::string();
      },
      "");
}

/// Unlike CLI::PositiveNumber, which tells the whole range of a double.
inline CLI::Validator Positive() {
  return CLI::Validator(
      [](const std::string& text) {
        const bool is_more = std::strtod(text.c_str(), nullptr) > 0;
        return is_more ? std::string() : "Not more than 0: " + text;
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

void DescribeRecord(CLI::App* verb, Chosen& chosen);

}  // namespace fdr::tools
