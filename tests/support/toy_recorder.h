// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records a toy timeline as a recorder does, in a new archive or in an existing one.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fdr/archive/archive_writer.h"

namespace fdr::test {

/// Sample `n` has the stamp At(n).  Some samples bring new metrics, instances that come and go, or
/// help texts.
class ToyRecorder {
 public:
  /// Creates the archive.
  static Result<ToyRecorder> Create(const std::string& base, const WriterOptions& options,
                                    FileSystem& files = PosixFileSystem());
  /// Goes on in an existing archive, with a mark before the first sample.
  static Result<ToyRecorder> Resume(const std::string& base, const WriterOptions& options,
                                    FileSystem& files = PosixFileSystem());

  Result<void> Sample(int n);

  ArchiveWriter& writer() { return writer_; }

 private:
  ToyRecorder(ArchiveWriter writer, bool needs_mark)
      : writer_(std::move(writer)), needs_mark_(needs_mark) {}

  ArchiveWriter writer_;
  bool needs_mark_;
};

/// The samples in the archive, with marks: "0 1 2 | 3 4".  If the archive cannot be opened or a
/// record is wrong, returns the reason.
std::string ToySamples(const std::string& base);

/// How many findings of CheckArchive() are errors or warnings.  Each one fails the test.
std::size_t ToyFaults(const std::string& base);

}  // namespace fdr::test
