// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of reports, as pmrep.conf(5) lists them: in [options], or in the section of a report.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fdr {

/// Options that are not set come from elsewhere: from [options], or from the command line.
struct ReportOptions {
  // Which values.
  std::optional<bool> globals, ignore_incompat, ignore_unknown, omit_flat, invert_filter;
  std::optional<std::string> derived;  ///< "NAME=EXPRESSION,...", or a file
  std::optional<std::string> instances;
  std::optional<std::string> predicate;  ///< the metrics that `rank` compares
  std::optional<std::int64_t> rank, limit_filter, limit_filter_force;

  // Numbers.
  std::optional<std::string> type, type_prefer;  ///< "raw", or a rate
  std::optional<std::string> count_scale, space_scale, time_scale;
  std::optional<std::string> count_scale_force, space_scale_force, time_scale_force;
  std::optional<std::int64_t> precision, precision_force;

  // Time.
  std::optional<std::string> interval;
  std::optional<std::int64_t> samples;
  std::optional<bool> delay, interpol;

  // The table.
  std::optional<bool> header, instinfo, unitinfo, timestamp;
  std::optional<std::string> colxrow, delimiter, timefmt, sort_metric;
  std::optional<std::int64_t> width, width_force;
};

enum class OptionOutcome : std::uint8_t {
  kSet,
  kIgnored,  ///< an option without a meaning here
  kWrong,    ///< a value that does not fit
  kUnknown,  ///< no option has this name
};

OptionOutcome SetReportOption(std::string_view name, std::string_view value,
                              ReportOptions& options);

/// Sets all options that are set in `by`.
void OverrideReportOptions(const ReportOptions& by, ReportOptions& options);

}  // namespace fdr
