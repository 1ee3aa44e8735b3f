// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_labelsets.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "fdr/archive/base/byte_writer.h"

namespace fdr::tools {
namespace {

// The order of the levels within one time.
int RankOf(LabelLevel level) {
  switch (level) {
    case LabelLevel::kContext:
      return 0;
    case LabelLevel::kDomain:
      return 1;
    case LabelLevel::kCluster:
      return 2;
    case LabelLevel::kItem:
      return 3;
    case LabelLevel::kInDom:
      return 4;
    case LabelLevel::kInstances:
      return 5;
  }
  return 6;
}

// Two sets are equal if this is equal, whatever the order of their labels.
std::string ContentOf(const LabelSet& set) {
  std::vector<std::pair<std::string_view, std::string_view>> labels;
  for (const LabelEntry& entry : set.entries)
    labels.emplace_back(set.Name(entry), set.Value(entry));
  std::sort(labels.begin(), labels.end());
  ByteBuffer content;
  ByteWriter out(content);
  out.I32(set.instance);
  out.I32(set.count);
  for (const auto& [name, value] : labels) {
    for (const std::string_view text : {name, value}) {
      out.U32(static_cast<std::uint32_t>(text.size()));
      out.Text(text);
    }
  }
  return std::string(AsText(content));
}

// Removes the sets that `older` has as well.
void DropRepetitions(LabelSetRecord& record, const LabelSetRecord& older) {
  std::unordered_set<std::string> known;
  for (const LabelSet& set : older.sets) known.insert(ContentOf(set));
  std::erase_if(record.sets, [&](const LabelSet& set) { return known.contains(ContentOf(set)); });
}

struct Shown {
  Timestamp stamp;
  const LabelHistory* history;
  std::size_t rank;  // counted from the newest record of the history
  LabelSetRecord record;

  auto Key() const { return std::tuple(stamp, RankOf(history->level()), history->id(), rank); }
};

// The indexes of a history's records from the newest to the oldest.  Of records with the same
// stamp, the first in the file counts as the newest.
std::vector<std::size_t> NewestFirst(const LabelHistory& history) {
  std::vector<std::size_t> order;
  order.reserve(history.size());
  for (std::size_t to = history.size(); to > 0;) {
    std::size_t from = to - 1;
    while (from > 0 && history.StampOf(from - 1) == history.StampOf(to - 1)) --from;
    for (std::size_t i = from; i < to; ++i) order.push_back(i);
    to = from;
  }
  return order;
}

void Collect(const LabelHistory& history, std::vector<Shown>& shown) {
  const std::vector<std::size_t> order = NewestFirst(history);
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const Timestamp stamp = history.StampOf(order[rank]);
    if (stamp <= Timestamp{}) continue;
    LabelSetRecord record = history.Record(order[rank]);
    if (rank + 1 < order.size()) DropRepetitions(record, history.Record(order[rank + 1]));
    if (!record.sets.empty()) shown.push_back({stamp, &history, rank, std::move(record)});
  }
}

std::string WhoseLabels(const LabelHistory& history, InstanceId instance) {
  const std::uint32_t id = history.id();
  switch (history.level()) {
    case LabelLevel::kContext:
      return "Context";
    case LabelLevel::kDomain:
      return "Domain " + std::to_string(id);
    case LabelLevel::kCluster:
      return "Cluster " + std::to_string(MetricId{id}.domain()) + "." +
             std::to_string(MetricId{id}.cluster());
    case LabelLevel::kItem:
      return "PMID " + ToString(MetricId{id});
    case LabelLevel::kInDom:
      return "InDom " + ToString(InDomId{id});
    case LabelLevel::kInstances:
      return "InDom " + ToString(InDomId{id}) + "[" +
             std::to_string(static_cast<std::uint32_t>(instance)) + "]";
  }
  return {};
}

std::string_view LevelWord(std::uint8_t flags) {
  switch (flags & 0x3f) {
    case 1:
      return "context";
    case 2:
      return "domain";
    case 4:
      return "indom";
    case 8:
      return "cluster";
    case 16:
      return "pmid";
    case 32:
      return "instances";
    default:
      return "?";
  }
}

void AppendLabel(const LabelSet& set, std::size_t i, OutputBuffer& out) {
  const LabelEntry& e = set.entries[i];
  out.Append("        [").Number(i).Append("] name(");
  out.Number(e.name_offset).Append(',').Number(unsigned{e.name_length}).Append(") : value(");
  out.Number(e.value_offset).Append(',').Number(e.value_length).Append(") [");
  out.Append(LevelWord(e.flags));
  if ((e.flags & kLabelCompound) != 0) out.Append(",compound");
  if ((e.flags & kLabelOptional) != 0) out.Append(",optional");
  out.Append("]\n");
}

void AppendRecord(const Shown& shown, OutputBuffer& out) {
  for (const LabelSet& set : shown.record.sets) {
    out.Append("    ").Append(WhoseLabels(*shown.history, set.instance));
    out.Append(" labels (").Number(set.json.size()).Append(" bytes): ");
    out.Append(set.json).Append('\n');
    for (std::size_t i = 0; i < set.entries.size(); ++i) AppendLabel(set, i, out);
  }
}

}  // namespace

void DumpLabelSets(const DumpContext& dump) {
  dump.out.Append("\nMetric Labels in the Log ...\n");
  std::vector<Shown> shown;
  for (const LabelHistory& history : dump.archive.metadata().labels()) Collect(history, shown);
  std::sort(shown.begin(), shown.end(),
            [](const Shown& a, const Shown& b) { return a.Key() < b.Key(); });
  const Shown* before = nullptr;
  for (const Shown& s : shown) {
    if (before == nullptr || before->stamp != s.stamp) {
      dump.stamps.Append(s.stamp, dump.out);
      dump.out.Append('\n');
    }
    AppendRecord(s, dump.out);
    before = &s;
  }
}

}  // namespace fdr::tools
