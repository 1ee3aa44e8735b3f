// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Damage that did not stop reading: something was lost, and reading went on.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

struct Problem {
  /// Whether the last volume of an archive ends there, so that a writer may go on behind it.
  enum class AtEnd : std::uint8_t {
    kNo,
    kDamaged,     ///< a writer may show that the bytes are sound
    kIncomplete,  ///< a record that a writer may be in the middle of
  };

  Errc code = Errc::kCorruptRecord;
  std::string what;
  std::string file;
  std::uint64_t offset = 0;
  std::uint64_t bytes_lost = 0;
  int system_error = 0;  ///< as in Error
  AtEnd at_end = AtEnd::kNo;
};

/// Damage that ended only a part of the work.
inline Problem ProblemOf(const Error& error) {
  return {.code = error.code,
          .what = error.what,
          .file = error.file,
          .offset = error.offset,
          .system_error = error.system_error};
}

/// Receives each problem once, on the thread that met it.  Exception: damage that a walk over
/// records meets is reported by each walk.  The object that reports holds no lock meanwhile, but
/// its user may hold one.  Threads that share an archive may call the sink at the same time.  The
/// sink may use the object that reports, unless that object is just being opened or refreshed.  An
/// empty sink ignores problems.
using ProblemSink = std::function<void(const Problem&)>;

inline void Report(const ProblemSink& sink, const Problem& problem) {
  if (sink) sink(problem);
}

}  // namespace fdr
