// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/replay_contrast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "fdr/tests/differential/record_model.h"
#include "fdr/tests/pmapi/replay_scenario.h"
#include "fdr/tests/pmapi/replay_twins.h"

namespace fdr::test {
namespace {

constexpr int kInterp = 1, kForw = 2, kEndOfLog = -12370, kOverlap = -12401;
constexpr std::int64_t kSecond = 1'000'000'000;

using Words = std::vector<std::string>;

Words Split(const std::string& line) {
  std::istringstream in(line);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool IsFetch(const std::string& what) { return what.ends_with("fetch"); }
bool IsInNanoseconds(const std::string& operation) {
  return operation.starts_with('h') || operation.starts_with("sh");
}
std::string TimeText(Timestamp t) {
  char text[60];
  std::snprintf(text, sizeof text, "%lld.%09d", static_cast<long long>(t.sec), t.nsec);
  return text;
}

// "SEC.FRACTION", of so many digits; both may be negative.
Timestamp ReadTime(const std::string& text, std::int64_t unit) {
  const std::size_t point = text.find('.');
  return Timestamp{std::stoll(text), 0}.Plus(std::stoll(text.substr(point + 1)) * unit);
}

// The instances and values of "ID=NUMVAL:FORMAT:INSTANCE/VALUE,...".
std::vector<std::string> ValuesOf(const std::string& set) {
  std::vector<std::string> values;
  const std::size_t colon = set.find(':');
  if (colon == set.npos) return values;
  std::istringstream in(set.substr(set.find(':', colon + 1) + 1));
  for (std::string value; std::getline(in, value, ',');) values.push_back(value);
  return values;
}

std::string FormatOf(const std::string& set) {
  const std::size_t colon = set.find(':');
  return colon == set.npos ? "" : set.substr(colon + 1, 1);
}

// A fetch's answer in the words of replay_operations.h.
std::string Translated(const std::string& answer, bool in_microseconds = false) {
  Words words = Split(answer);
  const int status = std::stoi(words.at(0));
  if (status < 0) return status == kEndOfLog ? "end" : status == kOverlap ? "overlap" : "error";
  if (in_microseconds) words.at(1).resize(words.at(1).find('.') + 7);
  std::string text = (words.at(2) == "0" ? "mark " : "at ") + words.at(1);
  for (std::size_t i = 3; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    text += ' ' + words[i].substr(0, equals + 1);
    if (words[i][equals + 1] == '-') text += words[i].substr(equals + 1);
    std::vector<std::string> values = ValuesOf(words[i]);
    const auto instance = [](const std::string& value) { return std::stoi(value); };
    std::stable_sort(values.begin(), values.end(),
                     [&](const auto& a, const auto& b) { return instance(a) < instance(b); });
    // Of an event array, the digest that does not depend on the order of bytes.
    for (const std::string& value : values) text += value.substr(0, value.find('~')) + ',';
  }
  return Shortened(text);
}

// What the peer returns may be 1 where there is no value in the result, depending on what happens
// to lie in memory.
bool IsOneForNothing(const std::string& answer) {
  if (!answer.starts_with("1 ")) return false;
  const Words words = Split(answer);
  return std::all_of(words.begin() + 3, words.end(),
                     [](const std::string& set) { return set.find(':') == set.npos; });
}

bool IsErrorOfDamage(const std::string& answer) { return answer.starts_with("-12373 "); }

bool IsDamaged(const Timeline& timeline) {
  const std::vector<ListedEvent> events = ListEvents(timeline);
  return std::any_of(events.begin(), events.end(),
                     [](const ListedEvent& event) { return event.is_damage; });
}

// Whether the instances that both have come in the same order, in the same format.
bool AreAlike(const std::string& our_set, const std::string& peers_set) {
  std::vector<int> ours, peers;
  for (const std::string& value : ValuesOf(our_set)) ours.push_back(std::stoi(value));
  for (const std::string& value : ValuesOf(peers_set)) peers.push_back(std::stoi(value));
  const auto common = [](const std::vector<int>& of, const std::vector<int>& with) {
    std::vector<int> both;
    for (const int instance : of)
      if (std::find(with.begin(), with.end(), instance) != with.end()) both.push_back(instance);
    return both;
  };
  if (common(ours, peers) != common(peers, ours)) return false;
  return ours.empty() || peers.empty() || FormatOf(our_set) == FormatOf(peers_set);
}

}  // namespace

void ReplayTally::Print(const std::string& what) const {
  std::cout << what << ": " << scenarios << " scenarios, " << answers
            << " answers compared, of them " << records << " fetches of records, " << interpolated
            << " interpolated ones, with " << values << " values";
  for (const auto& [reason, count] : departures) std::cout << "; " << reason << ": " << count;
  const PeerLosses losses = LossesOfPeer();
  std::cout << "; the peer died " << losses.died << " times and was killed " << losses.killed
            << " times\n";
}

ReplayContrast::ReplayContrast(std::string names, const Timeline& timeline, ReplayTally& tally)
    : names_(std::move(names)), timeline_(timeline), tally_(tally) {}

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
  const std::string what = operation.substr(0, operation.find(' '));
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
    if (ours != peers) {
      if (!elsewhere) Unexplained(operation, ours, peers);
      ++tally_.departures["asked where the fetch before had left it"];
    }
    if (FollowContexts(operation, ours) || current == contexts_.end()) return;
    if (what.ends_with("mode") && ours == "0") FollowMode(current->second, operation);
    if ((what == "add" || what == "del") && ours == "0") FollowProfile(current->second, operation);
    return;
  }
  Context& context = current->second;
  if (Split(operation).size() == 1 && IsFetch(what)) {  // of nothing
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
    context.replayed = {{ModeOperation(Mode::kForward, timeline_.start())}, {"ok"}, {"ok"}};
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
  // Nobody said where a walk was that has not met the log.
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
  const std::string what = operation.substr(0, operation.find(' '));
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
  if (!context.origin && !(our_sets.stamp + peers_sets.stamp).empty())
    context.origin = ReadTime(our_sets.stamp.empty() ? peers_sets.stamp : our_sets.stamp, 1);
  context.question.t = context.origin.value_or(Timestamp{});
  context.question.delta = context.delta;
  context.question.fetch = "fetch" + operation.substr(operation.find(' '));
  if (ours != peers) differences_.push_back({context, operation, ours, peers});
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

// What the peer says to each of the fetches in a context of its own; empty if it dies of it.
std::vector<std::string> ReplayContrast::AskAlone() const {
  std::vector<std::string> answers;
  while (answers.size() < differences_.size()) {
    Operations operations;
    std::vector<std::size_t> fetches;
    for (std::size_t i = answers.size(); i < differences_.size(); ++i) {
      const Difference& difference = differences_[i];
      const FetchQuestion& question = difference.context.question;
      char delta[60];
      std::snprintf(delta, sizeof delta, "%lld.%09lld",
                    static_cast<long long>(question.delta / kSecond),
                    static_cast<long long>(question.delta % kSecond));
      operations.push_back("open 2 " + DriverName(names_));
      operations.insert(operations.end(), difference.context.profile.begin(),
                        difference.context.profile.end());
      operations.push_back("hmode 1 " + TimeText(question.t) + ' ' + delta);
      fetches.push_back(operations.size());
      operations.push_back('h' + question.fetch);
      operations.push_back("destroy " + std::to_string(fetches.size() - 1));
    }
    const Answers some = RunDriver(Side::kPeers, operations);
    for (const std::size_t at : fetches) {
      answers.push_back(at < some.size() ? some[at] : "");
      if (at >= some.size()) break;  // it died of this one
    }
  }
  return answers;
}

void ReplayContrast::Explain() {
  if (differences_.empty()) return;
  const std::vector<std::string> alone = AskAlone();
  std::set<MetricId> metrics;
  for (const Difference& difference : differences_)
    for (const std::string* answer : {&difference.ours, &difference.peers})
      for (const auto& [id, set] : FetchedAnswer::Read(Translated(*answer)).sets)
        metrics.insert(id);
  const InterpolationExplainer explainer(timeline_, {metrics.begin(), metrics.end()});
  for (std::size_t i = 0; i < differences_.size(); ++i)
    ExplainOne(differences_[i], alone[i].empty() ? "-1" : alone[i], explainer);
  differences_.clear();
}

void ReplayContrast::ExplainOne(const Difference& difference, const std::string& alone,
                                const InterpolationExplainer& explainer) {
  const Words our_words = Split(difference.ours), peers_words = Split(difference.peers),
              once_words = Split(alone);
  const FetchQuestion& question = difference.context.question;
  const std::string our_answer = Translated(difference.ours),
                    peers_answer = Translated(difference.peers),
                    again = Translated(alone, !IsInNanoseconds(difference.operation));
  const FetchedAnswer ours = FetchedAnswer::Read(our_answer),
                      peers = FetchedAnswer::Read(peers_answer), once = FetchedAnswer::Read(again);
  const auto complain = [&] {
    std::string before;
    for (const auto& [id, t] : question.before)
      before += ' ' + std::to_string(id.value) + '@' + TimeText(t);
    ADD_FAILURE() << names_ << ": at " << TimeText(question.t) << " by " << question.delta
                  << (question.jumped ? " (jumped) " : " ") << difference.operation << "\nours  "
                  << difference.ours.substr(0, 1000) << "\npeers "
                  << difference.peers.substr(0, 1000) << "\nalone " << alone.substr(0, 1000)
                  << "\nbefore " << before;
  };
  if (our_words[0] != peers_words[0]) {
    const Reason reason = explainer.ExplainResult(question, our_answer, peers_answer, again);
    ++tally_.departures[Name(reason)];
    if (reason == Reason::kUnexplained) complain();
    return;
  }
  bool alike = our_words.size() == peers_words.size() && our_words[1] == peers_words[1];
  std::size_t different = 0;
  for (std::size_t i = 3; alike && i < our_words.size(); ++i) {
    if (our_words[i] == peers_words[i]) continue;
    ++different;
    alike = AreAlike(our_words[i], peers_words[i]);
    if (!alike && timeline_.size() > 1 && i < once_words.size()) {
      alike = AreAlike(our_words[i], once_words[i]);
      ++tally_.departures["other order in a list of archives"];
    }
    const MetricId id{static_cast<std::uint32_t>(std::stoul(our_words[i]))};
    const std::string reason = ReasonFor(difference, id, ours, peers, once, explainer);
    ++tally_.departures[reason];
    alike &= reason != Name(Reason::kUnexplained);
  }
  if (!alike || different == 0) complain();
}

// A counter is blanked alike but for what is missing from an answer, or was, for a reason of its
// own.
std::string ReplayContrast::ReasonFor(const Difference& difference, MetricId metric,
                                      const FetchedAnswer& ours, const FetchedAnswer& peers,
                                      const FetchedAnswer& alone,
                                      const InterpolationExplainer& explainer) const {
  const Context& context = difference.context;
  const FetchQuestion& question = context.question;
  const auto before = context.our_before.find(metric);
  const bool had_values = before != context.our_before.end();
  const auto truth = alone.sets.find(metric);
  const bool is_blanked = ours.sets.at(metric) == FetchedAnswer::Set{} &&
                          truth != alone.sets.end() && !truth->second.values.empty();
  if (is_blanked && had_values && explainer.IsMarkBetween(before->second, question.t)) {
    if (!question.before.contains(metric)) return "a counter not blanked, since it had no values";
    if (context.last_fetch != before->second &&
        !explainer.IsMarkBetween(*context.last_fetch, question.t))
      return "a counter not blanked, since others were fetched behind the mark";
    if (timeline_.size() > 1) return "a counter not blanked, since the mark of a seam was lost";
    return Name(Reason::kUnexplained);
  }
  const Reason reason = explainer.Explain(question, metric, ours, peers, alone);
  return Name(reason == Reason::kBlanked && had_values ? Reason::kUnexplained : reason);
}

}  // namespace fdr::test
