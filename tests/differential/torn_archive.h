// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives that tests cut, and a plain walk from record to record through them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/files/archive_files.h"

namespace fdr::test {

/// The whole records of a data volume that follow one another from its label on.
struct RecordWalk {
  struct Record {
    std::uint64_t end = 0;
    Timestamp stamp;
  };
  std::vector<Record> records;
  std::uint64_t first = 0;  ///< where the label ends

  /// How many of the records lie in the first `size` bytes, and where the last of them ends.
  std::size_t CountIn(std::uint64_t size) const;
  std::uint64_t EndIn(std::uint64_t size) const;
};

/// Reads only length words and stamps, without code of the libraries.
RecordWalk WalkRecords(Bytes volume);

/// A copy of an archive whose files are plain, and whose last volume has records.
struct TornArchive {
  std::string origin;  ///< the archive that was copied
  std::string base;
  std::string last_volume;                   ///< its path
  ByteBuffer content = {};                   ///< of the last volume
  RecordWalk walk = {};                      ///< of the last volume
  std::uint64_t records_before = 0;          ///< in the volumes before
  std::optional<Timestamp> end_before = {};  ///< the stamp of the last record there
};

/// At least 40 archives, only small ones by default.  They are golden and random archives,
/// recordings of this machine, and archives of the peer, mostly by pmlogger.  Both versions occur,
/// with one volume and with more.  All archives are sound, and can be appended to.
std::vector<TornArchive> TornArchives(const std::string& directory);

}  // namespace fdr::test
