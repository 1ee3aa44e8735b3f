// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/collector.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "fdr/replay/pcp_error_codes.h"

namespace fdr::local {
namespace {

double AsReal(const Cell& cell) {
  return cell.kind == Cell::Kind::kReal ? std::bit_cast<double>(cell.bits)
                                        : static_cast<double>(static_cast<std::int64_t>(cell.bits));
}

bool IsOfProcesses(const Metric& metric) {
  return InfoOf(metric.grid).indom == InfoOf(GridId::kProcess).indom;
}

// Whether the metric is read from all processes.
bool NeedsProcesses(const Metric& metric) {
  return IsOfProcesses(metric) || metric.grid == GridId::kRunQueue ||
         metric.grid == GridId::kUsageProgram || metric.grid == GridId::kUsageUser ||
         metric.grid == GridId::kUsageUnit;
}

// Whether the files of the grid are read of all processes, so that earlier values are known.
bool IsScanned(GridId id) {
  return id == GridId::kProcessStat || id == GridId::kProcessIo || id == GridId::kProcessSchedstat;
}

bool IsOfGroups(GridId id) { return id >= GridId::kCgroup2 && id <= GridId::kCgroupBlkioDevice; }

GridId NextOf(GridId id) { return static_cast<GridId>(static_cast<std::size_t>(id) + 1); }

// The cells of a column that the profile includes; all cells without a profile.  A cell of the
// wrong kind counts as no value.
struct Cells {
  const Grid& grid;
  Column column;
  const Profile* profile;
  InDomId indom;
  const std::vector<char>* wanted;  // by rows; null: all

  template <class Add>
  void ForEach(Cell::Kind kind, Cell::Kind or_kind, Add add) const {
    const std::span<const InstanceId> rows = grid.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Cell& cell = grid.At(i, column);
      if (cell.kind != kind && cell.kind != or_kind) continue;
      if (wanted != nullptr && (*wanted)[i] == 0) continue;
      if (profile == nullptr || profile->Includes(indom, rows[i])) add(rows[i], cell);
    }
  }
};

// One loop for each type, so that the type is not tested for every value.
void AddValues(Type type, const Cells& cells, FetchResult& result) {
  using enum Cell::Kind;
  switch (type) {
    case Type::k32:
    case Type::kU32:
      // A counter of 32 bits wraps.
      return cells.ForEach(kInteger, kInteger, [&](InstanceId instance, const Cell& cell) {
        result.AddInPlace(instance, static_cast<std::uint32_t>(cell.bits));
      });
    case Type::kFloat:
      return cells.ForEach(kReal, kInteger, [&](InstanceId instance, const Cell& cell) {
        const float value = static_cast<float>(AsReal(cell));
        result.AddNumber(instance, type, 4, std::bit_cast<std::uint32_t>(value));
      });
    case Type::kDouble:
      return cells.ForEach(kReal, kInteger, [&](InstanceId instance, const Cell& cell) {
        result.AddNumber(instance, type, 8, std::bit_cast<std::uint64_t>(AsReal(cell)));
      });
    case Type::kString:
      return cells.ForEach(kText, kText, [&](InstanceId instance, const Cell& cell) {
        result.AddBytes(instance, type, AsBytes(cells.grid.TextWithNul(cell)));
      });
    default:
      return cells.ForEach(kInteger, kInteger, [&](InstanceId instance, const Cell& cell) {
        result.AddNumber(instance, type, 8, cell.bits);
      });
  }
}

ValueFormat FormatOf(Type type) {
  return type == Type::k32 || type == Type::kU32 ? ValueFormat::kInPlace : ValueFormat::kPointer;
}

std::uint32_t HeaderOf(Type type) {
  if (FormatOf(type) == ValueFormat::kInPlace || type == Type::kString) return 0;
  return BlockHeader(type, type == Type::kFloat ? 4 : 8);
}

}  // namespace

const Grid& Collector::Current(GridId id) {
  std::size_t& at = source_of_[static_cast<std::size_t>(id)];
  if (at == 0) {
    const auto make = InfoOf(id).make_source;
    auto it = std::find_if(sources_.begin(), sources_.end(),
                           [&](const OpenSource& open) { return open.make == make; });
    if (it == sources_.end()) it = sources_.insert(it, {make, make(machine_), 0});
    at = static_cast<std::size_t>(it - sources_.begin()) + 1;
  }
  OpenSource& open = sources_[at - 1];
  if (open.reading != machine_.reading) {
    open.source->Refresh();
    open.reading = machine_.reading;
  }
  return machine_.grid(id);
}

const Grid& Collector::Read(GridId id, const Profile& profile) {
  ++machine_.reading;
  machine_.profile = &profile;
  return Current(id);
}

void Collector::AddSet(const Metric& metric, const Profile& profile,
                       const std::vector<char>* wanted, FetchResult& result) {
  const MetricRow& row = *metric.row;
  const InDomId indom = InfoOf(metric.grid).indom;
  const bool all = indom.IsNull() || profile.IncludesAll(indom);
  FetchedSet& set = result.AddSet(row.id, SetStatus::kValues);
  set.format = FormatOf(row.type);
  set.header = HeaderOf(row.type);
  AddValues(row.type,
            {machine_.grid(metric.grid), metric.column, all ? nullptr : &profile, indom, wanted},
            result);
  if (result.LastSet().count == 0) result.LastSet().status = SetStatus::kNoValues;
}

void Collector::AddCurrentSet(const Metric& metric, const Profile& profile, FetchResult& result) {
  if (IsNever(metric.grid)) {
    // PCP's agents answer this for a metric that the kernel cannot have.
    result.AddSet(metric.row->id, SetStatus::kRecordedError).code = kPcpNotSupported;
    return;
  }
  if (omits_groups_ && IsOfGroups(metric.grid)) {
    result.AddSet(metric.row->id, SetStatus::kNoValues).format = FormatOf(metric.row->type);
    return;
  }
  const Grid& grid = Current(metric.grid);
  const bool only_news = machine_.busy != nullptr && IsOfProcesses(metric) &&
                         metric.row->semantics == Semantics::kDiscrete;
  if (only_news) FindNews(metric, grid);
  AddSet(metric, profile, only_news ? &wanted_ : nullptr, result);
}

void Collector::Fetch(std::span<const MetricId> metrics, const Profile& profile,
                      FetchResult& result) {
  ++machine_.reading;
  machine_.profile = &profile;
  result.Begin(machine_.options.clock());
  const bool is_sample = machine_.busy != nullptr && SampleProcesses(metrics, result.stamp());
  omits_groups_ = is_sample && !is_turn_of_groups_;
  for (const MetricId id : metrics) {
    if (Applications::Has(id))
      machine_.applications.AddSet(id, profile, machine_.reading, result);
    else if (const Metric* metric = catalog_.Find(id))
      AddCurrentSet(*metric, profile, result);
    else
      result.AddSet(id, SetStatus::kUnknownMetric);
  }
}

// A fetch of other metrics right after a sample is a part of that: a recording may be watched by
// something that needs more metrics.
bool Collector::BelongsToSample(std::span<const MetricId> metrics, Timestamp stamp) const {
  constexpr double kAtOnce = 0.1;  // seconds
  const double since = SecondsBetween(sampled_at_, stamp);
  return since >= 0 && since < kAtOnce &&
         std::none_of(metrics.begin(), metrics.end(),
                      [&](MetricId id) { return sampled_.contains(id); });
}

// False if none of the metrics is one of processes.
bool Collector::SampleProcesses(std::span<const MetricId> metrics, Timestamp stamp) {
  std::vector<MetricId> of_processes;
  for (const MetricId id : metrics)
    if (const Metric* const metric = catalog_.Find(id);
        metric != nullptr && NeedsProcesses(*metric))
      of_processes.push_back(id);
  if (of_processes.empty()) return false;
  const bool continues = BelongsToSample(of_processes, stamp);
  if (!continues) sampled_.clear();
  sampled_.insert(of_processes.begin(), of_processes.end());
  if (continues) return true;
  sampled_at_ = stamp;
  is_turn_of_groups_ = TakeTurnOfGroups();
  machine_.busy->Sample(stamp, machine_.reading);
  if (machine_.busy->is_round()) {
    told_.Clear();
    return true;
  }
  for (const InstanceId pid : machine_.busy->shown())
    if (machine_.busy->IsStranger(pid)) told_.Forget(pid);
  return true;
}

// A machine may have thousands of control groups.  So one sample in ten has them, or one in more:
// ten groups for each sample are enough.
bool Collector::TakeTurnOfGroups() {
  constexpr std::size_t kLeastSamples = 10, kForEachSample = 10;
  if (samples_to_groups_ > 0) {
    --samples_to_groups_;
    return false;
  }
  std::size_t groups = 0;
  for (auto id = GridId::kCgroup2; IsOfGroups(id); id = NextOf(id))
    groups = std::max(groups, machine_.grid(id).rows().size());
  samples_to_groups_ = std::max(kLeastSamples, groups / kForEachSample) - 1;
  return true;
}

// A discrete value holds until the next one, so only new ones are wanted.
void Collector::FindNews(const Metric& metric, const Grid& grid) {
  const std::span<const InstanceId> rows = grid.rows();
  wanted_.assign(rows.size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Cell& cell = grid.At(i, metric.column);
    if (cell.kind != Cell::Kind::kNone)
      wanted_[i] = told_.IsNews(metric.row->id, rows[i], grid, cell) ? 1 : 0;
  }
}

// A process that was started meanwhile had used nothing.  Discrete values are those of now, for
// processes of which the recording has none.
bool Collector::FindEarlier(const Metric& metric, Grid& grid) {
  const bool is_discrete = metric.row->semantics == Semantics::kDiscrete;
  if (!is_discrete && !IsScanned(metric.grid)) return false;
  const bool counts = metric.row->semantics == Semantics::kCounter;
  const std::span<const InstanceId> rows = grid.rows();
  wanted_.assign(rows.size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_newborn = machine_.busy->IsNewborn(rows[i]);
    if (is_newborn && counts) grid.SetInteger(i, metric.column, 0);
    wanted_[i] = (is_discrete ? machine_.busy->IsStranger(rows[i]) : counts || !is_newborn) ? 1 : 0;
  }
  return std::find(wanted_.begin(), wanted_.end(), 1) != wanted_.end();
}

bool Collector::FetchEarlier(std::span<const MetricId> metrics, FetchResult& result) {
  const auto stamp = machine_.busy != nullptr ? machine_.busy->EarlierStamp() : std::nullopt;
  if (!stamp) return false;
  const Profile everything;
  ++machine_.reading;
  machine_.profile = &everything;
  machine_.busy->ShowEarlier(true);
  result.Begin(*stamp);
  for (const MetricId id : metrics) {
    const Metric* const metric = catalog_.Find(id);
    if (metric == nullptr || !IsOfProcesses(*metric) || IsNever(metric->grid)) continue;
    if (!IsScanned(metric->grid) && !machine_.busy->HasStrangers()) continue;
    Current(metric->grid);
    if (FindEarlier(*metric, machine_.grid(metric->grid)))
      AddSet(*metric, everything, &wanted_, result);
  }
  machine_.busy->ShowEarlier(false);
  return !result.AllValues().empty();
}

void Collector::BeginRecording() {
  samples_to_groups_ = 0;
  if (machine_.busy != nullptr) machine_.busy->BeginRecording();
}

}  // namespace fdr::local
