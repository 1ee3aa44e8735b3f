// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/pressure: "some avg10=0.01 avg60=0.32 avg300=7.23 total=25218320152", and the same for
// "full".  Columns are named like "io.some.avg" and "io.some.total".

#include <array>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

struct Period {
  InstanceId seconds;
  std::string_view field;
  std::string_view name;
};
constexpr std::array<Period, 3> kPeriods = {
    {{10, "avg10=", "10 second"}, {60, "avg60=", "1 minute"}, {300, "avg300=", "5 minute"}}};

class Pressure final : public Source {
 public:
  explicit Pressure(Machine& machine)
      : machine_(machine),
        totals_(machine.grid(GridId::kPressure)),
        averages_(machine.grid(GridId::kPressureAverage)) {
    for (const char* resource : {"cpu", "memory", "io", "irq"})
      files_.push_back({KernelFile(machine.Proc("pressure/") + resource), resource});
    for (const Period& period : kPeriods)
      machine.instances(GridId::kPressureAverage).Name(period.seconds, period.name);
  }

  void Refresh() override {
    totals_.Clear();
    averages_.Clear();
    totals_.AddRow(kSingular);
    for (const Period& period : kPeriods) averages_.AddRow(period.seconds);
    for (Resource& resource : files_) {
      const auto content = resource.file.Read(machine_.buffer);
      if (!content) continue;
      for (FieldScanner in(*content); !in.AtEnd();)
        ReadLine(resource.name, FieldScanner(in.Line()));
    }
  }

 private:
  struct Resource {
    KernelFile file;
    std::string name;
  };

  void ReadLine(const std::string& resource, FieldScanner line) {
    column_name_ = resource;
    column_name_.append(".").append(line.Word()).append(".");
    const std::size_t stem = column_name_.size();
    const Column average = averages_.Find(column_name_.append("avg"));
    for (std::size_t row = 0; row < kPeriods.size(); ++row) {
      double share = 0;
      if (line.Skip(kPeriods[row].field) && line.Real(share))
        averages_.SetReal(row, average, share);
    }
    column_name_.resize(stem);
    std::uint64_t total = 0;
    if (line.Skip("total=") && line.Number(total))
      totals_.SetInteger(totals_.Find(column_name_.append("total")), total);
  }

  Machine& machine_;
  Grid &totals_, &averages_;
  std::vector<Resource> files_;
  std::string column_name_;  // a member to reuse its memory
};

}  // namespace

std::unique_ptr<Source> MakePressure(Machine& machine) {
  return std::make_unique<Pressure>(machine);
}

}  // namespace fdr::local
