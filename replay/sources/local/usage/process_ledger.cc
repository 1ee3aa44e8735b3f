// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/process_ledger.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fdr/replay/sources/local/usage/program_name.h"

namespace fdr::local {
namespace {

constexpr InstanceId kThreadsOfKernel = 2;  // kthreadd, the parent of all of them
constexpr InstanceId kInit = 1;
// A longer way up to a process that is there makes no sense.
constexpr int kMostGenerations = 64;
constexpr std::size_t kMostWithThreads = 4096;

std::string ProgramOf(const ScannedProcess& process, const ProcessScan& scan) {
  const std::string_view stat = scan.TextOf(process, ScannedFile::kStat).value_or("");
  const std::size_t open = stat.find('('), close = stat.rfind(')');
  if (close == std::string_view::npos || open > close) return ProgramName("", false);
  const bool is_kernel_thread = !process.has_memory && (process.parent == kThreadsOfKernel ||
                                                        process.pid == kThreadsOfKernel);
  return ProgramName(stat.substr(open + 1, close - open - 1), is_kernel_thread);
}

std::uint64_t Above(std::uint64_t number, std::uint64_t least) {
  return number > least ? number - least : 0;
}

// The new value of a counter; by how much it has grown.
std::uint64_t Raise(std::uint64_t& counter, std::uint64_t now) {
  const std::uint64_t growth = Above(now, counter);
  counter += growth;
  return growth;
}

std::int64_t Signed(std::uint64_t number) { return static_cast<std::int64_t>(number); }

template <class Lives>
auto FindLife(Lives& lives, InstanceId pid) -> decltype(&lives.front()) {
  const auto at =
      std::ranges::lower_bound(lives, pid, {}, [](const auto& life) { return life.pid; });
  return at != lives.end() && at->pid == pid ? &*at : nullptr;
}

}  // namespace

void ProcessLedger::Update(const Sample& sample, const TakeUsage& take) {
  before_ = std::exchange(now_, {sample.now, sample.suspended});
  estates_.Begin(sample.now * tick_);
  Meet(sample, take);
  if (has_begun_) Hear(sample.exits, take);
  for (const Life& life : gone_) Bury(life, take);
  for (const auto& [pid, life] : unseen_) Bury(life, take);
  estates_.PayDebts(!sample.has_exits);
  estates_.Share(
      [&](InstanceId pid) {
        const Life* const life = FindLife(lives_, pid);
        return life != nullptr ? &life->user : nullptr;
      },
      take);
  ForgetThreads();
  last_start_ = sample.scan.last_start();
  has_begun_ = true;
}

// Finds out who goes on, who came and who went.
void ProcessLedger::Meet(const Sample& sample, const TakeUsage& take) {
  std::swap(lives_before_, lives_);
  std::vector<Life>& before = lives_before_;
  lives_.clear();
  gone_.clear();
  auto known = before.begin();
  for (const ScannedProcess& process : sample.scan.processes()) {
    while (known != before.end() && known->pid < process.pid) gone_.push_back(std::move(*known++));
    const bool has_pid = known != before.end() && known->pid == process.pid;
    const bool goes_on = has_pid && known->start == process.start;
    if (has_pid && !goes_on) gone_.push_back(std::move(*known));
    Life life = Grow(process, sample.scan, goes_on ? &*known : nullptr, take);
    if (has_pid) ++known;
    const bool is_there = std::ranges::binary_search(sample.after, process.pid);
    (is_there ? lives_ : gone_).push_back(std::move(life));
  }
  std::move(known, before.end(), std::back_inserter(gone_));
  unseen_.clear();
}

// Takes the life before, whose names need no memory again.
ProcessLedger::Life ProcessLedger::Grow(const ScannedProcess& process, const ProcessScan& scan,
                                        Life* before, const TakeUsage& take) {
  Life life =
      before != nullptr
          ? std::move(*before)
          : Life{.pid = process.pid, .start = process.start, .suspended = before_.suspended};
  // One that the scan before did not have has used all of it since, unless it was hidden.
  const bool counts = before != nullptr || (has_begun_ && process.start >= last_start_);
  life.parent = process.parent;
  life.user.id = process.user;
  life.ignores_children = process.ignores_children;
  if (before == nullptr || life.program != process.program)
    life.user.program = ProgramOf(process, scan);
  life.program = process.program;
  // One that has ended and waits may be in no group.
  if (life.user.unit.empty() || (!process.has_slept && process.state != 'Z'))
    life.user.unit = unit_of_(scan.TextOf(process, ScannedFile::kCgroup).value_or(""));
  const std::uint64_t cpu = Raise(life.cpu, std::max(process.cpu * tick_, process.ran));
  const std::uint64_t children = Raise(life.of_children, process.of_children * tick_);
  if (counts && cpu > 0) take(life.user, {.cpu = cpu});
  if (counts) estates_.Add(life.pid, Signed(children), 0, 0);
  // What it has written was counted when the kernel said that it had ended, before the last sample.
  const bool has_claimed =
      before == nullptr && process.start <= before_.ticks && unseen_.contains(process.pid);
  life.is_over |= has_claimed;
  GrowBytes(process, counts && !has_claimed, life);
  return life;
}

void ProcessLedger::GrowBytes(const ScannedProcess& process, bool counts, Life& life) {
  const bool could = std::exchange(life.has_io, process.has_io);
  if (!process.has_io) return;
  const std::uint64_t read = Raise(life.read, process.read);
  const std::uint64_t written = Raise(life.written, process.io - process.read);
  const bool is_new = life.start >= last_start_;
  if (counts && (could || is_new)) estates_.Add(life.pid, 0, Signed(read), Signed(written));
}

// The record of a process, with those of its threads that ended before it.
Usage ProcessLedger::WithThreads(const ExitRecord& record) {
  Usage all{record.cpu, record.read, record.written, 0};
  if (const auto it = threads_.find(record.process); it != threads_.end()) {
    all += it->second;
    threads_.erase(it);
  }
  return all;
}

// An identifier is used again after some seconds if thousands of processes start in each.  A
// process that was as old as this when it was seen has lived for longer.  The clock of records
// stops while the machine is suspended.
bool ProcessLedger::Fits(const ExitRecord& record, const Life& life, const Moment& seen) const {
  constexpr std::uint64_t kNanosPerMicro = 1000, kSlack = 500'000;  // the scan takes a while
  const std::uint64_t suspended = Above(seen.suspended, life.suspended);
  return record.lived + kSlack + suspended >=
         Above(seen.ticks, life.start) * (tick_ / kNanosPerMicro);
}

// If there are two, the last record is right.
ProcessLedger::Life& ProcessLedger::LifeOf(const ExitRecord& record) {
  if (Life* const life = FindLife(gone_, record.process); life && Fits(record, *life, before_))
    return *life;
  if (Life* const life = FindLife(lives_, record.process); life && Fits(record, *life, now_))
    return *life;
  return unseen_[record.process];
}

void ProcessLedger::Hear(std::span<const ExitRecord> exits, const TakeUsage& take) {
  for (const ExitRecord& record : exits) {
    if (!record.ends_process) {
      threads_[record.process] += {record.cpu, record.read, record.written, 0};
      continue;
    }
    const Usage end = WithThreads(record);
    Life& life = LifeOf(record);
    life.pid = record.process;
    life.parent = record.parent;
    life.user.program = ProgramName(record.program, record.is_kernel_thread);
    life.user.id = record.user;
    life.is_over = true;
    life.end = end;
  }
  for (auto& [pid, life] : unseen_) life.user.unit = UnitAbove(life.parent);
  CountExits(exits, take);
}

// Records of parents come behind those of their children, so all have to be known before.
void ProcessLedger::CountExits(std::span<const ExitRecord> exits, const TakeUsage& take) {
  for (const ExitRecord& record : exits) {
    if (!record.ends_process) continue;
    User user{ProgramName(record.program, record.is_kernel_thread), record.user};
    user.unit = UnitOfEnded(record, user.program);
    take(user, {.exits = 1});
  }
}

// Two may have had one identifier: of the one that is not known, only the parent is.
std::string ProcessLedger::UnitOfEnded(const ExitRecord& record, const std::string& program) const {
  for (const Life* const life :
       {Ended(record.process), FindLife(gone_, record.process), FindLife(lives_, record.process)})
    if (life != nullptr && life->is_over && life->parent == record.parent &&
        life->user.program == program)
      return life->user.unit;
  return UnitAbove(record.parent);
}

const ProcessLedger::Life* ProcessLedger::Ended(InstanceId pid) const {
  const auto unseen = unseen_.find(pid);
  return unseen != unseen_.end() ? &unseen->second : FindLife(gone_, pid);
}

// A process that no sample saw was in the unit of its parent.
std::string ProcessLedger::UnitAbove(InstanceId parent) const {
  for (int i = 0; i < kMostGenerations && parent > 0; ++i) {
    if (const Life* const life = FindLife(lives_, parent)) return life->user.unit;
    const Life* const ended = Ended(parent);
    if (ended != nullptr && !ended->user.unit.empty()) return ended->user.unit;
    const InstanceId next = ended != nullptr ? ended->parent : kInit;
    if (next == parent) break;
    parent = next;
  }
  return {};
}

// Follows the parents up to one that is there.
const ProcessLedger::Life* ProcessLedger::HeirOf(const Life& life) const {
  InstanceId parent = life.parent;
  for (int i = 0; i < kMostGenerations && parent > 0; ++i) {
    if (const Life* const heir = FindLife(lives_, parent)) return heir;
    const Life* const gone = Ended(parent);
    const InstanceId next = gone != nullptr ? gone->parent : kInit;
    if (next == parent) return nullptr;
    parent = next;
  }
  return nullptr;
}

void ProcessLedger::Bury(const Life& life, const TakeUsage& take) {
  const Usage rest{Above(life.end.cpu, life.cpu), Above(life.end.read, life.read),
                   Above(life.end.written, life.written), 0};
  const Life* const heir = HeirOf(life);
  // No process waits for these, so that all of it is in the record, or lost.
  if (heir == nullptr || heir->ignores_children) {
    if (has_begun_) take(life.user, rest);
    return;
  }
  const std::int64_t seen = Signed(life.cpu + life.of_children);
  const bool is_sure = heir->pid == life.parent;  // otherwise, a process between has ended, too
  if (!is_sure) estates_.Owe(heir->pid, seen);
  if (FindLife(lives_, life.pid) == nullptr) estates_.Inherit(life.pid, life.user, heir->pid, take);
  estates_.Add(heir->pid, is_sure ? -seen : 0, -Signed(life.read + rest.read),
               -Signed(life.written + rest.written));
  if (!life.is_over) return;
  estates_.Claim(heir->pid, life.user, rest.cpu);
  take(life.user, {0, rest.read, rest.written, 0});
}

// If records are lost, nothing tells that a process with ended threads has ended.
void ProcessLedger::ForgetThreads() {
  if (threads_.size() <= kMostWithThreads) return;
  std::erase_if(threads_,
                [&](const auto& entry) { return FindLife(lives_, entry.first) == nullptr; });
}

}  // namespace fdr::local
