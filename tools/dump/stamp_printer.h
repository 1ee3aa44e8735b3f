// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Time stamps as PCP's dumper prints them.
//
//   detail 0   22:13:20.000000
//   detail 1   Tue Nov 14 22:13:20.000000 2023
//   detail 2   Tue Nov 14 22:13:20.000000 2023 (12.500000)
//   detail 3   Tue Nov 14 22:13:20.000000 2023 (12.500000) 1700000000
//
// In brackets: seconds since the start of the archive; behind them: since the Epoch.

#pragma once

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/replay/time/stamp_format.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/dump/output_buffer.h"

namespace fdr::tools {

/// One thread at a time.
class StampPrinter {
 public:
  /// `version` of the archive: 2 shows microseconds, 3 nanoseconds.
  StampPrinter(Zone zone, Version version, int detail, Timestamp archive_start)
      : formatter_(std::move(zone)),
        digits_(version == Version::k2 ? 6 : 9),
        detail_(detail),
        archive_start_(archive_start) {}

  int detail() const { return detail_; }
  /// Decimals of the second: 6 or 9.
  int digits() const { return digits_; }

  void Append(Timestamp stamp, OutputBuffer& out);
  /// As in a label: always with the date; with the seconds since the Epoch only for detail 3.
  void AppendInLabel(Timestamp stamp, OutputBuffer& out);
  /// "22:13:20.000000", whatever the detail.
  void AppendClock(Timestamp stamp, int digits, OutputBuffer& out);
  /// The stamp of an event record, which has its own resolution.
  void AppendOfEvent(Timestamp stamp, bool highres, OutputBuffer& out);
  /// "Tue Nov 14 22:13:20 2023".
  void AppendWholeSeconds(Timestamp stamp, OutputBuffer& out);

 private:
  void AppendDated(Timestamp stamp, int digits, OutputBuffer& out);
  void AppendOffset(Timestamp stamp, int digits, OutputBuffer& out) const;
  void AppendSinceEpoch(Timestamp stamp, OutputBuffer& out) const;

  StampFormatter formatter_;
  int digits_;
  int detail_;
  Timestamp archive_start_;
};

}  // namespace fdr::tools
