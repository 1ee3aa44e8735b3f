// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The attributes with which a client asks for an archive as if it were live:
//
//     archive:db1?start=2024-01-31T03:50:00Z&rate=10&at-end=loop&stamps=now&tape=alice
//
//   start    the time to begin at, as the option -S has it; default: the end, as the archive grows
//   rate     seconds of the archive that pass in a second; negative: backward; default: 1
//   at-end   hold (the last values stay) or loop; default: hold
//   stamps   of values: now or recorded; default: now
//   tape     a name: those with the same attributes share a tape, and this is one of them

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

struct TapeWish {
  std::optional<std::string> start;
  double rate = 1;
  bool loops = false;
  bool recorded_stamps = false;
};

/// "start=03:50&rate=10".  kInvalidArgument for other attributes and values.
Result<TapeWish> ParseTapeWish(std::string_view attributes);

}  // namespace fdr
