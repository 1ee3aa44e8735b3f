// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files of an extract.  All of them have the stamp of the first record in their labels.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/write/index_writer.h"

namespace fdr {

struct ExtractFiles {
  std::string base;
  LabelRecord label;
  std::uint64_t volume_records = 0;  ///< in a volume, marks included; 0: any number
  /// Called with the number of each volume but the first, and the stamp of its first record.
  std::function<void(std::int32_t, Timestamp)> on_volume = {};
};

/// The caller names the files when all is written (StagedFiles), and collects small writes
/// (CollectingFiles).  One thread at a time.
class ExtractWriter {
 public:
  struct Record {
    Timestamp stamp;
    Bytes frame;
    Bytes metadata = {};  ///< framed, to be written in front
    bool has_domain = false;
  };

  /// Creates the files, empty.  Borrows the file system.
  static Result<ExtractWriter> Create(FileSystem& files, ExtractFiles options);

  Result<void> Add(const Record& record);
  /// Writes the last index entry.  All files are on the medium then.
  Result<void> Close();

  std::uint64_t records() const { return records_; }
  Timestamp last() const { return last_->stamp; }

 private:
  ExtractWriter(FileSystem& files, ExtractFiles options, ByteSink metadata, ByteSink index,
                ByteSink volume);

  Result<void> Start(Timestamp stamp);
  Result<void> AppendLabel(ByteSink& output, std::int32_t volume);
  Result<void> MakeRoom(const Record& record);

  FileSystem* files_;
  ExtractFiles options_;
  ByteSink metadata_;
  IndexWriter index_;
  ByteSink volume_;
  std::int32_t number_ = 0;    // of the volume
  std::uint64_t records_ = 0;  // of all volumes
  std::uint64_t records_in_volume_ = 0;
  std::uint64_t next_entry_at_ = 0;  // size of the volume from which an index entry is due
  std::optional<IndexEntry> last_;   // would point at the last record
};

}  // namespace fdr
