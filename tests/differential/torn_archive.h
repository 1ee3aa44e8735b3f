// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives that are cut, and what a plain walk from record to record finds in them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/files/archive_name.h"

namespace fdr::test {

/// Of a data volume: the records that follow one another from its label on, each whole.
struct RecordWalk {
  struct Record {
    std::uint64_t end = 0;
    Timestamp stamp;
  };
  std::vector<Record> records;
  std::uint64_t first = 0;  ///< where the label ends

  /// How many of them lie in the first `size` bytes, and where the last one ends.
  std::size_t CountIn(std::uint64_t size) const;
  std::uint64_t EndIn(std::uint64_t size) const;
};

/// Knows only length words and stamps: no code of the libraries.
RecordWalk WalkRecords(Bytes volume);

/// A copy of an archive whose files are plain, and whose last volume has records.
struct TornArchive {
  std::string origin;  ///< what it is a copy of
  std::string base;
  std::string last_volume;                   ///< its path
  ByteBuffer content = {};                   ///< of the last volume
  RecordWalk walk = {};                      ///< of the last volume
  std::uint64_t records_before = 0;          ///< in the volumes before
  std::optional<Timestamp> end_before = {};  ///< of the last record there
};

/// At least 40, small ones unless it is a soak: golden and random ones, recordings of this machine,
/// and what came with the peer, pmlogger's above all; of both versions, with one volume and more.
/// All of them are sound, and can be appended to.
std::vector<TornArchive> TornArchives(const std::string& directory);

}  // namespace fdr::test
