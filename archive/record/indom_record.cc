// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/indom_record.h"

#include <utility>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"

namespace fdr {
namespace {

// Names may share bytes, so a small record could stand for an enormous amount of text.  In real
// records names share nothing, and all names together are shorter than the record.
constexpr std::uint64_t kMaxNameExpansion = 16;

/// The NUL-terminated text at `offset` of the string table.
Result<std::string_view> NameAt(std::string_view strings, std::uint32_t offset) {
  if (offset >= strings.size())
    return Fail(Errc::kCorruptRecord, "Instance domain: name outside the string table");
  const std::string_view tail = strings.substr(offset);
  const std::size_t end = tail.find('\0');
  if (end == std::string_view::npos)
    return Fail(Errc::kCorruptRecord, "Instance domain: name without an end");
  return tail.substr(0, end);
}

}  // namespace

Result<InDomRecord> InDomRecord::Decode(Version version, bool is_delta, Bytes body) {
  ByteReader in(body);
  InDomRecord record;
  record.is_delta = is_delta;
  record.stamp = ReadStamp(version, in);
  record.indom.value = in.U32();
  const std::uint32_t count = in.U32();
  if (in.failed()) return Fail(Errc::kCorruptRecord, "Instance domain: record too short");
  if (!in.Fits(count, 8))
    return Fail(Errc::kCorruptRecord, "Instance domain: more instances than bytes");

  ByteReader ids(in.Take(std::uint64_t{count} * 4));
  ByteReader offsets(in.Take(std::uint64_t{count} * 4));
  record.strings = AsText(in.Rest());
  record.entries.reserve(count);
  std::uint64_t text_left = body.size() * kMaxNameExpansion;
  for (std::uint32_t i = 0; i < count; ++i) {
    InDomEntry entry{.id = ids.I32(), .name_offset = offsets.U32(), .name = {}};
    if (entry.id < 0)
      return Fail(Errc::kCorruptRecord, "Instance domain: negative instance identifier");
    if (!is_delta || !entry.deleted()) {
      const Result<std::string_view> name = NameAt(record.strings, entry.name_offset);
      if (!name) return Fail(name.error());
      entry.name = *name;
      if (name->size() > text_left)
        return Fail(Errc::kCorruptRecord, "Instance domain: names overlap too much");
      text_left -= name->size();
    }
    record.entries.push_back(entry);
  }
  return record;
}

void InDomRecord::Encode(Version version, ByteBuffer& buffer) const {
  // The record may be large: reserve memory once, with room for the words around the names.
  constexpr std::size_t kAround = 64;
  const std::size_t size = buffer.size() + entries.size() * 8 + strings.size() + kAround;
  if (size > 2 * buffer.capacity()) buffer.reserve(size);
  ByteWriter out(buffer);
  WriteStamp(version, stamp, out);
  out.U32(indom.value);
  out.U32(static_cast<std::uint32_t>(entries.size()));
  for (const InDomEntry& e : entries) out.I32(e.id);
  for (const InDomEntry& e : entries) out.U32(e.name_offset);
  out.Text(strings);
}

void InDomBuilder::Add(InstanceId id, std::string_view name) {
  entries_.push_back(
      {.id = id, .name_offset = static_cast<std::uint32_t>(strings_.size()), .name = {}});
  strings_ += UpToNul(name);
  strings_ += '\0';
}

void InDomBuilder::Delete(InstanceId id) {
  entries_.push_back({.id = id, .name_offset = InDomEntry::kDeletedOffset, .name = {}});
}

InDomRecord InDomBuilder::Build(Timestamp stamp, InDomId indom, bool is_delta) {
  InDomRecord record{.stamp = stamp,
                     .indom = indom,
                     .is_delta = is_delta,
                     .entries = std::move(entries_),
                     .strings = strings_};
  for (InDomEntry& e : record.entries)
    if (!e.deleted()) e.name = UpToNul(record.strings.substr(e.name_offset));
  return record;
}

}  // namespace fdr
