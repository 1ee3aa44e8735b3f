// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/record_spool.h"

#include <algorithm>
#include <utility>

namespace fdr {

Result<RecordSpool> RecordSpool::Create(const std::string& directory) {
  Result<TempFile> file = TempFile::Create(directory);
  if (!file) return Fail(file.error());
  return RecordSpool(std::move(*file));
}

Result<void> RecordSpool::Add(Timestamp stamp, Bytes record) {
  entries_.push_back({stamp, file_.size(), static_cast<std::uint32_t>(record.size())});
  return file_.Append(record);
}

Result<void> RecordSpool::Visit(const OnRecord& on_record) {
  const std::unique_ptr<ByteSource> source = std::move(file_).IntoSource("Temporary file");
  std::ranges::stable_sort(entries_, {}, &Entry::stamp);
  ByteBuffer record;
  for (const Entry& entry : entries_) {
    record.resize(entry.size);
    const Result<std::size_t> got = source->ReadAt(entry.offset, record);
    if (!got) return Fail(got.error());
    if (*got < record.size()) return Fail(Errc::kIo, "It was cut", source->name(), entry.offset);
    if (auto done = on_record(entry.stamp, record); !done) return done;
  }
  return {};
}

}  // namespace fdr
