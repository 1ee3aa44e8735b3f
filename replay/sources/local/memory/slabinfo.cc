// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/slabinfo, version 2: object caches of the kernel.  Only root may read it.
//
//   name <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab>
//     : tunables <limit> <batchcount> <sharedfactor>
//     : slabdata <active_slabs> <num_slabs> <sharedavail>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class Slabinfo final : public Source {
 public:
  explicit Slabinfo(Machine& machine)
      : machine_(machine), file_(machine.Proc("slabinfo")), grid_(machine.grid(GridId::kSlab)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    FieldScanner in(content.value_or(""));
    if (!in.Skip("slabinfo - version: 2")) return;
    in.Line();
    while (!in.AtEnd()) ReadLine(FieldScanner(in.Line()));
  }

 private:
  void ReadLine(FieldScanner line) {
    const std::string_view name = line.Word();
    std::uint64_t objects[5] = {}, slabs[2] = {};
    for (std::uint64_t& number : objects)
      if (!line.Number(number)) return;
    std::string_view skipped;
    if (!line.UpTo(':', skipped) || !line.UpTo(':', skipped) || !line.Skip("slabdata")) return;
    for (std::uint64_t& number : slabs)
      if (!line.Number(number)) return;
    grid_.AddRow(names_.IdOf(name));
    for (std::size_t i = 0; i < 5; ++i) grid_.SetInteger(objects_[i], objects[i]);
    for (std::size_t i = 0; i < 2; ++i) grid_.SetInteger(slabs_[i], slabs[i]);
    // The part of the slabs' memory that is in use.
    if (objects[3] != 0)
      grid_.SetInteger(size_, objects[0] * objects[4] * machine_.page_size / objects[3]);
  }

  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  InstanceTable& names_ = machine_.instances(GridId::kSlab);
  Column objects_[5] = {grid_.Find("active_objs"), grid_.Find("num_objs"), grid_.Find("objsize"),
                        grid_.Find("objperslab"), grid_.Find("pagesperslab")};
  Column slabs_[2] = {grid_.Find("active_slabs"), grid_.Find("num_slabs")};
  Column size_ = grid_.Find("total_size");
};

}  // namespace

std::unique_ptr<Source> MakeSlabinfo(Machine& machine) {
  return std::make_unique<Slabinfo>(machine);
}

}  // namespace fdr::local
