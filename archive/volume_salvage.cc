// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/volume_salvage.h"

#include <cstdlib>

namespace fdr {
namespace {

bool AreNear(Timestamp a, Timestamp b) { return std::abs(a.sec - b.sec) < kImplausibleSeconds; }

}  // namespace

// Either witness may be wrong itself.
bool VolumeSalvage::IsPlausible(Timestamp stamp) const {
  const Timestamp start = data_.label.start;
  const bool knows_start = start.Valid() && start.sec > 0;
  if (!knows_start && !last_) return true;
  return (knows_start && AreNear(stamp, start)) || (last_ && AreNear(stamp, *last_));
}

Result<void> VolumeSalvage::Judge(Bytes body, RecordSalvager::Place place) {
  if (auto decoded = record_.Decode(data_.label.version, body); !decoded) return decoded;
  if (!record_.stamp().Valid()) return Fail(Errc::kCorruptRecord, "A time stamp that is none");
  if (place == RecordSalvager::Place::kSearched && !IsPlausible(record_.stamp()))
    return Fail(Errc::kCorruptRecord, "A time far from the archive's");
  return {};
}

// `part` of the present volume is done.
Result<void> VolumeSalvage::GoOn(double part) const {
  if (!data_.keep_going || data_.keep_going(done_ + part * share_)) return {};
  return Fail(Errc::kCancelled, "Stopped before the end");
}

Result<std::uint64_t> VolumeSalvage::Visit(const DamagedVolume& volume, const OnRecord& on_record,
                                           const OnLost& on_lost) {
  const auto source = OpenDamaged(volume.file.path, data_.source);
  if (!source) {
    if (source.error().code != Errc::kCompression) return Fail(source.error());
    if (auto done = on_lost({.reason = source.error().what}); !done) return Fail(done.error());
    done_ += share_;
    return 0;
  }
  RecordSalvager salvager(
      *source->content, data_.label.size(), volume.label.was_readable,
      [this](Bytes body, RecordSalvager::Place place) { return Judge(body, place); });
  const std::uint64_t size = source->content->size();
  while (true) {
    if (auto go_on = GoOn(static_cast<double>(salvager.position()) / static_cast<double>(size + 1));
        !go_on)
      return Fail(go_on.error());
    const auto item = salvager.Next();
    if (!item) return Fail(item.error());
    if (!*item) break;
    Result<void> done;
    if (const auto* lost = std::get_if<LostStretch>(&**item)) {
      done = on_lost(*lost);
    } else {
      const auto& salvaged = std::get<SalvagedRecord>(**item);
      // The judge may have looked at another record since.
      done = record_.Decode(data_.label.version, salvaged.frame.body);
      last_ = record_.stamp();
      if (done) done = on_record(record_, salvaged);
    }
    if (!done) return Fail(done.error());
  }
  if (!source->broken.empty())
    if (auto done = on_lost({.offset = size, .reason = source->broken}); !done)
      return Fail(done.error());
  done_ += share_;
  return size;
}

}  // namespace fdr
