// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/process_words.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "fdr/tools/series/cell.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {

ProcessReader::ProcessReader(Context& archive) : archive_(archive) {
  static const std::array<std::string, 2> kNames = {"proc.psinfo.psargs", "proc.id.uid_nm"};
  static constexpr std::array kPlaces = {&ProcessWords::command, &ProcessWords::user};
  const auto found = archive.Find(kNames);
  if (!found) return;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const Result<MetricId>& id = (*found)[i];
    if (!id) continue;
    const Result<Desc> desc = archive.DescOf(*id);
    if (!desc || desc->type != Type::kString || desc->indom.IsNull()) continue;
    words_.push_back({*id, *desc, kPlaces[i]});
    metrics_.push_back(*id);
    indom_ = desc->indom;
  }
}

ProcessWords ProcessReader::Read(InstanceId process, Timestamp when) {
  ProcessWords words;
  if (words_.empty() || !archive_.SetMode(Mode::kInterpolated, when, 1)) return words;
  FetchResult result;
  const Result<bool> fetched = archive_.Fetch(metrics_, Profile(), result);
  if (!fetched || !*fetched) return words;
  for (std::size_t i = 0; i < result.sets().size(); ++i)
    for (const FetchedValue& value : result.Values(result.sets()[i])) {
      if (value.instance != process) continue;
      const Cell cell = CellOf(value, words_[i].desc);
      if (const auto* text = std::get_if<std::string>(&cell)) words.*words_[i].place = *text;
    }
  return words;
}

std::string ProcessLine(const Column& column, const ProcessWords& words, int width, bool utf8) {
  const std::string& command = words.command.empty() ? column.instance : words.command;
  const std::string line = fmt::format("{:>7}  {:<8}  {}", column.id,
                                       words.user.empty() ? "-" : DisplayText(words.user, utf8),
                                       DisplayText(command, utf8));
  return width > 0 ? CutEnd(line, width, utf8) : line;
}

}  // namespace fdr::tools
