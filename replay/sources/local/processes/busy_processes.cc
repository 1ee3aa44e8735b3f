// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/processes/busy_processes.h"

#include <algorithm>
#include <utility>

namespace fdr::local {
namespace {

// A process that stops being busy is recorded a few samples longer: values between two samples need
// one behind them, and a process that is busy now and then need not come in each time.
constexpr std::size_t kLinger = 4;
// A round with very many processes comes less often, so that it adds no more than this on average.
constexpr std::size_t kMostOfRound = 5;  // processes for each sample
// Room for the names in the metadata: 9 MB a day.
constexpr double kNamesAtFirst = 256 * 1024, kNamesPerSecond = 100;
// Where a change is a record with all names: 173 MB a day at worst.
constexpr double kDomainsPerSecond = 2000;
// Names of processes that are not busy leave half of the room to those that are.
constexpr double kLeftForBusy = kNamesAtFirst / 2;
// A record of a change, for a process that comes and goes.
constexpr double kChange = 80, kMember = 12;

double MemberSize(std::string_view name) { return kMember + static_cast<double>(name.size()); }

std::size_t PlaceIn(const ProcessScan& scan, const ScannedProcess& process) {
  return static_cast<std::size_t>(&process - scan.processes().data());
}

}  // namespace

BusyProcesses::BusyProcesses(const BusyOptions& options, ProcessList& list, ReadBuffer& buffer)
    : options_(options),
      list_(list),
      buffer_(buffer),
      allowance_(kNamesAtFirst, options.rewrites_domain ? kDomainsPerSecond : kNamesPerSecond) {}

void BusyProcesses::Sample(Timestamp stamp, std::uint64_t reading) {
  const bool is_new_recording = std::exchange(is_new_recording_, false);
  shows_earlier_ = false;
  ++samples_;
  std::swap(before_, now_);
  std::swap(history_before_, history_);
  stamp_before_ = std::exchange(stamp_, stamp);
  now_.Read(list_, reading, buffer_, before_);
  allowance_.Refill(stamp);
  Link(is_new_recording);
  const std::size_t period = std::max(options_.round, history_.size() / kMostOfRound);
  is_round_ = is_new_recording || ++since_round_ >= period;
  if (is_round_) since_round_ = 0;
  Rank();
  ChooseLingering();
  ChooseRest();
  List(is_new_recording);
  now_.RereadSleepers(list_, buffer_, chosen_);
}

const ScannedProcess* BusyProcesses::Before(const ScannedProcess& process) const {
  const ScannedProcess* const before = before_.Find(process.pid);
  return before != nullptr && before->start == process.start ? before : nullptr;
}

// Hands on what is known of processes that still run.
void BusyProcesses::Link(bool is_new_recording) {
  const std::span<const ScannedProcess> all = now_.processes();
  history_.assign(all.size(), {});
  uses_.assign(all.size(), {});
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (const ScannedProcess* const before = Before(all[i]))
      GoOn(i, *before);
    else
      Begin(i);
    if (is_new_recording) history_[i].is_recorded = history_[i].was_chosen = false;
  }
  const double size_before = std::exchange(domain_size_, 0);
  for (const History& history : history_)
    if (!history.name.empty()) domain_size_ += MemberSize(history.name);
  is_rewritten_ = options_.rewrites_domain && domain_size_ < size_before;  // a member has ended
  if (is_rewritten_) allowance_.Spend(domain_size_);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (history_[i].has_new_program) LookAtName(i);
}

// A process that ran at the sample before.
void BusyProcesses::GoOn(std::size_t at, const ScannedProcess& before) {
  const ScannedProcess& process = now_.processes()[at];
  History& history = history_[at];
  history = std::move(history_before_[PlaceIn(before_, before)]);
  history.was_chosen = history.is_chosen;
  history.is_recorded |= history.is_chosen;
  history.is_chosen = history.is_ranked = history.is_newborn = false;
  // Threads of the kernel are called after their present work, which changes all the time.
  history.has_new_program = process.has_memory && process.program != before.program;
  uses_[at] = {Growth(before.cpu, process.cpu), Growth(before.io, process.io), process.memory};
}

// A process that the sample before did not have: started since, unless it was hidden.
void BusyProcesses::Begin(std::size_t at) {
  const ScannedProcess& process = now_.processes()[at];
  History& history = history_[at];
  history.is_newborn = stamp_before_.has_value() && process.start >= before_.last_start();
  uses_[at].memory = process.memory;
  if (history.is_newborn) uses_[at] = {process.cpu, process.io, process.memory};
}

// Takes what it costs to name a process in the metadata.
bool BusyProcesses::Afford(std::string_view name, double leave) {
  const double one = static_cast<double>(name.size());
  if (!options_.rewrites_domain) return allowance_.Take(kChange + one, leave);
  if (!allowance_.Take(is_rewritten_ ? kMember + one : domain_size_ + kMember + one, leave))
    return false;
  is_rewritten_ = true;
  return true;
}

// Another program in a process changes the name of its instance.
void BusyProcesses::LookAtName(std::size_t at) {
  History& history = history_[at];
  if (history.name.empty() || !namer_.Read(list_, buffer_, now_.processes()[at].pid)) return;
  if (namer_.instance() == history.name) return;
  if (!Afford(namer_.instance(), 0)) return;
  domain_size_ += MemberSize(namer_.instance()) - MemberSize(history.name);
  history.name = namer_.instance();
}

// Chooses a process, unless its name finds no room in the metadata.
bool BusyProcesses::Choose(std::size_t at, double leave) {
  History& history = history_[at];
  if (history.name.empty()) {
    if (!allowance_.Has(kChange, leave)) return false;
    if (!namer_.Read(list_, buffer_, now_.processes()[at].pid)) return true;  // gone
    const std::string_view name = namer_.instance();
    if (!Afford(name, leave)) return false;
    history.name = name;
    domain_size_ += MemberSize(name);
  }
  history.is_chosen = true;
  return true;
}

void BusyProcesses::Rank() {
  for (const std::size_t at : RankProcesses(uses_, options_.most)) {
    if (!Choose(at, 0) || !history_[at].is_chosen) continue;
    history_[at].is_ranked = true;
    history_[at].lingers = kLinger;
  }
}

// Those that were busy last come first.
void BusyProcesses::ChooseLingering() {
  std::vector<std::size_t> lingering;
  for (std::size_t i = 0; i < history_.size(); ++i)
    if (history_[i].lingers > 0 && !history_[i].is_ranked) lingering.push_back(i);
  std::stable_sort(lingering.begin(), lingering.end(), [&](std::size_t a, std::size_t b) {
    return history_[a].lingers > history_[b].lingers;
  });
  for (std::size_t i = 0; i < lingering.size(); ++i) {
    History& history = history_[lingering[i]];
    // The first sample after the busy one always has the process.
    history.is_chosen = i < 2 * options_.most || history.lingers == kLinger;
    history.lingers = history.is_chosen ? history.lingers - 1 : 0;
  }
}

void BusyProcesses::ChooseRest() {
  for (std::size_t i = 0; i < history_.size(); ++i) {
    if (history_[i].is_chosen || (history_[i].is_recorded && !is_round_)) continue;
    // Where one name finds no room, others are not tried: they would have to be read.
    if (!Choose(i, kLeftForBusy) && !is_round_) break;
  }
}

void BusyProcesses::List(bool is_new_recording) {
  chosen_.clear();
  came_in_.clear();
  for (std::size_t i = 0; i < history_.size(); ++i) {
    History& history = history_[i];
    if (!history.is_chosen) continue;
    const ScannedProcess& process = now_.processes()[i];
    chosen_.push_back(process.pid);
    const bool has_earlier = history.is_newborn || Before(process) != nullptr;
    if (history.is_ranked && !history.was_chosen && has_earlier && !is_new_recording)
      came_in_.push_back(process.pid);
  }
}

std::optional<Timestamp> BusyProcesses::EarlierStamp() const {
  constexpr std::int64_t kMicrosecond = 1000;  // the smallest difference that version 2 knows
  if (came_in_.empty() || !stamp_before_) return std::nullopt;
  const Timestamp earlier = stamp_before_->Plus(kMicrosecond);
  return earlier < *stamp_ ? std::optional(earlier) : std::nullopt;
}

const BusyProcesses::History* BusyProcesses::HistoryOf(InstanceId pid) const {
  const ScannedProcess* const process = now_.Find(pid);
  return process != nullptr ? &history_[PlaceIn(now_, *process)] : nullptr;
}

bool BusyProcesses::IsNewborn(InstanceId pid) const {
  const History* const history = HistoryOf(pid);
  return history != nullptr && history->is_newborn;
}

bool BusyProcesses::IsStranger(InstanceId pid) const {
  const History* const history = HistoryOf(pid);
  return history != nullptr && !history->is_recorded;
}

bool BusyProcesses::HasStrangers() const {
  return std::any_of(came_in_.begin(), came_in_.end(),
                     [&](InstanceId pid) { return IsStranger(pid); });
}

std::optional<std::string_view> BusyProcesses::TextOf(InstanceId pid, ScannedFile file) const {
  const ScannedProcess* const process = now_.Find(pid);
  if (process == nullptr) return std::nullopt;
  const ScannedProcess* const before = shows_earlier_ ? Before(*process) : nullptr;
  return before != nullptr ? before_.TextOf(*before, file) : now_.TextOf(*process, file);
}

std::vector<NamedInstance> BusyProcesses::Members() const {
  std::vector<NamedInstance> members;
  for (std::size_t i = 0; i < history_.size(); ++i)
    if (!history_[i].name.empty()) members.push_back({now_.processes()[i].pid, history_[i].name});
  return members;
}

}  // namespace fdr::local
