// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives with sound records in the wrong order.  They have stretches of records: each stretch is
// in the order of time, but the stretches are not.

#pragma once

#include <cstdint>
#include <string>

namespace fdr::test {

struct UnsortedArchive {
  std::string unsorted;       ///< base name
  std::string sorted;         ///< of an archive with the same records in the order of time
  std::size_t stretches = 1;  ///< at most this number
  std::size_t records = 0;
};

/// Cuts the records of a sorted archive into one to six stretches of two or more records.  Writes
/// them as a new archive below `directory`, in one or several volumes, with or without an index.
/// Where two stretches meet, no single record is to blame.  The metadata are in two stretches, too.
UnsortedArchive WriteUnsorted(const std::string& base, const std::string& directory,
                              std::uint64_t seed);

/// Compresses the data volumes with zstd or with xz.
void CompressVolumes(const std::string& base, bool zstd);

}  // namespace fdr::test
