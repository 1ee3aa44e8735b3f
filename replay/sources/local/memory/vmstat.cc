// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/vmstat.  Columns are named after its lines.  Counts that some kernels keep by zone are also
// here, as totals.

#include "fdr/replay/sources/local/derived_column.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/meminfo_lines.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class Vmstat final : public Source {
 public:
  explicit Vmstat(Machine& machine)
      : machine_(machine), file_(machine.Proc("vmstat")), grid_(machine.grid(GridId::kVmstat)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    grid_.AddRow(kSingular);
    FillFromLines(*content, "", lines_, grid_);
    for (DerivedColumn& sum : sums_) sum.Fill();
  }

 private:
  static constexpr auto kIsZero = DerivedColumn::Missing::kIsZero;

  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  KeyedColumns lines_{grid_};
  DerivedColumn sums_[5] = {
      {grid_, "nr_slab", {"nr_slab_reclaimable", "nr_slab_unreclaimable"}},
      {grid_, "thp_split", {"thp_split_page", "thp_split_page_failed"}, {}, kIsZero},
      {grid_,
       "pgscan_direct_total",
       {"pgscan_direct", "pgscan_direct_dma", "pgscan_direct_dma32", "pgscan_direct_normal",
        "pgscan_direct_movable", "pgscan_direct_high", "pgscan_direct_throttle"},
       {},
       kIsZero},
      {grid_,
       "pgscan_kswapd_total",
       {"pgscan_kswapd", "pgscan_kswapd_dma", "pgscan_kswapd_dma32", "pgscan_kswapd_normal",
        "pgscan_kswapd_movable", "pgscan_kswapd_high"},
       {},
       kIsZero},
      {grid_,
       "pgsteal_total",
       {"pgsteal_kswapd", "pgsteal_kswapd_dma", "pgsteal_kswapd_dma32", "pgsteal_kswapd_normal",
        "pgsteal_kswapd_movable", "pgsteal_direct", "pgsteal_direct_dma", "pgsteal_direct_dma32",
        "pgsteal_direct_normal", "pgsteal_direct_movable", "pgsteal_dma", "pgsteal_dma32",
        "pgsteal_normal", "pgsteal_movable", "pgsteal_high"},
       {},
       kIsZero},
  };
};

}  // namespace

std::unique_ptr<Source> MakeVmstat(Machine& machine) { return std::make_unique<Vmstat>(machine); }

}  // namespace fdr::local
