// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy`: an archive as it is, a part of it, or several archives as one.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/copy/around_window.h"
#include "fdr/tools/copy/chosen_instances.h"
#include "fdr/tools/copy/chosen_metrics.h"
#include "fdr/tools/copy/deriving.h"
#include "fdr/tools/copy/rewrite_options.h"
#include "fdr/tools/copy/scrub_options.h"
#include "fdr/tools/copy/thin_options.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/window_option.h"

namespace fdr::tools {

struct CopyCommand {
  CommonOptions common;
  std::vector<std::string> words;  ///< IN... OUT, or IN...
  WindowOptions window;
  AroundWords around;  ///< instead of the times of `window`
  MetricWords metrics;
  std::optional<std::string> config;  ///< a file that chooses metrics and instances
  InstanceWords instances;
  ThinOptions thin;
  DeriveWords derive;
  ScrubOptions scrub;
  RewriteWords rewrite;
  std::optional<int> version;            ///< 2 or 3
  std::string conflict = "stop";         ///< or convert, split, drop
  std::string gaps = "auto";             ///< or always, never: marks where archives meet
  std::optional<std::string> same_host;  ///< the archives are of one machine, with this name
  bool hold = false;                     ///< begin with the values that hold at the start
  bool daily = false;                    ///< the window of each day
  std::optional<std::string> volume;     ///< when a volume begins: records, or a size
  std::optional<std::string> compress;   ///< none, xz or zstd
  bool out_has_time = false;             ///< of the first record, by conversions of strftime(3)
  bool makes_directory = false;          ///< that of OUT
  bool each = false;                     ///< OUT is a directory: each archive gets its own copy
  bool in_place = false;                 ///< without OUT: each archive is replaced by its copy
  bool dry_run = false;                  ///< only report what would be written
};

/// Whether the copy begins at a time that was asked for.
inline bool HasStart(const CopyCommand& command) {
  const TimeWindowSpec& times = command.window.times;
  return command.around.time || times.start || times.align || times.offset;
}
inline bool HasWindow(const CopyCommand& command) {
  return HasStart(command) || command.window.times.finish;
}

int Run(const CopyCommand& command);

}  // namespace fdr::tools
