// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/buddyinfo: free blocks of memory by node, zone and order.
//
//   Node 0, zone   Normal  16534  15746  18423 ...

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class Buddyinfo final : public Source {
 public:
  explicit Buddyinfo(Machine& machine)
      : machine_(machine),
        file_(machine.Proc("buddyinfo")),
        grid_(machine.grid(GridId::kBuddy)),
        names_(machine.instances(GridId::kBuddy)),
        pages_(grid_.Find("pages")),
        kbytes_(grid_.Find("kbytes")) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    for (FieldScanner in(content.value_or("")); !in.AtEnd();) {
      FieldScanner line(in.Line());
      std::uint64_t node = 0;
      if (!line.Skip("Node") || !line.Number(node) || !line.Skip(",") || !line.Skip("zone"))
        continue;
      const std::string_view zone = line.Word();
      std::uint64_t blocks = 0;
      for (std::uint64_t order = 0; order < kMaxOrders && line.Number(blocks); ++order) {
        name_.assign(zone).append("::order").append(std::to_string(order));
        name_.append("::node").append(std::to_string(node));
        grid_.AddRow(names_.IdOf(name_));
        grid_.SetInteger(pages_, blocks);
        grid_.SetInteger(kbytes_, machine_.PagesToKbytes(blocks << order));
      }
    }
  }

 private:
  static constexpr std::uint64_t kMaxOrders = 64;

  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  InstanceTable& names_;
  Column pages_, kbytes_;
  std::string name_;  // a member to reuse its memory
};

}  // namespace

std::unique_ptr<Source> MakeBuddyinfo(Machine& machine) {
  return std::make_unique<Buddyinfo>(machine);
}

}  // namespace fdr::local
