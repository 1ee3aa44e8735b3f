// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/PID/stat: see proc(5).  Columns are named after the fields there.  Times are milliseconds,
// sizes are kilobytes.  Also counts the processes in each state.

#include <array>
#include <cstdio>
#include <utility>

#include "fdr/replay/sources/local/processes/process_source.h"
#include "fdr/replay/sources/local/processes/process_stat_fields.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

enum class Convert : std::uint8_t { kNothing, kTicks, kBytes, kPages };

// The fields that are not taken as they are.
constexpr std::pair<std::string_view, Convert> kConverted[] = {
    {"utime", Convert::kTicks},
    {"stime", Convert::kTicks},
    {"cutime", Convert::kTicks},
    {"cstime", Convert::kTicks},
    {"starttime", Convert::kTicks},
    {"vsize", Convert::kBytes},
    {"rss", Convert::kPages},
    {"rsslim", Convert::kBytes},
    {"delayacct_blkio_ticks", Convert::kTicks},
    {"guest_time", Convert::kTicks},
    {"cguest_time", Convert::kTicks},
};

consteval std::array<Convert, kStatFieldCount> Conversions() {
  std::array<Convert, kStatFieldCount> conversions = {};
  for (const auto& [name, convert] : kConverted) conversions[StatFieldIndex(name)] = convert;
  return conversions;
}
constexpr std::array<Convert, kStatFieldCount> kConversions = Conversions();

constexpr std::string_view kPolicies[] = {"NORMAL", "FIFO", "RR",      "BATCH",
                                          "ISO",    "IDLE", "DEADLINE"};

// Terminals whose device numbers have a fixed meaning.
std::string_view TerminalName(std::uint64_t device, char (&text)[32]) {
  if (device == 0) return "?";
  const unsigned major = static_cast<unsigned>(device >> 8 & 0xfff);
  const unsigned minor = static_cast<unsigned>((device & 0xff) | (device >> 12 & 0xfff00));
  int n = 0;
  if (major >= 136 && major <= 143)
    n = std::snprintf(text, sizeof text, "pts/%u", (major - 136) * 256 + minor);
  else if (major == 4)
    n = std::snprintf(text, sizeof text, minor < 64 ? "tty%u" : "ttyS%u", minor % 64);
  else
    n = std::snprintf(text, sizeof text, "?");
  return {text, static_cast<std::size_t>(n)};
}

class ProcessStat final : public ProcessSource {
 public:
  explicit ProcessStat(Machine& machine)
      : ProcessSource(machine, GridId::kProcessStat, "stat"),
        queue_(machine.grid(GridId::kRunQueue)) {
    for (std::size_t i = 0; i < kStatFieldCount; ++i) columns_[i] = grid_.Find(kStatNames[i]);
    for (std::size_t i = 0; i < kStates; ++i) state_columns_[i] = queue_.Find(kStateNames[i]);
  }

  void Refresh() override {
    states_ = {};
    ProcessSource::Refresh();
    if (machine_.busy != nullptr)
      for (const ScannedProcess& process : machine_.busy->all())
        ++states_[StateOf(process.state, process.has_memory)];
    queue_.Clear();
    queue_.AddRow(kSingular);
    for (std::size_t i = 0; i < kStates; ++i) queue_.SetInteger(state_columns_[i], states_[i]);
  }

 private:
  enum State {
    kRunnable,
    kBlocked,
    kSleeping,
    kStopped,
    kSwapped,
    kDefunct,
    kUnknown,
    kKernel,
    kStates
  };
  static constexpr std::string_view kStateNames[kStates] = {
      "runnable", "blocked", "sleeping", "stopped", "swapped", "defunct", "unknown", "kernel"};

  void ReadContent(std::string_view content) override {
    const auto fields = StatFields::Parse(content);
    if (!fields) return;
    const auto& numbers = fields->numbers;
    grid_.SetInteger(pid_, fields->pid);
    grid_.SetText(comm_, fields->program);
    grid_.SetText(state_, fields->state);
    for (std::size_t i = 0; i < fields->count; ++i)
      grid_.SetInteger(columns_[i], Converted(kConversions[i], numbers[i]));
    // A process without a terminal has no foreground process group.
    if (numbers[StatFieldIndex("tpgid")] == ~std::uint64_t{0})
      grid_.SetNone(columns_[StatFieldIndex("tpgid")]);
    char text[32];
    grid_.SetText(terminal_, TerminalName(numbers[StatFieldIndex("tty_nr")], text));
    const std::uint64_t policy = numbers[StatFieldIndex("policy")];
    grid_.SetText(policy_, policy < std::size(kPolicies) ? kPolicies[policy] : "?");
    if (machine_.busy == nullptr)
      ++states_[StateOf(fields->state.front(), numbers[StatFieldIndex("vsize")] != 0)];
  }

  std::uint64_t Converted(Convert convert, std::uint64_t number) const {
    switch (convert) {
      case Convert::kTicks:
        return machine_.TicksToMillis(number);
      case Convert::kBytes:
        return number / 1024;
      case Convert::kPages:
        return machine_.PagesToKbytes(number);
      case Convert::kNothing:
        break;
    }
    return number;
  }

  // Kernel threads have no memory, and so count as swapped out, as in PCP.
  static State StateOf(char letter, bool has_memory) {
    if (letter == 'Z') return kDefunct;
    if (!has_memory) return kSwapped;
    switch (letter) {
      case 'R':
        return kRunnable;
      case 'S':
        return kSleeping;
      case 'D':
        return kBlocked;
      case 'T':
      case 't':
        return kStopped;
      default:
        return kUnknown;
    }
  }

  Grid& queue_;
  std::array<Column, kStatFieldCount> columns_;
  std::array<Column, kStates> state_columns_;
  std::array<std::uint64_t, kStates> states_ = {};
  Column pid_ = grid_.Find("pid"), comm_ = grid_.Find("comm"), state_ = grid_.Find("state"),
         terminal_ = grid_.Find("ttyname"), policy_ = grid_.Find("policy_name");
};

}  // namespace

std::unique_ptr<Source> MakeProcessStat(Machine& machine) {
  return std::make_unique<ProcessStat>(machine);
}

}  // namespace fdr::local
