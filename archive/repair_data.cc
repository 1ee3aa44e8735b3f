// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "fdr/archive/byte_sink.h"
#include "fdr/archive/result_encoder.h"
#include "fdr/archive/time_order.h"
#include "fdr/archive/value_fault.h"
#include "fdr/archive/volume_salvage.h"

namespace fdr {
namespace {

constexpr std::int64_t kMarkDelay = 1'000'000;  // nanoseconds, as loggers have it
constexpr double kSurveyShare = 0.5;            // of the work

class DataRepair {
 public:
  DataRepair(const DamagedData& data, const DataTimes& times, const RepairedMetadata& metadata,
             const DataTarget& target, RepairReport& report)
      : data_(data),
        times_(times),
        metadata_(metadata),
        target_(target),
        report_(report),
        salvage_(data, kSurveyShare, 1) {
    for (const auto& [id, desc] : metadata.metrics) metrics_.emplace(id, Metric{desc, {}});
  }

  Result<void> Run();

 private:
  struct Metric {
    Desc desc;
    std::optional<bool> in_place;  // its first values
  };

  struct LostValues {
    explicit LostValues(std::uint64_t offset) : first_offset(offset) {}
    std::uint64_t first_offset;
    std::uint64_t sets = 0;
    std::uint64_t values = 0;
  };

  Result<void> CopyVolume(const DamagedVolume& volume);
  void StartVolume(const DamagedVolume& volume);
  Result<void> CreateVolume(const MendedLabel& label);
  void ReportMissing(std::int32_t from, std::int32_t to);
  Result<void> Copy(const ResultRecord& record, const SalvagedRecord& salvaged,
                    const MendedLabel& label);
  std::string_view TimeFault(Timestamp stamp);
  bool Filter(const ResultRecord& record, const Frame& frame);
  std::optional<std::string_view> FaultOf(const ValueSet& set) const;
  bool IsStoredAsBefore(const ValueSet& set);
  void CopyFloats(const ValueSet& set);
  void ReportLostValues();
  Result<void> MarkGap(const ResultRecord& next);
  Result<void> Append(Bytes record);
  Result<void> Index(Timestamp stamp, std::uint64_t offset);
  Version version() const { return data_.label.version; }

  const DamagedData& data_;
  const DataTimes& times_;
  const RepairedMetadata& metadata_;
  const DataTarget& target_;
  RepairReport& report_;
  VolumeSalvage salvage_;

  std::optional<ByteSink> volume_;  // once there is a record for it
  std::int32_t number_ = 0;
  RepairedFile* file_ = nullptr;  // of the present volume, in the report
  std::size_t records_seen_ = 0;
  std::size_t next_wrong_ = 0;  // in times_.wrong
  bool gap_ = false;            // records are missing since the last one that was written
  std::optional<Timestamp> last_;
  bool last_is_mark_ = false;
  std::size_t next_place_ = 0;  // in metadata_.places: the first not older than the last record
  std::optional<IndexEntry> last_entry_;
  std::unordered_map<MetricId, Metric> metrics_;
  std::map<std::pair<MetricId, std::string_view>, LostValues> lost_values_;  // of this volume
  ResultEncoder encoder_;
  ByteBuffer record_;
};

std::string_view DataRepair::TimeFault(Timestamp stamp) {
  const std::size_t number = records_seen_++;
  if (next_wrong_ == times_.wrong.size() || times_.wrong[next_wrong_] != number) return {};
  ++next_wrong_;
  return stamp < times_.start ? "A record from before the archive's start"
                              : "A record with a time stamp out of order";
}

// Why nobody can read the values; nothing if there is no reason.
std::optional<std::string_view> DataRepair::FaultOf(const ValueSet& set) const {
  const auto known = metrics_.find(set.id());
  if (known == metrics_.end()) return "not described";
  return ValueFault(set, known->second.desc);
}

// Floats may be stored in two ways, but those of one metric only in one.
bool DataRepair::IsStoredAsBefore(const ValueSet& set) {
  if (set.size() == 0) return true;
  Metric& metric = metrics_.at(set.id());
  if (!metric.in_place) metric.in_place = set.in_place();
  return metric.in_place == set.in_place();
}

void DataRepair::CopyFloats(const ValueSet& set) {
  encoder_.BeginSet(set.id(), set.in_place() ? ValueFormat::kPointer : ValueFormat::kInPlace);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    if (set.in_place()) {
      std::array<std::byte, 4> payload;
      StoreU32(payload.data(), set.Word(i));
      encoder_.AddBlock(set.Instance(i), Type::kFloat, payload);
    } else {
      encoder_.AddInPlace(set.Instance(i), LoadU32(set.Block(i).payload.data()));
    }
  }
}

// Builds in record_ what is left of a record: false if that is nothing.
bool DataRepair::Filter(const ResultRecord& record, const Frame& frame) {
  std::size_t dropped = 0;
  std::size_t converted = 0;
  for (const ValueSet& set : record.sets()) {
    if (const auto fault = FaultOf(set)) {
      ++dropped;
      file_->values_dropped += set.size();
      LostValues& lost = lost_values_.try_emplace({set.id(), *fault}, frame.offset).first->second;
      ++lost.sets;
      lost.values += set.size();
    } else {
      file_->values_kept += set.size();
      converted += !IsStoredAsBefore(set);
    }
  }
  record_.clear();
  if (dropped == 0 && converted == 0) {
    const FrameScope scope(record_);
    ByteWriter(record_).Raw(frame.body);
    return true;
  }
  if (converted > 0)
    file_->Fix(frame.offset, 0, "Floats were not stored as those of the same metric before");
  if (dropped == record.sets().size()) return false;
  encoder_.Begin(record.stamp());
  for (const ValueSet& set : record.sets()) {
    if (FaultOf(set)) continue;
    if (IsStoredAsBefore(set))
      encoder_.CopySet(set);
    else
      CopyFloats(set);
  }
  encoder_.Encode(version(), record_);
  return true;
}

// A note for each metric, as most are in many records.
void DataRepair::ReportLostValues() {
  for (const auto& [what, lost] : lost_values_)
    file_->Lose(lost.first_offset, 0,
                fmt::format("Metric {}: {}; {} value sets with {} values, from here on",
                            ToString(what.first), what.second, lost.sets, lost.values));
  lost_values_.clear();
  std::stable_sort(file_->notes.begin(), file_->notes.end(),
                   [](const RepairNote& a, const RepairNote& b) { return a.offset < b.offset; });
}

Result<void> DataRepair::Append(Bytes record) {
  if (volume_->size() + record.size() > MaxFileSize(version()))
    return Fail(Errc::kTooLarge, "A volume larger than the format allows", volume_->name());
  return volume_->Append(record);
}

// Between the last record and the next, where something is missing.  Without room for its stamp
// there is hardly a gap either.
Result<void> DataRepair::MarkGap(const ResultRecord& next) {
  const bool needed = gap_ && last_ && !last_is_mark_ && !next.is_mark();
  gap_ = false;
  if (!needed) return {};
  const Timestamp stamp = last_->Plus(kMarkDelay);
  if (stamp >= next.stamp()) return {};
  ByteBuffer mark;
  ResultEncoder::EncodeMark(version(), stamp, mark);
  ++file_->marks_inserted;
  return Append(mark);
}

// The metadata that was written with a record begins behind all that is older.
Result<void> DataRepair::Index(Timestamp stamp, std::uint64_t offset) {
  const auto& places = metadata_.places;
  while (next_place_ < places.size() && places[next_place_].stamp < stamp) ++next_place_;
  const std::uint64_t meta_offset =
      next_place_ == 0 ? data_.label.size() : places[next_place_ - 1].end;
  bool has_indom = false;
  for (std::size_t i = next_place_; i < places.size() && places[i].stamp == stamp; ++i)
    has_indom |= places[i].is_indom;
  const IndexEntry entry{.stamp = stamp,
                         .volume = number_,
                         .meta_offset = static_cast<std::int64_t>(meta_offset),
                         .data_offset = static_cast<std::int64_t>(offset)};
  last_entry_ = entry;
  last_entry_->meta_offset = static_cast<std::int64_t>(metadata_.size);
  return target_.index.AfterRecord(entry, has_indom, volume_->size());
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
  if (!Filter(record, frame)) {
    ++file_->records_dropped;
    file_->bytes_lost += frame.size();
    return {};
  }
  if (!volume_)
    if (auto created = CreateVolume(label); !created) return created;
  if (auto marked = MarkGap(record); !marked) return marked;
  const std::uint64_t offset = volume_->size();
  if (auto appended = Append(record_); !appended) return appended;
  ++file_->records_kept;
  last_ = record.stamp();
  last_is_mark_ = record.is_mark();
  return record.is_mark() ? Result<void>{} : Index(record.stamp(), offset);
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
  // A volume without records is no reason for PCP to refuse an archive, unless it is the first one.
  if (last_)
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
  ReportLostValues();
  if (!volume_) {
    file_->Fix(0, *size, "Left out: the first volume must have a record");
    return {};
  }
  if (auto synced = volume_->Sync(); !synced) return synced;
  return std::exchange(volume_, std::nullopt)->Close();
}

Result<void> DataRepair::Run() {
  for (const DamagedVolume& volume : data_.volumes)
    if (auto copied = CopyVolume(volume); !copied) return copied;
  if (!last_entry_)
    return Fail(Errc::kEmpty, "Not a single data record of a known metric is left", data_.base);
  return target_.index.Finish(*last_entry_);
}

Result<void> VisitRecords(const DamagedData& data, double from, double to,
                          const std::function<void(Timestamp)>& on_record) {
  VolumeSalvage salvage(data, from, to);
  for (const DamagedVolume& volume : data.volumes) {
    const auto visited = salvage.Visit(
        volume,
        [&](const ResultRecord& record, const SalvagedRecord&) -> Result<void> {
          on_record(record.stamp());
          return {};
        },
        [](const LostStretch&) -> Result<void> { return {}; });
    if (!visited) return Fail(visited.error());
  }
  return {};
}

// Finds what contradicts what: only where something does is it worth the memory.
Result<DataTimes> ResolveTimes(const DamagedData& data) {
  std::vector<Timestamp> stamps;
  const auto visited = VisitRecords(data, kSurveyShare / 2, kSurveyShare,
                                    [&](Timestamp stamp) { stamps.push_back(stamp); });
  if (!visited) return Fail(visited.error());
  DataTimes times{.start = data.label.start, .end = {}, .wrong = StampsOutOfOrder(stamps)};

  std::vector<std::size_t> right;  // the first three
  auto wrong = times.wrong.begin();
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (wrong != times.wrong.end() && *wrong == i) {
      ++wrong;
      continue;
    }
    if (right.size() < 3) right.push_back(i);
    times.end = stamps[i];
  }
  const bool has_start = data.label.start.Valid();
  const auto is_before = [&](std::size_t n) {
    return n < right.size() && stamps[right[n]] < data.label.start;
  };
  if (!has_start || is_before(1) || right.size() == 1) {
    times.start = stamps[right[0]];
  } else if (is_before(0)) {
    times.wrong.insert(std::lower_bound(times.wrong.begin(), times.wrong.end(), right[0]),
                       right[0]);
  }
  return times;
}

}  // namespace

Result<DataTimes> SurveyData(const DamagedData& data) {
  std::size_t records = 0;
  bool in_order = data.label.start.Valid();
  Timestamp last = data.label.start;
  const auto visited = VisitRecords(data, 0, kSurveyShare / 2, [&](Timestamp stamp) {
    ++records;
    in_order &= stamp >= last;
    last = stamp;
  });
  if (!visited) return Fail(visited.error());
  if (records == 0)
    return Fail(Errc::kEmpty, "Not a single data record is left", data.volumes.front().file.path);
  if (!in_order) return ResolveTimes(data);
  return DataTimes{.start = data.label.start, .end = last, .wrong = {}};
}

Result<void> RepairData(const DamagedData& data, const DataTimes& times,
                        const RepairedMetadata& metadata, const DataTarget& target,
                        RepairReport& report) {
  return DataRepair(data, times, metadata, target, report).Run();
}

}  // namespace fdr
