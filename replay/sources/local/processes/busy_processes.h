// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Chooses the processes of a sample, for a recording that is read later:
//
//   * those that use most, and for a few samples those that used most just before;
//   * those that the recording does not have yet, so that each has a first value;
//   * from time to time all.
//
// A process that becomes busy has lower values at the sample before, which the recording lacks.
// They are kept until the next sample, and can be recorded before it:
//
//   sample           1     2     3     4
//   CPU time of p    5     5     5     95
//   recorded         5     .    (5)    95       (5) is recorded together with 95
//
// docs/guide/processes.md has the rules.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/sources/local/kernel_file.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/replay/sources/local/processes/name_allowance.h"
#include "fdr/replay/sources/local/processes/process_list.h"
#include "fdr/replay/sources/local/processes/process_name.h"
#include "fdr/replay/sources/local/processes/process_ranking.h"
#include "fdr/replay/sources/local/processes/process_scan.h"

namespace fdr::local {

class BusyProcesses {
 public:
  /// Borrows the list and the buffer.
  BusyProcesses(const BusyOptions& options, ProcessList& list, ReadBuffer& buffer);

  /// Reads all processes and chooses some.
  void Sample(Timestamp stamp, std::uint64_t reading);
  /// The next sample begins another recording, which has no process yet.
  void BeginRecording() { is_new_recording_ = true; }

  /// The number of samples so far.
  std::uint64_t samples() const { return samples_; }
  const ProcessScan& scan() const { return now_; }
  /// All processes of the sample.
  std::span<const ScannedProcess> all() const { return now_.processes(); }
  /// The chosen processes, ascending; or those that came in, see ShowEarlier().
  std::span<const InstanceId> shown() const { return shows_earlier_ ? came_in_ : chosen_; }
  /// Whether this sample is one of those that have all processes.
  bool is_round() const { return is_round_; }
  /// The domain: the processes that were chosen once and still run.
  std::vector<NamedInstance> Members() const;

  /// From now on shows the processes that came in with this sample, as they were at the sample
  /// before; or, again, the chosen processes as they are.
  void ShowEarlier(bool earlier) { shows_earlier_ = earlier; }
  /// The stamp for the earlier values: right behind the sample before, so that instance domains
  /// have a stamp of their own.  Nothing if no process came in.
  std::optional<Timestamp> EarlierStamp() const;
  /// Whether a process was started since the sample before.
  bool IsNewborn(InstanceId pid) const;
  /// Whether any of the processes that came in is a stranger.
  bool HasStrangers() const;
  /// Whether the recording has no value of the process before this sample.
  bool IsStranger(InstanceId pid) const;

  /// A file of a process as the sample read it; nullopt if samples do not read it, or could not.
  /// Among the earlier values, a newborn process has its first ones.
  std::optional<std::string_view> TextOf(InstanceId pid, ScannedFile file) const;

 private:
  // The facts about a process besides the scan, in the same order.
  struct History {
    std::string name;          // of the instance; empty: not in the domain
    bool is_recorded = false;  // the recording has a value
    bool is_newborn = false;   // started since the last sample
    bool has_new_program = false;
    bool was_chosen = false;  // for the last sample
    bool is_chosen = false;   // for this one
    bool is_ranked = false;   // uses most
    std::size_t lingers = 0;  // the number of samples to stay for, even if others use more
  };

  void Link(bool is_new_recording);
  void GoOn(std::size_t at, const ScannedProcess& before);
  void Begin(std::size_t at);
  void Rank();
  void ChooseLingering();
  void ChooseRest();
  bool Choose(std::size_t at, double leave);
  void LookAtName(std::size_t at);
  bool Afford(std::string_view name, double leave);
  void List(bool is_new_recording);
  const History* HistoryOf(InstanceId pid) const;
  const ScannedProcess* Before(const ScannedProcess& process) const;

  BusyOptions options_;
  ProcessList& list_;
  ReadBuffer& buffer_;
  NameAllowance allowance_;
  ProcessName namer_;
  ProcessScan before_, now_;
  std::vector<History> history_, history_before_;  // of now_ and before_
  std::vector<ProcessUse> uses_;                   // of now_
  std::vector<InstanceId> chosen_, came_in_;
  std::optional<Timestamp> stamp_, stamp_before_;
  double domain_size_ = 0;     // bytes of a record with all members
  bool is_rewritten_ = false;  // this sample has such a record
  std::uint64_t samples_ = 0;
  std::size_t since_round_ = 0;
  bool is_round_ = false, is_new_recording_ = true, shows_earlier_ = false;
};

}  // namespace fdr::local
