// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/window_option.h"

#include <fmt/format.h>

#include <ctime>

#include "fdr/tools/run/time_text.h"

namespace fdr::tools {

Result<Zone> ZoneOf(const WindowOptions& options, const CommonOptions& common,
                    const LabelRecord& label) {
  if (options.zone) return ChoosePeerZone(*options.zone, common.quiet);
  return ChooseZone(options.archive_zone ? "archive" : common.zone, label);
}

std::string ZoneNote(const WindowOptions& options, const LabelRecord& label) {
  if (options.zone) return "Note: timezone set to \"TZ=" + *options.zone + "\"\n\n";
  if (!options.archive_zone) return "";
  return "Note: timezone set to local timezone of host \"" + std::string(label.host.view()) +
         "\" from archive\n\n";
}

Result<TimeWindow> ParseWindow(const TimeWindowSpec& times, const ArchiveContext& context,
                               std::optional<Timestamp> end, const Zone& zone) {
  return ParseWindowOptions(times, {.log_start = context.label().start,
                                    .log_end = end,
                                    .zone = zone,
                                    .now = std::time(nullptr)});
}

Result<ChosenWindow> ChooseWindow(const TimeWindowSpec& times, ArchiveContext& context,
                                  const Zone& zone) {
  const Result<Timestamp> end = context.EndTime();
  if (!end) return Fail(end.error());
  const Result<TimeWindow> window = ParseWindow(times, context, *end, zone);
  if (!window) return Fail(window.error());
  const Timestamp first = context.label().start;
  ChosenWindow chosen{window->start, window->end.value_or(*end), window->origin, {}};
  if (window->warning)
    chosen.warning = UnderTitle("warning: The rows begin at no multiple", *window->warning);
  if (window->is_origin_moved)
    chosen.warning = fmt::format("warning: -O lies outside the window: it begins at its {}, {}",
                                 window->origin == chosen.end ? "end" : "start",
                                 TimeText(window->origin, {zone, true, 3}));
  const bool is_before_all = chosen.end < first;
  if (times.start && times.finish && chosen.end < chosen.start && !is_before_all)
    return Fail(Errc::kInvalidArgument, "The time window ends before it starts");
  if (is_before_all || chosen.start > *end) {
    const TimeStyle style{zone, true, 0};
    chosen.warning =
        "warning: The archive goes from " + TimeText(first, style) + " to " + TimeText(*end, style);
  }
  return chosen;
}

}  // namespace fdr::tools
