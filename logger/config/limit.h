// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The limit after which a volume or an archive ends, as in the options -v and -s: "100" samples,
// "100bytes" or "10Mb", "10mins" or "1.5 hours".

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

struct RecordingLimit {
  enum class Kind : std::uint8_t {
    kSamples,  ///< records of a volume
    kBytes,    ///< of data volumes; the record that passes the limit is still written
    kTime,     ///< nanoseconds
  };

  Kind kind = Kind::kSamples;
  std::int64_t amount = 0;  ///< more than 0

  friend constexpr bool operator==(const RecordingLimit&, const RecordingLimit&) = default;
};

/// A number alone counts samples.  With b, k, m, g, or a full name ("KiB", "megabytes"), in any
/// case, it counts bytes; k is 1024.  Anything else is a length of time (replay/time/interval.h,
/// IntervalRules::kPlain).  So "10m" is 10 megabytes, but "10ms" is a hundredth of a second.
/// kInvalidArgument for a text that cannot be read, is 0, or does not fit.
Result<RecordingLimit> ParseRecordingLimit(std::string_view text);

}  // namespace fdr
