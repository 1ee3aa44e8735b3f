// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/full_indom.h"

#include <algorithm>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

std::size_t SizeOfNames(const InstanceList& instances) {
  std::size_t size = 0;
  for (const Instance& instance : instances) size += UpToNul(instance.name).size() + 1;
  return size;
}

}  // namespace

void EncodeFullInDom(Version version, Timestamp stamp, InDomId indom, const InstanceList& instances,
                     ByteBuffer& buffer) {
  // Once for all parts, and for the end of the frame, which cannot throw.
  constexpr std::size_t kAround = 64;
  const std::size_t size = buffer.size() + instances.size() * 8 + SizeOfNames(instances) + kAround;
  if (size > buffer.capacity()) buffer.reserve(std::max(size, buffer.size() * 2));
  const FrameScope frame(buffer);
  ByteWriter out(buffer);
  out.U32(static_cast<std::uint32_t>(version == Version::k2 ? MetadataType::kInDomV2
                                                            : MetadataType::kInDom));
  WriteStamp(version, stamp, out);
  out.U32(indom.value);
  out.U32(static_cast<std::uint32_t>(instances.size()));
  for (const Instance& instance : instances) out.I32(instance.id);
  std::uint32_t offset = 0;
  for (const Instance& instance : instances) {
    out.U32(offset);
    offset += static_cast<std::uint32_t>(UpToNul(instance.name).size()) + 1;
  }
  for (const Instance& instance : instances) {
    out.Text(UpToNul(instance.name));
    out.U8(0);
  }
}

}  // namespace fdr
