// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/repair_data.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/repair/moved_records.h"
#include "fdr/archive/repair/record_spool.h"
#include "fdr/archive/repair/value_filter.h"
#include "fdr/archive/repair/volume_salvage.h"

namespace fdr {
namespace {

constexpr std::int64_t kMarkDelay = 1'000'000;  // nanoseconds, as in loggers

class DataRepair {
 public:
  DataRepair(const DamagedData& data, const DataTimes& times, const RepairedMetadata& metadata,
             const DataTarget& target, RepairReport& report)
      : data_(data),
        times_(times),
        metadata_(metadata),
        target_(target),
        report_(report),
        salvage_(data, kSurveyShare, 1),
        filter_(data.label.version, metadata.metrics),
        places_(data.label.size(), metadata.places) {}

  Result<void> Run();

 private:
  Result<void> CopyVolume(const DamagedVolume& volume);
  void StartVolume(const DamagedVolume& volume);
  Result<void> CreateVolume(const MendedLabel& label);
  void ReportMissing(std::int32_t from, std::int32_t to);
  Result<void> Copy(const ResultRecord& record, const SalvagedRecord& salvaged,
                    const MendedLabel& label);
  std::string_view TimeFault(Timestamp stamp);
  Result<void> MarkGap(const ResultRecord& next);
  Result<void> BeginSorting();
  Result<void> Spool(Timestamp stamp, Bytes record);
  Result<void> Append(Bytes record);
  Result<void> Write(Timestamp stamp, Bytes record);
  Result<void> CloseVolume();
  Result<void> NextSortedVolume(std::size_t record_size);
  Result<void> WriteSorted();
  Result<void> Index(Timestamp stamp, std::uint64_t offset);
  Version version() const { return data_.label.version; }

  const DamagedData& data_;
  const DataTimes& times_;
  const RepairedMetadata& metadata_;
  const DataTarget& target_;
  RepairReport& report_;
  VolumeSalvage salvage_;
  ValueFilter filter_;

  std::optional<ByteSink> volume_;  // open after its first record
  std::int32_t number_ = 0;
  RepairedFile* file_ = nullptr;  // of the present volume, in the report
  std::size_t records_seen_ = 0;
  std::size_t next_wrong_ = 0;  // in times_.wrong
  bool gap_ = false;            // records are missing since the last one that was written
  std::optional<Timestamp> last_;
  bool last_is_mark_ = false;
  MetadataPlaces places_;
  std::optional<IndexEntry> last_entry_;
  bool any_values_ = false;  // some values are kept
  ByteBuffer record_;

  // Only if the records must be sorted.
  std::optional<RecordSpool> spool_;
  MovedRecords moved_;
  std::vector<std::uint64_t> sizes_;  // of the volumes, by their places in data_, as they are now
  std::size_t place_ = 0;             // ... of the present one
  bool began_sorted_ = false;         // a sorted volume was begun
};

std::string_view DataRepair::TimeFault(Timestamp stamp) {
  const std::size_t number = records_seen_++;
  if (next_wrong_ == times_.wrong.size() || times_.wrong[next_wrong_] != number) return {};
  ++next_wrong_;
  return stamp < times_.start ? "A record from before the archive's start"
                              : "A record with a time stamp out of order";
}

Result<void> DataRepair::Append(Bytes record) {
  if (volume_->size() + record.size() > MaxFileSize(version()))
    return Fail(Errc::kTooLarge, "A volume larger than the format allows", volume_->name());
  return volume_->Append(record);
}

// Writes a mark between the last record and the next if records are missing.  Without room for the
// mark's stamp the gap is negligible.
Result<void> DataRepair::MarkGap(const ResultRecord& next) {
  const bool needed = gap_ && last_ && !last_is_mark_ && !next.is_mark();
  gap_ = false;
  if (!needed) return {};
  const Timestamp stamp = last_->Plus(kMarkDelay);
  const bool begins_stretch = next.stamp() < *last_;
  if (stamp >= next.stamp() && !begins_stretch) return {};
  ByteBuffer mark;
  ResultEncoder::EncodeMark(version(), stamp, mark);
  ++file_->marks_inserted;
  if (!times_.is_sorted) return Spool(stamp, mark);
  return Append(mark);
}

Result<void> DataRepair::Spool(Timestamp stamp, Bytes record) {
  sizes_[place_] += record.size();
  if (target_.dry_run) return {};
  return spool_->Add(stamp, record);
}

Result<void> DataRepair::Index(Timestamp stamp, std::uint64_t offset) {
  const MetadataPlaces::Found metadata = places_.With(stamp);
  const IndexEntry entry{.stamp = stamp,
                         .volume = number_,
                         .meta_offset = static_cast<std::int64_t>(metadata.offset),
                         .data_offset = static_cast<std::int64_t>(offset)};
  last_entry_ = entry;
  last_entry_->meta_offset = static_cast<std::int64_t>(metadata_.size);
  return target_.index.AfterRecord(entry, metadata.has_indom, volume_->size());
}

Result<void> DataRepair::Copy(const ResultRecord& record, const SalvagedRecord& salvaged,
                              const MendedLabel& label) {
  const Frame& frame = salvaged.frame;
  if (const std::string_view fault = TimeFault(record.stamp()); !fault.empty()) {
    gap_ = true;
    ++file_->records_dropped;
    for (const ValueSet& set : record.sets()) file_->values_dropped += set.size();
    file_->Lose(frame.offset, frame.size(), std::string(fault));
    return {};
  }
  if (salvaged.mended)
    file_->Fix(frame.offset, frame.size(), "One of the record's length words was wrong");
  record_.clear();
  if (!filter_.Filter(record, frame, *file_, record_)) {
    gap_ = true;
    ++file_->records_dropped;
    file_->bytes_lost += frame.size();
    return {};
  }
  if (times_.is_sorted && !volume_)
    if (auto created = CreateVolume(label); !created) return created;
  if (auto marked = MarkGap(record); !marked) return marked;
  ++file_->records_kept;
  last_ = record.stamp();
  last_is_mark_ = record.is_mark();
  any_values_ |= !record.is_mark();
  if (times_.is_sorted) return Write(record.stamp(), record_);
  moved_.Take(record.stamp(), frame, *file_);
  return Spool(record.stamp(), record_);
}

Result<void> DataRepair::Write(Timestamp stamp, Bytes record) {
  const std::uint64_t offset = volume_->size();
  if (auto appended = Append(record); !appended) return appended;
  const bool is_mark = ResultRecord::IsMark(version(), BodyOf(record));
  return is_mark ? Result<void>{} : Index(stamp, offset);
}

void DataRepair::ReportMissing(std::int32_t from, std::int32_t to) {
  const std::string name = fmt::format("{}.{}", data_.base, from);
  RepairedFile missing{.path = name, .number = from};
  missing.Lose(0, 0,
               to - from == 1 ? "The volume is missing"
                              : fmt::format("The volumes up to {} are missing", to - 1));
  report_.files.push_back(std::move(missing));
  gap_ = true;
}

Result<void> DataRepair::CreateVolume(const MendedLabel& label) {
  Result<ByteSink> sink =
      ByteSink::Create(target_.files, fmt::format("{}.{}", target_.base, number_));
  if (!sink) return Fail(sink.error());
  volume_ = std::move(*sink);
  ByteBuffer record;
  label.label.Encode(record);
  return Append(record);
}

void DataRepair::StartVolume(const DamagedVolume& volume) {
  if (!report_.files.empty() && report_.files.back().number >= 0 &&
      volume.file.number > number_ + 1)
    ReportMissing(number_ + 1, volume.file.number);
  number_ = volume.file.number;
  file_ = &report_.files.emplace_back(RepairedFile{.path = volume.file.path, .number = number_});
  if (!volume.label.change.empty()) file_->Fix(0, data_.label.size(), volume.label.change);
}

Result<void> DataRepair::CopyVolume(const DamagedVolume& volume) {
  StartVolume(volume);
  // PCP refuses an archive only if its first volume has no records; others may be empty.
  if (last_ && times_.is_sorted)
    if (auto created = CreateVolume(volume.label); !created) return created;
  const Result<std::uint64_t> size = salvage_.Visit(
      volume,
      [&](const ResultRecord& record, const SalvagedRecord& salvaged) {
        return Copy(record, salvaged, volume.label);
      },
      [this](const LostStretch& lost) -> Result<void> {
        gap_ = true;
        ++file_->stretches_lost;
        file_->Lose(lost.offset, lost.bytes, lost.reason);
        return {};
      });
  if (!size) return Fail(size.error());
  file_->bytes = *size;
  moved_.EndFile(*file_);
  filter_.Report(*file_);
  if (!last_) file_->Fix(0, *size, "Left out: the first volume must have a record");
  return CloseVolume();
}

Result<void> DataRepair::CloseVolume() {
  if (!volume_) return {};
  if (auto synced = volume_->Sync(); !synced) return synced;
  return std::exchange(volume_, std::nullopt)->Close();
}

// Each volume gets as many bytes as it had; the last one gets the rest.  If the rest is too large,
// another volume follows.  Volumes without a record are left out, and the others are numbered
// without a gap.
Result<void> DataRepair::NextSortedVolume(std::size_t record_size) {
  const std::size_t last = data_.volumes.size() - 1;
  const bool is_last = place_ >= last;
  const std::uint64_t most = is_last ? MaxFileSize(version()) : data_.label.size() + sizes_[place_];
  if (volume_ && volume_->size() + record_size <= most) return {};
  if (auto closed = CloseVolume(); !closed) return closed;
  if (began_sorted_) ++place_;
  while (place_ < last && sizes_[place_] == 0) ++place_;
  const DamagedVolume& volume = data_.volumes[std::min(place_, last)];
  number_ = began_sorted_ ? number_ + 1 : volume.file.number;
  MendedLabel label = volume.label;
  label.label.volume = number_;
  began_sorted_ = true;
  return CreateVolume(label);
}

Result<void> DataRepair::WriteSorted() {
  if (target_.dry_run) return {};
  place_ = 0;
  return spool_->Visit([this](Timestamp stamp, Bytes record) -> Result<void> {
    if (data_.keep_going && !data_.keep_going(1))
      return Fail(Errc::kCancelled, "Stopped before the end");
    if (auto next = NextSortedVolume(record.size()); !next) return next;
    return Write(stamp, record);
  });
}

Result<void> DataRepair::Run() {
  if (auto begun = BeginSorting(); !begun) return begun;
  for (place_ = 0; place_ < data_.volumes.size(); ++place_)
    if (auto copied = CopyVolume(data_.volumes[place_]); !copied) return copied;
  if (!any_values_)
    return Fail(Errc::kEmpty, "Not a single data record of a known metric is left", data_.base);
  if (!times_.is_sorted)
    if (auto written = WriteSorted(); !written) return written;
  if (auto closed = CloseVolume(); !closed) return closed;
  return last_entry_ ? target_.index.Finish(*last_entry_) : Result<void>{};
}

Result<void> DataRepair::BeginSorting() {
  sizes_.resize(data_.volumes.size());
  if (times_.is_sorted || target_.dry_run) return {};
  const std::string directory = std::filesystem::path(target_.base).parent_path();
  Result<RecordSpool> spool = RecordSpool::Create(directory.empty() ? "." : directory);
  if (!spool) return Fail(spool.error());
  spool_ = std::move(*spool);
  return {};
}

}  // namespace

Result<void> RepairData(const DamagedData& data, const DataTimes& times,
                        const RepairedMetadata& metadata, const DataTarget& target,
                        RepairReport& report) {
  return DataRepair(data, times, metadata, target, report).Run();
}

}  // namespace fdr
