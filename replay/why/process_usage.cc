// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/process_usage.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "fdr/replay/why/canonical_factor.h"
#include "fdr/replay/why/ended_children.h"
#include "fdr/replay/why/hold.h"
#include "fdr/replay/why/used_between.h"

namespace fdr::why {
namespace {

// A machine that starts more of them in a few minutes has most of them in none of the records.
constexpr std::size_t kMostProcesses = 100'000;
// Growths that wait for the end of children: two values a second of 500 processes, for an hour.
constexpr std::size_t kMostPieces = 4'000'000;
// fdr record writes the names of all processes again after 60 samples.  Where it has very many, it
// does so later: then the last names of the archive count.
constexpr double kSamplesWithNames = 70;
// The state of a process that is not recorded again holds for this long, in seconds.
constexpr double kHeldState = 1;

struct CounterMetric {
  const char* name;
  Used used;
};
constexpr std::array kCounters = {
    CounterMetric{"proc.psinfo.utime", kOwnTime},
    CounterMetric{"proc.psinfo.stime", kOwnTime},
    CounterMetric{"proc.psinfo.cutime", kChildrenTime},
    CounterMetric{"proc.psinfo.cstime", kChildrenTime},
    CounterMetric{"proc.io.read_bytes", kDiskBytes},
    CounterMetric{"proc.io.write_bytes", kDiskBytes},
    CounterMetric{"proc.schedstat.run_delay", kQueueTime},
};
constexpr std::size_t kReadPlace = 4;  // of the bytes that were read
static_assert(std::string_view(kCounters[kReadPlace].name) == "proc.io.read_bytes");
constexpr const char* kMemory = "proc.psinfo.rss";
constexpr const char* kState = "proc.psinfo.sname";

std::vector<std::string> AllNames() {
  std::vector<std::string> names;
  for (const CounterMetric& metric : kCounters) names.emplace_back(metric.name);
  names.emplace_back(kMemory);
  names.emplace_back(kState);
  const std::vector<std::string> words = ProcessNames::Metrics();
  names.insert(names.end(), words.begin(), words.end());
  return names;
}

// The last value of a metric.
struct Last {
  Timestamp at;
  std::uint64_t bits = 0;
  std::size_t part = 0;  // of the recording
  bool is_known = false;
};

struct Process {
  ProcessUsage usage;
  std::array<Last, kCounters.size()> counters;
  Last memory;
  bool was_blocked = false;
  std::optional<Timestamp> state_at;
  std::size_t state_part = 0;
};

class UsageReader {
 public:
  UsageReader(ArchiveContext& archive, const UsageWindow& window, const UsageFacts& facts)
      : archive_(archive),
        window_(window),
        processors_(facts.processors),
        interval_(facts.interval),
        last_names_(facts.names) {}

  Result<ProcessUses> Read(const GoOn& go_on) {
    if (const auto chosen = Choose(); !chosen) return Fail(chosen.error());
    if (metrics_.empty()) return ProcessUses();
    FetchResult result;
    // Names were recorded when they were new, and are recorded again now and then.
    const Timestamp start = PlusSeconds(window_.from, -kSamplesWithNames * interval_);
    if (const auto set = archive_.SetMode(Mode::kForward, start); !set) return Fail(set.error());
    Fetched more = false;
    while ((more = archive_.Fetch(ids_, result)) && *more && result.stamp() <= window_.to) {
      if (result.after_gap()) ++part_;
      TakeWords(result);
      if (result.stamp() >= window_.from) TakeNumbers(result);
      if (!go_on(result.stamp())) break;
    }
    if (!more) return Fail(more.error());
    return ProcessUses{Finish(), is_cut_};
  }

 private:
  struct Metric {
    std::size_t place;  // in AllNames()
    Desc desc;
    double factor;
  };

  Result<void> Choose() {
    const std::vector<std::string> names = AllNames();
    const auto found = archive_.Find(names);
    if (!found) return Fail(found.error());
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!(*found)[i]) continue;
      const Result<Desc> desc = archive_.DescOf(*(*found)[i]);
      if (!desc || desc->indom.IsNull()) continue;
      ids_.push_back(*(*found)[i]);
      metrics_.push_back({i, *desc, CanonicalFactor(desc->units)});
    }
    return {};
  }

  Process* Of(InstanceId pid) {
    const auto found = processes_.find(pid);
    if (found != processes_.end()) return &found->second;
    if (processes_.size() >= kMostProcesses) {
      is_cut_ = true;
      return nullptr;
    }
    Process& process = processes_[pid];
    process.usage.pid = pid;
    return &process;
  }

  void TakeWords(const FetchResult& result) {
    constexpr std::size_t kFirst = kCounters.size() + 2;
    for (std::size_t i = 0; i < metrics_.size(); ++i)
      if (metrics_[i].place >= kFirst && result.sets()[i].status == SetStatus::kValues)
        names_.TakeSet(metrics_[i].place - kFirst, metrics_[i].desc,
                       result.Values(result.sets()[i]));
  }

  void TakeNumbers(const FetchResult& result) {
    for (std::size_t i = 0; i < metrics_.size(); ++i) {
      const Metric& metric = metrics_[i];
      if (metric.place > kCounters.size() + 1 || result.sets()[i].status != SetStatus::kValues)
        continue;
      if (metric.place == kCounters.size())
        hold_.Take(SecondsBetween(window_.from, result.stamp()));
      for (const FetchedValue& value : result.Values(result.sets()[i])) {
        Process* const process = Of(value.instance);
        if (process == nullptr) continue;
        process->usage.last_seen = result.stamp();
        if (metric.place > kCounters.size()) {
          TakeState(*process, value, result.stamp());
          continue;
        }
        const auto bits = value.NumberBits(metric.desc.type);
        if (!bits) continue;
        if (metric.place < kCounters.size())
          TakeCounter(*process, metric, result.stamp(), *bits);
        else
          TakeMemory(*process, metric, result.stamp(), *bits);
      }
    }
  }

  void TakeCounter(Process& process, const Metric& metric, Timestamp at, std::uint64_t bits) {
    Last& last = process.counters[metric.place];
    if (last.is_known) {
      // What was used during an interruption has no time.  That of children that ended then is in
      // it, so it is a piece of its own.
      const double by =
          last.part == part_ ? UsedBetween(metric.desc.type, last.bits, bits) * metric.factor : 0;
      const bool is_read = metric.place == kReadPlace;
      TakePiece({last.at, at, by, is_read ? 1.0 : 0.0}, kCounters[metric.place].used,
                process.usage);
    }
    last = {at, bits, part_, true};
  }

  void TakePiece(const UsagePiece& piece, Used used, ProcessUsage& usage) {
    if (used == kChildrenTime)
      Append(piece, usage.children_time);
    else if (used == kDiskBytes)
      Append(piece, usage.disk_bytes);
    else
      window_.Add(piece, used, usage);
  }

  // Two metrics make one sum.
  void Append(const UsagePiece& piece, std::vector<UsagePiece>& pieces) {
    if (!pieces.empty() && pieces.back().from == piece.from && pieces.back().to == piece.to) {
      UsagePiece& sum = pieces.back();
      const double read = sum.amount * sum.read_part + piece.amount * piece.read_part;
      sum.amount += piece.amount;
      sum.read_part = sum.amount > 0 ? read / sum.amount : 0;
    } else if (pieces_ < kMostPieces) {
      pieces.push_back(piece);
      ++pieces_;
    } else {
      is_cut_ = true;
    }
  }

  void TakeMemory(Process& process, const Metric& metric, Timestamp at, std::uint64_t bits) {
    Last& last = process.memory;
    ProcessUsage& usage = process.usage;
    const double bytes = NumberFrom(metric.desc.type, bits) * metric.factor;
    if (last.is_known && last.part == part_) {
      const double held = NumberFrom(metric.desc.type, last.bits) * metric.factor;
      const Timestamp until = std::min(at, PlusSeconds(last.at, hold_.seconds()));
      window_.Add({last.at, until, held * SecondsBetween(last.at, until)}, kMemoryTime, usage);
    }
    if (at < window_.start) usage.memory_before = bytes;
    if (at >= window_.start && at <= window_.end)
      usage.largest_memory = std::max(usage.largest_memory, bytes);
    last = {at, bits, part_, true};
  }

  // "D" is a process that waits for a disk, or for something else that no signal ends.  It is not
  // busy then, so recorders may leave it out up to the moment when it goes on.
  void TakeState(Process& process, const FetchedValue& value, Timestamp at) const {
    const auto text = value.Text();
    const bool is_blocked = text && text->starts_with('D');
    if (is_blocked && process.state_at && process.state_part == part_)
      TakeBlocked(process, *process.state_at, at);
    else if (process.was_blocked)
      TakeBlocked(process, *process.state_at, std::min(at, AfterState(process)));
    process.was_blocked = is_blocked;
    process.state_at = at;
    process.state_part = part_;
  }

  static Timestamp AfterState(const Process& process) {
    return PlusSeconds(*process.state_at, kHeldState);
  }

  void TakeBlocked(Process& process, Timestamp from, Timestamp to) const {
    window_.Add({from, to, SecondsBetween(from, to)}, kBlockedTime, process.usage);
  }

  // For archives that have no names of programs.
  void NameFromInstances(std::vector<ProcessUsage>& all) const {
    if (std::ranges::none_of(all, [](const ProcessUsage& one) { return one.program.empty(); }))
      return;
    const auto names = archive_.InstancesAt(metrics_.front().desc.indom, window_.end);
    if (!names) return;
    for (const NamedInstance& instance : *names) {
      const auto found = std::ranges::lower_bound(all, instance.id, {}, &ProcessUsage::pid);
      if (found != all.end() && found->pid == instance.id && found->program.empty())
        found->program = ProgramOfInstance(instance.name);
    }
  }

  // The last values have all that a process used since it was started.
  void SumUp(Process& process) const {
    for (const Metric& metric : metrics_) {
      if (metric.place >= kCounters.size()) continue;
      const Last& last = process.counters[metric.place];
      if (last.is_known)
        process.usage.total[kCounters[metric.place].used] +=
            NumberFrom(metric.desc.type, last.bits) * metric.factor;
    }
  }

  std::vector<ProcessUsage> Finish() {
    std::vector<ProcessUsage> all;
    for (auto& [pid, process] : processes_) {
      SumUp(process);
      if (process.was_blocked) TakeBlocked(process, *process.state_at, AfterState(process));
      const ProcessName& own = names_.Of(pid);
      const ProcessName& name =
          own.program.empty() && last_names_ != nullptr ? last_names_->Of(pid) : own;
      process.usage.program = name.program;
      process.usage.user = name.user;
      process.usage.parent = name.parent;
      process.usage.is_niced = name.nice > 0;
      all.push_back(std::move(process.usage));
    }
    std::ranges::sort(all, {}, &ProcessUsage::pid);
    NameFromInstances(all);
    LeaveChildren(window_, processors_, all);
    return all;
  }

  ArchiveContext& archive_;
  const UsageWindow window_;
  const double processors_, interval_;
  std::vector<MetricId> ids_;
  std::vector<Metric> metrics_;
  Hold hold_;  // of memory
  ProcessNames names_;
  const ProcessNames* const last_names_;  // of the whole archive, or null
  std::unordered_map<InstanceId, Process> processes_;
  std::size_t pieces_ = 0;
  bool is_cut_ = false;
  std::size_t part_ = 0;  // of the recording: how often it was interrupted
};

}  // namespace

double UsageWindow::PartInside(const UsagePiece& piece) const {
  const double length = SecondsBetween(piece.from, piece.to);
  const double inside = SecondsBetween(std::max(piece.from, start), std::min(piece.to, end));
  return length > 0 ? std::max(0.0, inside / length) : 0;
}

void UsageWindow::Add(const UsagePiece& piece, Used used, ProcessUsage& usage) const {
  if (!(piece.from < piece.to) || !std::isfinite(piece.amount)) return;
  const double inside = PartInside(piece);
  usage.in[used] += piece.amount * inside;
  usage.out[used] += piece.amount * (1 - inside);
}

Result<ProcessUses> ReadUsage(ArchiveContext& archive, const UsageWindow& window,
                              const UsageFacts& facts, const GoOn& go_on) {
  return UsageReader(archive, window, facts).Read(go_on);
}

Result<std::vector<std::string>> MissingOfProcesses(ArchiveContext& archive) {
  const std::vector<std::string> names = AllNames();
  const auto found = archive.Find(names);
  if (!found) return Fail(found.error());
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!(*found)[i]) missing.push_back(names[i]);
  return missing;
}

}  // namespace fdr::why
