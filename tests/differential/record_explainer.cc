// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/record_explainer.h"

#include <algorithm>
#include <optional>

#include "fdr/tests/differential/record_model.h"

namespace fdr::test {
namespace {

// A reason for the peer to depart from the rule.
struct Excuse {
  Departure departure;
  std::string reason;
};

// The number of records with exactly the stamp of the origin.  The peer may pass over the first of
// them in the direction of travel (item 26).
std::size_t GroupAtOrigin(const RecordModel& model) {
  const std::vector<ListedEvent>& events = model.events();
  const std::size_t at = model.next();
  std::size_t size = 0;
  while (model.forward() ? at + size < events.size() : size < at) {
    const ListedEvent& event = events[model.forward() ? at + size : at - size - 1];
    if (event.stamp != model.origin()) break;
    ++size;
  }
  return size;
}

// The departure if an index entry does not lead to the first record of its time or later.  The peer
// believes the entry (item 25).
std::optional<Departure> BlindTrust(const RecordModel& model, std::size_t archive,
                                    const IndexEntry& entry) {
  const std::vector<ListedEvent>& events = model.events();
  const Archive& one = model.timeline().archive(archive);
  const TimelinePosition led = {
      archive, {*one.VolumeNumbered(entry.volume), static_cast<std::uint64_t>(entry.data_offset)}};
  const auto place = [&](auto holds) {
    return static_cast<std::size_t>(std::find_if(events.begin(), events.end(), holds) -
                                    events.begin());
  };
  const std::size_t at = place([&](const ListedEvent& e) { return e.record >= led; });
  if (!LeadsToARecord(model.timeline(), events, archive, entry)) return Departure{.fails = true};
  if (at == place([&](const ListedEvent& e) {
        return e.record.archive >= archive && e.stamp >= entry.stamp;
      }))
    return std::nullopt;  // it leads where it should
  const std::size_t next = model.next();
  if (model.forward() ? at <= next : at >= next) return std::nullopt;
  return Departure{.skip = model.forward() ? at - next : next - at};
}

// Whether the peer, going back, comes from the next archive through damage at the end of this one.
bool ComesThroughDamage(const RecordModel& model) {
  if (model.forward() || model.next() == 0) return false;
  const std::vector<ListedEvent>& events = model.events();
  const std::size_t archive = events[model.next() - 1].record.archive;
  for (std::size_t i = model.next(); i < events.size(); ++i)
    if (events[i].record.archive == archive && events[i].is_damage)
      return archive + 1 < model.timeline().size();
  return false;
}

// Adds the ways in which the peer reads on in damage, and from where a wrong index leads it.
void AddReaders(const RecordModel& model, std::vector<Excuse>& excuses) {
  if (model.timeline().size() > 1) return;
  using Reader = Departure::Reader;
  excuses.push_back({{.reader = Reader::kPeers}, "did not get past damage"});
  excuses.push_back({{.reader = Reader::kPeersByIndex}, "went where the index led"});
  if (PeerReader(model.timeline().archive(0)).MissesVolume())
    for (std::size_t skip = 1; skip <= model.events().size(); ++skip)
      excuses.push_back({{.skip = skip}, "stayed where it was for want of a volume"});
}

std::vector<Excuse> Excuses(const RecordModel& model) {
  std::vector<Excuse> excuses = {
      {{}, ""},
      {{.loses_at_seams = true}, "records lost at a seam"},
      {{.stops_at_damage = true},
       model.forward() ? "stopped at the torn end of a volume" : "did not get back behind damage"}};
  if (ComesThroughDamage(model))
    excuses.push_back({{.fails = true}, "did not get back behind damage"});
  const std::size_t group = GroupAtOrigin(model);
  for (std::size_t skip = 1; skip < group; ++skip)
    excuses.push_back({{.skip = skip}, "started in the middle of equal stamps"});
  for (std::size_t k = 0; k < model.timeline().size(); ++k)
    for (const IndexEntry& entry : model.timeline().archive(k).index())
      if (const std::optional<Departure> departure = BlindTrust(model, k, entry))
        excuses.push_back({*departure, "believed a wrong index entry"});
  AddReaders(model, excuses);
  return excuses;
}

// The end of the operations from `first` up to the next "mode".
std::size_t EndOfSegment(const Operations& operations, std::size_t first) {
  std::size_t last = first + 1;
  while (last < operations.size() && !operations[last].starts_with("mode")) ++last;
  return last;
}

// The operations of a scenario from one "mode" up to the next, and the answers of one side.
struct Segment {
  const Operations& operations;
  const Answers& answers;
  std::size_t first, last;
};

// Without the digits behind the microseconds, if the operation was answered in microseconds.
std::string Rounded(std::string answer, const std::string& operation) {
  const std::size_t point = answer.find('.');
  if (operation.ends_with(kInMicroseconds) && point != answer.npos) answer.erase(point + 7, 3);
  return answer;
}

// The first answer that differs from the model's answer; empty if there is none.
std::string Contrast(RecordModel model, const Segment& segment, Departure departure) {
  for (std::size_t at = segment.first; at < segment.last; ++at) {
    const std::string& operation = segment.operations[at];
    const std::string rule = Shortened(Rounded(model.Answer(operation, departure), operation));
    if (rule == segment.answers[at]) continue;
    return segment.operations[segment.first] + " ... " + operation + "\nanswer " +
           segment.answers[at].substr(0, 300) + "\nrule   " + rule.substr(0, 300);
  }
  return "";
}

std::optional<Excuse> FindExcuse(const RecordModel& model, const Segment& segment) {
  RecordModel started = model;
  started.Answer(segment.operations[segment.first]);
  for (const Excuse& excuse : Excuses(started))
    if (Contrast(model, segment, excuse.departure).empty()) return excuse;
  return std::nullopt;
}

void Advance(RecordModel& model, const Segment& segment, Departure departure) {
  for (std::size_t at = segment.first; at < segment.last; ++at)
    model.Answer(segment.operations[at], departure);
}

}  // namespace

std::string ExplainRecords(const Timeline& timeline, const Replayed& replayed,
                           std::map<std::string, std::size_t>& departures) {
  RecordModel strict(timeline, replayed.damage);
  RecordModel peer = strict;
  const Operations& operations = replayed.operations;
  const std::size_t end = std::min(operations.size(), replayed.peers.size());
  for (std::size_t first = 0; first < end;) {
    const std::size_t last = std::min(EndOfSegment(operations, first), end);
    const Segment our_segment{operations, replayed.ours, first, last},
        peer_segment{operations, replayed.peers, first, last};
    if (const std::string wrong = Contrast(strict, our_segment, {}); !wrong.empty())
      return "ours is not by the rule: " + wrong;
    const std::optional<Excuse> excuse = FindExcuse(peer, peer_segment);
    if (!excuse) return "not explained: " + Contrast(peer, peer_segment, {});
    if (!excuse->reason.empty()) ++departures[excuse->reason];
    Advance(strict, our_segment, {});
    Advance(peer, peer_segment, excuse->departure);
    first = last;
  }
  return "";
}

}  // namespace fdr::test
