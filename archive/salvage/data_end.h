// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the end of the data in a volume.  A writer that continues an archive asks archive_tail.h,
// which finds the end of each file.
//
//   record  record  record  rec          torn: its writer was killed, or the file was cut
//                           ^ here
//
// A match of the last length word with the end of the file is no proof of a record: a part of a
// record can match, too.  So the search goes from record to record, from a known place to the end.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/salvage/data_judge.h"

namespace fdr {

/// Returns the end of the last whole record that can be trusted.
Result<std::uint64_t> FindDataEnd(const ByteSource& source, const DataJudge::Witnesses& witnesses);

/// Returns the time of the last write to the file, if it is known.
std::optional<Timestamp> LastWritten(const std::string& path);

struct PlacedStamp {
  std::uint64_t offset = 0;  ///< of the record
  Timestamp stamp;
};

/// Returns the stamp of the nearest sound record before the reader's position; nothing if there is
/// no such record.
Result<std::optional<PlacedStamp>> SoundStampBefore(FrameReader& frames, Version version);

/// Each call returns the stamp of one more record, from the last one towards the first.
using StampsBackwards = std::function<std::optional<Timestamp>()>;

/// For the last volume of an archive, whose records end at `end`.  Returns the start of the last
/// record if its stamp is contradicted (last_stamp.h).  `before` returns stamps of earlier volumes.
std::optional<std::uint64_t> FindWildRecord(const ByteSource& source,
                                            const DataJudge::Witnesses& witnesses,
                                            std::uint64_t end, const StampsBackwards& before);

}  // namespace fdr
