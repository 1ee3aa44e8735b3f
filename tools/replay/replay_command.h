// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr replay`: shows metrics of an archive over time, as a table, CSV, JSON or a chart.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/series/series_output.h"

namespace fdr::tools {

struct ReplayCommand {
  CommonOptions common;
  std::string archive;
  std::vector<std::string> metrics;       ///< or names of reports
  std::vector<std::string> report_files;  ///< or directories
  bool list_reports = false;              ///< instead of showing anything
  std::optional<std::string> names;  ///< the file of a name space, instead of the archive's names
  DeriveOptions derive;

  SeriesOutput output;
  bool raw = false;  ///< counters are not turned into rates

  std::optional<std::string> start, finish, origin, align;
  std::optional<std::string> zone;  ///< as in TZ; instead of common.zone
  bool archive_zone = false;
  std::optional<std::string> interval;
  std::optional<std::string> mode;  ///< recorded or interpolated
  bool previous = false;            ///< interpolate as PCP did before 6.3.2
  std::uint64_t samples = 0;        ///< 0: all
  bool reverse = false;
  bool follow = false;
  std::optional<double> rate;                  ///< times real time
  bool loop = false;                           ///< begin again at the end; goes with `rate`
  std::optional<std::uint16_t> served_port;    ///< programs may follow the tape; 0: any port
  std::optional<std::uint16_t> followed_port;  ///< the time server that says what to show
};

int Run(const ReplayCommand& command);

}  // namespace fdr::tools
