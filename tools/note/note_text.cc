// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/note/note_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/text/json_syntax.h"
#include "fdr/replay/text/json_text.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

std::optional<Nanos> TimeOf(std::string_view note, std::string_view name) {
  const std::optional<std::string_view> value = JsonMember(note, name);
  return value ? ParseSeconds(*value) : std::nullopt;
}

std::string TextOf(std::string_view note, std::string_view name) {
  const std::optional<std::string_view> value = JsonMember(note, name);
  return value && value->starts_with('"') ? Printable(UnquotedJson(*value)) : "";
}

}  // namespace

std::string NotesText(const std::vector<std::string>& notes, const Zone& zone) {
  std::vector<std::pair<Nanos, const std::string*>> sorted;
  for (const std::string& note : notes)
    if (const std::optional<Nanos> at = TimeOf(note, "t")) sorted.emplace_back(*at, &note);
  std::ranges::stable_sort(sorted, {}, [](const auto& entry) { return entry.first; });
  std::string text;
  for (const auto& [at, note] : sorted) {
    text += TextOf(*note, "id") + "  " + DateText(StampAt(at), zone);
    if (const std::optional<Nanos> to = TimeOf(*note, "to"))
      text += " - " +
              TimeText(StampAt(*to), {zone, OnDifferentDays(StampAt(at), StampAt(*to), zone), 0});
    const std::string author = TextOf(*note, "author");
    text += fmt::format("  {}{}\n", author.empty() ? "" : author + ": ", TextOf(*note, "text"));
  }
  return text;
}

std::string NotesJson(const std::vector<std::string>& notes) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("schema").String("fdr.notes/1").Key("notes").BeginArray();
  for (const std::string& note : notes) json.Raw(note);
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace fdr::tools
