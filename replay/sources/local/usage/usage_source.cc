// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What programs, users and units used, those included that came and went between two samples.
// Columns: "cpu", "read_bytes", "write_bytes" and "exits".  "source" and "lost" tell how exits are
// known.

#include <time.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "fdr/replay/sources/local/account_names.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"
#include "fdr/replay/sources/local/usage/exit_listener.h"
#include "fdr/replay/sources/local/usage/process_ledger.h"
#include "fdr/replay/sources/local/usage/program_name.h"
#include "fdr/replay/sources/local/usage/unit_names.h"
#include "fdr/replay/sources/local/usage/usage_totals.h"

namespace fdr::local {
namespace {

constexpr std::size_t kMostPrograms = 64, kMostUsers = 32, kMostUnits = 64;
constexpr std::uint64_t kNanosPerMicro = 1000, kNanosPerSecond = 1'000'000'000;

std::uint64_t MicrosOf(clockid_t clock) {
  timespec now = {};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec) / kNanosPerMicro;
}

// For how long this machine was suspended so far, in microseconds: one clock stands still then.
std::uint64_t Suspended() {
  const std::uint64_t running = MicrosOf(CLOCK_MONOTONIC), all = MicrosOf(CLOCK_BOOTTIME);
  return all > running ? all - running : 0;
}

class UsageSource final : public Source {
 public:
  explicit UsageSource(Machine& machine)
      : machine_(machine),
        ledger_(kNanosPerSecond / machine.ticks_per_second,
                [this](std::string_view cgroups) { return unit_names_.Name(cgroups); }),
        unit_names_(machine.options.root) {
    Listen();
  }

  void Refresh() override {
    if (HasNewScan()) Update();
    Fill(GridId::kUsageProgram, programs_, [](std::string_view name) { return name; });
    Fill(GridId::kUsageUser, users_, [this](std::string_view name) { return AccountOf(name); });
    Fill(GridId::kUsageUnit, units_, [](std::string_view name) { return name; });
    Grid& grid = machine_.grid(GridId::kUsage);
    grid.Clear();
    grid.AddRow(kSingular);
    grid.SetText(grid.Find("source"), listener_ != nullptr ? "taskstats" : "parents");
    if (listener_ != nullptr) grid.SetInteger(grid.Find("lost"), listener_->lost());
  }

 private:
  // The kernel tells of this machine only, so not if the files are those of another one.
  void Listen() {
    if (machine_.options.proc != LocalOptions().proc) return;
    KernelFile possible(machine_.Sys("devices/system/cpu/possible"));
    const auto processors = possible.Read(machine_.buffer);
    auto opened = ExitListener::Open(std::string(Trimmed(processors.value_or("0"))));
    if (opened) {
      listener_ = std::move(*opened);
    } else if (machine_.options.log) {
      machine_.options.log(
          "Processes that end between two samples count to those that started "
          "them: " +
          opened.error().Message());
    }
  }

  std::uint64_t TicksSinceBoot() {
    double seconds = 0;
    FieldScanner(uptime_.Read(machine_.buffer).value_or("")).Real(seconds);
    constexpr double kLongest = 1e9;
    return static_cast<std::uint64_t>(std::clamp(seconds, 0.0, kLongest) *
                                      static_cast<double>(machine_.ticks_per_second));
  }

  // A fetch right after a sample is part of that.
  bool HasNewScan() {
    if (machine_.busy != nullptr) {
      const std::uint64_t before = std::exchange(seen_, machine_.busy->samples());
      return before != seen_;
    }
    std::swap(before_, now_);
    now_.Read(machine_.processes, machine_.reading, machine_.buffer, before_);
    return true;
  }

  void Update() {
    machine_.processes.List(after_);
    unit_names_.BeginSample();
    std::vector<ExitRecord> exits;
    if (listener_ != nullptr) exits = listener_->Take();
    const ProcessScan& scan = machine_.busy != nullptr ? machine_.busy->scan() : now_;
    ledger_.Update({scan, after_, exits, listener_ != nullptr, TicksSinceBoot(), Suspended()},
                   [&](const User& user, const Usage& usage) {
                     programs_.Add(user.program, usage);
                     users_.Add(std::to_string(user.id), usage);
                     units_.Add(user.unit, usage);
                   });
    programs_.Settle();
    users_.Settle();
    units_.Settle();
  }

  // There may be more numbers than accounts, and each question takes time.  So only those are asked
  // for that are shown.
  std::string_view AccountOf(std::string_view number) {
    std::uint32_t id = 0;
    const char* const end = number.data() + number.size();
    if (std::from_chars(number.data(), end, id).ptr != end) return number;
    const std::string_view known = names_.Find(id);
    return known.empty() ? names_.Name(id, accounts_.User(id)) : known;
  }

  template <class NameOf>
  void Fill(GridId id, const UsageTotals& totals, NameOf name_of) {
    Grid& grid = machine_.grid(id);
    const Column cpu = grid.Find("cpu"), read = grid.Find("read_bytes"),
                 written = grid.Find("write_bytes"), exits = grid.Find("exits");
    grid.Clear();
    totals.ForEach([&](std::string_view name, const Usage& usage) {
      grid.AddRow(machine_.instances(id).IdOf(name_of(name)));
      grid.SetInteger(cpu, usage.cpu / kNanosPerMicro);
      grid.SetInteger(read, usage.read);
      grid.SetInteger(written, usage.written);
      if (listener_ != nullptr) grid.SetInteger(exits, usage.exits);
    });
  }

  Machine& machine_;
  ProcessLedger ledger_;
  std::unique_ptr<ExitListener> listener_;  // null: the kernel does not tell
  KernelFile uptime_{machine_.Proc("uptime")};
  AccountNames accounts_;
  UserNames names_;
  UnitNames unit_names_;
  UsageTotals programs_{kMostPrograms}, users_{kMostUsers}, units_{kMostUnits};
  ProcessScan before_, now_;  // where the machine has none
  std::uint64_t seen_ = 0;    // the number of its last scan
  std::vector<InstanceId> after_;
};

}  // namespace

std::unique_ptr<Source> MakeUsage(Machine& machine) {
  return std::make_unique<UsageSource>(machine);
}

}  // namespace fdr::local
