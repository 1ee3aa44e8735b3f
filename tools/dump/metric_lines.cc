// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/metric_lines.h"

#include "fdr/replay/pcp_error_text.h"
#include "fdr/tools/dump/event_text.h"
#include "fdr/tools/dump/metric_text.h"
#include "fdr/tools/dump/value_text.h"

namespace fdr::tools {
namespace {

// How the line of a value without an instance begins.  A single value stands on the line of the
// head, with this text less its indentation.
constexpr std::string_view kSingularLine = "        value ";
constexpr std::size_t kIndentation = 7;

}  // namespace

MetricLines::Metric& MetricLines::Find(MetricId id) {
  if (before_ != nullptr && before_->follower != nullptr && before_->follower->id == id)
    return *(before_ = before_->follower);
  std::unique_ptr<Metric>& slot = metrics_[id];
  if (!slot) slot = Make(id);
  if (before_ != nullptr) before_->follower = slot.get();
  before_ = slot.get();
  return *slot;
}

std::unique_ptr<MetricLines::Metric> MetricLines::Make(MetricId id) {
  const Metadata& metadata = dump_.archive.metadata();
  const Desc* const desc = metadata.FindDesc(id);
  std::string head = "    " + ToString(id) + " (" + NamesText(dump_.names, id, "<nonames>") + "):";
  return std::make_unique<Metric>(Metric{.id = id,
                                         .desc = desc,
                                         .instances = desc ? InstancesOf(desc->indom) : nullptr,
                                         .head = std::move(head)});
}

InstanceText* MetricLines::InstancesOf(InDomId indom) {
  if (indom.IsNull()) return nullptr;
  std::unique_ptr<InstanceText>& slot = instances_[indom];
  if (!slot) slot = std::make_unique<InstanceText>(dump_.archive.metadata().FindInDom(indom));
  return slot.get();
}

void MetricLines::Append(Timestamp stamp, const ValueSet& set) {
  const Metric& metric = Find(set.id());
  OutputBuffer& out = dump_.out;
  if (set.count() <= 0) {
    out.Append(metric.head).Append(' ');
    out.Append(set.count() == 0 ? "No values returned!" : PcpErrorText(set.count())).Append('\n');
    return;
  }
  if (metric.instances != nullptr) metric.instances->MoveTo(stamp);
  const Type type = TypeOf(metric.desc, set.in_place());
  if (IsEvent(type)) return AppendEventLines(metric, set);

  const std::uint32_t size = set.size();
  out.Append(metric.head);
  if (size > 1) out.Append('\n');
  for (std::uint32_t i = 0; i < size; ++i) {
    std::string_view line =
        metric.instances != nullptr ? metric.instances->Line(set.Instance(i)) : kSingularLine;
    if (size == 1) line.remove_prefix(kIndentation);
    out.Append(line);
    AppendValue(type, set, i, out);
    out.Append('\n');
  }
}

// Each instance has a head of its own.
void MetricLines::AppendEventLines(const Metric& metric, const ValueSet& set) {
  OutputBuffer& out = dump_.out;
  const std::string_view head = metric.head;
  for (std::uint32_t i = 0, size = set.size(); i < size; ++i) {
    out.Append(head.substr(0, head.size() - 2));
    if (metric.instances != nullptr) out.Append(metric.instances->Bracket(set.Instance(i)));
    out.Append("): ");
    AppendEvents(metric.desc->type, set, i, dump_);
  }
}

}  // namespace fdr::tools
