// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/archive/record/metadata_record.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/pmlogextract.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostNotes = 20;

// Without the time, which that of a data record takes the place of.
ByteBuffer ContentOf(const LabelHistory& history, std::size_t place) {
  LabelSetRecord record = history.Record(place);
  record.stamp = Timestamp();
  ByteBuffer content;
  EncodeMetadata(Version::k3, std::move(record), content);
  return content;
}

bool IsOfDomain(LabelLevel level) {
  return level == LabelLevel::kInDom || level == LabelLevel::kInstances;
}

}  // namespace

ExtractNotes::PeerLabels ExtractNotes::PeerLabelsOf(Object object) const {
  for (auto input = inputs_.rbegin(); input != inputs_.rend(); ++input) {
    const LabelHistory* const history = input->metadata->FindLabels(object.first, object.second);
    if (history == nullptr || history->size() == 0) continue;
    const std::size_t last = history->size() - 1;
    return {.last = ContentOf(*history, last), .stamp = history->StampOf(last)};
  }
  return {};
}

void ExtractNotes::OnLabels(const LabelsOnUse& labels) {
  const Object object{labels.history.level(), labels.history.id()};
  const auto [found, is_new] = labels_.try_emplace(object);
  PeerLabels& peer = found->second;
  if (is_new) peer = PeerLabelsOf(object);
  if (peer.has_note) return;
  const bool is_last = ContentOf(labels.history, labels.place) == peer.last;
  const bool comes_late = IsOfDomain(object.first) && !labels.with_domain;
  if (is_last && !comes_late && !peer.is_written && peer.stamp <= labels.stamp) {
    peer.is_written = true;
    return;
  }
  peer.has_note = true;
  Count(is_last && comes_late ? late_ : several_, InputWith(labels), NameOf(object));
}

void ExtractNotes::Count(LabelNotes& notes, std::string input, std::string object) {
  const auto [note, is_new] = notes.try_emplace(std::move(input));
  if (is_new)
    note->second.first = std::move(object);
  else
    ++note->second.others;
}

void ExtractNotes::OnWaitingMark(std::size_t input) { ended_.insert(input); }

void ExtractNotes::OnLeadingMark() { has_leading_mark_ = true; }

// The first one that has the set.
std::string ExtractNotes::InputWith(const LabelsOnUse& labels) const {
  const Timestamp stamp = labels.history.StampOf(labels.place);
  for (const SurveyedInput& input : inputs_) {
    const LabelHistory* const history =
        input.metadata->FindLabels(labels.history.level(), labels.history.id());
    if (history == nullptr) continue;
    const auto place = history->At(stamp);
    if (place && history->StampOf(*place) == stamp) return input.name;
  }
  return output_;
}

std::string ExtractNotes::NameOf(Object object) const {
  const auto [level, id] = object;
  switch (level) {
    case LabelLevel::kContext:
      return "the archive";
    case LabelLevel::kDomain:
      return fmt::format("domain {}", id);
    case LabelLevel::kCluster:
      return fmt::format("cluster {}.{}", MetricId{id}.domain(), MetricId{id}.cluster());
    case LabelLevel::kItem: {
      const auto names = metadata_.NamesOf(MetricId{id});
      return fmt::format("metric {}",
                         names.empty() ? ToString(MetricId{id}) : std::string(names.front()));
    }
    case LabelLevel::kInDom:
    case LabelLevel::kInstances:
      return fmt::format("instance domain {}", ToString(InDomId{id}));
  }
  return "an object";
}

std::vector<std::string> ExtractNotes::Lines() const {
  std::vector<std::string> lines;
  const auto others = [](const LabelNote& note) {
    return note.others == 0 ? std::string() : fmt::format(", and {} more objects,", note.others);
  };
  for (const auto& [input, note] : several_)
    lines.push_back(fmt::format("{}: the several sets of labels of {}{} are each written in time",
                                input, note.first, others(note)));
  for (const auto& [input, note] : late_)
    lines.push_back(
        fmt::format("{}: labels of {}{} that change without instances are written in time", input,
                    note.first, others(note)));
  for (const std::size_t input : ended_)
    lines.push_back(
        fmt::format("{}: the mark behind its last record is behind all records of that time",
                    inputs_[input].name));
  if (has_leading_mark_)
    lines.push_back(
        fmt::format("{}: no record is in the first window, so it begins without a mark", output_));
  return lines;
}

void ExtractNotes::Print() const {
  const std::vector<std::string> lines = Lines();
  for (std::size_t i = 0; i < std::min(lines.size(), kMostNotes); ++i)
    PrintPeerMessage(kPmlogextract, Printable(fmt::format("Note: {}", lines[i])));
  if (lines.size() > kMostNotes)
    PrintPeerMessage(kPmlogextract,
                     fmt::format("Note: there are {} more such notes", lines.size() - kMostNotes));
}

}  // namespace fdr::tools
