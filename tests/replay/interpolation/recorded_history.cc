// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/replay/interpolation/recorded_history.h"

#include <algorithm>
#include <limits>

#include "fdr/archive/record_cursor.h"
#include "fdr/replay/timeline/time_scale.h"

namespace fdr::test {
namespace {

// The value as the engine takes it: a number that is stored as its type demands, or the bytes.
std::optional<HistoryEvent> EventOf(const ValueSet& set, std::uint32_t i, Type type,
                                    Timestamp stamp) {
  HistoryEvent event{.stamp = stamp, .text = {}};
  const bool is_word = type == Type::k32 || type == Type::kU32;
  if (set.in_place()) {
    event.bits = set.Word(i);
    return is_word || type == Type::kFloat ? std::optional(event) : std::nullopt;
  }
  if (is_word) return std::nullopt;
  const auto block = set.CheckedBlock(i);
  if (!block) return std::nullopt;
  if (!IsNumeric(type)) {
    event.text = AsText(block->payload);
    return event;
  }
  const std::size_t size = type == Type::kFloat ? 4 : 8;
  if ((block->type != type && block->type != Type::k32) || block->payload.size() != size)
    return std::nullopt;
  event.bits = size == 4 ? LoadU32(block->payload.data()) : LoadU64(block->payload.data());
  return event;
}

class Reader {
 public:
  Reader(const Timeline& timeline, const std::vector<MetricId>& metrics, BeforeStart before_start)
      : timeline_(timeline), before_start_(before_start) {
    RandomHistory& history = read_.history;
    history.start = timeline.start();
    history.end = timeline.End().value_or(timeline.start());
    for (const MetricId id : metrics) {
      const Desc* desc = timeline.metadata().FindDesc(id);
      if (desc == nullptr) continue;
      descs_[id] = *desc;
      history.metrics.push_back({*desc, ToString(id)});
      if (!desc->indom.IsNull()) AddDomain(desc->indom);
    }
  }

  RecordedHistory Read() {
    for (std::size_t i = 0; i < timeline_.size(); ++i) {
      if (i > 0) AddSeam(timeline_.MarkBehind(i - 1).value_or(Timestamp{}));
      read_.is_plain &= ReadArchive(timeline_.archive(i));
    }
    return std::move(read_);
  }

 private:
  void AddDomain(InDomId id) {
    auto& lifetimes = read_.history.lifetimes[id];
    std::size_t& largest = read_.history.largest[id];
    const InDomHistory* domain = timeline_.metadata().FindInDom(id);
    if (domain == nullptr) return;
    largest = domain->LargestSnapshot();
    for (const InstanceLifetime& life : domain->Lifetimes())
      lifetimes[life.id] = {life.birth, life.death.has_value(), life.death.value_or(Timestamp{})};
  }

  using Key = std::pair<MetricId, InstanceId>;
  struct Record {
    std::optional<Timestamp> stamp;  // none: damage
    bool is_mark = false;
    std::vector<std::pair<Key, HistoryEvent>> values;
  };

  // False if some records cannot be read or put in order.
  bool ReadArchive(const Archive& archive) {
    std::vector<Record> records;
    const bool is_whole = ReadRecords(archive, records);
    RejectMisplaced(records);
    Sort(records);
    const TimeScale scale(timeline_.start());
    std::vector<Timestamp>& stamps = read_.history.stamps;
    Timestamp damage = archive.label().start;  // the stamp of damage that comes next
    bool is_ordered = true;
    for (const Record& record : records) {
      const Timestamp stamp = record.stamp.value_or(damage);
      // A damaged stamp may have more than a second's nanoseconds.
      is_ordered &= stamps.empty() || scale.From(stamps.back()) <= scale.From(stamp);
      // Another archive answers for the time before this archive's start.
      is_ordered &= &archive == &timeline_.archive(0) || stamp >= archive.label().start;
      stamps.push_back(stamp);
      const bool is_before_start = stamp < timeline_.start();
      read_.begins_late |= is_before_start;
      if (!record.stamp || record.is_mark ||
          (is_before_start && before_start_ == BeforeStart::kIsMark))
        AddMark(stamp);
      else
        for (const auto& [key, event] : record.values) EventsOf(key).push_back(event);
      if (record.stamp) damage = stamp.Plus(1);
    }
    return is_whole && is_ordered;
  }

  bool ReadRecords(const Archive& archive, std::vector<Record>& records) {
    RecordCursor cursor(archive);
    while (true) {
      const Position here = cursor.position();
      if (here.offset >= archive.DataEnd(here.volume).value_or(here.offset)) {
        if (!cursor.SkipVolume().value_or(false)) return true;
        continue;
      }
      const Result<std::optional<Frame>> frame = cursor.Next();
      if (!frame && !IsDamage(frame.error().code)) return false;
      Record& record = records.emplace_back(Record{.stamp = {}, .values = {}});
      if (frame && record_.DecodeSets(archive.version(), (*frame)->body)) {
        record.stamp = record_.stamp();
        record.is_mark = record_.is_mark();
        AddValuesTo(record);
      }
      if (!frame && !cursor.SkipDamage().value_or(false)) return false;
    }
  }

  // If a record is earlier than the sound record before it, one of the two may be damage.  The
  // first may be damage if the second fits behind the record before the first.  The second may be
  // damage if the record behind it fits behind the first.  If this makes both suspect, or neither,
  // a new stretch begins with the second.  If that stretch had only one record, the second is
  // damage.
  void RejectMisplaced(std::vector<Record>& records) {
    std::vector<Record*> sound;
    for (Record& record : records)
      if (record.stamp) sound.push_back(&record);
    std::vector<Record*> stretch;  // the current one
    for (std::size_t i = 0; i < sound.size(); ++i) {
      const Timestamp stamp = *sound[i]->stamp;
      if (stretch.empty() || *stretch.back()->stamp <= stamp) {
        stretch.push_back(sound[i]);
        continue;
      }
      const Timestamp last = *stretch.back()->stamp;
      const Timestamp* const next = i + 1 < sound.size() ? &*sound[i + 1]->stamp : nullptr;
      const std::size_t n = stretch.size();
      const bool first_may_be = n < 2 || *stretch[n - 2]->stamp <= stamp;
      const bool second_may_be = next != nullptr && last <= *next;
      if (first_may_be && !second_may_be) {
        Reject(*stretch.back());
        stretch.back() = sound[i];
      } else if (first_may_be == second_may_be && next != nullptr && stamp <= *next) {
        stretch = {sound[i]};
      } else {
        Reject(*sound[i]);
      }
    }
  }

  void Reject(Record& record) {
    record.stamp.reset();
    read_.has_misplaced = true;
  }

  // Sorts by time.  Damage stays behind the same record.
  void Sort(std::vector<Record>& records) {
    Timestamp time{std::numeric_limits<std::int64_t>::min(), 0};
    std::vector<std::pair<Timestamp, Record>> timed;
    for (Record& record : records) {
      time = record.stamp.value_or(time);
      timed.emplace_back(time, std::move(record));
    }
    const auto earlier = [](const auto& a, const auto& b) { return a.first < b.first; };
    read_.has_misplaced |= !std::is_sorted(timed.begin(), timed.end(), earlier);
    std::stable_sort(timed.begin(), timed.end(), earlier);
    records.clear();
    for (auto& [stamp, record] : timed) records.push_back(std::move(record));
  }

  void AddValuesTo(Record& record) {
    for (const ValueSet& set : record_.sets()) {
      const auto desc = descs_.find(set.id());
      if (desc == descs_.end()) continue;
      for (std::uint32_t i = 0; i < set.size(); ++i) {
        const InstanceId instance = desc->second.indom.IsNull() ? kSingular : set.Instance(i);
        const auto event = EventOf(set, i, desc->second.type, record_.stamp());
        read_.has_misfits |= !event;
        if (event) record.values.push_back({{set.id(), instance}, *event});
      }
    }
  }

  // The list of events for the key.  Every list has every mark.
  std::vector<HistoryEvent>& EventsOf(const Key& key) {
    const auto [list, is_new] = read_.history.events.try_emplace(key);
    if (is_new)
      for (const Timestamp mark : read_.marks)
        list->second.push_back({.stamp = mark, .is_mark = true, .text = {}});
    return list->second;
  }

  void AddMark(Timestamp stamp) {
    read_.marks.push_back(stamp);
    for (auto& [key, events] : read_.history.events)
      events.push_back({.stamp = stamp, .is_mark = true, .text = {}});
  }

  void AddSeam(Timestamp mark) {
    const std::vector<Timestamp>& stamps = read_.history.stamps;
    read_.is_plain &= stamps.empty() || stamps.back() <= mark;
    AddMark(mark);
  }

  const Timeline& timeline_;
  BeforeStart before_start_;
  RecordedHistory read_;
  std::map<MetricId, Desc> descs_;
  ResultRecord record_;
};

}  // namespace

RecordedHistory ReadHistory(const Timeline& timeline, const std::vector<MetricId>& metrics,
                            BeforeStart before_start) {
  return Reader(timeline, metrics, before_start).Read();
}

}  // namespace fdr::test
