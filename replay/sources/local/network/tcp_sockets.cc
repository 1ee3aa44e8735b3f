// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// TCP connections by state.  Columns are named after PCP's metrics.

#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/network/tcp_states.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// By the kernel's number of the state.
constexpr std::string_view kStateNames[kTcpStates] = {
    "",      "established", "syn_sent", "syn_recv", "fin_wait1", "fin_wait2", "time_wait",
    "close", "close_wait",  "last_ack", "listen",   "closing",   ""};

class TcpSockets final : public Source {
 public:
  explicit TcpSockets(Machine& machine)
      : machine_(machine),
        file4_(machine.Proc("net/tcp")),
        file6_(machine.Proc("net/tcp6")),
        // With another directory, the present kernel would give the wrong answer.
        use_files_(machine.options.proc != LocalOptions().proc) {}

  void Refresh() override {
    ip4_.Clear();
    ip6_.Clear();
    if (!use_files_) {
      if (const auto counts = diagnosis_.Count()) {
        Fill(ip4_, counts->ip4);
        return Fill(ip6_, counts->ip6);
      }
    }
    if (const auto list = file4_.Read(machine_.buffer)) Fill(ip4_, CountListed(*list));
    if (const auto list = file6_.Read(machine_.buffer)) Fill(ip6_, CountListed(*list));
  }

 private:
  static void Fill(Grid& grid, const std::array<std::uint64_t, kTcpStates>& counts) {
    grid.AddRow(kSingular);
    for (std::size_t state = 0; state < kTcpStates; ++state)
      grid.SetInteger(grid.Find(kStateNames[state]), counts[state]);
  }

  Machine& machine_;
  KernelFile file4_, file6_;
  SocketDiagnosis diagnosis_;
  Grid &ip4_ = machine_.grid(GridId::kTcp), &ip6_ = machine_.grid(GridId::kTcp6);
  bool use_files_;
};

}  // namespace

std::unique_ptr<Source> MakeTcpSockets(Machine& machine) {
  return std::make_unique<TcpSockets>(machine);
}

}  // namespace fdr::local
