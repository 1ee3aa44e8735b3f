// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the data of a volume end.
//
//   record  record  record  rec          torn: its writer was killed, or the file was cut
//                           ^ here
//
// What looks like a record is not believed because it ends where the file ends: a part of a record
// can look so.  The way to the end is from record to record, from a place that is known.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/salvage/data_judge.h"

namespace fdr {

/// Behind the last whole record that can be trusted.
Result<std::uint64_t> FindDataEnd(const ByteSource& source, const DataJudge::Witnesses& witnesses);

/// When the file was last written to, if that can be told.
std::optional<Timestamp> LastWritten(const std::string& path);

struct PlacedStamp {
  std::uint64_t offset = 0;  ///< of the record
  Timestamp stamp;
};

/// Of the nearest record in front of the reader that makes sense; nothing if there is none.
Result<std::optional<PlacedStamp>> SoundStampBefore(FrameReader& frames, Version version);

/// Each call returns the stamp of one more record, from the last one towards the first.
using StampsBackwards = std::function<std::optional<Timestamp>()>;

/// Of the last volume, whose records end at `end`: where the last one begins, if its stamp is
/// contradicted (last_stamp.h).  `before` gives the stamps of the volumes before.
std::optional<std::uint64_t> FindWildRecord(const ByteSource& source,
                                            const DataJudge::Witnesses& witnesses,
                                            std::uint64_t end, const StampsBackwards& before);

}  // namespace fdr
