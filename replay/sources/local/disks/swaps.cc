// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/swaps: swap devices and files, in kilobytes.

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// "/dev/sda2    partition   2097148   1024   -2"
class Swaps final : public Source {
 public:
  explicit Swaps(Machine& machine)
      : machine_(machine), file_(machine.Proc("swaps")), grid_(machine.grid(GridId::kSwapDevice)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    FieldScanner in(content.value_or(""));
    in.Line();
    while (!in.AtEnd()) {
      FieldScanner line(in.Line());
      const std::string_view path = line.Word();
      line.Word();
      std::uint64_t size = 0, used = 0, priority = 0;
      if (!line.Number(size) || !line.Number(used) || !line.Number(priority)) continue;
      grid_.AddRow(names_.IdOf(path));
      grid_.SetInteger(free_, size - used);
      grid_.SetInteger(length_, size);
      grid_.SetInteger(virtual_length_, 0);
      grid_.SetInteger(priority_, priority);
    }
  }

 private:
  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  InstanceTable& names_ = machine_.instances(GridId::kSwapDevice);
  Column free_ = grid_.Find("free"), length_ = grid_.Find("length"),
         virtual_length_ = grid_.Find("vlength"), priority_ = grid_.Find("priority");
};

}  // namespace

std::unique_ptr<Source> MakeSwaps(Machine& machine) { return std::make_unique<Swaps>(machine); }

}  // namespace fdr::local
