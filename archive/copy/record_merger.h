// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Passes on the records of archives whose times overlap, in the order of time.

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/copy/record_window.h"

namespace fdr {

/// A data record or a mark, as stored.  Valid during the call that passes it.
struct MergedRecord {
  Version version;
  Timestamp stamp;
  Bytes body;
  bool has_gap = false;              ///< records in front of it are lost
  const Archive* archive = nullptr;  ///< that has it
};

/// One thread at a time.
class RecordMerger {
 public:
  using OnRecord = std::function<Result<void>(const MergedRecord&)>;

  /// `on_problem` receives records that are left out.
  RecordMerger(OnRecord on_record, ProblemSink on_problem)
      : on_record_(std::move(on_record)), on_problem_(std::move(on_problem)) {}

  /// Adds the records of a window.  Among records with one stamp, those of the archive that was
  /// added first come first.
  void Add(std::shared_ptr<const Archive> archive, const RecordWindow& window);

  /// Marks and gaps are left out while another archive goes on recording.
  ///
  /// Passes on all records, those with the same stamp and the same bytes in several archives once:
  /// of each stamp, as far as the first kMostKept bytes go.
  /// The function may refuse a record as kCorruptRecord: this is reported, and the next one has a
  /// gap in front.
  /// It returns kOutOfOrder if stamps of an archive go back and it has not been read whole.  Then
  /// open all archives again, and let Archive::Sorted() read all stamps.
  Result<void> Run();

  static constexpr std::size_t kMostKept = 16 << 20;

  /// The number of records that were in several archives, and were left out.
  std::uint64_t repeated() const { return repeated_; }

 private:
  struct Source {
    std::shared_ptr<const Archive> archive;
    RecordCursor cursor;
    Position to;
    Bytes body = {};  // of the next record
    std::uint64_t offset = 0;
    Timestamp stamp = {};
    std::size_t volume = 0;  // of the last record
    bool is_over = false;
    bool has_gap = false;       // in front of the next record
    bool is_recording = false;  // the last record was no mark
  };
  struct LessBytes {
    using is_transparent = void;
    bool operator()(Bytes a, Bytes b) const { return std::ranges::lexicographical_compare(a, b); }
  };

  Result<void> Step(Source& source);
  void NoteVolume(Source& source);
  Result<void> CheckOrder(const Source& source, Timestamp stamp) const;
  void LeaveOut(Source& source, const std::string& reason);
  Result<void> Pass(std::size_t place);
  bool IsCovered(std::size_t place) const;
  bool IsRepeated(std::size_t place) const;
  void Keep(std::size_t place);

  OnRecord on_record_;
  ProblemSink on_problem_;
  std::vector<Source> sources_;
  std::map<ByteBuffer, std::size_t, LessBytes> copied_;  // of the last stamp, with their sources
  std::size_t kept_bytes_ = 0;
  std::optional<Timestamp> stamp_;
  std::uint64_t repeated_ = 0;
};

}  // namespace fdr
