// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks the records of a damaged file: reports faults of their frames, and finds the next whole
// record after each fault.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/salvage/record_salvager.h"

namespace fdr {

/// A judge that takes every whole frame for a record; other classes check the contents.
template <class Judge>
class FramedAs : public Judge {
 public:
  using Judge::Judge;

  Result<void> Check(Bytes) override { return {}; }
};

/// Borrows everything.
class FrameWalk {
 public:
  FrameWalk(const ByteSource& source, std::uint64_t first, RecordJudge& judge, FileReport& report)
      : source_(source), salvager_(source, first, true, judge), report_(report) {}

  /// The next whole record, or nothing at the end.  Its bytes are valid until the next call.
  std::optional<Frame> Next();

  /// Whether bytes were skipped before the record that Next() returned last.
  bool skipped() const { return skipped_; }

 private:
  bool AreZeros(std::uint64_t from) const;
  void ReportDamage(std::uint64_t at, const std::string& what);

  const ByteSource& source_;
  RecordSalvager salvager_;
  FileReport& report_;
  bool skipped_ = false;
};

}  // namespace fdr
