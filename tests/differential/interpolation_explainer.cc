// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/interpolation_explainer.h"

#include <algorithm>
#include <sstream>

#include "fdr/tests/replay/interpolation/recorded_history.h"

namespace fdr::test {
namespace {

// Whether the archive has numbers in blocks without the type, as very old archives have them.
bool HasUntypedBlocks(const Timeline& timeline, MetricId metric) {
  const Desc* desc = timeline.metadata().FindDesc(metric);
  TimelineCursor cursor(timeline);
  ResultRecord record;
  while (desc != nullptr) {
    const auto event = cursor.Next();
    if (!event || !*event) return false;
    const Version version = timeline.archive((*event)->archive).version();
    if ((*event)->is_mark || !record.Decode(version, (*event)->body)) continue;
    for (const ValueSet& set : record.sets())
      if (set.id() == metric && set.size() > 0 && !set.in_place())
        return set.Block(0).type != desc->type;
  }
  return false;
}

}  // namespace

const char* Name(Reason reason) {
  switch (reason) {
    case Reason::kPosition:
      return "the peer agrees when asked for that time alone";
    case Reason::kMarkIgnored:
      return "a mark overlooked";
    case Reason::kEqualStamps:
      return "another one of equal stamps";
    case Reason::kBlanked:
      return "a counter blanked behind a mark";
    case Reason::kTolerance:
      return "a millisecond outside of the log";
    case Reason::kWrongIndex:
      return "followed an index entry to no record";
    case Reason::kNoType:
      return "a metric that is not supported";
    case Reason::kUntyped:
      return "numbers without a type in the wrong byte order";
    case Reason::kDamage:
      return "ran into damage";
    case Reason::kMisfit:
      return "failed at a value that does not fit its type";
    case Reason::kRounded:
      return "a time rounded to that of a record";
    case Reason::kMisplaced:
      return "took a record that is out of order for a later one";
    case Reason::kBeforeStart:
      return "nothing beyond records from before the start";
    case Reason::kErrorCode:
      return "a counter of no number";
    default:
      return "unexplained";
  }
}

FetchedAnswer FetchedAnswer::Read(const std::string& answer) {
  FetchedAnswer read;
  std::istringstream words(answer);
  std::string word;
  words >> word;
  if (word != "at") return read;
  words >> read.stamp;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    Set& set = read.sets[{static_cast<std::uint32_t>(std::stoul(word))}];
    std::istringstream values(word.substr(equals + 1));
    for (std::string value; std::getline(values, value, ',');) {
      const std::size_t slash = value.find('/');
      if (slash == value.npos)
        set.status = std::stoi(value);
      else
        set.values[std::stoi(value)] = value.substr(slash + 1);
    }
  }
  return read;
}

InterpolationExplainer::InterpolationExplainer(const Timeline& timeline,
                                               const std::vector<MetricId>& metrics)
    : timeline_(timeline),
      metrics_(metrics),
      events_(ListEvents(timeline)),
      model_(history_, ValueRule::kPrevious) {
  RecordedHistory read = ReadHistory(timeline, metrics);
  has_misfits_ = read.has_misfits;
  has_misplaced_ = read.has_misplaced;
  begins_late_ = read.begins_late;
  is_plain_ = read.is_plain;
  history_ = std::move(read.history);
  marks_ = std::move(read.marks);
  for (const RandomMetric& metric : history_.metrics) descs_[metric.desc.id] = metric.desc;
}

bool InterpolationExplainer::HasValues(const FetchQuestion& question, MetricId metric) const {
  return descs_.contains(metric) && !ComesOf(model_, {LeftOut{}}, question, metric, {});
}

bool InterpolationExplainer::IsMarkBetween(Timestamp a, Timestamp b) const {
  if (b < a) std::swap(a, b);
  return std::any_of(marks_.begin(), marks_.end(),
                     [&](Timestamp mark) { return a <= mark && mark <= b; });
}

// A value as in an answer.  A float has two forms.
std::vector<std::string> InterpolationExplainer::ValueForms(const InterpolationModel& model,
                                                            MetricId metric, InstanceId instance,
                                                            Timestamp t, LeftOut left_out) const {
  const Desc& desc = descs_.at(metric);
  const std::optional<HistoryEvent> event = model.ValueAt(desc, instance, t, left_out);
  if (!event) return {""};
  std::vector<std::string> forms;
  for (const bool in_place : {false, true}) {
    const bool is_word = desc.type == Type::k32 || desc.type == Type::kU32;
    if (desc.type != Type::kFloat && in_place != is_word) continue;
    FetchResult result;
    result.Begin(t);
    result.AddSet(metric, SetStatus::kValues);
    if (!IsNumeric(desc.type))
      result.AddBytes(instance, desc.type, Bytes(std::as_bytes(std::span(event->text))));
    else if (in_place)
      result.AddInPlace(instance, static_cast<std::uint32_t>(event->bits));
    else
      result.AddNumber(instance, desc.type, desc.type == Type::kFloat ? 4 : 8, event->bits);
    forms.push_back(
        FetchedAnswer::Read(ToAnswer(result, true)).sets.at(metric).values.at(instance));
  }
  return forms;
}

Reason InterpolationExplainer::ExplainResult(const FetchQuestion& question, const std::string& ours,
                                             const std::string& peer,
                                             const std::string& alone) const {
  if (ours == alone) return Reason::kPosition;
  const bool outside = question.t < history_.start || question.t > history_.end;
  const bool near = question.t >= history_.start.Plus(-kNanosPerMillisecond) &&
                    question.t <= history_.end.Plus(kNanosPerMillisecond);
  // Only one side has passed the end, or the start, and the time is near enough to it.
  const bool one_is_outside =
      ours == "end" ? peer.starts_with("at ") : peer == "end" && ours.starts_with("at ");
  if (one_is_outside && outside && near) return Reason::kTolerance;
  if (peer.starts_with("at ") || (is_plain_ && !IsByDefinition(question, ours)))
    return Reason::kUnexplained;
  const bool is_damaged = std::any_of(events_.begin(), events_.end(),
                                      [](const ListedEvent& event) { return event.is_damage; });
  // If the peer cannot find the end, it finds nothing behind the start.
  if (peer == "end") return is_damaged && !outside ? Reason::kDamage : Reason::kUnexplained;
  if (HasWrongIndex(timeline_, events_)) return Reason::kWrongIndex;
  if (is_damaged) return Reason::kDamage;
  return has_misfits_ ? Reason::kMisfit : Reason::kUnexplained;
}

bool InterpolationExplainer::IsByDefinition(const FetchQuestion& question,
                                            const std::string& answer) const {
  const FetchedAnswer read = FetchedAnswer::Read(answer);
  return std::all_of(read.sets.begin(), read.sets.end(), [&](const auto& set) {
    if (!descs_.contains(set.first)) return set.second.status == kUnknownMetricCode;
    return set.second.status == 0 && ComesOf(model_, {LeftOut{}}, question, set.first, set.second);
  });
}

// Whether all instances of a counter are missing, the peer had some at the fetch before, and a mark
// lies between the fetches.
bool InterpolationExplainer::IsBlanked(const FetchQuestion& question, const Desc& desc,
                                       const FetchedAnswer::Set& peer) const {
  if (desc.semantics != Semantics::kCounter || !peer.values.empty()) return false;
  const auto before = question.before.find(desc.id);
  if (before == question.before.end()) return false;
  // After a jump the peer reads from another place, and may come across any mark.
  return question.jumped ? !marks_.empty() : IsMarkBetween(before->second, question.t);
}

// Whether each value follows from the definition, with one of these ways to leave something out.
bool InterpolationExplainer::ComesOf(const InterpolationModel& model,
                                     const std::vector<LeftOut>& ways,
                                     const FetchQuestion& question, MetricId metric,
                                     const FetchedAnswer::Set& set) const {
  Profile profile;
  for (const std::string& operation : question.profile) ChangeProfile(profile, operation);
  const InDomId indom = descs_.at(metric).indom;
  for (const auto& [key, events] : history_.events) {
    const InstanceId instance = key.second;
    if (key.first != metric || (!indom.IsNull() && !profile.Includes(indom, instance))) continue;
    const auto found = set.values.find(instance);
    const std::string value = found == set.values.end() ? "" : found->second;
    const auto gives_value = [&](const LeftOut& way) {
      const std::vector<std::string> forms = ValueForms(model, metric, instance, question.t, way);
      return std::find(forms.begin(), forms.end(), value) != forms.end();
    };
    if (std::none_of(ways.begin(), ways.end(), gives_value)) return false;
  }
  return true;
}

// For the peer a time is a number of seconds since the start, as a double.
bool InterpolationExplainer::IsAtRoundedTime(const FetchQuestion& question, MetricId metric,
                                             const FetchedAnswer::Set& peer) const {
  const auto seconds = [this](Timestamp t) {
    return static_cast<double>(static_cast<long double>(t.sec - history_.start.sec) +
                               static_cast<long double>(t.nsec - history_.start.nsec) / 1e9L);
  };
  return std::any_of(history_.stamps.begin(), history_.stamps.end(), [&](Timestamp stamp) {
    FetchQuestion there = question;
    there.t = stamp;
    return seconds(stamp) == seconds(question.t) &&
           ComesOf(model_, {LeftOut{}}, there, metric, peer);
  });
}

// The peer takes a misplaced record for a later one.  Then a value before it is good even if no
// later value follows.  Or the peer did not get past the record.
bool InterpolationExplainer::IsByMisplaced(const FetchQuestion& question, MetricId metric,
                                           const FetchedAnswer::Set& peer) const {
  if (!has_misplaced_) return false;
  if (peer.values.empty()) return true;
  RandomHistory followed = history_;
  for (auto& [key, events] : followed.events) {
    const auto last = std::find_if(events.rbegin(), events.rend(),
                                   [](const HistoryEvent& event) { return !event.is_mark; });
    if (key.first != metric || last == events.rend()) continue;
    events.push_back(*last);
    events.back().stamp = std::max(question.t, history_.end).Plus(kNanosPerMillisecond);
  }
  const InterpolationModel model(followed, ValueRule::kPrevious);
  return ComesOf(model, {{.marks_before = true, .marks_behind = true}}, question, metric, peer);
}

bool InterpolationExplainer::IsWithoutWhatIsBeforeStart(const FetchQuestion& question,
                                                        MetricId metric,
                                                        const FetchedAnswer::Set& peer) const {
  if (!begins_late_) return false;
  const RandomHistory late = ReadHistory(timeline_, metrics_, BeforeStart::kIsMark).history;
  const InterpolationModel model(late, ValueRule::kPrevious);
  return ComesOf(model, {LeftOut{}, {.marks_before = true}}, question, metric, peer);
}

// The peer swaps the bytes of a number only if the type of its block is a number.
bool InterpolationExplainer::IsWrongByteOrder(const FetchQuestion& question, MetricId metric,
                                              const FetchedAnswer::Set& peer) const {
  if (!HasUntypedBlocks(timeline_, metric)) return false;
  const bool is_float = descs_.at(metric).type == Type::kFloat;
  RandomHistory turned = history_;
  for (auto& [key, events] : turned.events)
    if (key.first == metric)
      for (HistoryEvent& event : events)
        event.bits = is_float ? __builtin_bswap32(static_cast<std::uint32_t>(event.bits))
                              : __builtin_bswap64(event.bits);
  const InterpolationModel model(turned, ValueRule::kPrevious);
  return ComesOf(model, {LeftOut{}}, question, metric, peer);
}

Reason InterpolationExplainer::Explain(const FetchQuestion& question, MetricId metric,
                                       const FetchedAnswer& ours, const FetchedAnswer& peer,
                                       const FetchedAnswer& alone) const {
  const FetchedAnswer::Set& our_set = ours.sets.at(metric);
  const FetchedAnswer::Set& peer_set = peer.sets.at(metric);
  const auto known = descs_.find(metric);
  if (known == descs_.end()) return Reason::kUnexplained;
  const Desc& desc = known->second;
  // The peer gives this error code only if there are values on both sides.  It subtracts 1 from the
  // code for every instance without a value.
  const bool miscounted = peer_set.status < kWrongTypeCode || peer_set == FetchedAnswer::Set{};
  if (our_set.status == kWrongTypeCode && miscounted && desc.semantics == Semantics::kCounter &&
      !IsNumeric(desc.type))
    return Reason::kErrorCode;
  if (desc.type == Type::kNoSupport && peer_set.status == kUnknownMetricCode &&
      our_set.values.empty())
    return Reason::kNoType;
  if (our_set.status != peer_set.status) return Reason::kUnexplained;
  const auto asked_alone = alone.sets.find(metric);
  const bool agrees_alone = asked_alone != alone.sets.end() && asked_alone->second == our_set;
  if (IsBlanked(question, desc, peer_set) && agrees_alone) return Reason::kBlanked;
  if (agrees_alone) return Reason::kPosition;
  // From here on the definition decides.  Our answer must be right, and the peer's answer must be
  // wrong in a known way.
  if (!ComesOf(model_, {LeftOut{}}, question, metric, our_set)) return Reason::kUnexplained;
  const std::vector<LeftOut> no_marks = {LeftOut{},
                                         {.marks_before = true},
                                         {.marks_behind = true},
                                         {.marks_before = true, .marks_behind = true}};
  if (!marks_.empty() && ComesOf(model_, no_marks, question, metric, peer_set))
    return Reason::kMarkIgnored;
  constexpr std::size_t kLargestGroup = 8;
  std::vector<LeftOut> others;
  for (LeftOut way : no_marks)
    for (way.earlier = 0; way.earlier < kLargestGroup; ++way.earlier)
      for (way.later = 0; way.later < kLargestGroup; ++way.later) others.push_back(way);
  if (ComesOf(model_, others, question, metric, peer_set)) return Reason::kEqualStamps;
  if (IsBlanked(question, desc, peer_set)) return Reason::kBlanked;
  if (IsAtRoundedTime(question, metric, peer_set)) return Reason::kRounded;
  if (IsByMisplaced(question, metric, peer_set)) return Reason::kMisplaced;
  if (IsWithoutWhatIsBeforeStart(question, metric, peer_set)) return Reason::kBeforeStart;
  if (IsWrongByteOrder(question, metric, peer_set)) return Reason::kUntyped;
  // Asked alone, the peer agrees except for equal stamps.
  if (asked_alone != alone.sets.end() &&
      ComesOf(model_, others, question, metric, asked_alone->second))
    return Reason::kPosition;
  return Reason::kUnexplained;
}

}  // namespace fdr::test
