// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How an archive is opened.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "fdr/archive/base/problem.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

struct OpenOptions {
  SourceOptions source;
  MetadataDamage metadata_damage = MetadataDamage::kRefuse;
  bool ignore_features = false;  ///< open even if the label announces unknown features
  ProblemSink on_problem;        ///< receives losses, while opening and later
  /// The maximum number of threads that summarise a large volume; 0: one per processor.  Their
  /// number only changes the time that a summary takes.
  unsigned summary_threads = 0;
  /// The progress of a summary: `read` of `size` bytes of `file`.  Called on the thread that
  /// requested the summary, and once at the end.  It must not use the archive.
  std::function<void(const std::string& file, std::uint64_t read, std::uint64_t size)> on_summary =
      {};
  /// Called with each file of the archive that is opened, perhaps while the archive is locked: it
  /// must not use the archive.
  std::function<void(const std::string& file)> on_file = {};
  /// Counts the records that are read: whole, or only their beginnings.  Borrowed.
  std::atomic<int>* records_read = nullptr;
};

}  // namespace fdr
