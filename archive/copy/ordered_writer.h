// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The end of a copy that keeps the order in which the files of the original have their records.
// fdr's pmlogrewrite uses it to write the same files as PCP's.
//
//   .meta    D D I10 D I30           records arrive as  D D I10 | 10 | D | 20 | I30 | 30
//   .0       10 20 30
//   .index   10 -> label, 10         an entry points at the metadata that come with its record
//            30 -> D, 30

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/write/index_writer.h"

namespace fdr {

/// Writes all records as they come, sorted or not, and nothing else.  The index has an entry for
/// the first record and for the last one.  So have records that begin a volume, that come behind a
/// mark, or with new domains, labels or texts; and others if the feed says so.  The caller
/// collects small writes (CollectingFiles).  One thread at a time.
class OrderedWriter final : public CopySink {
 public:
  /// The archive gets the version of the label.  Borrows the file system.
  OrderedWriter(FileSystem& files, std::string base) : files_(files), base_(std::move(base)) {}

  /// The next record begins the volume with this number.
  void BeginVolume(std::int32_t number) { next_volume_ = number; }
  /// The next record gets an entry of the index.
  void ExpectEntry() { wants_entry_ = true; }

  Result<void> Begin(const LabelRecord& label) override;
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override;

 private:
  Result<ByteSink> Create(std::string_view suffix, std::int32_t number);
  Result<void> StartVolume(std::int32_t number);
  Result<void> CloseVolume();
  Result<void> AppendFrame(ByteSink& file, const char* too_large);
  Result<void> AddEntry(Timestamp stamp);

  FileSystem& files_;
  std::string base_;
  LabelRecord label_;
  std::optional<ByteSink> meta_, volume_;
  std::optional<IndexWriter> index_;
  ResultEncoder encoder_;
  ByteBuffer frame_;
  std::optional<std::int32_t> next_volume_ = 0;
  std::int32_t number_ = 0;
  bool wants_entry_ = true;
  std::uint64_t meta_before_ = 0;   // the end of the metadata of the last record
  std::optional<IndexEntry> last_;  // that of the last record, if it has none
};

}  // namespace fdr
