// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/zstd_frame.h"

#include <array>

#include "fdr/archive/base/byte_reader.h"

namespace fdr {
namespace {

constexpr std::uint64_t kFrameMagic = 0xFD2FB528;
constexpr std::uint64_t kSkippableMagic = 0x184D2A50;  // And the fifteen that follow it.

bool IsSkippable(std::uint64_t magic) { return (magic & ~std::uint64_t{15}) == kSkippableMagic; }

}  // namespace

std::optional<ZstdFrameHeader> ZstdFrameHeader::Decode(Bytes bytes) {
  ByteReader in(bytes);
  ZstdFrameHeader header;
  const std::uint64_t magic = LoadLittleEndian(in.Take(4));
  if (IsSkippable(magic)) {
    header.skippable = true;
    header.skippable_size = static_cast<std::uint32_t>(LoadLittleEndian(in.Take(4)));
  } else {
    const std::uint8_t descriptor = in.U8();
    if (magic != kFrameMagic || (descriptor & 0x08) != 0) return std::nullopt;
    const bool single_segment = (descriptor & 0x20) != 0;
    header.has_checksum = (descriptor & 0x04) != 0;
    if (!single_segment) in.Take(1);                      // The window's size.
    in.Take(std::array{0u, 1u, 2u, 4u}[descriptor & 3]);  // The dictionary's id.
    const unsigned size_flag = descriptor >> 6;
    if (size_flag != 0 || single_segment) {
      const std::uint64_t size = LoadLittleEndian(in.Take(std::uint64_t{1} << size_flag));
      header.content_size = size_flag == 1 ? size + 256 : size;
    }
  }
  if (in.failed()) return std::nullopt;
  header.size = in.offset();
  return header;
}

std::optional<ZstdBlockHeader> ZstdBlockHeader::Decode(Bytes bytes) {
  if (bytes.size() < kZstdBlockHeader) return std::nullopt;
  const auto word = static_cast<std::uint32_t>(LoadLittleEndian(bytes.first(kZstdBlockHeader)));
  enum : std::uint32_t { kRaw, kRepeated, kCompressed, kReserved };
  const std::uint32_t type = word >> 1 & 3;
  if (type == kReserved) return std::nullopt;
  return ZstdBlockHeader{.last = (word & 1) != 0, .size = type == kRepeated ? 1 : word >> 3};
}

bool IsZstdMagic(Bytes bytes) {
  const std::uint64_t magic = LoadLittleEndian(ByteReader(bytes).Take(4));
  return magic == kFrameMagic || IsSkippable(magic);
}

}  // namespace fdr
