// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Summarises a large volume with several threads.  Each of them reads a stretch of it.
//
//   | stretch 0      | stretch 1      | stretch 2      |
//                    ^ what looks like the first record behind a third of the bytes
//
// In the middle of a volume, bytes that look like a record may be none, and damage shows only to a
// reader that comes from before it.  So the stretches are joined only if each is sound and ends
// where the next begins.  Otherwise one thread reads the whole volume again.

#pragma once

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/summary/volume_summary.h"

namespace fdr {

/// The volume to summarise.  It has no record after `end`; the summary may already have read a part
/// of it.
struct SummaryWork {
  const ByteSource& source;
  std::uint64_t end = 0;
  const Metadata& metadata;
  DataJudge::Witnesses witnesses;
  unsigned threads = 0;         ///< the maximum; 0: one per processor
  SummaryProgress on_progress;  ///< called by the calling thread
};

/// Like VolumeSummary::Extend(), with the same result except for the ends of chunks.  All threads
/// have ended when it returns.
Result<void> ExtendSummary(VolumeSummary& summary, const SummaryWork& work,
                           const ProblemSink& on_problem);

}  // namespace fdr
