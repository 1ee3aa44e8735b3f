// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/peer_reader.h"

#include <algorithm>
#include <utility>

#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/archive/source/compressed_file.h"

namespace fdr::test {
namespace {

constexpr std::int64_t kWord = 4;

tl::unexpected<Error> Corrupt() { return Fail(Errc::kCorruptRecord, "Corrupted record"); }

}  // namespace

PeerReader::PeerReader(const Archive& archive) : archive_(&archive), place_(StartOf(0)) {
  if (archive.files().index.empty()) return;
  const auto source = OpenToLoad(archive.files().index);
  if (!source) return;
  if (const Result<TemporalIndex> index = ReadTemporalIndex(**source)) index_ = index->entries;
}

void PeerReader::Start(bool forward, Timestamp origin, bool by_index) {
  forward_ = forward;
  origin_ = origin;
  settled_ = true;
  const bool opens = !std::exchange(opened_, true);
  if (!by_index || index_.empty()) {
    place_ = forward ? StartOf(0) : EndOf(archive_->volume_count() - 1);
    return;
  }
  const Hint hint = ChooseEntry();
  const std::optional<std::size_t> volume = archive_->VolumeNumbered(hint.entry->volume);
  fails_ = !volume && opens;
  if (!volume) return;  // the peer stays at its place
  place_ = {*volume, hint.entry->data_offset};
  settled_ = hint.settled;
  if (hint.steps_back) (void)ReadBackward();  // may fail
}

// The entry that is nearest to the origin, unless the data end before its place.
PeerReader::Hint PeerReader::ChooseEntry() const {
  const std::size_t highest = archive_->volume_count() - 1;
  const auto is_ahead = [&](const IndexEntry& entry) {
    return archive_->VolumeNumbered(entry.volume) == highest &&
           entry.data_offset > EndOf(highest).offset;
  };
  std::size_t hit = 0;
  while (hit < index_.size() && index_[hit].stamp < origin_ && !is_ahead(index_[hit])) ++hit;
  if (hit == index_.size()) return {&index_.back(), forward_};
  const IndexEntry* const entry = &index_[hit];
  const bool ahead = is_ahead(*entry);
  if (entry->stamp == origin_ && !ahead) return {entry, forward_};
  if (hit == 0) return {entry};
  const auto distance = [](Timestamp a, Timestamp b) {
    return static_cast<long double>(b.sec - a.sec) +
           static_cast<long double>(b.nsec - a.nsec) / 1e9L;
  };
  const bool nearer = distance(origin_, entry->stamp) <= distance(entry[-1].stamp, origin_);
  if (nearer && !ahead) return {entry, !forward_};
  return {entry - 1, forward_, forward_};
}

// Goes from beyond the origin back to it.  The record that it meets there is returned first.
void PeerReader::Settle() {
  while (!settled_) {
    const auto found = Read(!forward_);
    settled_ =
        !found || !*found ||
        (forward_ ? (*found)->record.stamp() <= origin_ : (*found)->record.stamp() >= origin_);
  }
}

bool PeerReader::MissesVolume() const {
  return std::any_of(index_.begin(), index_.end(), [this](const IndexEntry& entry) {
    return !archive_->VolumeNumbered(entry.volume);
  });
}

Result<std::optional<PeerReader::Found>> PeerReader::Next() {
  if (std::exchange(fails_, false)) return Corrupt();
  Settle();
  return Read(forward_);
}

Result<std::optional<PeerReader::Found>> PeerReader::Read(bool forward) {
  return forward ? ReadForward() : ReadBackward();
}

PeerReader::Place PeerReader::StartOf(std::size_t volume) const {
  return {volume, static_cast<std::int64_t>(archive_->label().size())};
}

PeerReader::Place PeerReader::EndOf(std::size_t volume) const {
  const Result<const ByteSource*> source = archive_->Volume(volume);
  return {volume, source ? static_cast<std::int64_t>((*source)->size()) : 0};
}

std::int32_t PeerReader::WordAt(const Place& place) const {
  std::byte word[kWord] = {};
  if (const Result<const ByteSource*> source = archive_->Volume(place.volume))
    (void)(*source)->ReadAt(static_cast<std::uint64_t>(place.offset), word);  // zeros if that fails
  return LoadI32(word);
}

// At an impossible length the peer stays where it is.  If the length differs from the one at the
// end of the record, the peer goes on behind the record.
Result<std::optional<PeerReader::Found>> PeerReader::ReadForward() {
  while (place_.offset < 0 || EndOf(place_.volume).offset - place_.offset < kWord) {
    if (place_.offset < 0 || place_.volume + 1 == archive_->volume_count()) return std::nullopt;
    place_ = StartOf(place_.volume + 1);
  }
  const Place start = place_;
  const std::int32_t length = WordAt(start);
  if (length < 2 * kWord || length > EndOf(start.volume).offset - start.offset) return Corrupt();
  place_.offset += length;
  if (WordAt({start.volume, place_.offset - kWord}) != length) return Corrupt();
  return Decode(start, length);
}

Result<std::optional<PeerReader::Found>> PeerReader::ReadBackward() {
  while (place_.offset <= StartOf(place_.volume).offset ||
         place_.offset > EndOf(place_.volume).offset) {
    if (place_.volume == 0) return std::nullopt;
    place_ = EndOf(place_.volume - 1);
  }
  const std::int32_t length = WordAt({place_.volume, place_.offset - kWord});
  if (length < 2 * kWord || length > place_.offset) return Corrupt();
  place_.offset -= length;
  if (WordAt(place_) != length) {
    place_.offset += kWord;
    return Corrupt();
  }
  return Decode(place_, length);
}

Result<std::optional<PeerReader::Found>> PeerReader::Decode(const Place& place,
                                                            std::int32_t length) {
  const Result<const ByteSource*> source = archive_->Volume(place.volume);
  if (!source) return Fail(source.error());
  body_.resize(static_cast<std::size_t>(length - 2 * kWord));
  const auto offset = static_cast<std::uint64_t>(place.offset);
  if (const auto read = (*source)->ReadAt(offset + kWord, body_); !read) return Fail(read.error());
  std::optional<Found> found(Found{place.volume, offset, {}});
  if (const auto decoded = found->record.Decode(archive_->version(), body_); !decoded)
    return Fail(decoded.error());
  return found;
}

}  // namespace fdr::test
