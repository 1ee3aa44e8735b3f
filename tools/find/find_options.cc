// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/find_options.h"

#include "fdr/tools/run/time_text.h"

namespace fdr::tools {

ReplayCommand WindowOf(const FindCommand& command) {
  ReplayCommand window;
  window.start = command.start;
  window.finish = command.finish;
  window.align = command.align;
  window.origin = command.origin;
  window.interval = command.interval;
  window.zone = command.zone;
  window.archive_zone = command.archive_zone;
  return window;
}

TimeStyle TableTimes(const Plan& plan, const Zone& zone, std::int64_t step) {
  TimeStyle style = StyleOf(plan, zone);
  if (step > 0) style.decimals = DecimalsOf(step);
  return style;
}

Result<std::int64_t> LengthOf(const char* option, const std::optional<std::string>& text) {
  if (!text || *text == "0") return 0;
  return ParseStep(text, option);
}

Result<CutOptions> CutOptionsOf(const FindCommand& command, const Zone& zone) {
  const Result<std::int64_t> before = LengthOf("--before", command.before);
  if (!before) return Fail(before.error());
  const Result<std::int64_t> after = LengthOf("--after", command.after);
  if (!after) return Fail(after.error());
  return CutOptions{*command.cut, *before, *after, zone};
}

}  // namespace fdr::tools
