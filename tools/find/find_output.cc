// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/find_output.h"

#include <fmt/format.h>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kFlushAt = 64 * 1024;

}  // namespace

void FindOutput::Found(const Stretch& stretch) {
  has_found_ = true;
  if (cuts_) cuts_->Add(stretch);
  FlushIfLarge();
}

void FindOutput::FlushIfLarge() {
  if (text_.size() >= kFlushAt) Flush();
}

bool FindOutput::Flush() {
  output_failed_ = output_failed_ || !WriteOutput(text_);
  text_.clear();
  return !output_failed_;
}

void FindOutput::Report(const Error& error) {
  if (!errors_.insert(PlaceOf(error)).second) return;
  if (CanBePassed(error.code) || IsShortage(error.system_error))
    return damage_.Add(ProblemOf(error));
  PrintError(error);
  has_failed_ = true;
}

// Archives are no rows of CSV.
void FindOutput::AppendCut(const CutArchive& cut) {
  if (command_.common.json) {
    JsonWriter json(text_);
    json.BeginObject().Key("archive").String(cut.base);
    json.Key("start").String(Rfc3339(cut.start, time_.zone));
    json.Key("end").String(Rfc3339(cut.end, time_.zone)).EndObject();
    text_ += '\n';
  } else if (command_.IsForPeople()) {
    text_ += fmt::format("{}: {} to {}\n", Printable(cut.base), TimeText(cut.start, time_),
                         TimeText(cut.end, time_));
  }
}

bool FindOutput::WriteCuts() {
  if (command_.IsForPeople() && has_found_) text_ += '\n';
  while (true) {
    const Result<std::optional<CutArchive>> cut = cuts_->WriteNext(context_);
    if (!cut) {
      PrintError(cut.error());
      return false;
    }
    if (!*cut) return Flush();
    AppendCut(**cut);
  }
}

int FindOutput::End(const std::function<void()>& tell_of_nothing) {
  if (output_failed_ || !Flush()) return kFailed;
  if (cuts_ && !Interrupted() && !WriteCuts()) return kFailed;
  if (Interrupted()) EndAsInterrupted();
  if (has_failed_) return kFailed;
  if (damage_.any()) return damage_.status();
  if (has_found_) return kOk;
  if (!command_.common.quiet) tell_of_nothing();
  return kNothingFound;
}

}  // namespace fdr::tools
