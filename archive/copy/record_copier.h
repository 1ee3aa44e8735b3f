// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies stretches of records from volumes of archives, byte for byte.
//
//   volume   ..rec [rec rec rec rec rec] rec..      a stretch
//                   `------' `---------'            pieces: one read, one write
//
// Damage ends a piece.  The next record is found as by every reader; a mark stands for the records
// that are lost.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "fdr/archive/archive.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/copy/data_output.h"
#include "fdr/archive/copy/first_record.h"
#include "fdr/archive/copy/record_scan.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/record_cursor.h"

namespace fdr {

/// One thread at a time.  Borrows the output.
class RecordCopier {
 public:
  /// Called with the number of bytes that were copied since the last call; returns false to stop
  /// with kCancelled.
  using GoOn = std::function<bool(std::uint64_t)>;

  /// `on_problem` receives what the archives do not report themselves: volumes that are not there,
  /// or no volumes.
  RecordCopier(DataOutput& output, GoOn go_on, ProblemSink on_problem)
      : output_(output), go_on_(std::move(go_on)), on_problem_(std::move(on_problem)) {}

  /// Copies the records between two places, whose stamps should ascend.  kOutOfOrder if they do
  /// not, and Archive::Sorted() has them in order.  With `keep_volumes`, each volume of the archive
  /// begins one of the output.
  Result<void> Copy(const Archive& archive, Position from, Position to, bool keep_volumes);

  /// Before all other records.
  Result<void> BeginWith(const FirstRecords& records);
  /// Copies one record of any version, in that of the output.  Call Flush() behind the last of
  /// several.
  Result<void> Add(Version version, Bytes body);
  Result<void> Flush();
  Result<void> AddMark(Timestamp stamp);

  /// The next record that is no mark gets a mark in front, a millisecond behind the last record: if
  /// that is no mark, and if there is time for one.
  /// Not between Add() and Flush().
  void ExpectGap() { has_gap_ = true; }

  std::uint64_t records() const { return records_; }  ///< without marks
  std::uint64_t marks() const { return marks_; }
  /// The stamp of the last record or mark.
  std::optional<Timestamp> last() const { return last_; }

 private:
  using Stop = RecordScan::Stop;

  Result<Stop> CopyWithin(const ByteSource& volume, std::uint64_t& at, std::uint64_t end);
  Result<Bytes> Read(const ByteSource& volume, std::uint64_t at, std::uint64_t end);
  Result<void> Write(Bytes frames);
  Result<void> MarkGap();
  Result<void> EnterVolume(const Archive& archive, std::size_t volume, bool keep_volumes);
  Result<void> PassStop(const Archive& archive, Stop stop, Position& at);

  DataOutput& output_;
  GoOn go_on_;
  ProblemSink on_problem_;
  ByteBuffer buffer_;
  ByteBuffer waiting_;      // records for Flush()
  ResultRecord decoded_;    // of another version
  ResultEncoder encoder_;   // ... in that of the output
  RecordScan scan_;         // of the present piece
  std::size_t wanted_ = 0;  // bytes of the next piece, if its first record is large
  std::optional<Timestamp> last_;
  bool last_is_mark_ = false;
  bool has_gap_ = false;
  std::uint64_t records_ = 0;
  std::uint64_t marks_ = 0;
};

}  // namespace fdr
