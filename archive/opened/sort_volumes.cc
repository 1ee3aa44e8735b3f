// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/opened/sort_volumes.h"

#include <algorithm>
#include <span>

#include "fdr/archive/order/stamp_order.h"
#include "fdr/archive/order/stamp_walk.h"

namespace fdr {
namespace {

constexpr std::uint64_t kIndexInterval = 64 * 1024;

struct Record {
  Timestamp stamp;
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t volume = 0;
  bool known_wrong = false;    // to the summary of its volume
  bool damage_behind = false;  // in the file
};

class Sorting {
 public:
  explicit Sorting(const OpenedVolumes& volumes) : volumes_(volumes) {}

  Result<std::optional<SortedVolumes>> Run() {
    for (std::size_t v = 0; v < volumes_.count(); ++v)
      if (const Result<void> collected = Collect(v); !collected) return Fail(collected.error());
    if (!FindWrong() || records_.empty()) return std::nullopt;
    std::ranges::stable_sort(records_, {}, &Record::stamp);
    return LayOut();
  }

 private:
  Result<void> Collect(std::size_t volume);
  void NoteDamage() { (records_.empty() ? damage_first_ : records_.back().damage_behind) = true; }
  bool FindWrong();
  SortedVolumes LayOut();

  const OpenedVolumes& volumes_;
  std::vector<const ByteSource*> sources_;
  std::vector<Record> records_;
  bool damage_first_ = false;
};

Result<void> Sorting::Collect(std::size_t volume) {
  const Result<const ByteSource*> source = volumes_.Volume(volume);
  if (!source) return Fail(source.error());
  const Result<const VolumeSummary*> known = volumes_.Summary(volume);
  if (!known) return Fail(known.error());
  const VolumeSummary& summary = **known;
  sources_.push_back(*source);
  std::span<const std::uint64_t> misplaced = summary.misplaced();
  StampWalk walk(**source, volumes_.parts().label.version);
  while (walk.position() < summary.end()) {
    const std::uint64_t here = walk.position();
    while (!misplaced.empty() && misplaced.front() < here) misplaced = misplaced.subspan(1);
    const bool is_misplaced = !misplaced.empty() && misplaced.front() == here;
    const DamagedStretch* const damage = summary.DamageAt(here);
    if (damage != nullptr && !is_misplaced) {
      NoteDamage();
      walk.Seek(misplaced.empty() ? damage->end : std::min(damage->end, misplaced.front()));
      continue;
    }
    StampedRecord record;
    if (walk.Next(record) != StampWalk::Step::kRecord)
      return Fail(Errc::kIo, "The volume has changed", (*source)->name(), here);
    records_.push_back({record.stamp, here, static_cast<std::uint32_t>(record.size),
                        static_cast<std::uint32_t>(volume), is_misplaced});
  }
  return {};
}

// Leaves out wrong records.  True if the rest must be sorted, or if the summaries do not mark all
// wrong ones.
bool Sorting::FindWrong() {
  std::vector<Timestamp> stamps;
  stamps.reserve(records_.size());
  for (const Record& record : records_) stamps.push_back(record.stamp);
  const StampFaults faults = FindStampFaults(stamps);
  bool needed = !faults.restarts.empty();
  auto wrong = faults.wrong.begin();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const bool is_wrong = wrong != faults.wrong.end() && *wrong == i;
    needed |= is_wrong != records_[i].known_wrong;
    if (is_wrong) {
      ++wrong;
      (kept == 0 ? damage_first_ : records_[kept - 1].damage_behind) = true;
    } else {
      records_[kept++] = records_[i];
    }
  }
  records_.resize(kept);
  return needed;
}

SortedVolumes Sorting::LayOut() {
  SortedVolumes sorted;
  sorted.content = std::make_unique<SortedSource>(volumes_.parts().files.base, sources_);
  SortedSource& content = *sorted.content;
  content.Add(0, 0, volumes_.parts().label.size());
  if (damage_first_) content.AddDamage();
  std::uint64_t next_entry = 0;
  for (const Record& record : records_) {
    if (content.size() >= next_entry) {
      sorted.index.push_back({.stamp = record.stamp,
                              .volume = volumes_.parts().files.volumes.front().number,
                              .meta_offset = 0,
                              .data_offset = static_cast<std::int64_t>(content.size())});
      next_entry = content.size() + kIndexInterval;
    }
    content.Add(record.volume, record.offset, record.size);
    if (record.damage_behind) content.AddDamage();
  }
  content.Finish();
  sorted.end = records_.back().stamp;
  return sorted;
}

}  // namespace

Result<std::optional<SortedVolumes>> SortVolumes(const OpenedVolumes& volumes) {
  return Sorting(volumes).Run();
}

}  // namespace fdr
