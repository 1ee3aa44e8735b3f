// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/record_model.h"

#include <algorithm>
#include <sstream>

#include "fdr/replay/set_values.h"

namespace fdr::test {

namespace {

ListedEvent ListRecord(const ResultRecord& record, TimelinePosition place) {
  ListedEvent event{.stamp = record.stamp(), .is_mark = record.is_mark(), .record = place};
  for (const ValueSet& set : record.sets()) {
    event.metrics.push_back(set.id());
    if (set.size() > 1) event.several.push_back(set.id());
  }
  return event;
}

void ListArchive(const Timeline& timeline, std::size_t archive, std::vector<ListedEvent>& events) {
  const Archive& one = timeline.archive(archive);
  RecordCursor cursor(one);
  ResultRecord record;
  while (true) {
    const Result<std::optional<Frame>> frame = cursor.Next();
    if (frame && !*frame) return;
    const Timestamp last = events.empty() ? one.label().start : events.back().stamp;
    if (!frame) {
      const Position here = cursor.position();
      events.push_back({.stamp = last,
                        .is_damage = true,
                        .is_torn_end = one.DataEnd(here.volume).value_or(0) <= here.offset,
                        .record = {archive, here}});
      if (!cursor.SkipDamage().value_or(false)) return;
      continue;
    }
    const Bytes body = (*frame)->body;
    const TimelinePosition place{archive, {cursor.volume(), (*frame)->offset}};
    if (record.Decode(one.version(), body))
      events.push_back(ListRecord(record, place));
    else
      events.push_back({.stamp = ResultRecord::DecodeStamp(one.version(), body).value_or(last),
                        .is_senseless = true,
                        .record = place});
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
                        .backward = timeline.archive(i).label().start.Plus(-kNanosPerMillisecond),
                        .record = {i, {}}});
    ListArchive(timeline, i, events);
  }
  return events;
}

bool LeadsToARecord(const Timeline& timeline, const std::vector<ListedEvent>& events,
                    std::size_t archive, const IndexEntry& entry) {
  const Archive& one = timeline.archive(archive);
  const std::optional<std::size_t> volume = one.VolumeNumbered(entry.volume);
  if (!volume) return false;
  const Position led{*volume, static_cast<std::uint64_t>(entry.data_offset)};
  if (one.DataEnd(led.volume).value_or(0) == led.offset) return true;
  return std::any_of(events.begin(), events.end(), [&](const ListedEvent& event) {
    return event.record == TimelinePosition{archive, led} && !event.is_seam;
  });
}

bool HasWrongIndex(const Timeline& timeline, const std::vector<ListedEvent>& events) {
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    const PeerReader reader(timeline.archive(i));
    for (const IndexEntry& entry : reader.index())
      if (!LeadsToARecord(timeline, events, i, entry)) return true;
  }
  return false;
}

RecordModel::RecordModel(const Timeline& timeline, OnDamage damage)
    : timeline_(&timeline),
      damage_(damage),
      events_(std::make_shared<const std::vector<ListedEvent>>(ListEvents(timeline))),
      origin_(timeline_->start()),
      reached_(origin_),
      peer_(timeline.archive(0)) {}

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
  if (!forward_ && next_ > 0 && events[next_ - 1].stamp > origin_) --next_;  // first the damage
  if (forward_) {
    std::size_t before = next_;
    // For the peer this is so even if the next archive has not begun yet.
    while (before > 0 && events[before - 1].is_seam && departure.stops_at_damage) --before;
    if (before > 0 && events[before - 1].is_damage) next_ = before - 1;
  }
  if (forward_)
    next_ = std::min(next_ + departure.skip, events.size());
  else
    next_ -= std::min(next_, departure.skip);
  if (departure.reader != Departure::Reader::kDefinition)
    peer_.Start(forward_, origin_, departure.reader == Departure::Reader::kPeersByIndex);
}

const ListedEvent* RecordModel::StepAsThePeer() {
  while (true) {
    const auto found = peer_.Next();
    if (found && !*found) return nullptr;
    found_ = found ? ListRecord((*found)->record, {0, {(*found)->volume, (*found)->offset}})
                   : ListedEvent{.stamp = origin_, .is_damage = true};
    if (found_.is_damage) return &found_;
    if (forward_ ? found_.stamp < origin_ : found_.stamp > origin_) continue;
    origin_ = found_.stamp;
    return &found_;
  }
}

const ListedEvent* RecordModel::Step() {
  if (departure_.reader != Departure::Reader::kDefinition) return StepAsThePeer();
  while (next_ != (forward_ ? events_->size() : 0)) {
    const ListedEvent& event = (*events_)[forward_ ? next_++ : --next_];
    if (event.is_damage) {
      const bool is_last = &event == &events_->back();
      if (event.is_torn_end && !(forward_ && is_last) && !departure_.stops_at_damage) continue;
      const bool is_passed = damage_ == OnDamage::kGoesOn && !departure_.stops_at_damage &&
                             next_ != (forward_ ? events_->size() : 0);
      if (!is_passed) next_ += forward_ ? static_cast<std::size_t>(-1) : 1;  // the same error again
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

// Shows the whole record if no metrics are named.
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
    if (event->is_damage || event->is_senseless) return "error";
    if (what == "record") return Show(*event, {});
    const bool matches = std::find_first_of(event->metrics.begin(), event->metrics.end(),
                                            wanted.begin(), wanted.end()) != event->metrics.end();
    if (matches) return Show(*event, wanted);
  }
  return "end";
}

}  // namespace fdr::test
