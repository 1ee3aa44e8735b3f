// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/zstd_seek_table.h"

#include <array>
#include <cstring>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/source/zstd_frame.h"

namespace fdr {
namespace {

constexpr std::uint32_t kTableMagic = 0x184D2A5E;
constexpr std::uint32_t kFooterMagic = 0x8F92EAB1;
constexpr std::size_t kFooterSize = 9;  // The number of frames, a descriptor, the magic.
constexpr std::uint8_t kHasChecksums = 0x80;
constexpr std::uint8_t kReservedBits = 0x7C;

std::uint32_t LittleU32(ByteReader& in) {
  return static_cast<std::uint32_t>(LoadLittleEndian(in.Take(4)));
}

}  // namespace

Result<std::optional<ZstdSeekTable>> ZstdSeekTable::Read(const ByteSource& file) {
  if (file.size() < kFooterSize) return std::nullopt;
  std::array<std::byte, kFooterSize> footer_bytes{};
  const std::uint64_t footer_offset = file.size() - kFooterSize;
  if (const auto n = file.ReadAt(footer_offset, footer_bytes); !n) return Fail(n.error());
  ByteReader footer(footer_bytes);
  const std::uint32_t count = LittleU32(footer);
  const std::uint8_t descriptor = footer.U8();
  if (LittleU32(footer) != kFooterMagic) return std::nullopt;

  const auto damaged = [&] {
    return Fail(Errc::kCompression, "The zstd seek table is damaged", file.name(), footer_offset);
  };
  const std::uint64_t entry_size = (descriptor & kHasChecksums) != 0 ? 12 : 8;
  if ((descriptor & kReservedBits) != 0 || count > footer_offset / entry_size) return damaged();
  const std::uint64_t skippable_size = count * entry_size + kFooterSize;
  if (skippable_size > file.size() || kZstdSkippableHeader > file.size() - skippable_size)
    return damaged();

  ZstdSeekTable table;
  table.size_in_file = kZstdSkippableHeader + skippable_size;
  ByteBuffer bytes(static_cast<std::size_t>(table.size_in_file - kFooterSize));
  if (const auto n = file.ReadAt(file.size() - table.size_in_file, bytes); !n)
    return Fail(n.error());
  ByteReader in(bytes);
  if (LittleU32(in) != kTableMagic || LittleU32(in) != skippable_size) return damaged();
  table.frames.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    ByteReader entry(in.Take(entry_size));
    const std::uint32_t file_size = LittleU32(entry);
    table.frames.push_back({file_size, LittleU32(entry)});
  }
  return table;
}

ByteBuffer ZstdSeekTable::Encode(const std::vector<Entry>& frames) {
  const std::size_t skippable_size = frames.size() * 8 + kFooterSize;
  ByteBuffer out(kZstdSkippableHeader + skippable_size);
  std::byte* at = out.data();
  const auto put = [&at](std::size_t value) {
    const auto word = static_cast<std::uint32_t>(value);
    std::memcpy(at, &word, sizeof word);
    at += sizeof word;
  };
  put(kTableMagic);
  put(skippable_size);
  for (const Entry& frame : frames) {
    put(frame.file_size);
    put(frame.content_size);
  }
  put(frames.size());
  ++at;  // The descriptor: no checksums.
  put(kFooterMagic);
  return out;
}

}  // namespace fdr
