// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records a toy timeline as a recorder would, in an archive that is new or is there already.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fdr/archive/archive_writer.h"

namespace fdr::test {

/// Sample `n` is stamped At(n).  Some bring new metrics, instances that come and go, labels, texts.
class ToyRecorder {
 public:
  /// Creates the archive.
  static Result<ToyRecorder> Create(const std::string& base, const WriterOptions& options,
                                    FileSystem& files = PosixFileSystem());
  /// Goes on in it, with a mark before the first sample.
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

/// "0 1 2 | 3 4": the samples that are in the archive, with marks; what is wrong with it, if
/// anything is.
std::string ToySamples(const std::string& base);

/// How many findings of CheckArchive() are errors or warnings; each is a failure of the test.
std::size_t ToyFaults(const std::string& base);

}  // namespace fdr::test
