// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compiled time zone files, as in /usr/share/zoneinfo.  The format: tzfile(5) and RFC 8536.
//
// Parsed here instead of by a date library: the libraries of Debian 12 ignore the last part of the
// file, the rule for the years after the last listed change.  With them there is no summer time
// after 2037.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/error.h"
#include "fdr/replay/time/posix_tz.h"

namespace fdr {

/// When clocks change to types[type], and the clock in which the file's author gave that time.
struct ClockChange {
  std::int64_t sec = 0;
  std::uint8_t type = 0;
};

struct TzifType : LocalTimeType {
  bool changes_in_standard_time = false;  ///< changes to this type are stated in standard time, ...
  bool changes_in_utc = false;            ///< ... or in UTC; otherwise in what clocks showed
};

struct Tzif {
  std::vector<ClockChange> changes;  ///< ascending
  std::vector<TzifType> types;       ///< never empty
  std::optional<PosixTz> tail;       ///< from the last change on
};

/// Decodes the content of a file.  Files with leap seconds ("right/...") are not supported.
Result<Tzif> DecodeTzif(Bytes content);

/// Reads a file; `path` must be a regular file of reasonable size.
Result<Tzif> ReadTzif(const std::string& path);

}  // namespace fdr
