// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/meminfo.  Columns are named after its lines; some more are computed.  Values are in
// kilobytes, unless the name says otherwise.

#include "fdr/replay/sources/local/derived_column.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/meminfo_lines.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class Meminfo final : public Source {
 public:
  explicit Meminfo(Machine& machine)
      : machine_(machine), file_(machine.Proc("meminfo")), grid_(machine.grid(GridId::kMeminfo)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    grid_.AddRow(kSingular);
    FillFromLines(*content, "", lines_, grid_);
    used_.Fill();
    other_.Fill();
    clean_.Fill();
    physical_.Fill(1, 1024);
    swap_total_.Fill(1024);
    swap_free_.Fill(1024);
    swap_used_.Fill(1024);
    huge_page_.Fill(1024);
    const std::uint64_t huge_page = huge_page_.Sum().value_or(0) * 1024;
    for (DerivedColumn& huge : huge_) huge.Fill(huge_page);
  }

 private:
  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  KeyedColumns lines_{grid_};
  DerivedColumn used_{grid_, "MemUsed", {"MemTotal"}, {"MemFree"}};
  DerivedColumn other_{grid_, "Other", {"MemTotal"}, {"MemFree", "Cached", "Buffers"}};
  DerivedColumn clean_{grid_, "CacheClean", {"Cached"}, {"Dirty", "Writeback"}};
  DerivedColumn physical_{grid_, "PhysicalMegabytes", {"MemTotal"}};
  DerivedColumn swap_total_{grid_, "SwapTotalBytes", {"SwapTotal"}};
  DerivedColumn swap_free_{grid_, "SwapFreeBytes", {"SwapFree"}};
  DerivedColumn swap_used_{grid_, "SwapUsedBytes", {"SwapTotal"}, {"SwapFree"}};
  DerivedColumn huge_page_{grid_, "HugepageBytes", {"Hugepagesize"}};
  DerivedColumn huge_[4] = {{grid_, "HugePagesTotalBytes", {"HugePages_Total"}},
                            {grid_, "HugePagesFreeBytes", {"HugePages_Free"}},
                            {grid_, "HugePagesRsvdBytes", {"HugePages_Rsvd"}},
                            {grid_, "HugePagesSurpBytes", {"HugePages_Surp"}}};
};

}  // namespace

std::unique_ptr<Source> MakeMeminfo(Machine& machine) { return std::make_unique<Meminfo>(machine); }

}  // namespace fdr::local
