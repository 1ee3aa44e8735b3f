// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/scrub_text.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace fdr::tools {
namespace {

struct Row {
  std::string_view key;   // in JSON
  std::string_view text;  // behind the number
  std::uint64_t ScrubReport::*count;
};

constexpr std::array kLeftOut = {
    Row{"help_texts", "help texts", &ScrubReport::texts_left_out},
    Row{"aggregates", "aggregates", &ScrubReport::aggregates_emptied},
    Row{"numbers", "numbers that may be identifiers", &ScrubReport::numbers_left_out},
    Row{"metrics", "metrics of these numbers", &ScrubReport::metrics_left_out},
    Row{"events", "arrays of events", &ScrubReport::events_left_out},
    Row{"label_sets", "sets of labels", &ScrubReport::label_sets_left_out},
    Row{"values", "other values", &ScrubReport::values_left_out},
};

struct Reason {
  KeptFor reason;
  std::string_view key;
  std::string_view text;
};

constexpr std::array kReasons = {
    Reason{KeptFor::kKnownMetric, "known_metrics", "names of known metrics"},
    Reason{KeptFor::kKnownWord, "known_words", "known words"},
    Reason{KeptFor::kPlainForm, "plain_forms", "texts of a plain form"},
    Reason{KeptFor::kWish, "by_request", "names by request"},
};

void AppendItem(std::uint64_t count, std::string_view text, std::string& line) {
  if (count == 0) return;
  if (!line.empty()) line += ',';
  line += fmt::format(" {} {}", count, text);
}

std::string Line(std::string_view title, const std::string& items) {
  return fmt::format("{}:{}\n", title, items.empty() ? " nothing" : items);
}

}  // namespace

std::string ScrubLines(const ScrubReport& report) {
  std::string replaced, left_out, kept;
  for (std::size_t i = 0; i < kNameKinds; ++i)
    AppendItem(report.names[i], WordOf(static_cast<NameKind>(i)), replaced);
  for (const Row& row : kLeftOut) AppendItem(report.*row.count, row.text, left_out);
  for (const Reason& reason : kReasons) AppendItem(report.Kept(reason.reason), reason.text, kept);
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
