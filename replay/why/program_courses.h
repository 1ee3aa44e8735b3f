// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The processors and the memory of programs, over the whole recording: on a machine that is always
// busy, only this shows a program that takes its part.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/replay/why/course.h"
#include "fdr/replay/why/hold.h"
#include "fdr/replay/why/line.h"
#include "fdr/replay/why/process_names.h"

namespace fdr::why {

/// What the processes of one program and user took, as far as they are recorded.
struct ProgramLine {
  std::string program, user;
  bool is_niced = false;  ///< most of its processor time
  Line line;              ///< processors, or bytes
  Line wanted = {};       ///< processors, with those that it waited for
};

struct ProgramLines {
  std::vector<ProgramLine> processors, memory;
  const char* time_metric = "proc.psinfo.utime";  ///< one that is recorded
  bool has_waits = false;                         ///< whether `wanted` has more than `line`
};

class ProgramCourses {
 public:
  /// The metrics that Take() expects, in this order.
  static std::vector<std::string> Metrics();

  /// Before Take().  `descs`: of Metrics(); a metric that the archive does not have has no type.
  void Begin(const TimeGrid& grid, std::vector<Desc> descs);
  /// `sets`: of Metrics(), as the result has them; those without a type are left out.
  void Take(const FetchResult& result, std::span<const FetchedSet> sets);
  /// The programs that took most at any time, at most a few dozens.
  ProgramLines Finish();
  /// The last names of all processes, at the end.
  ProcessNames TakeNames() { return std::move(names_); }

 private:
  // An amount that was taken in a cell, times the seconds.
  struct Entry {
    std::uint32_t cell;
    float amount;
  };
  using Entries = std::vector<Entry>;
  struct Program {
    Entries time, wanted, memory;
    double niced = 0, all = 0;  // seconds
  };
  using Programs = std::map<std::pair<std::string, std::string>, Program>;
  struct Last {
    double at = 0;
    std::uint64_t bits = 0;
  };

  void TakeNumbers(std::size_t metric, double at, std::span<const FetchedValue> values);
  void TakeNumber(std::size_t metric, double at, const FetchedValue& value);
  void TakeMemory(InstanceId pid, double bytes, double from, double to);
  void TakeTime(std::size_t metric, InstanceId pid, double seconds, double from, double to);
  Program* ProgramOf(InstanceId pid);
  void Add(Entries& entries, double amount, double from, double to);
  Line LineOf(const Entries& entries) const;
  std::vector<ProgramLine> LinesOf(Entries Program::*entries) const;

  TimeGrid grid_;
  std::vector<Desc> descs_;
  std::vector<double> factors_;  // of these, to bytes and seconds
  ProcessNames names_;
  std::unordered_map<std::uint64_t, Last> last_;  // by metric and process
  Programs programs_;
  std::size_t entries_ = 0;
  Hold hold_;                    // of memory
  std::optional<Course> known_;  // 0 while processes are recorded
  Line zeros_;                   // the line of it
};

}  // namespace fdr::why
