// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/temporal_index.h"

#include <algorithm>

namespace fdr {

Result<TemporalIndex> ReadTemporalIndex(const ByteSource& source) {
  ByteBuffer piece(LabelSize(Version::k3));
  Result<std::size_t> got = source.ReadAt(0, piece);
  if (!got) return Fail(got.error());
  Result<LabelRecord> label = LabelRecord::Decode(Bytes(piece).first(*got), source.name());
  if (!label) return Fail(label.error());
  TemporalIndex index{.label = std::move(*label), .entries = {}};
  const std::size_t size = IndexEntrySize(index.label.version);
  std::uint64_t at = index.label.size();
  index.entries.reserve(
      static_cast<std::size_t>((source.size() - std::min(at, source.size())) / size));
  piece.resize(size * kIndexEntriesPerRead);
  do {
    got = source.ReadAt(at, piece);
    if (!got) return Fail(got.error());
    at += *got;
    Bytes rest = Bytes(piece).first(*got);
    for (; rest.size() >= size; rest = rest.subspan(size))
      index.entries.push_back(IndexEntry::Decode(index.label.version, rest.first(size)));
    index.partial_bytes = rest.size();
  } while (*got == piece.size());
  return index;
}

}  // namespace fdr
