// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/ordered_feed.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "fdr/archive/source/compressed_file.h"

namespace fdr {

// Whether the present record, or one in front of it, needs these metadata.
bool OrderedFeed::IsNeeded(const MetadataRecord& record) {
  if (const Timestamp* const stamp = StampOf(record)) return *stamp <= record_.stamp();
  const auto* desc = std::get_if<DescRecord>(&record);
  if (desc == nullptr) return true;
  has_events_ |= IsEvent(desc->desc.type);
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

// Tells damage from other errors.
Result<void> OrderedFeed::StopAt(Error error, std::uint64_t size) {
  if (CanBePassed(error.code)) damage_ = {error, size};
  return Fail(std::move(error));
}

Result<void> OrderedFeed::PassRecord(const Frame& frame, FrameReader& metadata) {
  const auto entries = archive_.index();
  const auto entry = std::ranges::lower_bound(entries, record_.stamp(), {}, &IndexEntry::stamp);
  if (entry != entries.end() && entry->stamp == record_.stamp()) writer_.ExpectEntry();
  if (auto passed = PassMetadata(metadata); !passed) return passed;
  return first_.Add(
      CopiedRecord{.values = record_, .version = archive_.version(), .body = frame.body});
}

Result<void> OrderedFeed::PassVolume(const OpenedVolumes& volumes, std::size_t place,
                                     FrameReader& metadata) {
  const VolumeFile& file = volumes.parts().files.volumes[place];
  const Result<const ByteSource*> volume = volumes.Volume(place);
  if (!volume) return StopAt(volume.error(), 0);
  FrameReader frames(**volume, archive_.label().size());
  for (bool is_first = true;; is_first = false) {
    const std::uint64_t size = (*volume)->size();
    const Result<std::optional<Frame>> frame = frames.Next();
    if (!frame) return StopAt(frame.error(), size);
    if (!*frame) break;
    if (auto decoded = record_.Decode(archive_.version(), (*frame)->body); !decoded) {
      decoded.error().file = (*volume)->name();
      decoded.error().offset = (*frame)->offset;
      return StopAt(std::move(decoded.error()), size);
    }
    if (is_first) writer_.BeginVolume(file.number);
    if (auto passed = PassRecord(**frame, metadata); !passed) return passed;
    if (go_on_ && !go_on_((*frame)->size()))
      return Fail(Errc::kCancelled, "Stopped before the end");
  }
  const std::optional<Error> cut_off = volumes.WhyCutOff(place);
  return cut_off ? StopAt(*cut_off, (*volume)->size()) : Result<void>();
}

// An archive may have more volumes than a process may have descriptors.
Result<void> OrderedFeed::PassVolumes(const SourceOptions& source, FrameReader& metadata) {
  const ArchiveParts parts{.files = archive_.files(),
                           .options = {.source = source, .on_problem = {}},
                           .label = archive_.label(),
                           .metadata = nullptr,
                           .index = {}};
  OpenedVolumes volumes(parts);
  if (auto known = volumes.Refresh(); !known) return known;
  for (std::size_t i = 0; i < volumes.count(); ++i) {
    if (auto passed = PassVolume(volumes, i, metadata); !passed) return passed;
    volumes.Close(i);
  }
  return {};
}

Result<void> OrderedFeed::Run(const SourceOptions& source) {
  const auto metadata = OpenToLoad(archive_.files().metadata, source);
  if (!metadata) return Fail(metadata.error());
  FrameReader frames(**metadata, archive_.label().size());
  const Result<void> passed = PassVolumes(source, frames);
  if (!passed && !damage_) return passed;
  Result<void> ended = PassRest(frames);
  if (ended) ended = first_.End();
  if (ended) return passed;
  damage_.reset();  // the part in front of it is not complete
  return ended;
}

}  // namespace fdr
