// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What all searches of `fdr find` do alike: they print text, report errors, cut out archives, and
// end with a status.

#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "fdr/archive/base/error_place.h"
#include "fdr/tools/find/cut_out.h"
#include "fdr/tools/find/find_command.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {

/// Borrows all but the style.
class FindOutput {
 public:
  /// `time`: the times of a table.
  FindOutput(const FindCommand& command, ArchiveContext& context, TimeStyle time,
             DamageReport& damage)
      : command_(command), context_(context), time_(std::move(time)), damage_(damage) {}

  void CutOut(CutOptions options) {
    options.on_problem = damage_.Sink();
    cuts_.emplace(std::move(options));
  }

  /// Sinks append to this.
  std::string& text() { return text_; }
  /// Notes that something was found, and was appended.
  void Found(const Stretch& stretch);
  /// Prints the text if there is much of it.
  void FlushIfLarge();
  bool has_failed_to_print() const { return output_failed_; }

  /// Prints an error, or notes damage, once for each place.
  void Report(const Error& error);

  /// Prints the rest, cuts out archives, and returns the exit status.  `tell_of_nothing` is called
  /// if nothing was found, and nothing else went wrong.
  int End(const std::function<void()>& tell_of_nothing);

 private:
  bool Flush();
  bool WriteCuts();
  void AppendCut(const CutArchive& cut);

  const FindCommand& command_;
  ArchiveContext& context_;
  TimeStyle time_;
  DamageReport& damage_;
  std::optional<CutList> cuts_;
  std::string text_;
  bool has_found_ = false;
  bool output_failed_ = false;
  bool has_failed_ = false;      // beyond damage
  std::set<ErrorPlace> errors_;  // reported already
};

}  // namespace fdr::tools
