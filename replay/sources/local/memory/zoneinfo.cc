// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/zoneinfo: memory zones by NUMA node.  The counts of a whole node are in the paragraph of
// its first zone.  Columns are named after the lines; pages become kilobytes.
//
//   Node 0, zone      DMA
//     per-node stats
//         nr_inactive_anon 2584
//     pages free     3840
//           min      18
//           protection: (0, 3019, 13643, 13643, 13643)
//         nr_free_pages 3840

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/keyed_columns.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class Zoneinfo final : public Source {
 public:
  explicit Zoneinfo(Machine& machine)
      : machine_(machine),
        file_(machine.Proc("zoneinfo")),
        zones_(machine.grid(GridId::kZone)),
        protections_(machine.grid(GridId::kZoneProtection)),
        zone_names_(machine.instances(GridId::kZone)),
        protection_names_(machine.instances(GridId::kZoneProtection)),
        protection_(protections_.Find("protection")) {}

  void Refresh() override {
    zones_.Clear();
    protections_.Clear();
    const auto content = file_.Read(machine_.buffer);
    std::size_t position = 0;
    has_row_ = false;
    in_processors_ = false;
    for (FieldScanner in(content.value_or("")); !in.AtEnd(); ++position) {
      FieldScanner line(in.Line());
      ReadLine(position, line, in);
    }
  }

 private:
  void ReadLine(std::size_t position, FieldScanner line, const FieldScanner& rest) {
    std::uint64_t number = 0;
    if (line.Skip("Node") && line.Number(number) && line.Skip(",") && line.Skip("zone"))
      return StartZone(number, line.Word());
    if (line.Skip("per-node stats")) return AddZone(node_name_);
    if (line.Skip("pages ") && IsPopulated(rest)) AddZone(zone_name_);
    if (line.Skip("protection:")) return ReadProtection(line);
    if (line.Skip("pagesets")) in_processors_ = true;
    if (in_processors_) return;
    const Column column = columns_.At(position, line.Word());
    if (column != kNoColumn && has_row_ && line.Number(number))
      zones_.SetInteger(column, machine_.PagesToKbytes(number));
  }

  void StartZone(std::uint64_t node, std::string_view zone) {
    node_name_ = "node" + std::to_string(node);
    zone_name_.assign(zone).append("::").append(node_name_);
    has_row_ = false;
    in_processors_ = false;
  }

  void AddZone(const std::string& name) {
    zones_.AddRow(zone_names_.IdOf(name));
    has_row_ = true;
  }

  // A zone without memory has only protection values.
  static bool IsPopulated(FieldScanner rest) {
    while (!rest.AtEnd()) {
      FieldScanner line(rest.Line());
      std::uint64_t pages = 0;
      if (line.Skip("present")) return line.Number(pages) && pages != 0;
      if (line.Skip("Node")) break;
    }
    return false;
  }

  void ReadProtection(FieldScanner line) {
    line.Skip("(");
    std::uint64_t pages = 0;
    for (std::uint64_t i = 0; line.Number(pages); ++i) {
      name_.assign(zone_name_).append("::lowmem_reserved").append(std::to_string(i));
      protections_.AddRow(protection_names_.IdOf(name_));
      protections_.SetInteger(protection_, machine_.PagesToKbytes(pages));
      if (!line.Skip(",")) break;
    }
  }

  Machine& machine_;
  KernelFile file_;
  Grid &zones_, &protections_;
  InstanceTable &zone_names_, &protection_names_;
  Column protection_;
  KeyedColumns columns_{zones_};
  std::string node_name_, zone_name_, name_;  // members to reuse their memory
  bool has_row_ = false;
  bool in_processors_ = false;  // in the rest of a paragraph
};

}  // namespace

std::unique_ptr<Source> MakeZoneinfo(Machine& machine) {
  return std::make_unique<Zoneinfo>(machine);
}

}  // namespace fdr::local
