// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The last records of an archive that exists only in memory, with the metadata to understand them.
// They can be written as an archive of their own at any time.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/archive_writer.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/metadata_record.h"

namespace fdr {

/// One thread at a time.  A copy shares the records; another thread may write the copy while the
/// original goes on.
class RingTape {
 public:
  explicit RingTape(LabelRecord label) : label_(std::move(label)) {}

  /// Adds the body of a record; kCorruptRecord if it is malformed.  The first data record is the
  /// one that a recording begins with (WriteIdentity()): it is kept for ever.
  Result<void> AddMetadata(Bytes body);
  Result<void> AddData(Bytes body);

  /// Forgets all older records, or only the oldest record.
  void DropBefore(Timestamp stamp);
  void DropFirst();
  /// Forgets the metadata that only forgotten records needed.  Metadata that are added are folded
  /// now and then.
  void Fold();

  const LabelRecord& label() const { return label_; }
  bool empty() const { return records_.empty(); }
  std::optional<Timestamp> start() const;
  std::optional<Timestamp> end() const;
  /// The memory of all records, without the bookkeeping.
  std::size_t bytes() const { return bytes_; }
  std::size_t metadata_bytes() const { return metadata_bytes_; }

  /// Writes a complete archive, which calls itself `name`.  Not if it is empty().
  Result<void> WriteTo(const std::string& base, const std::string& name,
                       FileSystem& files = PosixFileSystem()) const;

 private:
  struct Record {
    Timestamp stamp;
    bool is_mark = false;
    ByteBuffer body;
  };
  struct Metadata {
    std::optional<Timestamp> stamp;  // none: always valid
    ByteBuffer body;
  };
  using MetadataList = std::vector<std::shared_ptr<const Metadata>>;

  bool IsIdentity(Bytes body) const;
  void Pop();
  MetadataList Folded(Timestamp start) const;
  Result<void> CopyTo(ArchiveWriter& out, const std::string& name) const;
  Result<void> WriteIdentity(Timestamp stamp, const std::string& name, ArchiveWriter& out) const;

  LabelRecord label_;
  ByteBuffer identity_;
  MetadataList metadata_;
  std::deque<std::shared_ptr<const Record>> records_;
  std::size_t bytes_ = 0;
  std::size_t metadata_bytes_ = 0;
  std::size_t fold_at_ = 0;  // bytes of metadata
};

}  // namespace fdr
