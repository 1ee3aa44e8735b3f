// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The last records of an archive that exists in memory only, and what is needed to understand them.
// It can be written as an archive of its own at any time.

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

/// One thread at a time.  A copy shares the records, and may be written by another thread while the
/// original goes on.
class RingTape {
 public:
  explicit RingTape(LabelRecord label) : label_(std::move(label)) {}

  /// The body of a record of the metadata, or of the data; kCorruptRecord if it is none.  The first
  /// data record is the one with which a recording begins (WriteIdentity()): it is kept for ever.
  Result<void> AddMetadata(Bytes body);
  Result<void> AddData(Bytes body);

  /// Forgets what is older, or the oldest record.
  void DropBefore(Timestamp stamp);
  void DropFirst();

  bool empty() const { return records_.empty(); }
  std::optional<Timestamp> start() const;
  std::optional<Timestamp> end() const;
  /// What all of it takes in memory, but for the bookkeeping.
  std::size_t bytes() const { return bytes_; }

  /// As a complete archive, which says that it is called `name`.  Not if it is empty().
  Result<void> WriteTo(const std::string& base, const std::string& name,
                       FileSystem& files = PosixFileSystem()) const;

 private:
  struct Record {
    Timestamp stamp;
    bool is_mark = false;
    ByteBuffer body;
  };
  struct Metadata {
    std::optional<Timestamp> stamp;  // none: valid for ever
    ByteBuffer body;
  };
  using MetadataList = std::vector<std::shared_ptr<const Metadata>>;

  bool IsIdentity(Bytes body) const;
  void Pop();
  MetadataList Folded(Timestamp start) const;
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
