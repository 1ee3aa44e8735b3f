// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How many files of memory mapped values are read.

#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class MmvControl final : public Source {
 public:
  explicit MmvControl(Machine& machine)
      : machine_(machine), grid_(machine.grid(GridId::kMmvControl)) {}

  void Refresh() override {
    grid_.Clear();
    grid_.AddRow(kSingular);
    grid_.SetZeros();
    grid_.SetInteger(grid_.Find("files"), machine_.applications.file_count());
  }

 private:
  Machine& machine_;
  Grid& grid_;
};

}  // namespace

std::unique_ptr<Source> MakeMmvControl(Machine& machine) {
  return std::make_unique<MmvControl>(machine);
}

}  // namespace fdr::local
