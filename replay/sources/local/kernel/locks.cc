// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/locks: file locks, by kind and by mode (reading or writing).
//
//   1: POSIX  ADVISORY  WRITE 26813 fe:00:131 0 EOF
//   1: -> POSIX  ADVISORY  WRITE ...                    (waits for the one above)

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class Locks final : public Source {
 public:
  explicit Locks(Machine& machine)
      : machine_(machine), file_(machine.Proc("locks")), grid_(machine.grid(GridId::kLocks)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    grid_.AddRow(kSingular);
    for (const Kind& kind : kinds_)
      for (const Column column : {kind.read, kind.write, kind.count}) grid_.SetInteger(column, 0);
    for (FieldScanner in(*content); !in.AtEnd();) ReadLine(FieldScanner(in.Line()));
  }

 private:
  struct Kind {
    std::string_view name;
    Column read, write, count;
  };

  Kind MakeKind(std::string_view name, const std::string& stem) const {
    return {name, grid_.Find(stem + ".read"), grid_.Find(stem + ".write"),
            grid_.Find(stem + ".count")};
  }

  void ReadLine(FieldScanner line) {
    line.Word();
    const std::string_view name = line.Word();
    line.Word();
    const std::string_view access = line.Word();
    for (const Kind& kind : kinds_) {
      if (kind.name != name) continue;
      grid_.AddInteger(0, kind.count, 1);
      if (access == "READ") grid_.AddInteger(0, kind.read, 1);
      if (access == "WRITE") grid_.AddInteger(0, kind.write, 1);
    }
  }

  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  Kind kinds_[3] = {MakeKind("POSIX", "posix"), MakeKind("FLOCK", "flock"),
                    MakeKind("LEASE", "lease")};
};

}  // namespace

std::unique_ptr<Source> MakeLocks(Machine& machine) { return std::make_unique<Locks>(machine); }

}  // namespace fdr::local
