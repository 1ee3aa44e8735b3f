// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/scrub_text.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

struct Row {
  std::string_view key;   // in JSON
  std::string_view noun;  // behind the number
  std::string_view more;
  std::uint64_t ScrubReport::*count;
};

constexpr std::array kLeftOut = {
    Row{"help_texts", "help text", "", &ScrubReport::texts_left_out},
    Row{"aggregates", "aggregate", "", &ScrubReport::aggregates_emptied},
    Row{"numbers", "number", " of unknown meaning", &ScrubReport::numbers_left_out},
    Row{"metrics", "metric", " with such numbers", &ScrubReport::metrics_left_out},
    Row{"events", "event array", "", &ScrubReport::events_left_out},
    Row{"label_sets", "label set", "", &ScrubReport::label_sets_left_out},
    Row{"values", "other value", "", &ScrubReport::values_left_out},
};

struct Reason {
  KeptFor reason;
  std::string_view key;
  std::string_view noun;
  std::string_view more;
};

constexpr std::array kReasons = {
    Reason{KeptFor::kKnownMetric, "known_metrics", "known metric", ""},
    Reason{KeptFor::kKnownWord, "known_words", "known word", ""},
    Reason{KeptFor::kPlainForm, "plain_forms", "text", " of a plain form"},
    Reason{KeptFor::kWish, "by_request", "name", " by request"},
};

void Append(const std::string& item, std::string& line) {
  if (!line.empty()) line += ',';
  line += ' ' + item;
}

std::string Line(std::string_view title, const std::string& items) {
  return fmt::format("{}:{}\n", title, items.empty() ? " nothing" : items);
}

}  // namespace

std::string ScrubLines(const ScrubReport& report) {
  std::string replaced, left_out, kept;
  for (std::size_t i = 0; i < kNameKinds; ++i)
    if (report.names[i] > 0)
      Append(fmt::format("{} {}", WordOf(static_cast<NameKind>(i)), report.names[i]), replaced);
  for (const Row& row : kLeftOut)
    if (report.*row.count > 0)
      Append(Count(report.*row.count, row.noun) + std::string(row.more), left_out);
  for (const Reason& reason : kReasons)
    if (const std::uint64_t count = report.Kept(reason.reason); count > 0)
      Append(Count(count, reason.noun) + std::string(reason.more), kept);
  return Line("replaced", replaced) + Line("left out", left_out) + Line("kept", kept);
}

void AppendJson(const ScrubReport& report, JsonWriter& json) {
  json.BeginObject().Key("replaced").BeginObject();
  for (std::size_t i = 0; i < kNameKinds; ++i)
    if (report.names[i] > 0) json.Key(WordOf(static_cast<NameKind>(i))).UInt(report.names[i]);
  json.EndObject().Key("left_out").BeginObject();
  for (const Row& row : kLeftOut) json.Key(row.key).UInt(report.*row.count);
  json.EndObject().Key("kept").BeginObject();
  for (const Reason& reason : kReasons) json.Key(reason.key).UInt(report.Kept(reason.reason));
  json.EndObject().EndObject();
}

}  // namespace fdr::tools
