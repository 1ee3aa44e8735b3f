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

// Without the time.
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
    return {.last = ContentOf(*history, last)};
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
  // A set that comes again loses no more than its time.
  if (is_last && (peer.is_written || !comes_late)) {
    peer.is_written = true;
    return;
  }
  peer.has_note = true;
  peer.last = {};
  Count(is_last ? late_ : lost_, InputWith(labels), NameOf(object));
}

std::string ExtractNotes::ObjectsOf(const LabelNote& note) {
  const std::string first = "of " + note.first;
  if (note.others == 0) return first;
  return fmt::format("{}, and of {} more object{}", first, note.others,
                     note.others == 1 ? "" : "s");
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
  for (const auto& [input, note] : lost_)
    lines.push_back(fmt::format("PCP's pmlogextract would lose labels of {} ({}); they are kept",
                                input, ObjectsOf(note)));
  for (const auto& [input, note] : late_)
    lines.push_back(
        fmt::format("PCP's pmlogextract would lose labels of {} ({}) until their instances change; "
                    "they are kept",
                    input, ObjectsOf(note)));
  for (const std::size_t input : ended_)
    lines.push_back(
        fmt::format("PCP's pmlogextract would hide records behind the mark that ends {}; the mark "
                    "is written behind records of the same time",
                    inputs_[input].name));
  if (has_leading_mark_)
    lines.push_back(
        fmt::format("PCP's pmlogextract would begin {} with a mark, and nobody could open it; "
                    "the mark is left out",
                    output_));
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
