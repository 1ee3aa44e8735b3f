// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/record_model.h"

#include <algorithm>
#include <sstream>

#include "fdr/replay/set_values.h"

namespace fdr::test {

constexpr std::int64_t kMillisecond = 1'000'000;

namespace {

// Past a torn record at the end of a volume that is not the last of everything.
bool PassTornEnd(const Timeline& timeline, std::size_t archive, RecordCursor& cursor,
                 const Result<std::optional<Frame>>& frame, ListedEvent& damage) {
  if (frame || !IsDamage(frame.error().code)) return false;
  const Position here = cursor.position();
  if (timeline.archive(archive).DataEnd(here.volume) != here.offset) return false;
  const bool more = *cursor.SkipVolume();
  damage.is_torn_end = more || archive + 1 < timeline.size();
  return more;
}

void ListArchive(const Timeline& timeline, std::size_t archive, std::vector<ListedEvent>& events) {
  const Archive& one = timeline.archive(archive);
  RecordCursor cursor(one);
  ResultRecord record;
  while (true) {
    const Result<std::optional<Frame>> frame = cursor.Next();
    if (frame && !*frame) return;
    if (!frame || !record.Decode(one.version(), (*frame)->body)) {
      const Timestamp last = events.empty() ? one.label().start : events.back().stamp;
      events.push_back({.stamp = last, .is_damage = true, .record = {archive, cursor.position()}});
      if (!PassTornEnd(timeline, archive, cursor, frame, events.back())) return;
      continue;
    }
    events.push_back({.stamp = record.stamp(),
                      .is_mark = record.is_mark(),
                      .record = {archive, {cursor.volume(), (*frame)->offset}}});
    for (const ValueSet& set : record.sets()) {
      events.back().metrics.push_back(set.id());
      if (set.size() > 1) events.back().several.push_back(set.id());
    }
  }
}

}  // namespace

std::vector<ListedEvent> ListEvents(const Timeline& timeline) {
  std::vector<ListedEvent> events;
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    if (i > 0)
      events.push_back({.stamp = timeline.MarkBehind(i - 1).value_or(Timestamp{}),
                        .is_mark = true,
                        .is_seam = true,
                        .backward = timeline.archive(i).label().start.Plus(-kMillisecond),
                        .record = {i, {}}});
    ListArchive(timeline, i, events);
  }
  return events;
}

bool LeadsToARecord(const Timeline& timeline, const std::vector<ListedEvent>& events,
                    std::size_t archive, const IndexEntry& entry) {
  const Archive& one = timeline.archive(archive);
  const Position led{*one.VolumeNumbered(entry.volume),
                     static_cast<std::uint64_t>(entry.data_offset)};
  if (one.DataEnd(led.volume).value_or(0) == led.offset) return true;
  return std::any_of(events.begin(), events.end(), [&](const ListedEvent& event) {
    return event.record == TimelinePosition{archive, led} && !event.is_seam;
  });
}

RecordModel::RecordModel(const Timeline& timeline)
    : timeline_(&timeline),
      events_(std::make_shared<const std::vector<ListedEvent>>(ListEvents(timeline))),
      origin_(timeline_->start()),
      reached_(origin_) {}

void RecordModel::Start(Departure departure) {
  const std::vector<ListedEvent>& events = *events_;
  started_ = false;
  departure_ = departure;
  reached_ = origin_;
  const auto reaches = [&](const ListedEvent& e) {
    return !e.is_damage && (forward_ ? e.stamp >= origin_ : e.stamp > origin_);
  };
  next_ = static_cast<std::size_t>(std::find_if(events.begin(), events.end(), reaches) -
                                   events.begin());
  // Whoever begins behind damage, where the next archive has not begun yet, runs into it.
  if (forward_ && departure.stops_at_damage) {
    std::size_t before = next_;
    while (before > 0 && events[before - 1].is_seam) --before;
    if (before > 0 && events[before - 1].is_damage) next_ = before - 1;
  }
  if (forward_)
    next_ = std::min(next_ + departure.skip, events.size());
  else
    next_ -= std::min(next_, departure.skip);
}

const ListedEvent* RecordModel::Step() {
  while (next_ != (forward_ ? events_->size() : 0)) {
    const ListedEvent& event = (*events_)[forward_ ? next_++ : --next_];
    if (event.is_damage) {
      if ((!forward_ || event.is_torn_end) && !departure_.stops_at_damage) continue;
      next_ += forward_ ? static_cast<std::size_t>(-1) : 1;  // again and again
      return &event;
    }
    const Timestamp stamp = event.is_seam && !forward_ ? event.backward : event.stamp;
    const bool against = forward_ ? stamp < reached_ : stamp > reached_;
    if (against && !(event.is_seam && started_)) continue;
    started_ = true;
    origin_ = stamp;
    if (!event.is_seam || departure_.loses_at_seams) reached_ = stamp;
    return &event;
  }
  return nullptr;
}

// Without metrics, the whole record.
std::string RecordModel::Show(const ListedEvent& event, std::span<const MetricId> wanted) const {
  FetchResult result;
  result.Begin(origin_, event.is_mark);
  if (event.is_mark) return ToAnswer(result, false);
  TimelineCursor cursor(*timeline_);
  if (!cursor.Restore(event.record)) return "error";
  const auto found = cursor.Next();
  ResultRecord record;
  if (!found || !*found ||
      !record.Decode(timeline_->archive(event.record.archive).version(), (*found)->body))
    return "error";
  if (wanted.empty())
    for (const ValueSet& set : record.sets()) AddRecordedSet(set, result);
  for (const MetricId id : wanted) {
    const auto set = std::find_if(record.sets().begin(), record.sets().end(),
                                  [&](const ValueSet& s) { return s.id() == id; });
    if (set == record.sets().end())
      result.AddSet(id, SetStatus::kNoValues);
    else
      AddRecordedSet(*set, *timeline_->metadata().FindDesc(id), profile_, result);
  }
  return ToAnswer(result, false);
}

std::string RecordModel::Answer(const std::string& operation, Departure departure) {
  std::istringstream words(operation);
  std::string what;
  words >> what;
  if (what == "include" || what == "exclude") {
    ChangeProfile(profile_, operation);
    return "ok";
  }
  if (what == "mode") {
    const ModeWords mode = ReadMode(operation);
    forward_ = mode.mode == Mode::kForward;
    origin_ = mode.origin.value_or(origin_);
    Start(departure);
    return "ok";
  }
  if (departure_.fails) return "error";
  std::vector<MetricId> wanted;
  for (std::uint32_t id = 0; words >> id;) wanted.push_back({id});
  while (const ListedEvent* event = Step()) {
    if (event->is_damage) return "error";
    if (what == "record") return Show(*event, {});
    const bool matches = std::find_first_of(event->metrics.begin(), event->metrics.end(),
                                            wanted.begin(), wanted.end()) != event->metrics.end();
    if (matches) return Show(*event, wanted);
  }
  return "end";
}

}  // namespace fdr::test
