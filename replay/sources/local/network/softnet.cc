// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/net/softnet_stat: a line of hexadecimal numbers for each online processor.  Since Linux
// 5.10, the 13th number is the number of the processor.

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

constexpr std::size_t kProcessor = 12;
constexpr std::size_t kNumbers = 13;

struct SoftnetField {
  std::size_t position;
  std::string_view name;
};
constexpr SoftnetField kSoftnetFields[] = {{0, "processed"},    {1, "dropped"},
                                           {2, "time_squeeze"}, {8, "cpu_collision"},
                                           {9, "received_rps"}, {10, "flow_limit_count"}};

class Softnet final : public Source {
 public:
  explicit Softnet(Machine& machine)
      : machine_(machine),
        file_(machine.Proc("net/softnet_stat")),
        all_(machine.grid(GridId::kSoftnet)),
        cpus_(machine.grid(GridId::kSoftnetCpu)) {
    for (std::size_t i = 0; i < std::size(kSoftnetFields); ++i) {
      all_columns_[i] = all_.Find(kSoftnetFields[i].name);
      cpu_columns_[i] = cpus_.Find(kSoftnetFields[i].name);
    }
  }

  void Refresh() override {
    all_.Clear();
    cpus_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    all_.AddRow(kSingular);
    for (FieldScanner in(*content); !in.AtEnd();) ReadLine(FieldScanner(in.Line()));
  }

 private:
  void ReadLine(FieldScanner line) {
    std::uint64_t numbers[kNumbers] = {};
    std::size_t count = 0;
    while (count < kNumbers && line.Number(numbers[count], 16)) ++count;
    if (count == 0) return;
    const std::uint64_t cpu = count > kProcessor ? numbers[kProcessor] : cpus_.rows().size();
    cpus_.AddRow(static_cast<InstanceId>(cpu & 0xffff));
    for (std::size_t i = 0; i < std::size(kSoftnetFields); ++i) {
      if (kSoftnetFields[i].position >= count) continue;
      cpus_.SetInteger(cpu_columns_[i], numbers[kSoftnetFields[i].position]);
      all_.AddInteger(0, all_columns_[i], numbers[kSoftnetFields[i].position]);
    }
  }

  Machine& machine_;
  KernelFile file_;
  Grid &all_, &cpus_;
  Column all_columns_[std::size(kSoftnetFields)], cpu_columns_[std::size(kSoftnetFields)];
};

}  // namespace

std::unique_ptr<Source> MakeSoftnet(Machine& machine) { return std::make_unique<Softnet>(machine); }

}  // namespace fdr::local
