// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/temporal_index.h"

namespace fdr {

Result<TemporalIndex> ReadTemporalIndex(const ByteSource& source) {
  ByteBuffer file(static_cast<std::size_t>(source.size()));
  const Result<std::size_t> got = source.ReadAt(0, file);
  if (!got) return Fail(got.error());
  file.resize(*got);

  Result<LabelRecord> label = LabelRecord::Decode(file, source.name());
  if (!label) return Fail(label.error());
  TemporalIndex index{.label = std::move(*label), .entries = {}};
  const std::size_t size = IndexEntrySize(index.label.version);
  Bytes rest = Bytes(file).subspan(index.label.size());
  index.entries.reserve(rest.size() / size);
  for (; rest.size() >= size; rest = rest.subspan(size))
    index.entries.push_back(IndexEntry::Decode(index.label.version, rest.first(size)));
  index.partial_bytes = rest.size();
  return index;
}

}  // namespace fdr
