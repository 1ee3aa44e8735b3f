// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/stat: processor time by processor, by NUMA node and in total, and further kernel counters.
// Times are milliseconds.

#include <array>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/processors/node_map.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// In the order of the file.
enum Time { kUser, kNice, kSys, kIdle, kWait, kIrq, kSoftirq, kSteal, kGuest, kGuestNice, kTimes };
constexpr std::string_view kTimeNames[kTimes] = {"user", "nice",    "sys",   "idle",  "wait",
                                                 "irq",  "softirq", "steal", "guest", "guest_nice"};
// The other lines with one number; their columns have the same names.
constexpr std::string_view kCounts[] = {"intr",      "ctxt",          "btime",
                                        "processes", "procs_running", "procs_blocked"};

using Times = std::array<std::uint64_t, kTimes>;

class TimeColumns {
 public:
  explicit TimeColumns(const Grid& grid)
      : handlers_(grid.Find("handlers")), vuser_(grid.Find("vuser")), vnice_(grid.Find("vnice")) {
    for (std::size_t i = 0; i < kTimes; ++i) times_[i] = grid.Find(kTimeNames[i]);
  }

  // Adds to the cells of the row.
  void AddTo(Grid& grid, std::size_t row, const Times& t) const {
    for (std::size_t i = 0; i < kTimes; ++i) grid.AddInteger(row, times_[i], t[i]);
    grid.AddInteger(row, handlers_, t[kIrq] + t[kSoftirq]);
    grid.AddInteger(row, vuser_, t[kUser] - t[kGuest]);
    grid.AddInteger(row, vnice_, t[kNice] - t[kGuestNice]);
  }

 private:
  std::array<Column, kTimes> times_;
  Column handlers_, vuser_, vnice_;
};

class ProcStat final : public Source {
 public:
  explicit ProcStat(Machine& machine)
      : machine_(machine),
        file_(machine.Proc("stat")),
        all_(machine.grid(GridId::kStat)),
        cpus_(machine.grid(GridId::kStatCpu)),
        nodes_(machine.grid(GridId::kStatNode)),
        node_map_(machine),
        all_columns_(all_),
        cpu_columns_(cpus_),
        node_columns_(nodes_),
        processors_(all_.Find("processors")) {
    for (std::size_t i = 0; i < std::size(kCounts); ++i) counts_[i] = all_.Find(kCounts[i]);
    for (const InstanceId node : node_map_.nodes())
      machine.instances(GridId::kStatNode).Name(node, "node" + std::to_string(node));
  }

  void Refresh() override {
    all_.Clear();
    cpus_.Clear();
    nodes_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    all_.AddRow(kSingular);
    for (const InstanceId node : node_map_.nodes()) nodes_.AddRow(node);
    for (FieldScanner in(*content); !in.AtEnd();) ReadLine(FieldScanner(in.Line()));
    all_.SetInteger(processors_, cpus_.rows().size());
  }

 private:
  void ReadLine(FieldScanner line) {
    const std::string_view key = line.Word();
    if (key == "cpu") return all_columns_.AddTo(all_, 0, ReadTimes(line));
    if (const std::optional<InstanceId> cpu = NumberedName(key, "cpu"))
      return AddCpu(*cpu, ReadTimes(line));
    for (std::size_t i = 0; i < std::size(kCounts); ++i) {
      std::uint64_t count = 0;
      if (key == kCounts[i] && line.Number(count)) all_.SetInteger(counts_[i], count);
    }
  }

  Times ReadTimes(FieldScanner& line) const {
    Times t = {};
    for (std::uint64_t& time : t) {
      std::uint64_t ticks = 0;
      if (!line.Number(ticks)) break;
      time = machine_.TicksToMillis(ticks);
    }
    return t;
  }

  void AddCpu(InstanceId cpu, const Times& t) {
    InstanceTable& names = machine_.instances(GridId::kStatCpu);
    if (names.NameOf(cpu).empty()) names.Name(cpu, "cpu" + std::to_string(cpu));
    cpus_.AddRow(cpu);
    cpu_columns_.AddTo(cpus_, cpus_.rows().size() - 1, t);
    const std::optional<InstanceId> node = node_map_.NodeOf(cpu);
    for (std::size_t row = 0; node && row < nodes_.rows().size(); ++row)
      if (nodes_.rows()[row] == *node) node_columns_.AddTo(nodes_, row, t);
  }

  Machine& machine_;
  KernelFile file_;
  Grid &all_, &cpus_, &nodes_;
  NodeMap node_map_;
  TimeColumns all_columns_, cpu_columns_, node_columns_;
  std::array<Column, std::size(kCounts)> counts_;
  Column processors_;
};

}  // namespace

std::unique_ptr<Source> MakeProcStat(Machine& machine) {
  return std::make_unique<ProcStat>(machine);
}

}  // namespace fdr::local
