// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/replay_scenario.h"

#include <algorithm>
#include <cstdio>

#include "fdr/tests/differential/peer_limits.h"
#include "fdr/tests/pmapi/replay_answers.h"

namespace fdr::test {
namespace {

std::string TimeText(std::int64_t seconds, std::int64_t fraction, int digits) {
  char text[60];
  std::snprintf(text, sizeof text, "%lld.%0*lld", static_cast<long long>(seconds), digits,
                static_cast<long long>(fraction));
  return text;
}

}  // namespace

ScenarioGenerator::ScenarioGenerator(const std::string& names, const Timeline& timeline)
    : names_(DriverName(names)),
      timeline_(timeline),
      events_(ListEvents(timeline)),
      deadly_(DeadlyMetrics(timeline)),
      questions_(timeline) {
  for (const ListedEvent& event : events_) has_marks_ |= event.is_mark;
}

Operations ScenarioGenerator::Walk(std::uint64_t seed, std::size_t length) {
  Seed(seed);
  questions_.Seed(seed);
  all_.clear();
  open_.clear();
  next_handle_ = 0;
  current_ = -1;
  AddWithoutContext();
  AddOpen();
  while (all_.size() < length) {
    const std::uint64_t choice = Below(40);
    if (current_ < 0 || choice == 0)
      AddChange();
    else if (choice < 5)
      AddMode(open_[current_]);
    else if (choice == 5)
      AddProfile();
    else if (choice < 11)
      AddQuestion();
    else
      AddFetch(open_[current_]);
  }
  return std::move(all_);
}

void ScenarioGenerator::AddOpen() {
  Add("open 2 " + names_);
  current_ = next_handle_++;
  open_[current_] = {.both_ways = OneIn(3), .metrics = {}};
}

void ScenarioGenerator::AddFailingOpen() {
  // A type that does not exist would leave the peer with a context that kills it.
  Add(OneIn(2) ? "open 2 %" : "open 2 /nowhere/at-all");
  ++next_handle_;
}

// The peer loses the profile of a duplicate, so the program sets a new one.  In a list of archives,
// the peer loses its position, too.
void ScenarioGenerator::AddDuplicate() {
  Add("dup");
  open_[next_handle_] = open_[current_];
  current_ = next_handle_++;
  Add("add 4294967295 -1");
}

void ScenarioGenerator::AddChange() {
  const std::uint64_t choice = Below(8);
  if (choice == 0) {
    AddFailingOpen();
  } else if (open_.empty() || (choice == 1 && open_.size() < 4)) {
    AddOpen();
  } else if (choice == 2 && current_ >= 0 && open_.size() < 4 && timeline_.size() == 1) {
    AddDuplicate();
  } else if (choice == 3) {
    const int handle =
        std::next(open_.begin(), static_cast<std::ptrdiff_t>(Below(open_.size())))->first;
    Add("destroy " + std::to_string(handle));
    open_.erase(handle);
    if (handle == current_) {
      current_ = -1;
      AddWithoutContext();
    }
  } else if (choice == 4) {
    const std::int64_t none = next_handle_ + static_cast<std::int64_t>(Below(3));
    Add((OneIn(2) ? "use " : "destroy ") + std::to_string(OneIn(3) ? -1 : none));
  } else {
    current_ = std::next(open_.begin(), static_cast<std::ptrdiff_t>(Below(open_.size())))->first;
    Add("use " + std::to_string(current_));
  }
  Add("which");
}

void ScenarioGenerator::AddWithoutContext() {
  for (const char* operation :
       {"which",        "location",         "fetch 1",    "hfetch",     "record",
        "mode 2 - 0",   "hmode 9 - -",      "label",      "hend",       "dup",
        "add 1 -1",     "children %",       "traverse %", "lookup a.b", "lookup a b",
        "name 1",       "names 1",          "desc 1",     "descs 1 2",  "indom 1",
        "indoma 1",     "iname 1 1",        "ifind 1 x",  "text 1 1",   "itext 1 1",
        "labels all 1", "labels context 1", "host 0",     "zone"})
    if (OneIn(4)) Add(operation);
}

Timestamp ScenarioGenerator::Time() {
  constexpr std::int64_t kNear[] = {
      0,         0,          0,       1,           -1,           1'000,       -1'000,
      1'000'000, -1'000'000, 500'000, 250'000'000, -700'000'000, 3 * kSecond, -10 * kSecond};
  Timestamp t = timeline_.start();
  if (OneIn(12))
    t = timeline_.End().value_or(t);
  else if (!events_.empty() && !OneIn(16))
    t = Pick(events_).stamp;
  return t.Plus(kNear[Below(std::size(kNear))]);
}

std::string ScenarioGenerator::Origin(bool highres, bool may_be_null) {
  if (may_be_null && OneIn(4)) return "-";
  const Timestamp t = Time();
  if (!highres) return TimeText(t.sec, t.nsec / 1000, 6);
  if (t.nsec == 0 && OneIn(3)) return TimeText(t.sec - 1, kSecond, 9);
  return TimeText(t.sec, t.nsec, 9);
}

// In nanoseconds, as "SEC.NSEC" with both of one sign.
std::string ScenarioGenerator::Delta(const Open& context) {
  const Timestamp end = timeline_.End().value_or(timeline_.start());
  const std::int64_t span = std::max<std::int64_t>(1, end.sec - timeline_.start().sec);
  const std::int64_t deltas[] = {span * 1'000'000 * static_cast<std::int64_t>(1 + Below(100)),
                                 kSecond,
                                 700'000'000,
                                 5 * kSecond,
                                 2'500'000'000,
                                 60 * kSecond,
                                 1'000'001};
  std::int64_t delta = deltas[Below(std::size(deltas))];
  if (context.both_ways && OneIn(2)) delta = -delta;
  if (context.both_ways && OneIn(12)) delta = 0;
  const std::string text = TimeText(std::abs(delta / kSecond), std::abs(delta % kSecond), 9);
  if (delta >= 0) return text;
  const std::size_t point = text.find('.');
  return '-' + text.substr(0, point) + ".-" + text.substr(point + 1);
}

void ScenarioGenerator::AddMode(Open& context) {
  if (OneIn(30)) {
    Add((OneIn(2) ? "mode " : "hmode ") + std::to_string(OneIn(2) ? 0 : 4 + Below(9)) + " - 1.0");
    return;
  }
  const int before = context.mode;
  context.mode = static_cast<int>(OneIn(2) ? kInterp : kForw + static_cast<int>(Below(2)));
  if (!OneIn(3)) {
    const std::string origin = Origin(true, true);
    context.exactly = origin == "-" && (context.exactly || before != kInterp);
    const bool no_delta = context.mode != kInterp && OneIn(2);
    Add("hmode " + std::to_string(context.mode) + ' ' + origin + ' ' +
        (no_delta ? "-" : Delta(context)));
    return;
  }
  // Any unit, and a length of time that makes sense with it.  The peer cannot count more than a
  // second of smaller units.
  constexpr std::int64_t kUnits[] = {1, 1000, 1'000'000, kSecond, 60 * kSecond, 360 * kSecond};
  const std::size_t unit = Below(8);
  const std::int64_t length = unit < std::size(kUnits) ? kUnits[unit] : 1'000'000;
  std::int64_t delta =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(1 + Below(10'000)) * 10'000'000 / length,
                               1, length <= 1000 ? kSecond / length : 2'000'000);
  if (context.both_ways && OneIn(2)) delta = -delta;
  const std::int64_t word =
      unit < 7 ? context.mode | 0x1000000 | static_cast<std::int64_t>(unit) << 16 : context.mode;
  const std::string origin = Origin(false, true);
  context.exactly = origin == "-" && (context.exactly || before != kInterp);
  Add("mode " + std::to_string(word) + ' ' + origin + ' ' + std::to_string(delta));
}

bool ScenarioGenerator::MayAsk(const Desc& desc, const Open& context) const {
  if (deadly_.contains(desc.id)) return false;
  if (!desc.indom.IsNull() && !questions_.keeps_domains()) return false;
  if (!IsBehindPointer(desc)) return true;
  return !context.both_ways && !(desc.semantics == Semantics::kDiscrete && has_marks_);
}

std::string ScenarioGenerator::AnyMetrics(const Open& context, bool interpolated) {
  constexpr std::size_t kMostInstances = 400;
  const std::span<const Desc> metrics = timeline_.metadata().metrics();
  std::vector<std::uint32_t> ids;
  std::size_t instances = 0;
  for (std::uint64_t n = 1 + Below(6); n > 0 && !metrics.empty(); --n) {
    const Desc& desc = metrics[Below(metrics.size())];
    const InDomHistory* domain = timeline_.metadata().FindInDom(desc.indom);
    instances += domain != nullptr ? domain->AllInstances().size() : 1;
    const bool again = std::find(ids.begin(), ids.end(), desc.id.value) != ids.end();
    if (instances > kMostInstances) break;
    if (interpolated && (again || !MayAsk(desc, context))) continue;
    ids.push_back(desc.id.value);
    if (OneIn(40)) ids.push_back(MetricId::Build(510, 7, 7).value);
    if (OneIn(40) && !interpolated) ids.push_back(kNull);
  }
  std::string list;
  for (const std::uint32_t id : ids) list += ' ' + std::to_string(id);
  return list;
}

void ScenarioGenerator::AddFetch(Open& context) {
  const bool interpolated = context.mode == kInterp;
  if (OneIn(interpolated ? 60 : 3)) {
    Add(OneIn(2) ? "record" : "hrecord");
    return;
  }
  std::string metrics = context.metrics;
  if (metrics.empty() || OneIn(8)) metrics = AnyMetrics(context, interpolated);
  // Metrics that are safe for records may kill the peer between records.
  if (interpolated) context.metrics = metrics;
  if (metrics.empty() && !OneIn(20)) return AddMode(context);
  constexpr const char* kKinds[] = {"hfetch", "hfetch", "hfetch", "shfetch", "fetch", "sfetch"};
  Add(kKinds[Below(interpolated && context.exactly ? 4 : 6)] + metrics);
}

void ScenarioGenerator::AddProfile() {
  std::uint32_t domain = questions_.Domain();
  if (OneIn(3)) domain = kNull;
  std::string operation = Join(OneIn(2) ? "add" : "del", domain);
  const InDomHistory* history = timeline_.metadata().FindInDom({domain});
  if (history == nullptr || OneIn(3)) {
    Add(operation + (OneIn(2) ? " -1" : " 0"));
    if (domain == kNull && OneIn(2)) Add(operation + " 1 1");
    return;
  }
  std::string list;
  std::size_t count = 0;
  for (const Instance& instance : history->AllInstances())
    if (count < 1000 && OneIn(2)) {
      list += ' ' + std::to_string(instance.id);
      ++count;
    }
  if (OneIn(10)) {
    list += " 987654";
    ++count;
  }
  Add(operation + ' ' + std::to_string(count) + list);
}

// A question for the label or the end of a list of archives may make the peer lose the mode and the
// position.
void ScenarioGenerator::AddPosition() {
  if (timeline_.size() == 1) return;
  Open& context = open_[current_];
  context.exactly = false;
  Add("hmode " + std::to_string(context.mode) + ' ' + Origin(true, false) + ' ' + Delta(context));
}

void ScenarioGenerator::AddQuestion() {
  switch (Below(20)) {
    case 0:
      Add(OneIn(2) ? "label" : "hlabel");
      return AddPosition();
    case 1:
      Add(OneIn(2) ? "end" : "hend");
      return AddPosition();
    case 2:
      return Add(OneIn(3)   ? "location"
                 : OneIn(2) ? "zone"
                            : "reconnect " + std::to_string(current_));
    default:
      return Add(questions_.Any());
  }
}

Operations ScenarioGenerator::Survey(std::uint64_t seed, std::size_t metrics) {
  Seed(seed);
  questions_.Seed(seed);
  all_ = {"open 2 " + names_, "zone",     "label",      "hlabel",     "end", "hend",
          "host 0",           "location", "traverse %", "rtraverse %"};
  current_ = 0;
  const std::size_t step = std::max<std::size_t>(1, questions_.metrics().size() / metrics);
  for (std::size_t i = Below(step); i < questions_.metrics().size(); i += step) {
    Add(Join("desc", questions_.metrics()[i]));
    Add(Join("names", questions_.metrics()[i]));
    Add(Join("text 1", questions_.metrics()[i]));
    Add(Join("text 2", questions_.metrics()[i]));
    Add(Join("labels all", questions_.metrics()[i]));
  }
  for (const InDomHistory& domain : timeline_.metadata().indoms()) {
    if (!questions_.keeps_domains()) break;
    const std::uint32_t id = domain.id().value;
    Add(Join("indoma", id));
    Add(Join("itext 1", id));
    Add(Join("itext 2", id));
    Add("hmode " + std::to_string(kForw) + ' ' + Origin(true, false) + " -");
    for (const char* question : {"indom", "labels indom", "labels instances"})
      Add(Join(question, id));
  }
  for (std::size_t i = 0; i < metrics; ++i) AddQuestion();
  return std::move(all_);
}

}  // namespace fdr::test
