// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files with one or a few numbers on one line: /proc/sys, and memory merging (KSM).  A column is
// named after the path of its file; with several numbers, " " and the position are added.

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class SingleValues final : public Source {
 public:
  SingleValues(Machine& machine, GridId id, const std::string& root)
      : machine_(machine), grid_(machine.grid(id)) {
    for (Column column = 0; column < grid_.column_count(); ++column) Add(root, column);
  }

  void Refresh() override {
    grid_.Clear();
    grid_.AddRow(kSingular);
    for (File& file : files_) {
      const auto content = file.file.Read(machine_.buffer);
      if (!content) continue;
      FieldScanner in(*content);
      std::uint64_t number = 0;
      for (std::size_t i = 0; i < file.columns.size() && in.Number(number); ++i)
        grid_.SetInteger(file.columns[i], number);
    }
  }

 private:
  struct File {
    KernelFile file;
    std::vector<Column> columns;  // by the number's position
  };

  void Add(const std::string& root, Column column) {
    FieldScanner name(grid_.NameOf(column));
    const std::string path = root + "/" + std::string(name.Word());
    std::uint64_t position = 0;
    name.Number(position);
    if (files_.empty() || files_.back().file.path() != path)
      files_.push_back({KernelFile(path), {}});
    std::vector<Column>& columns = files_.back().columns;
    if (columns.size() <= position) columns.resize(position + 1, kNoColumn);
    columns[position] = column;
  }

  Machine& machine_;
  Grid& grid_;
  std::vector<File> files_;
};

}  // namespace

std::unique_ptr<Source> MakeProcSys(Machine& machine) {
  return std::make_unique<SingleValues>(machine, GridId::kProcSys, machine.Proc("sys"));
}
std::unique_ptr<Source> MakeKsm(Machine& machine) {
  return std::make_unique<SingleValues>(machine, GridId::kKsm, machine.Sys("kernel/mm/ksm"));
}

}  // namespace fdr::local
