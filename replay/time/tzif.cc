// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/tzif.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/source/plain_file.h"
#include "fdr/replay/time/posix_tz.h"

namespace fdr {
namespace {

constexpr std::uint32_t kMagic = 0x545a6966;  // "TZif"
constexpr std::uint64_t kLargestFile = 1 << 20;

// The counts of the elements in the next data block.
struct Header {
  std::uint8_t version;
  std::uint32_t utc_flags, standard_flags, leaps, changes, types, abbreviation_bytes;

  std::uint64_t BlockSize(std::uint64_t time_size) const {
    return std::uint64_t{changes} * (time_size + 1) + std::uint64_t{types} * 6 +
           abbreviation_bytes + std::uint64_t{leaps} * (time_size + 4) + standard_flags + utc_flags;
  }
};

Result<Header> DecodeHeader(ByteReader& in) {
  if (in.U32() != kMagic) return Fail(Errc::kBadLabel, "not a time zone file");
  const std::uint8_t version = in.U8();
  in.Take(15);
  Header header{.version = version,
                .utc_flags = in.U32(),
                .standard_flags = in.U32(),
                .leaps = in.U32(),
                .changes = in.U32(),
                .types = in.U32(),
                .abbreviation_bytes = in.U32()};
  if (in.failed()) return Fail(Errc::kTruncatedRecord, "time zone header");
  return header;
}

Result<Tzif> DecodeBlock(ByteReader& in, const Header& header, std::uint64_t time_size) {
  ByteReader block(in.Take(header.BlockSize(time_size)));
  if (in.failed()) return Fail(Errc::kTruncatedRecord, "time zone data");
  if (header.types == 0 || header.types > 256) return Fail(Errc::kCorruptRecord, "time zone types");
  if (header.leaps != 0) return Fail(Errc::kUnsupportedFeature, "time zone with leap seconds");
  Tzif zone;
  zone.changes.resize(header.changes);
  for (ClockChange& change : zone.changes) change.sec = time_size == 8 ? block.I64() : block.I32();
  for (ClockChange& change : zone.changes) change.type = block.U8();
  zone.types.resize(header.types);
  std::vector<std::uint8_t> name_offsets;
  for (TzifType& type : zone.types) {
    type.utc_offset = block.I32();
    type.is_dst = block.U8() != 0;
    name_offsets.push_back(block.U8());
  }
  const std::string_view names = AsText(block.Take(header.abbreviation_bytes));
  const Bytes standard_flags = block.Take(header.standard_flags);
  const Bytes utc_flags = block.Take(header.utc_flags);
  for (std::size_t i = 0; i < zone.types.size(); ++i) {
    TzifType& type = zone.types[i];
    if (name_offsets[i] >= names.size())
      return Fail(Errc::kCorruptRecord, "time zone abbreviation");
    const std::string_view name = names.substr(name_offsets[i]);
    type.abbreviation = name.substr(0, name.find('\0'));
    type.changes_in_standard_time = i < standard_flags.size() && standard_flags[i] != std::byte{0};
    type.changes_in_utc = i < utc_flags.size() && utc_flags[i] != std::byte{0};
    if (std::abs(std::int64_t{type.utc_offset}) > 26 * 3600)  // the bound of RFC 8536
      return Fail(Errc::kCorruptRecord, "time zone offset");
  }
  constexpr std::int64_t kFar = std::int64_t{1} << 60;  // leaves room for arithmetic
  const auto bad = [&](const ClockChange& c) {
    return c.type >= zone.types.size() || c.sec < -kFar || c.sec > kFar;
  };
  const auto later = [](const ClockChange& a, const ClockChange& b) { return a.sec > b.sec; };
  if (std::ranges::any_of(zone.changes, bad) ||
      std::ranges::adjacent_find(zone.changes, later) != zone.changes.end())
    return Fail(Errc::kCorruptRecord, "time zone changes");
  return zone;
}

}  // namespace

Result<Tzif> DecodeTzif(Bytes content) {
  ByteReader in(content);
  Result<Header> header = DecodeHeader(in);
  if (!header) return Fail(header.error());
  if (header->version == 0) return DecodeBlock(in, *header, 4);
  // After the 32-bit block come a 64-bit block and the rule for later years.
  in.Take(header->BlockSize(4));
  header = DecodeHeader(in);
  if (!header) return Fail(header.error());
  Result<Tzif> zone = DecodeBlock(in, *header, 8);
  if (!zone) return zone;
  std::string_view footer = AsText(in.Rest());
  if (!footer.starts_with('\n')) return zone;
  footer = footer.substr(1, footer.find('\n', 1) - 1);
  if (!footer.empty()) zone->tail = PosixTz::Parse(footer);
  return zone;
}

Result<Tzif> ReadTzif(const std::string& path) {
  const auto file = OpenPlainFile(path);
  if (!file) return Fail(file.error());
  if ((*file)->size() > kLargestFile) return Fail(Errc::kTooLarge, "time zone file", path);
  std::vector<std::byte> content((*file)->size());
  const Result<std::size_t> size = (*file)->ReadAt(0, content);
  if (!size) return Fail(size.error());
  Result<Tzif> zone = DecodeTzif(Bytes(content).first(*size));
  if (!zone) zone.error().file = path;
  return zone;
}

}  // namespace fdr
