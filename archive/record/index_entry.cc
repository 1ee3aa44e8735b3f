// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/index_entry.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"

namespace fdr {

IndexEntry IndexEntry::Decode(Version version, Bytes entry) {
  ByteReader in(entry);
  IndexEntry e;
  e.stamp = ReadStamp(version, in);
  e.volume = in.I32();
  e.meta_offset = version == Version::k2 ? std::int64_t{in.U32()} : in.I64();
  e.data_offset = version == Version::k2 ? std::int64_t{in.U32()} : in.I64();
  return e;
}

void IndexEntry::Encode(Version version, ByteBuffer& buffer) const {
  ByteWriter out(buffer);
  WriteStamp(version, stamp, out);
  out.I32(volume);
  for (const std::int64_t offset : {meta_offset, data_offset}) {
    if (version == Version::k2)
      out.I32(static_cast<std::int32_t>(offset));
    else
      out.I64(offset);
  }
}

}  // namespace fdr
