// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/net/dev: traffic by network interface.
//
//   lo:  RECEIVED_BYTES PACKETS ERRS DROP FIFO FRAME COMPRESSED MULTICAST
//        SENT_BYTES PACKETS ERRS DROP FIFO COLLS CARRIER COMPRESSED

#include <array>

#include "fdr/replay/sources/local/derived_column.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// In the order of the file.
constexpr std::array<std::string_view, 16> kNetFields = {
    "in.bytes",      "in.packets", "in.errors",   "in.drops",      "in.fifo",    "in.frame",
    "in.compressed", "in.mcasts",  "out.bytes",   "out.packets",   "out.errors", "out.drops",
    "out.fifo",      "collisions", "out.carrier", "out.compressed"};

using NetFields = std::array<std::uint64_t, kNetFields.size()>;

class Traffic {
 public:
  explicit Traffic(Grid& grid)
      : grid_(grid),
        totals_{{grid, "total.bytes", {"in.bytes", "out.bytes"}},
                {grid, "total.packets", {"in.packets", "out.packets"}},
                {grid, "total.errors", {"in.errors", "out.errors"}},
                {grid, "total.drops", {"in.drops", "out.drops"}},
                {grid, "total.mcasts", {"in.mcasts"}}} {
    for (std::size_t i = 0; i < kNetFields.size(); ++i) columns_[i] = grid.Find(kNetFields[i]);
  }

  // Fills the last row.
  void Fill(const NetFields& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) grid_.SetInteger(columns_[i], fields[i]);
    for (DerivedColumn& total : totals_) total.Fill();
  }

 private:
  Grid& grid_;
  std::array<Column, kNetFields.size()> columns_;
  DerivedColumn totals_[5];
};

bool IsNumbered(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

// The traffic of these interfaces also goes through another interface, or stays on the machine.
bool IsCountedElsewhere(std::string_view name) {
  if (name == "lo" || name == "face") return true;
  for (const std::string_view prefix :
       {"bond", "team", "tun", "virbr", "cni", "cni-podman", "docker", "veth"})
    if (IsNumbered(name, prefix)) return true;
  return name.ends_with("-nic") && IsNumbered(name.substr(0, name.size() - 4), "virbr");
}

class NetDev final : public Source {
 public:
  explicit NetDev(Machine& machine) : machine_(machine), file_(machine.Proc("net/dev")) {}

  void Refresh() override {
    grid_.Clear();
    all_.Clear();
    NetFields sum = {};
    const auto content = file_.Read(machine_.buffer);
    FieldScanner in(content.value_or(""));
    in.Line();
    in.Line();
    while (!in.AtEnd()) ReadLine(FieldScanner(in.Line()), sum);
    all_.AddRow(kSingular);
    all_.SetInteger(count_, grid_.rows().size());
    all_traffic_.Fill(sum);
  }

 private:
  void ReadLine(FieldScanner line, NetFields& sum) {
    std::string_view name;
    if (!line.UpTo(':', name)) return;
    name = Trimmed(name);
    NetFields fields = {};
    for (std::uint64_t& field : fields)
      if (!line.Number(field)) return;
    grid_.AddRow(names_.IdOf(name));
    traffic_.Fill(fields);
    if (IsCountedElsewhere(name)) return;
    for (std::size_t i = 0; i < fields.size(); ++i) sum[i] += fields[i];
  }

  Machine& machine_;
  KernelFile file_;
  Grid &grid_ = machine_.grid(GridId::kInterface), &all_ = machine_.grid(GridId::kInterfaceAll);
  InstanceTable& names_ = machine_.instances(GridId::kInterface);
  Column count_ = all_.Find("interfaces");
  Traffic traffic_{grid_}, all_traffic_{all_};
};

}  // namespace

std::unique_ptr<Source> MakeNetDev(Machine& machine) { return std::make_unique<NetDev>(machine); }

}  // namespace fdr::local
