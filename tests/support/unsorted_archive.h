// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives whose records are right, and lie in the wrong order: stretches of them, each in the
// order of time, one after the other as they come.

#pragma once

#include <cstdint>
#include <string>

namespace fdr::test {

struct UnsortedArchive {
  std::string unsorted;       ///< base name
  std::string sorted;         ///< of an archive with the same records in the order of time
  std::size_t stretches = 1;  ///< there are at most so many
  std::size_t records = 0;
};

/// Cuts the records of an archive that is in order into one to six stretches of two and more, and
/// writes them anew below `directory`, in several volumes or in one, with an index or without.
/// Where two stretches meet, no single record is to blame.  The metadata are in two stretches, too.
UnsortedArchive WriteUnsorted(const std::string& base, const std::string& directory,
                              std::uint64_t seed);

/// Makes its data volumes smaller, with seekable zstd or with xz.
void CompressVolumes(const std::string& base, bool zstd);

}  // namespace fdr::test
