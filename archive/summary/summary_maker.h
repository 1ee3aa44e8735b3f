// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Summarises a large volume with several threads, each of which reads a stretch of it.
//
//   | stretch 0      | stretch 1      | stretch 2      |
//                    ^ what looks like the first record behind a third of the bytes
//
// In the midst of a volume, what looks like a record may be none, and damage only shows to who
// comes from before it.  So stretches are joined only where each is sound and ends where the next
// begins; otherwise all of the volume is read again, by one thread.

#pragma once

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/summary/volume_summary.h"

namespace fdr {

/// Of a volume that has no record behind `end`, and of which the summary has read nothing or some.
struct SummaryWork {
  const ByteSource& source;
  std::uint64_t end = 0;
  const Metadata& metadata;
  DataJudge::Witnesses witnesses;
  unsigned threads = 0;         ///< at most so many; 0: one per processor
  SummaryProgress on_progress;  ///< called by the calling thread
};

/// As VolumeSummary::Extend(): the same but for where chunks end.  Its threads have ended when it
/// returns.
Result<void> ExtendSummary(VolumeSummary& summary, const SummaryWork& work,
                           const ProblemSink& on_problem);

}  // namespace fdr
