// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_label.h"

#include <fmt/format.h>

#include <string>

namespace fdr::tools {
namespace {

// "0x3 [unknown: bit_01 bit_00]"
std::string FeaturesText(const LabelRecord& label) {
  std::string text = fmt::format("{:#x}", label.features);
  if (label.UnknownFeatures() == 0) return text;
  text += " [unknown:";
  for (unsigned bit = 32; bit-- > 0;)
    if ((label.UnknownFeatures() >> bit & 1) != 0) text += fmt::format(" bit_{:02}", bit);
  return text + "]";
}

void AppendZone(std::string_view what, const LabelText& zone, OutputBuffer& out) {
  if (!zone.view().empty()) out.Append(what).Append(zone.view()).Append('\n');
}

}  // namespace

void DumpLabel(const DumpContext& dump, bool all) {
  const LabelRecord& label = dump.archive.label();
  OutputBuffer& out = dump.out;
  out.Append("Log Label (Log Format Version ").Number(static_cast<int>(label.version));
  out.Append(")\nPerformance metrics from host ").Append(label.host.view());
  out.Append("\n    commencing ");
  dump.stamps.AppendInLabel(label.start, out);
  out.Append("\n    ending     ");
  if (const Result<Timestamp> end = dump.archive.End())
    dump.stamps.AppendInLabel(*end, out);
  else
    out.Append("UNKNOWN");
  out.Append('\n');
  if (!all) return;
  AppendZone("Archive timezone: ", label.timezone, out);
  AppendZone("Archive zoneinfo: ", label.zoneinfo, out);
  if (label.features != 0)
    out.Append("Archive features: ").Append(FeaturesText(label)).Append('\n');
  out.Append("PID for pmlogger: ").Number(label.pid).Append('\n');
}

}  // namespace fdr::tools
