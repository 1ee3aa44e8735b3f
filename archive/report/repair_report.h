// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The changes of a repair to each file of an archive.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/record/label_record.h"

namespace fdr {

/// One place where the repaired archive differs from the damaged one.
struct RepairNote {
  enum class Kind {
    kLost,   ///< recorded data are missing now
    kFixed,  ///< a fault was corrected, and nothing is missing
  };
  Kind kind = Kind::kLost;
  std::uint64_t offset = 0;  ///< in the damaged file, uncompressed
  std::uint64_t bytes = 0;   ///< dropped or replaced bytes there
  std::string what;
};

struct RepairedFile {
  static constexpr std::size_t kMostNotes = 1000;

  std::string path = {};
  std::int32_t number = 0;  ///< of the volume; kMetadataVolume, kIndexVolume
  std::uint64_t bytes = 0;  ///< of the damaged file, uncompressed
  std::uint64_t bytes_lost = 0;
  std::uint64_t stretches_lost = 0;  ///< stretches without recognisable records
  std::uint64_t records_kept = 0;
  std::uint64_t records_dropped = 0;
  std::uint64_t records_moved = 0;   ///< to their place in the order of time
  std::uint64_t places_moved = 0;    ///< runs of neighbouring moved records
  std::uint64_t values_kept = 0;     ///< of data volumes only, like the rest
  std::uint64_t values_dropped = 0;  ///< from kept records and from dropped ones
  std::uint64_t marks_inserted = 0;
  std::vector<RepairNote> notes = {};  ///< the first kMostNotes
  std::uint64_t more_notes = 0;        ///< the number of further notes
  bool lost = false;                   ///< one of the notes, listed or not, is a loss

  void Lose(std::uint64_t offset, std::uint64_t size, std::string what) {
    lost = true;
    bytes_lost += size;
    Add({RepairNote::Kind::kLost, offset, size, std::move(what)});
  }
  void Fix(std::uint64_t offset, std::uint64_t size, std::string what) {
    Add({RepairNote::Kind::kFixed, offset, size, std::move(what)});
  }

 private:
  void Add(RepairNote note) {
    if (notes.size() < kMostNotes)
      notes.push_back(std::move(note));
    else
      ++more_notes;
  }
};

struct RepairReport {
  LabelRecord label;                ///< the content of the repaired archive's labels
  std::vector<RepairedFile> files;  ///< metadata, volumes, index

  bool AnythingLost() const {
    for (const RepairedFile& file : files)
      if (file.lost) return true;
    return false;
  }
};

}  // namespace fdr
