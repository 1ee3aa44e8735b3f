// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/interrupts and /proc/softirqs: a column for each processor that is online, a line for each
// interrupt line or kind.
//
//             CPU0       CPU1
//    24:          1          0   IO-APIC   5-edge      ACPI:Ged
//   ERR:          0

#include <vector>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/processors/node_map.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// Counts by line, by line and processor, and by processor.
class CountsByProcessor {
 public:
  CountsByProcessor(Machine& machine, const std::string& file, GridId lines, GridId cells,
                    GridId cpus)
      : machine_(machine),
        file_(machine.Proc(file)),
        lines_(machine.grid(lines)),
        cells_(machine.grid(cells)),
        cpus_(machine.grid(cpus)),
        line_names_(machine.instances(lines)),
        cell_names_(machine.instances(cells)),
        line_total_(lines_.Find("total")),
        cell_count_(cells_.Find("count")),
        cpu_total_(cpus_.Find("total")) {}

  void Clear() {
    lines_.Clear();
    cells_.Clear();
    cpus_.Clear();
  }

  /// Calls `single` with the name and number of each line that has no counts by processor.
  template <class Single>
  void Read(Single single) {
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    FieldScanner in(*content);
    FieldScanner header(in.Line());
    for (std::string_view name = header.Word(); !name.empty(); name = header.Word())
      if (const std::optional<InstanceId> cpu = NumberedName(name, "CPU")) cpus_.AddRow(*cpu);
    while (!in.AtEnd()) ReadLine(FieldScanner(in.Line()), single);
  }

 private:
  template <class Single>
  void ReadLine(FieldScanner line, Single single) {
    std::string_view name;
    if (!line.UpTo(':', name)) return;
    name = Trimmed(name);
    counts_.clear();
    std::uint64_t count = 0, total = 0;
    while (counts_.size() < cpus_.rows().size() && line.Number(count)) {
      counts_.push_back(count);
      total += count;
    }
    if (counts_.size() < cpus_.rows().size() || counts_.empty()) return single(name, total);
    lines_.AddRow(line_names_.IdOf(name));
    lines_.SetInteger(line_total_, total);
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      const InstanceId cpu = cpus_.rows()[i];
      cells_.AddRow(CellId(name, cpu));
      cells_.SetInteger(cell_count_, counts_[i]);
      cpus_.AddInteger(i, cpu_total_, counts_[i]);
    }
  }

  InstanceId CellId(std::string_view name, InstanceId cpu) {
    cell_name_.assign(name).append("::cpu").append(std::to_string(cpu));
    return cell_names_.IdOf(cell_name_);
  }

  Machine& machine_;
  KernelFile file_;
  Grid &lines_, &cells_, &cpus_;
  InstanceTable &line_names_, &cell_names_;
  Column line_total_, cell_count_, cpu_total_;
  std::vector<std::uint64_t> counts_;
  std::string cell_name_;  // a member to reuse its memory
};

class Interrupts final : public Source {
 public:
  explicit Interrupts(Machine& machine)
      : counts_(machine, "interrupts", GridId::kInterrupt, GridId::kInterruptLine,
                GridId::kInterruptCpu),
        all_(machine.grid(GridId::kInterruptAll)),
        errors_(all_.Find("errors")),
        missed_(all_.Find("missed")) {}

  void Refresh() override {
    counts_.Clear();
    all_.Clear();
    all_.AddRow(kSingular);
    all_.SetZeros();  // not all machines have these lines: 0
    counts_.Read([this](std::string_view name, std::uint64_t count) {
      if (name == "ERR") all_.SetInteger(errors_, count);
      if (name == "MIS") all_.SetInteger(missed_, count);
    });
  }

 private:
  CountsByProcessor counts_;
  Grid& all_;
  Column errors_, missed_;
};

class Softirqs final : public Source {
 public:
  explicit Softirqs(Machine& machine)
      : counts_(machine, "softirqs", GridId::kSoftirq, GridId::kSoftirqLine, GridId::kSoftirqCpu) {}

  void Refresh() override {
    counts_.Clear();
    counts_.Read([](std::string_view, std::uint64_t) {});
  }

 private:
  CountsByProcessor counts_;
};

}  // namespace

std::unique_ptr<Source> MakeInterrupts(Machine& machine) {
  return std::make_unique<Interrupts>(machine);
}
std::unique_ptr<Source> MakeSoftirqs(Machine& machine) {
  return std::make_unique<Softirqs>(machine);
}

}  // namespace fdr::local
