// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the temporal index of an archive.  See docs/format/index.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/newborn_file.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// Decides which data records get an entry.  No two entries in a row have the same stamp.
/// One thread at a time.
class IndexWriter {
 public:
  /// How much a volume grows until it gets another entry, in bytes.
  static constexpr std::uint64_t kInterval = 100'000;

  /// Into a file that is empty.
  explicit IndexWriter(ByteSink sink) : sink_(std::move(sink)) {}

  /// Makes BASE.index.new, still empty: TakeName() when it is worth reading (newborn_file.h).
  static Result<IndexWriter> Create(FileSystem& files, const std::string& base);

  /// Opens BASE.index and locks it, and with it the archive: kBusy if another process has it.
  /// Nothing is changed so far.
  static Result<IndexWriter> Open(FileSystem& files, const std::string& base);
  /// Locks the archive that was made.
  Result<void> Lock() { return sink_.Lock(); }
  Result<void> TakeName() { return fdr::TakeName(sink_); }

  /// Goes on behind the first `end` bytes, of which `last` is the last entry, if there is one; what
  /// follows those is dropped.
  Result<void> Cut(Version version, std::uint64_t end, const std::optional<IndexEntry>& last);

  /// Writes the label; its volume is ours to fill in.
  Result<void> Start(LabelRecord label);

  /// After a data record was written: `entry` points at its start, `volume_size` is its end.  It
  /// gets an entry if it is the volume's first, if its metadata has an instance domain, or if the
  /// last entry is far behind.
  Result<void> AfterRecord(const IndexEntry& entry, bool has_indom, std::uint64_t volume_size);

  /// An entry for the last data record of the archive.
  Result<void> Finish(const IndexEntry& last);

  /// Any entry, as it is.
  Result<void> Copy(const IndexEntry& entry);

  Result<void> Sync() { return sink_.Sync(); }
  Result<std::optional<ByteSink>> HandleToSync() { return sink_.HandleToSync(); }
  Result<void> Close() { return sink_.Close(); }
  const std::string& name() const { return sink_.name(); }

 private:
  ByteSink sink_;
  Version version_ = Version::k3;
  // Of the last entry:
  std::optional<Timestamp> last_stamp_;
  std::optional<std::int32_t> last_volume_;
  std::uint64_t next_at_ = 0;  // size of that volume beyond which the next is due
};

}  // namespace fdr
