// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the temporal index of an archive.  See docs/format/index.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/newborn_file.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// Decides which data records get an entry.  No two entries in a row have the same stamp.
/// One thread at a time.
class IndexWriter {
 public:
  /// The distance in a volume, in bytes, after which another entry is written.
  static constexpr std::uint64_t kInterval = 100'000;

  /// Writes to an empty file.
  explicit IndexWriter(ByteSink sink) : sink_(std::move(sink)) {}

  /// Creates BASE.index.new, empty.  Call TakeName() when it is worth reading (newborn_file.h).
  static Result<IndexWriter> Create(FileSystem& files, const std::string& base);

  /// Opens BASE.index without a change, and locks it.  The lock is for the whole archive.  kBusy if
  /// another process has the lock.
  static Result<IndexWriter> Open(FileSystem& files, const std::string& base);
  /// Locks the new archive.
  Result<void> Lock() { return sink_.Lock(); }
  Result<void> TakeName() { return fdr::TakeName(sink_); }

  /// Drops all bytes after the first `end`, and continues there.  `last` is the last entry that
  /// stays, if any.
  Result<void> Cut(Version version, std::uint64_t end, const std::optional<IndexEntry>& last);

  /// Writes the label; fills in its volume number.
  Result<void> Start(LabelRecord label);

  /// From now on entries are written many at a time, for an archive that has no name yet.  Sync()
  /// writes the last ones.
  void Collect() { collects_ = true; }

  /// Call after writing a data record: `entry` points at its start, `volume_size` is its end.  The
  /// record gets an entry if it is the volume's first, if its metadata have an instance domain, or
  /// if the last entry is far behind.
  Result<void> AfterRecord(const IndexEntry& entry, bool has_indom, std::uint64_t volume_size);

  /// Writes an entry for the last data record of the archive.
  Result<void> Finish(const IndexEntry& last);

  /// Writes any entry unchanged.
  Result<void> Copy(const IndexEntry& entry);

  Result<void> Sync();
  Result<std::optional<ByteSink>> HandleToSync() { return sink_.HandleToSync(); }
  Result<void> Close() { return sink_.Close(); }
  const std::string& name() const { return sink_.name(); }

 private:
  Result<void> Flush();

  ByteSink sink_;
  bool collects_ = false;
  ByteBuffer collected_;  // entries that are not written yet
  Version version_ = Version::k3;
  // The stamp and the volume of the last entry:
  std::optional<Timestamp> last_stamp_;
  std::optional<std::int32_t> last_volume_;
  std::uint64_t next_at_ = 0;  // volume size from which the next entry is due
};

}  // namespace fdr
