// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/replay_contrast.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fdr/tests/differential/record_model.h"
#include "fdr/tests/pmapi/replay_answers.h"
#include "fdr/tests/pmapi/replay_twins.h"

namespace fdr::test {
namespace {

bool IsDamaged(const Timeline& timeline) {
  const std::vector<ListedEvent> events = ListEvents(timeline);
  return std::any_of(events.begin(), events.end(),
                     [](const ListedEvent& event) { return event.is_damage; });
}

}  // namespace

ReplayContrast::ReplayContrast(std::string names, const Timeline& timeline, ReplayTally& tally)
    : names_(std::move(names)),
      timeline_(timeline),
      tally_(tally),
      differences_(names_, timeline, tally) {}

void ReplayContrast::Follow(const Operations& operations, const Answers& ours,
                            const Answers& peers) {
  ++tally_.scenarios;
  contexts_.clear();
  current_ = -1;
  const std::size_t count = std::min({operations.size(), ours.size(), peers.size()});
  for (std::size_t i = 0; i < count; ++i) Compare(operations[i], ours[i], peers[i]);
  for (const auto& [handle, context] : contexts_) Finish(context);
}

void ReplayContrast::Compare(const std::string& operation, const std::string& ours,
                             std::string peers) {
  ++tally_.answers;
  const std::string what = OperationOf(operation);
  const bool moves = IsFetch(what) || what.ends_with("record");
  if (moves && IsOneForNothing(peers)) {
    peers[0] = '0';
    ++tally_.departures["returned 1 with no values"];
  }
  if (what.ends_with("end") && timeline_.size() > 1 && peers[0] >= '1' && peers[0] <= '3') {
    peers[0] = '0';
    ++tally_.departures["returned a mode for the end of a list"];
  }
  if (what.ends_with("end") && ours != peers && IsErrorOfDamage(peers) && IsDamaged(timeline_)) {
    ++tally_.departures["no end behind damage"];
    return;
  }
  const auto current = contexts_.find(current_);
  if (!moves || current == contexts_.end()) {
    const bool elsewhere =
        current != contexts_.end() && (current->second.differs_now || current->second.lost) &&
        (what == "indom" || what == "iname" || what == "ifind" || what == "labels");
    if (ours != peers && what == "zone" && current != contexts_.end() &&
        current->second.mode == kInterp && timeline_.size() > 1) {
      ++tally_.departures["the zone of the archive that was read last"];
    } else if (ours != peers) {
      if (!elsewhere) Unexplained(operation, ours, peers);
      ++tally_.departures["asked where the fetch before had left it"];
    }
    if (FollowContexts(operation, ours) || current == contexts_.end()) return;
    if (what.ends_with("mode") && ours == "0") FollowMode(current->second, operation);
    if ((what == "add" || what == "del") && ours == "0") FollowProfile(current->second, operation);
    return;
  }
  Context& context = current->second;
  if (Split(operation).size() == 1 && IsFetch(what)) {  // a fetch of no metrics
    if (ours != peers) Unexplained(operation, ours, peers);
  } else if (context.mode != kInterp) {
    FollowRecords(context, operation, ours, peers);
  } else if (IsFetch(what)) {
    FollowInterpolated(context, operation, ours, peers);
  } else if (ours != peers) {
    Unexplained(operation, ours, peers);
  }
}

bool ReplayContrast::FollowContexts(const std::string& operation, const std::string& answer) {
  const Words words = Split(operation);
  const std::string& what = words[0];
  if (what != "open" && what != "dup" && what != "use" && what != "destroy") return false;
  const int status = std::stoi(answer);
  if (status < 0) return true;
  if (what == "open") {
    Context& context = contexts_[status];
    context.origin = timeline_.start();
    context.replayed = {
        {ModeOperation(Mode::kForward, timeline_.start())}, {"ok"}, {"ok"}, OnDamage::kGoesOn};
    current_ = status;
  } else if (what == "dup") {
    Context& context = contexts_[status] = contexts_.at(current_);
    context.question.before.clear();
    context.our_before.clear();
    context.last_fetch.reset();
    current_ = status;
  } else if (what == "use") {
    current_ = std::stoi(words.at(1));
  } else {
    const auto gone = contexts_.find(std::stoi(words.at(1)));
    Finish(gone->second);
    if (gone->first == current_) current_ = -1;
    contexts_.erase(gone);
  }
  return true;
}

void ReplayContrast::FollowMode(Context& context, const std::string& operation) {
  const Words words = Split(operation);
  const bool highres = words[0] == "hmode";
  const int word = std::stoi(words.at(1)), unit = (word >> 16) & 0xff;
  const bool was_interpolated = context.mode == kInterp;
  context.mode = word & 0xffff;
  const bool to_interpolated = context.mode == kInterp && !was_interpolated;
  context.lost = (context.lost || (to_interpolated && context.differs_now)) && words.at(2) == "-";
  context.differs_now = context.differs_now && words.at(2) == "-";
  if (words.at(2) != "-") context.origin = ReadTime(words.at(2), highres ? 1 : 1000);
  if (highres && words.at(3) != "-") {
    const Timestamp delta = ReadTime(words.at(3), 1);
    context.delta = delta.sec * kSecond + delta.nsec;
  } else if (!highres) {
    constexpr std::int64_t kUnits[] = {1, 1000, 1'000'000, kSecond, 60 * kSecond, 360 * kSecond};
    const bool has_unit = (word & 0x1000000) != 0 && unit < static_cast<int>(std::size(kUnits));
    context.delta = std::stoll(words.at(3)) * (has_unit ? kUnits[unit] : 1'000'000);
  }
  context.question.jumped = true;
  context.our_before.clear();
  context.last_fetch.reset();
  if (context.mode == kInterp) {
    if (words.at(2) == "-" && !was_interpolated) context.origin.reset();
    return;
  }
  // The place of a walk that has not met the log is unknown.
  const bool from_here = words.at(2) == "-" && !was_interpolated;
  if (was_interpolated && !context.origin) context.lost = true;
  if (context.lost) return;
  context.replayed.operations.push_back(
      ModeOperation(context.mode == kForw ? Mode::kForward : Mode::kBackward,
                    from_here ? std::nullopt : context.origin));
  context.replayed.ours.emplace_back("ok");
  context.replayed.peers.emplace_back("ok");
}

// The first list for a domain starts from nothing.
void ReplayContrast::FollowProfile(Context& context, const std::string& operation) {
  const Words words = Split(operation);
  const std::string what = words[0] == "add" ? "include" : "exclude";
  const auto domain = static_cast<std::uint32_t>(std::stoul(words.at(1)));
  Operations same;
  if (InDomId{domain}.IsNull()) context.mentioned.clear();
  const bool is_list = words.size() > 3;
  if (is_list && context.mentioned.insert(domain).second) same.push_back("exclude " + words[1]);
  if (!is_list && !InDomId{domain}.IsNull()) context.mentioned.insert(domain);
  same.push_back(what + ' ' + words[1]);
  for (std::size_t i = 3; i < words.size(); ++i) same.back() += ' ' + words[i];
  context.profile.push_back(operation);
  for (const std::string& one : same) {
    context.question.profile.push_back(one);
    context.replayed.operations.push_back(one);
    context.replayed.ours.emplace_back("ok");
    context.replayed.peers.emplace_back("ok");
  }
}

void ReplayContrast::FollowRecords(Context& context, const std::string& operation,
                                   const std::string& ours, const std::string& peers) {
  if (context.lost) return;
  ++tally_.records;
  const std::string what = OperationOf(operation);
  std::string same = IsFetch(what) ? "fetch" + operation.substr(what.size()) : "record";
  if (!IsInNanoseconds(what)) same += kInMicroseconds;
  context.replayed.operations.push_back(same);
  context.replayed.ours.push_back(Translated(ours));
  context.replayed.peers.push_back(Translated(peers));
  if (ours == peers) return;
  if (context.replayed.ours.back() == context.replayed.peers.back())
    Unexplained(operation, ours, peers);
  context.differs = context.differs_now = true;
}

void ReplayContrast::FollowInterpolated(Context& context, const std::string& operation,
                                        const std::string& ours, const std::string& peers) {
  if (context.lost) return;
  ++tally_.interpolated;
  const std::string our_answer = Translated(ours), peers_answer = Translated(peers);
  const FetchedAnswer our_sets = FetchedAnswer::Read(our_answer),
                      peers_sets = FetchedAnswer::Read(peers_answer);
  // It is unknown whether the peer has read records that were not asked for.
  if (!context.origin && !our_sets.stamp.empty() && !peers_sets.stamp.empty() &&
      our_sets.stamp != peers_sets.stamp && HasWrongIndex(timeline_, ListEvents(timeline_))) {
    ++tally_.departures["was where a wrong index had led it"];
    context.lost = true;
    return;
  }
  if (!context.origin && !(our_sets.stamp + peers_sets.stamp).empty())
    context.origin = ReadTime(our_sets.stamp.empty() ? peers_sets.stamp : our_sets.stamp, 1);
  context.question.t = context.origin.value_or(Timestamp{});
  context.question.delta = context.delta;
  context.question.fetch = "fetch" + operation.substr(operation.find(' '));
  if (ours != peers)
    differences_.Add({context.question, context.profile, context.our_before, context.last_fetch,
                      operation, ours, peers});
  context.question.jumped = false;
  if (our_answer == "error" || peers_answer == "error") {
    context.lost = our_answer != peers_answer;
    return;
  }
  const auto remember = [&](const FetchedAnswer& answer, std::map<MetricId, Timestamp>& before) {
    for (const auto& [id, set] : answer.sets)
      if (set.values.empty())
        before.erase(id);
      else
        before[id] = context.question.t;
  };
  remember(our_sets, context.our_before);
  remember(peers_sets, context.question.before);
  context.last_fetch = context.question.t;
  for (const auto& [id, set] : peers_sets.sets) tally_.values += set.values.size();
  if (context.origin) context.origin = context.origin->Plus(context.delta);
}

void ReplayContrast::Finish(const Context& context) {
  if (!context.differs) return;
  const std::string wrong = ExplainRecords(timeline_, context.replayed, tally_.departures);
  EXPECT_EQ(wrong, "") << names_;
}

void ReplayContrast::Unexplained(const std::string& operation, const std::string& ours,
                                 const std::string& peers) const {
  ADD_FAILURE() << names_ << ": " << operation << "\nours  " << ours.substr(0, 1000) << "\npeers "
                << peers.substr(0, 1000);
}

}  // namespace fdr::test
