// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/volume_salvage.h"

#include "fdr/archive/salvage/data_judge.h"

namespace fdr {

// Reports that `part` of the present volume is done.
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
  const Version version = data_.label.version;
  ValueJudge judge(
      {.version = version,
       .start = data_.label.start,
       .is_described = [this](MetricId id) { return data_.metrics.contains(id); },
       .places = KnownPlaces(*source->content, version, data_.index, volume.file.number)});
  if (last_) judge.Took(*last_);
  RecordSalvager salvager(*source->content, data_.label.size(), volume.label.was_readable, judge);
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
      // The judge may have decoded another record since.
      done = record_.Decode(version, salvaged.frame.body);
      last_ = record_.stamp();
      judge.Took(record_.stamp());
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
