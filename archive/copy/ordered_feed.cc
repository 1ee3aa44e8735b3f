// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/ordered_feed.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "fdr/archive/source/compressed_file.h"

namespace fdr {
namespace {

bool HasParameters(Type type) { return type == Type::kEvent || type == Type::kHighresEvent; }

}  // namespace

// Whether the present record, or one in front of it, needs these metadata.
bool OrderedFeed::IsNeeded(const MetadataRecord& record) {
  if (const Timestamp* const stamp = StampOf(record)) return *stamp <= record_.stamp();
  const auto* desc = std::get_if<DescRecord>(&record);
  if (desc == nullptr) return true;
  has_events_ |= HasParameters(desc->desc.type);
  return has_events_ || std::ranges::any_of(record_.sets(), [&](const ValueSet& set) {
           return set.id() == desc->desc.id;
         });
}

// Whether there is a next one.  Records that cannot be decoded were reported when the archive was
// opened.
Result<bool> OrderedFeed::SeesMetadata(FrameReader& frames) {
  while (!next_) {
    const Result<std::optional<Frame>> frame = frames.Next();
    if (!frame && !IsDamage(frame.error().code)) return Fail(frame.error());
    if (!frame || !*frame) return false;
    if (Result<MetadataRecord> record = DecodeMetadata((*frame)->body)) next_ = std::move(*record);
  }
  return true;
}

Result<void> OrderedFeed::PassMetadata(FrameReader& frames) {
  while (true) {
    const Result<bool> sees = SeesMetadata(frames);
    if (!sees) return Fail(sees.error());
    if (!*sees || !IsNeeded(*next_)) return {};
    if (auto passed = first_.Add(*next_); !passed) return passed;
    next_.reset();
  }
}

Result<void> OrderedFeed::PassRest(FrameReader& frames) {
  while (true) {
    const Result<bool> sees = SeesMetadata(frames);
    if (!sees) return Fail(sees.error());
    if (!*sees) return {};
    ++late_metadata_;
    if (auto passed = first_.Add(*next_); !passed) return passed;
    next_.reset();
  }
}

Result<void> OrderedFeed::PassRecord(const Frame& frame, FrameReader& metadata) {
  if (auto decoded = record_.Decode(archive_.version(), frame.body); !decoded) return decoded;
  const auto entries = archive_.index();
  const auto entry = std::ranges::lower_bound(entries, record_.stamp(), {}, &IndexEntry::stamp);
  if (entry != entries.end() && entry->stamp == record_.stamp()) writer_.ExpectEntry();
  if (auto passed = PassMetadata(metadata); !passed) return passed;
  return first_.Add(
      CopiedRecord{.values = record_, .version = archive_.version(), .body = frame.body});
}

Result<void> OrderedFeed::PassRecords(FrameReader& frames) {
  RecordCursor cursor(archive_);
  if (auto started = cursor.SeekStart(); !started) return started;
  std::optional<std::size_t> volume;
  while (true) {
    const Result<std::optional<Frame>> frame = cursor.Next();
    if (!frame) {
      damage_ = {frame.error(), cursor.position().offset, cursor.source().size()};
      return Fail(frame.error());
    }
    if (!*frame) return {};
    if (volume != cursor.volume()) {
      volume = cursor.volume();
      writer_.BeginVolume(archive_.files().volumes[*volume].number);
    }
    if (auto passed = PassRecord(**frame, frames); !passed) return passed;
    if (go_on_ && !go_on_((*frame)->size()))
      return Fail(Errc::kCancelled, "Stopped before the end");
  }
}

Result<void> OrderedFeed::Run(const SourceOptions& source) {
  const auto metadata = OpenToLoad(archive_.files().metadata, source);
  if (!metadata) return Fail(metadata.error());
  FrameReader frames(**metadata, archive_.label().size());
  const Result<void> passed = PassRecords(frames);
  if (!passed && !damage_) return passed;
  if (auto rest = PassRest(frames); !rest) return rest;
  if (auto ended = first_.End(); !ended) return ended;
  return passed;
}

}  // namespace fdr
