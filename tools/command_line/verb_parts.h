// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parts that the descriptions of verbs share.  Only for the sources in this folder.

#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/tools/command_line/command_line.h"

namespace fdr::tools {

/// What the command line says.
struct Chosen {
  std::function<Command()> command;  ///< that of the verb, which sets this
  /// The words behind `--` of a verb that runs a program.
  std::optional<std::vector<std::string>> program;
};

/// A check whose message says what is expected: usage_error.h adds the option and an example.
inline CLI::Validator Expect(const char* what, std::function<bool(const std::string&)> holds) {
  return CLI::Validator(
      [what, holds = std::move(holds)](const std::string& text) {
        return holds(text) ? std::string() : "expected " + std::string(what);
      },
      "");
}

/// Without this check, a negative number becomes a huge one.
inline CLI::Validator NotNegative() {
  return Expect("a whole number", [](const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  });
}

inline CLI::Validator Positive() {
  return Expect("a number greater than 0", [](const std::string& text) {
    char* end = nullptr;
    return std::strtod(text.c_str(), &end) > 0 && *end == '\0';
  });
}

/// Says what is expected without the internals of CLI11's checks.
inline CLI::Validator Between(int least, int most) {
  return CLI::Validator(
      [=](const std::string& text) {
        char* end = nullptr;
        const long number = std::strtol(text.c_str(), &end, 10);
        const bool fits = !text.empty() && *end == '\0' && number >= least && number <= most;
        return fits ? std::string()
                    : "expected a number from " + std::to_string(least) + " to " +
                          std::to_string(most);
      },
      "");
}

inline CLI::Validator OneOf(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](const std::string& text) {
        if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
        std::string list = words[0];
        for (std::size_t i = 1; i < words.size(); ++i)
          list += (i + 1 == words.size() ? " or " : ", ") + words[i];
        return "expected " + list;
      },
      "");
}

/// Turns "64MiB" into a number of bytes.
inline CLI::Validator Size() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        constexpr const char* kDigits = "0123456789";
        const std::size_t unit = text.find_first_not_of(kDigits);
        const bool has_digits_behind =
            unit != std::string::npos && text.find_first_of(kDigits, unit) != std::string::npos;
        if (text.empty() || unit == 0 || has_digits_behind) return "expected a size";
        std::string bytes = text;
        try {
          if (!CLI::AsSizeValue(false)(bytes).empty()) return "expected a size";
        } catch (const CLI::ValidationError&) {  // too large
          return "expected a size";
        }
        text = std::move(bytes);
        return "";
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

/// Returns the option that names the file.
inline CLI::Option* AddAgents(CLI::App& verb, AgentsOption& agents, const char* name,
                              const char* what) {
  CLI::Option* const file =
      verb.add_option(name, agents.file, what)->type_name("FILE")->group("Agents");
  verb.add_option("--prefer", agents.prefer,
                  "What answers for metrics that an agent and fdr itself know: agents, or built-in")
      ->check(OneOf({"agents", "built-in"}))
      ->option_text("WHICH=agents")
      ->needs(file)
      ->group("Agents");
  verb.add_flag("--in-process", agents.in_process,
                "Run agents that are shared objects inside fdr, instead of a process for each. If "
                "one crashes, fdr ends")
      ->needs(file)
      ->group("Agents");
  return file;
}

inline void AddCommon(CLI::App& verb, CommonOptions& common) {
  AddOutput(verb, common,
            "Zone of printed times: local, archive, utc, or a name such as Europe/Berlin");
  verb.add_option("--memory", common.memory, "Memory for caches of decoded data, such as 256MiB")
      ->transform(Size())
      ->option_text("SIZE=64MiB");
}

inline void AddHostLimits(CLI::App& verb, CommonOptions& common) {
  const auto size = [&](const char* name, std::uint64_t& to, const char* what, const char* text) {
    verb.add_option(name, to, what)->transform(Size())->option_text(text)->group("Limits");
  };
  size("--max-message", common.max_message, "Largest message that fdr accepts from a host",
       "SIZE=32MiB");
  size("--max-metadata", common.max_metadata,
       "Memory for names, instances, labels and help texts of a host", "SIZE=64MiB");
}

inline void AddArchives(CLI::App& verb, std::vector<std::string>& archives) {
  verb.add_option("ARCHIVE", archives,
                  "Base name or any file of an archive, a directory, or a comma-separated list")
      ->option_text("...")
      ->required();
}

inline void AddNameSpace(CLI::App& verb, std::optional<std::string>& names,
                         const char* what = "Use only the metric names in this file (a PMNS)") {
  verb.add_option("-n,--namespace", names, what)->type_name("FILE");
}

/// For verbs with AddAgents().
inline void AddNameSpaceOfAgents(CLI::App& verb, std::optional<std::string>& names) {
  AddNameSpace(verb, names,
               "Use only the metric names in this file (a PMNS); or, if agents are asked, for "
               "their metrics");
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

/// The part of an archive that a verb reads.
inline void AddWindow(CLI::App& verb, WindowOptions& window) {
  const auto text = [&](const char* names, std::optional<std::string>& to, const char* what,
                        const char* type) {
    return verb.add_option(names, to, what)->type_name(type)->group("Time");
  };
  text("-S,--start", window.times.start,
       "Begin at this time: '@14:30', -1h (before the end), 10m (after the start), ...", "TIME");
  text("-T,--finish", window.times.finish, "End at this time", "TIME");
  text("-O,--origin", window.times.offset, "Begin at this time, within that window", "TIME");
  text("-A,--align", window.times.align, "Begin at a multiple of this interval", "INTERVAL");
  CLI::Option* zone = text("-Z,--timezone", window.zone, "Zone of times, in the form of TZ", "TZ");
  verb.add_flag("-z,--hostzone", window.archive_zone,
                "Print times in the zone of the archive's label")
      ->excludes(zone)
      ->group("Time");
}

/// The colours of standard output.
void AddColor(CLI::App& verb, ColorChoice& color);
/// How values over time are shown: tables, CSV, JSON, charts.  Comes after --json.
void AddSeriesOutput(CLI::App& verb, SeriesOutput& output, bool& raw);

inline CLI::Option* AddReports(CLI::App& verb, std::vector<std::string>& files) {
  return verb
      .add_option("--reports", files,
                  "Look for reports in this file, or in the files *.conf of a directory, before "
                  "all others; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

/// Without METRIC, which the list does not need, the callback of the verb has to fail.
inline void AddListOfReports(CLI::App& verb, bool& lists) {
  verb.add_flag("--list-reports", lists, "List all reports and the files that they come from");
}

inline void RequireMetrics(const std::vector<std::string>& metrics, bool lists_reports) {
  if (metrics.empty() && !lists_reports) throw CLI::RequiredError("METRIC");
}

/// The options and the help of a verb.  If the command line chooses the verb, its callback sets
/// `chosen`.
void DescribeAgent(CLI::App* verb, Chosen& chosen);
void DescribeCheck(CLI::App* verb, Chosen& chosen);
void DescribeCompress(CLI::App* verb, Chosen& chosen);
void DescribeCopy(CLI::App* verb, Chosen& chosen);
void DescribeDecompress(CLI::App* verb, Chosen& chosen);
void DescribeDiff(CLI::App* verb, Chosen& chosen);
void DescribeDump(CLI::App* verb, Chosen& chosen);
void DescribeFind(CLI::App* verb, Chosen& chosen);
void DescribeControl(CLI::App* verb, Chosen& chosen);
void DescribeFolio(CLI::App* verb, Chosen& chosen);
void DescribeInfo(CLI::App* verb, Chosen& chosen);
void DescribeLive(CLI::App* verb, Chosen& chosen);
void DescribeNames(CLI::App* verb, Chosen& chosen);
void DescribeNote(CLI::App* verb, Chosen& chosen);
void DescribePcp(CLI::App* verb, Chosen& chosen);
void DescribeRecord(CLI::App* verb, Chosen& chosen);
void DescribeRepair(CLI::App* verb, Chosen& chosen);
void DescribeReplay(CLI::App* verb, Chosen& chosen);
void DescribeReport(CLI::App* verb, Chosen& chosen);
void DescribeServe(CLI::App* verb, Chosen& chosen);
void DescribeStatus(CLI::App* verb, Chosen& chosen);
void DescribeSummary(CLI::App* verb, Chosen& chosen);
void DescribeView(CLI::App* verb, Chosen& chosen);
void DescribeWatch(CLI::App* verb, Chosen& chosen);
void DescribeWhy(CLI::App* verb, Chosen& chosen);

}  // namespace fdr::tools
