// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/loadavg, and /proc/uptime.

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// "0.04 0.68 1.77 1/91 316"
class Loadavg final : public Source {
 public:
  explicit Loadavg(Machine& machine)
      : machine_(machine),
        file_(machine.Proc("loadavg")),
        averages_(machine.grid(GridId::kLoad)),
        rest_(machine.grid(GridId::kLoadavg)),
        load_(averages_.Find("load")),
        runnable_(rest_.Find("runnable")),
        threads_(rest_.Find("threads")),
        lastpid_(rest_.Find("lastpid")) {
    for (const InstanceId minutes : kPeriods)
      machine.instances(GridId::kLoad).Name(minutes, std::to_string(minutes) + " minute");
  }

  void Refresh() override {
    averages_.Clear();
    rest_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    FieldScanner in(*content);
    for (const InstanceId minutes : kPeriods) {
      double load = 0;
      if (!in.Real(load)) return;
      averages_.AddRow(minutes);
      averages_.SetReal(load_, load);
    }
    std::uint64_t number = 0;
    rest_.AddRow(kSingular);
    if (in.Number(number)) rest_.SetInteger(runnable_, number);
    if (in.Skip("/") && in.Number(number)) rest_.SetInteger(threads_, number);
    if (in.Number(number)) rest_.SetInteger(lastpid_, number);
  }

 private:
  static constexpr InstanceId kPeriods[] = {1, 5, 15};

  Machine& machine_;
  KernelFile file_;
  Grid &averages_, &rest_;
  Column load_, runnable_, threads_, lastpid_;
};

class Uptime final : public Source {
 public:
  explicit Uptime(Machine& machine)
      : machine_(machine),
        file_(machine.Proc("uptime")),
        grid_(machine.grid(GridId::kUptime)),
        uptime_(grid_.Find("uptime")),
        idletime_(grid_.Find("idletime")) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    FieldScanner in(*content);
    double seconds = 0;
    grid_.AddRow(kSingular);
    if (in.Real(seconds)) grid_.SetReal(uptime_, seconds);
    if (in.Real(seconds)) grid_.SetReal(idletime_, seconds);
  }

 private:
  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  Column uptime_, idletime_;
};

}  // namespace

std::unique_ptr<Source> MakeLoadavg(Machine& machine) { return std::make_unique<Loadavg>(machine); }
std::unique_ptr<Source> MakeUptime(Machine& machine) { return std::make_unique<Uptime>(machine); }

}  // namespace fdr::local
