// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_from.h"

#include <filesystem>
#include <string>
#include <system_error>

#include "fdr/tools/copy/copy_command.h"
#include "fdr/tools/record/record_options.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

CopyCommand CopyFor(const RecordCommand& command) {
  CopyCommand copy;
  copy.common = command.common;
  const std::filesystem::path directory = command.directory.value_or("");
  copy.words = {*command.from, (directory / command.out).string()};
  copy.window.times = {.start = command.start,
                       .finish = command.finish,
                       .align = command.window_align,
                       .offset = command.origin};
  copy.metrics.only = command.metrics;
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
  std::error_code error;
  if (command.directory) std::filesystem::create_directories(*command.directory, error);
  if (error) {
    PrintError(FailSystem(error.value(), *command.directory).value());
    return kFailed;
  }
  return Run(CopyFor(command));
}

}  // namespace fdr::tools
