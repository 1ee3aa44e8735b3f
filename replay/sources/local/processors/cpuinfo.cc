// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/cpuinfo: a paragraph of "name : value" lines for each processor.  Columns are named after
// the lines.

#include <span>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/processors/node_map.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class CpuInfo final : public Source {
 public:
  explicit CpuInfo(Machine& machine)
      : machine_(machine),
        file_(machine.Proc("cpuinfo")),
        grid_(machine.grid(GridId::kCpuInfo)),
        node_map_(machine),
        processor_(grid_.Find("processor")),
        node_(grid_.Find("node")),
        texts_{grid_.Find("vendor_id"), grid_.Find("model"), grid_.Find("stepping"),
               grid_.Find("model name"), grid_.Find("flags")},
        reals_{grid_.Find("cpu MHz"), grid_.Find("bogomips")} {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    for (FieldScanner in(*content); !in.AtEnd();) {
      FieldScanner line(in.Line());
      std::string_view name;
      if (line.UpTo(':', name)) ReadLine(Trimmed(name), line);
    }
  }

 private:
  static bool Contains(std::span<const Column> columns, Column column) {
    for (const Column one : columns)
      if (one == column) return true;
    return false;
  }

  void ReadLine(std::string_view name, FieldScanner value) {
    const Column column = grid_.Find(name);
    std::uint64_t number = 0;
    double real = 0;
    if (name == "processor" && value.Number(number)) return AddProcessor(number);
    if (column == kNoColumn || grid_.rows().empty()) return;
    if (Contains(texts_, column)) return grid_.SetText(column, Trimmed(value.rest()));
    if (Contains(reals_, column)) {
      if (value.Real(real)) grid_.SetReal(column, real);
    } else if (value.Number(number)) {
      grid_.SetInteger(column, number);
    }
  }

  void AddProcessor(std::uint64_t number) {
    if (number > 0xffff) return;
    const InstanceId cpu = static_cast<InstanceId>(number);
    machine_.instances(GridId::kCpuInfo).Name(cpu, "cpu" + std::to_string(cpu));
    grid_.AddRow(cpu);
    for (const Column text : texts_) grid_.SetText(text, "unknown");
    grid_.SetInteger(processor_, number);
    const std::optional<InstanceId> node = node_map_.NodeOf(cpu);
    if (node) grid_.SetInteger(node_, static_cast<std::uint64_t>(*node));
  }

  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  NodeMap node_map_;
  Column processor_, node_;
  Column texts_[5];
  Column reals_[2];
};

}  // namespace

std::unique_ptr<Source> MakeCpuInfo(Machine& machine) { return std::make_unique<CpuInfo>(machine); }

}  // namespace fdr::local
