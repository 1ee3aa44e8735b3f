// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks the records of a damaged file: reports what is wrong with their frames, and finds the next
// whole record behind it.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "fdr/archive/byte_source.h"
#include "fdr/archive/check_report.h"
#include "fdr/archive/record_frame.h"

namespace fdr {

/// How a record of some kind is told from arbitrary bytes.
struct RecordShape {
  /// Looks at the first bytes of a body, at most kHeadSize of them: must be cheap.
  std::function<bool(Bytes)> head;
  /// Looks at all of the body.
  std::function<bool(Bytes)> body;

  static constexpr std::size_t kHeadSize = 16;
};

/// Borrows everything.
class FrameWalk {
 public:
  /// Without a shape, damage ends the walk.
  FrameWalk(const ByteSource& source, std::uint64_t first, const RecordShape* shape,
            FileReport& report)
      : source_(source),
        frames_(source, first),
        shape_(shape),
        report_(report),
        budget_(source.size()) {}

  /// The next whole record, or nothing at the end.  Its bytes are valid until the next call.
  std::optional<Frame> Next();

  /// Whether bytes were skipped before the record that Next() returned last.
  bool skipped() const { return skipped_; }

 private:
  static constexpr std::size_t kWindow = std::size_t{64} * 1024;

  Bytes Window(std::uint64_t from);
  std::optional<std::uint64_t> FindRecord(std::uint64_t from);
  bool IsRecord(std::uint64_t offset, Bytes window);
  bool OnlyZeros(std::uint64_t from);
  void ReportDamage(const Error& error, std::uint64_t at, std::optional<std::uint64_t> next);

  const ByteSource& source_;
  FrameReader frames_;
  const RecordShape* shape_;
  FileReport& report_;
  // Bytes that may still be spent on whole bodies of what turn out to be no records, so that the
  // search stays linear whatever the file holds.
  std::uint64_t budget_;
  bool skipped_ = false;
  std::vector<std::byte> window_;  // the file's bytes from window_start_ on, for the search
  std::uint64_t window_start_ = 0;
};

}  // namespace fdr
