// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics of pmcd itself that clients expect of any collector.

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/host_facts.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class PmcdFacts final : public Source {
 public:
  explicit PmcdFacts(Machine& machine)
      : machine_(machine),
        grid_(machine.grid(GridId::kPmcd)),
        host_name_(machine.Proc("sys/kernel/hostname")),
        boot_(BootNumber(machine)),
        timezone_(TimeZone(machine)),
        zone_name_(ZoneName(machine)) {}

  void Refresh() override {
    grid_.Clear();
    grid_.AddRow(kSingular);
    // A change of these values tells clients that counters started again.
    grid_.SetInteger(grid_.Find("pid"), boot_);
    grid_.SetInteger(grid_.Find("seqnum"), boot_);
    grid_.SetText(grid_.Find("version"), FDR_VERSION);
    if (const auto name = host_name_.Read(machine_.buffer))
      grid_.SetText(grid_.Find("hostname"), Trimmed(*name));
    grid_.SetText(grid_.Find("timezone"), timezone_);
    if (!zone_name_.empty()) grid_.SetText(grid_.Find("zoneinfo"), zone_name_);
  }

 private:
  Machine& machine_;
  Grid& grid_;
  KernelFile host_name_;
  std::uint32_t boot_;
  std::string timezone_, zone_name_;
};

}  // namespace

std::unique_ptr<Source> MakePmcd(Machine& machine) { return std::make_unique<PmcdFacts>(machine); }

}  // namespace fdr::local
