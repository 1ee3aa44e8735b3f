// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /sys/devices/system/cpu: which processors are online, how often heat slowed them down, and their
// clock rates.  Columns are named after the files below cpuN.

#include <algorithm>

#include "fdr/replay/sources/local/directory_entries.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/processors/node_map.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class CpuDevices final : public Source {
 public:
  explicit CpuDevices(Machine& machine)
      : machine_(machine), grid_(machine.grid(GridId::kCpuDevice)) {
    const std::string root = machine.Sys("devices/system/cpu");
    for (const std::string& name : EntriesOf(root)) {
      const std::optional<InstanceId> id = NumberedName(name, "cpu");
      if (!id) continue;
      Processor processor{*id, {}};
      for (Column column = 0; column < grid_.column_count(); ++column) {
        std::string path = root;
        path.append("/").append(name).append("/").append(grid_.NameOf(column));
        processor.files.emplace_back(std::move(path));
      }
      machine.instances(GridId::kCpuDevice).Name(*id, name);
      processors_.push_back(std::move(processor));
    }
    std::sort(processors_.begin(), processors_.end(),
              [](const Processor& a, const Processor& b) { return a.id < b.id; });
  }

  void Refresh() override {
    grid_.Clear();
    for (Processor& processor : processors_) {
      grid_.AddRow(processor.id);
      for (Column column = 0; column < grid_.column_count(); ++column)
        if (const auto content = processor.files[column].Read(machine_.buffer))
          SetValue(column, *content);
        else if (column == online_)
          grid_.SetInteger(column, 1);  // the first processor often cannot be turned off
    }
  }

 private:
  struct Processor {
    InstanceId id;
    std::vector<KernelFile> files;  // by column
  };

  void SetValue(Column column, std::string_view content) {
    FieldScanner in(content);
    std::uint64_t number = 0;
    if (column == time_in_state_) return SumUp(in);
    if (!in.Number(number)) return;
    const bool is_rate = column == highest_ || column == lowest_;
    grid_.SetInteger(column, is_rate ? number / kKilohertz : number);
  }

  // Each line has a rate, and the time that the clock ran at this rate, in ticks.  PCP's count is
  // the sum of the products, in millions.
  void SumUp(FieldScanner in) {
    std::uint64_t rate = 0, time = 0, times = 0, cycles = 0;
    while (in.Number(rate) && in.Number(time)) {
      times += time;
      cycles += rate / kKilohertz * time;
    }
    grid_.SetInteger(time_in_state_, times);
    grid_.SetInteger(cycles_, cycles);
  }

  static constexpr std::uint64_t kKilohertz = 1000;  // in a megahertz

  Machine& machine_;
  Grid& grid_;
  Column online_ = grid_.Find("online");
  Column highest_ = grid_.Find("cpufreq/cpuinfo_max_freq"),
         lowest_ = grid_.Find("cpufreq/cpuinfo_min_freq"), cycles_ = grid_.Find("cycles");
  Column time_in_state_ = grid_.Find("cpufreq/stats/time_in_state");
  std::vector<Processor> processors_;
};

}  // namespace

std::unique_ptr<Source> MakeCpuDevices(Machine& machine) {
  return std::make_unique<CpuDevices>(machine);
}

}  // namespace fdr::local
