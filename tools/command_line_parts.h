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

inline void AddHelpAndQuiet(CLI::App& verb, CommonOptions& common) {
  verb.set_help_flag("--help", "Show this help");
  verb.add_flag("-q,--quiet", common.quiet, "Say nothing but errors and what was asked for");
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
  verb.add_option("--memory", common.memory, "Bytes for caches of decoded data, as in 256MiB")
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
  size("--max-message", common.max_message, "Largest message that is taken from a host",
       "SIZE=32MiB");
  size("--max-metadata", common.max_metadata,
       "Memory for names, instances, labels and help texts of a host", "SIZE=64MiB");
}

inline void AddNameSpace(CLI::App& verb, std::optional<std::string>& names) {
  verb.add_option("-n,--namespace", names,
                  "Metrics have the names of this file (a PMNS), and no others")
      ->type_name("FILE");
}

inline void AddDerived(CLI::App& verb, DeriveOptions& derive) {
  verb.add_option("--derive", derive.definitions,
                  "A metric made of others, as in 'disk.busy=rate(disk.all.avactive)'; more than "
                  "once")
      ->type_name("NAME=EXPRESSION")
      ->allow_extra_args(false);
  verb.add_option("--derived", derive.files,
                  "Such metrics from a file, or all files in a directory")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void DescribeRecord(CLI::App* verb, Chosen& chosen);

}  // namespace fdr::tools
