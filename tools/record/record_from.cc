// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_from.h"

#include "fdr/tools/copy/copy_command.h"
#include "fdr/tools/record/record_options.h"
#include "fdr/tools/record/record_out.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

CopyCommand CopyFor(const RecordCommand& command) {
  CopyCommand copy;
  copy.common = command.common;
  copy.words = {*command.from, OutOf(command)};
  copy.out_has_time = true;
  copy.makes_directory = command.directory || command.out.ends_with('/');
  copy.window.times = {.start = command.start,
                       .finish = command.finish,
                       .align = command.window_align,
                       .offset = command.origin};
  copy.metrics = {.only = command.metrics, .without = {}, .report_files = command.report_files};
  copy.thin.interval = command.interval;
  copy.derive = {.options = command.derive, .of_environment = true};
  copy.version = command.version;
  copy.volume = command.volume;
  if (command.compress != "none") copy.compress = command.compress;
  return copy;
}

}  // namespace

int RecordFrom(const RecordCommand& command) {
  if (const auto checked = CheckHaveNames(command.metrics); !checked) {
    PrintError(checked.error());
    return kUsage;
  }
  return Run(CopyFor(command));
}

}  // namespace fdr::tools
