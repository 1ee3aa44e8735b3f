// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/replay/recorded_history.h"

#include "fdr/archive/record_cursor.h"

namespace fdr::test {
namespace {

// As the engine takes it: a number that is stored as its type demands, or the bytes.
std::optional<HistoryEvent> EventOf(const ValueSet& set, std::uint32_t i, Type type,
                                    Timestamp stamp) {
  HistoryEvent event{.stamp = stamp, .text = {}};
  const bool is_word = type == Type::k32 || type == Type::kU32;
  if (set.in_place()) {
    event.bits = set.Word(i);
    return is_word || type == Type::kFloat ? std::optional(event) : std::nullopt;
  }
  if (is_word) return std::nullopt;
  const ValueBlock block = set.Block(i);
  if (!IsNumeric(type)) {
    event.text = AsText(block.payload);
    return event;
  }
  const std::size_t size = type == Type::kFloat ? 4 : 8;
  if ((block.type != type && block.type != Type::k32) || block.payload.size() != size)
    return std::nullopt;
  event.bits = size == 4 ? LoadU32(block.payload.data()) : LoadU64(block.payload.data());
  return event;
}

class Reader {
 public:
  Reader(const Timeline& timeline, const std::vector<MetricId>& metrics) : timeline_(timeline) {
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
      if (i > 0) AddMark(timeline_.MarkBehind(i - 1).value_or(Timestamp{}));
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

  bool ReadArchive(const Archive& archive) {
    RecordCursor cursor(archive);
    bool is_plain = true;
    while (true) {
      const Result<std::optional<Frame>> frame = cursor.Next();
      if (!frame && !PassTornEnd(archive, cursor, frame.error())) return false;
      if (!frame) continue;
      if (!*frame) return is_plain;
      if (!record_.Decode(archive.version(), (*frame)->body)) return false;
      std::vector<Timestamp>& stamps = read_.history.stamps;
      is_plain &= stamps.empty() || stamps.back() <= record_.stamp();
      stamps.push_back(record_.stamp());
      if (record_.is_mark()) AddMark(record_.stamp());
      AddValues();
    }
  }

  // To the next volume, if this one ends within a record.
  static bool PassTornEnd(const Archive& archive, RecordCursor& cursor, const Error& error) {
    return IsDamage(error.code) && archive.DataEnd(cursor.volume()) == cursor.position().offset &&
           cursor.SkipVolume() == true;
  }

  void AddValues() {
    for (const ValueSet& set : record_.sets()) {
      const auto desc = descs_.find(set.id());
      if (desc == descs_.end()) continue;
      for (std::uint32_t i = 0; i < set.size(); ++i) {
        const InstanceId instance = desc->second.indom.IsNull() ? kSingular : set.Instance(i);
        const auto event = EventOf(set, i, desc->second.type, record_.stamp());
        if (event) EventsOf({set.id(), instance}).push_back(*event);
      }
    }
  }

  // Every list has every mark.
  std::vector<HistoryEvent>& EventsOf(const std::pair<MetricId, InstanceId>& key) {
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

  const Timeline& timeline_;
  RecordedHistory read_;
  std::map<MetricId, Desc> descs_;
  ResultRecord record_;
};

}  // namespace

RecordedHistory ReadHistory(const Timeline& timeline, const std::vector<MetricId>& metrics) {
  return Reader(timeline, metrics).Read();
}

}  // namespace fdr::test
