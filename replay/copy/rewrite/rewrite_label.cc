// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/rewrite_label.h"

#include <fmt/format.h>

namespace fdr {
namespace {

// Widths with a NUL: docs/format/label.md.
constexpr std::size_t kHostWidthV2 = 64, kZoneWidthV2 = 40, kWidthV3 = 256;

Result<void> Set(const RewriteRules& rules, const std::optional<PlacedText>& text,
                 std::size_t width, LabelText& to) {
  if (!text) return {};
  if (text->text.size() >= width)
    return rules.Complain(text->place,
                          fmt::format("the label has room for {} characters", width - 1));
  to = LabelText(text->text);
  return {};
}

}  // namespace

Result<LabelRecord> RewriteLabel(const RewriteRules& rules, LabelRecord label) {
  const GlobalRules& global = rules.global;
  const bool is_old = label.version == Version::k2;
  if (is_old && global.zoneinfo && global.needs_zoneinfo)
    return rules.Complain(global.zoneinfo->place, "an archive of version 2 has no zoneinfo");
  if (is_old && global.features)
    return rules.Complain(global.features->second, "an archive of version 2 has no features");
  if (is_old && global.shift && global.shift->first % 1000 != 0)
    return rules.Complain(global.shift->second, "an archive of version 2 has no nanoseconds");
  if (auto set = Set(rules, global.host, is_old ? kHostWidthV2 : kWidthV3, label.host); !set)
    return Fail(set.error());
  if (auto set = Set(rules, global.timezone, is_old ? kZoneWidthV2 : kWidthV3, label.timezone);
      !set)
    return Fail(set.error());
  if (is_old) return label;
  if (auto set = Set(rules, global.zoneinfo, kWidthV3, label.zoneinfo); !set)
    return Fail(set.error());
  if (global.features) label.features = global.features->first;
  return label;
}

}  // namespace fdr
