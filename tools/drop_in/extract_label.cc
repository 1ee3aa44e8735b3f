// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_label.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/pmlogextract.h"

namespace fdr::tools {
namespace {

const LabelRecord& LabelOf(const SurveyedInput& input) { return input.source.label; }

std::optional<Version> VersionOf(const ExtractOptions& options,
                                 const std::vector<SurveyedInput>& inputs) {
  Version highest = Version::k2;
  for (const SurveyedInput& input : inputs) highest = std::max(highest, LabelOf(input).version);
  if (options.version == 0) return highest;
  const auto wanted = static_cast<Version>(options.version);
  if (highest <= wanted) return wanted;
  std::string text = fmt::format("input archive version must be no more than {}", options.version);
  for (const SurveyedInput& input : inputs)
    if (LabelOf(input).version > wanted)
      text += fmt::format("\narchive: {} version: {}", input.name,
                          static_cast<int>(LabelOf(input).version));
  PrintPeerError(kPmlogextract, text);
  return std::nullopt;
}

void NoteZones(const std::vector<SurveyedInput>& inputs, const SurveyedInput& used) {
  for (const SurveyedInput& input : inputs) {
    if (LabelOf(input).timezone == LabelOf(used).timezone) continue;
    PrintPeerWarning(kPmlogextract, fmt::format("timezone mismatch for input archives\n"
                                                "archive: {} timezone: {} [will be used]\n"
                                                "archive: {} timezone: {} [will be ignored]",
                                                used.name, LabelOf(used).timezone.view(),
                                                input.name, LabelOf(input).timezone.view()));
  }
}

bool HaveOneHost(const std::vector<SurveyedInput>& inputs) {
  const SurveyedInput& first = inputs.front();
  for (const SurveyedInput& input : inputs) {
    if (LabelOf(input).host == LabelOf(first).host) continue;
    PrintPeerError(kPmlogextract, fmt::format("host name mismatch for input archives\n"
                                              "archive: {} host: {}\narchive: {} host: {}",
                                              first.name, LabelOf(first).host.view(), input.name,
                                              LabelOf(input).host.view()));
    return false;
  }
  return true;
}

}  // namespace

std::optional<LabelRecord> LabelOfExtract(const ExtractOptions& options,
                                          const std::vector<SurveyedInput>& inputs) {
  const std::optional<Version> version = VersionOf(options, inputs);
  if (!version) return std::nullopt;
  const SurveyedInput& zone = options.zone_of_first ? inputs.front() : inputs.back();
  NoteZones(inputs, zone);
  if (!HaveOneHost(inputs)) return std::nullopt;
  LabelRecord label;
  label.version = *version;
  label.pid = ::getpid();
  label.host = LabelText(LabelOf(inputs.front()).host.view());
  label.timezone = LabelText(LabelOf(zone).timezone.view());
  label.zoneinfo = LabelText(LabelOf(zone).zoneinfo.view());
  return label;
}

}  // namespace fdr::tools
