// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /sys/devices/system/node/nodeN: memory and allocations by NUMA node.  Columns are named after the
// lines of the files meminfo and numastat.

#include "fdr/replay/sources/local/derived_column.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/meminfo_lines.h"
#include "fdr/replay/sources/local/processors/node_map.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class NumaNodes final : public Source {
 public:
  explicit NumaNodes(Machine& machine)
      : machine_(machine),
        grid_(machine.grid(GridId::kNode)),
        count_(machine.grid(GridId::kNodeCount)),
        online_(grid_.Find("online")),
        nodes_(count_.Find("nodes")) {
    const NodeMap node_map(machine);
    for (const InstanceId id : node_map.nodes()) {
      const std::string name = "node" + std::to_string(id);
      const std::string directory = machine.Sys("devices/system/node/") + name;
      machine.instances(GridId::kNode).Name(id, name);
      files_.push_back({id, KernelFile(directory + "/meminfo"), KernelFile(directory + "/numastat"),
                        "Node " + std::to_string(id)});
    }
  }

  void Refresh() override {
    grid_.Clear();
    count_.Clear();
    count_.AddRow(kSingular);
    count_.SetInteger(nodes_, files_.size());
    const std::uint64_t huge_page = HugePageBytes();
    for (Node& node : files_) {
      grid_.AddRow(node.id);
      grid_.SetInteger(online_, 1);
      if (const auto content = node.meminfo.Read(machine_.buffer))
        FillFromLines(*content, node.prefix, meminfo_lines_, grid_);
      if (const auto content = node.numastat.Read(machine_.buffer))
        FillFromLines(*content, "", numastat_lines_, grid_);
      for (DerivedColumn& huge : huge_) huge.Fill(huge_page);
    }
  }

 private:
  struct Node {
    InstanceId id;
    KernelFile meminfo, numastat;
    std::string prefix;  // of the lines of meminfo
  };

  // Only the meminfo file of the whole machine has the size of a huge page.
  std::uint64_t HugePageBytes() {
    const auto content = meminfo_.Read(machine_.buffer);
    for (FieldScanner in(content.value_or("")); !in.AtEnd();) {
      FieldScanner line(in.Line());
      std::uint64_t kbytes = 0;
      if (line.Skip("Hugepagesize:") && line.Number(kbytes)) return kbytes * 1024;
    }
    return 0;
  }

  Machine& machine_;
  Grid &grid_, &count_;
  Column online_, nodes_;
  KernelFile meminfo_{machine_.Proc("meminfo")};
  std::vector<Node> files_;
  KeyedColumns meminfo_lines_{grid_}, numastat_lines_{grid_};
  DerivedColumn huge_[3] = {{grid_, "HugePagesTotalBytes", {"HugePages_Total"}},
                            {grid_, "HugePagesFreeBytes", {"HugePages_Free"}},
                            {grid_, "HugePagesSurpBytes", {"HugePages_Surp"}}};
};

}  // namespace

std::unique_ptr<Source> MakeNumaNodes(Machine& machine) {
  return std::make_unique<NumaNodes>(machine);
}

}  // namespace fdr::local
