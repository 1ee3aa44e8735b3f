// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/program_courses.h"

#include <algorithm>

#include "fdr/replay/counter_rule.h"
#include "fdr/replay/values/growth.h"
#include "fdr/replay/why/canonical_factor.h"

namespace fdr::why {
namespace {

constexpr std::size_t kMostEntries = 4'000'000, kMostPrograms = 50'000, kMostNumbers = 2'000'000;
constexpr std::size_t kMostLines = 32;
// Of a processor, and bytes: less is not looked at.
constexpr double kLittleOfProcessor = 0.02, kLittleOfMemory = 64 << 20;
// The places in Metrics(): processor time, memory, words.
constexpr std::size_t kWaitMetric = 2, kMemoryMetric = 3, kFirstWord = 4;

}  // namespace

std::vector<std::string> ProgramCourses::Metrics() {
  std::vector<std::string> names = {"proc.psinfo.utime", "proc.psinfo.stime",
                                    "proc.schedstat.run_delay", "proc.psinfo.rss"};
  const std::vector<std::string> words = ProcessNames::Metrics();
  names.insert(names.end(), words.begin(), words.end());
  return names;
}

void ProgramCourses::Begin(const TimeGrid& grid, std::vector<Desc> descs) {
  grid_ = grid;
  known_.emplace(Desc{{}, Type::kU32, {}, Semantics::kInstant, {}}, grid);
  descs_ = std::move(descs);
  for (const Desc& desc : descs_) factors_.push_back(CanonicalFactor(desc.units));
}

void ProgramCourses::Take(const FetchResult& result, std::span<const FetchedSet> sets) {
  const double at = SecondsBetween(grid_.start, result.stamp());
  // Names first: they are those of the values beside them.
  for (const bool are_words : {true, false}) {
    std::size_t next = 0;
    for (std::size_t metric = 0; metric < descs_.size(); ++metric) {
      if (descs_[metric].type == Type::kNoSupport) continue;
      if (next == sets.size()) return;
      const FetchedSet& set = sets[next++];
      if (set.status != SetStatus::kValues || (metric >= kFirstWord) != are_words) continue;
      if (are_words)
        names_.TakeSet(metric - kFirstWord, descs_[metric], result.Values(set));
      else
        TakeNumbers(metric, at, result.Values(set));
    }
  }
}

void ProgramCourses::TakeNumbers(std::size_t metric, double at,
                                 std::span<const FetchedValue> values) {
  if (values.empty()) return;
  if (metric == kMemoryMetric) hold_.Take(at);
  known_->Take(at, 0);
  for (const FetchedValue& value : values) TakeNumber(metric, at, value);
}

void ProgramCourses::TakeNumber(std::size_t metric, double at, const FetchedValue& value) {
  const Desc& desc = descs_[metric];
  const auto bits = IsNumeric(desc.type) ? value.NumberBits(desc.type) : std::nullopt;
  if (!bits) return;
  const std::uint64_t key =
      static_cast<std::uint64_t>(static_cast<std::uint32_t>(value.instance)) * kFirstWord + metric;
  const auto found = last_.find(key);
  if (found == last_.end()) {
    if (last_.size() < kMostNumbers) last_.emplace(key, Last{at, *bits});
    return;
  }
  const Last last = std::exchange(found->second, {at, *bits});
  if (!(at > last.at)) return;
  if (metric == kMemoryMetric)
    TakeMemory(value.instance, NumberFrom(desc.type, last.bits) * factors_[metric], last.at, at);
  else if (const auto growth = GrowthOf(desc.type, last.bits, *bits, CounterRule::kReset))
    TakeTime(metric, value.instance, growth->by * factors_[metric], last.at, at);
}

void ProgramCourses::TakeMemory(InstanceId pid, double bytes, double from, double to) {
  if (!(bytes >= kLittleOfMemory) || to - from > hold_.seconds()) return;
  if (Program* const program = ProgramOf(pid)) Add(program->memory, bytes * (to - from), from, to);
}

void ProgramCourses::TakeTime(std::size_t metric, InstanceId pid, double seconds, double from,
                              double to) {
  if (!(seconds >= kLittleOfProcessor * (to - from))) return;
  Program* const program = ProgramOf(pid);
  if (program == nullptr) return;
  Add(program->wanted, seconds, from, to);
  if (metric == kWaitMetric) return;
  Add(program->time, seconds, from, to);
  program->all += seconds;
  if (names_.Of(pid).nice > 0) program->niced += seconds;
}

ProgramCourses::Program* ProgramCourses::ProgramOf(InstanceId pid) {
  const ProcessName& name = names_.Of(pid);
  // Processes without names are not one program.
  if (name.program.empty()) return nullptr;
  const auto found = programs_.find({name.program, name.user});
  if (found != programs_.end()) return &found->second;
  if (programs_.size() >= kMostPrograms) return nullptr;
  return &programs_[{name.program, name.user}];
}

void ProgramCourses::Add(Entries& entries, double amount, double from, double to) {
  if (!std::isfinite(amount) || grid_.cells == 0) return;
  const auto cells = static_cast<double>(grid_.cells);
  const auto first = static_cast<std::uint32_t>(std::clamp(from / grid_.cell, 0.0, cells - 1));
  const auto last = static_cast<std::uint32_t>(std::clamp(to / grid_.cell, 0.0, cells - 1));
  for (std::uint32_t cell = first; cell <= last && entries_ < kMostEntries; ++cell) {
    const double begin = std::max(from, cell * grid_.cell);
    const double end = std::min(to, (cell + 1) * grid_.cell);
    if (!(end > begin)) continue;
    const auto part = static_cast<float>(amount * (end - begin) / (to - from));
    if (!entries.empty() && entries.back().cell == cell) {
      entries.back().amount += part;
    } else {
      entries.push_back({cell, part});
      ++entries_;
    }
  }
}

Line ProgramCourses::LineOf(const Entries& entries) const {
  Line line = zeros_;
  for (const Entry& entry : entries)
    line[entry.cell] += entry.amount / static_cast<float>(grid_.cell);  // unknown remains so
  return line;
}

std::vector<ProgramLine> ProgramCourses::LinesOf(Entries Program::*entries) const {
  std::vector<std::pair<float, Programs::const_iterator>> largest;
  for (auto program = programs_.begin(); program != programs_.end(); ++program) {
    float most = 0;
    for (const Entry& entry : program->second.*entries) most = std::max(most, entry.amount);
    if (most > 0) largest.emplace_back(most, program);
  }
  std::ranges::stable_sort(largest, std::ranges::greater(),
                           [](const auto& one) { return one.first; });
  if (largest.size() > kMostLines) largest.resize(kMostLines);
  std::vector<ProgramLine> lines;
  for (const auto& [most, found] : largest) {
    const Program& program = found->second;
    lines.push_back({found->first.first, found->first.second, program.niced > program.all / 2,
                     LineOf(program.*entries), LineOf(program.wanted)});
  }
  return lines;
}

ProgramLines ProgramCourses::Finish() {
  if (known_) zeros_ = known_->Finish();
  ProgramLines lines{LinesOf(&Program::time), LinesOf(&Program::memory)};
  const auto has = [&](std::size_t metric) {
    return metric < descs_.size() && descs_[metric].type != Type::kNoSupport;
  };
  lines.has_waits = has(kWaitMetric);
  if (!has(0)) lines.time_metric = "proc.psinfo.stime";
  programs_.clear();
  last_.clear();
  return lines;
}

}  // namespace fdr::why
