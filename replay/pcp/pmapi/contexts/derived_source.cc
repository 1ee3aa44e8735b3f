// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/derived_source.h"

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/contexts/archive_api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/plain_names.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"
#include "fdr/replay/set_values.h"

namespace fdr::pmapi {
namespace {

void AddValue(const FetchedValue& value, FetchResult& to) {
  if (value.header == 0 || value.IsNumber())
    to.AddValue(value);
  else
    to.AddBytes(value.instance, value.type(), value.Payload());
}

// event.flags and event.missed may be operands: definitions use them as metrics that every context
// has.
Desc EventDesc(MetricId id) {
  return {.id = id,
          .type = Type::kU32,
          .indom = InDomId{},
          .semantics = Semantics::kDiscrete,
          .units = {}};
}

// Takes the values that PCP would fetch, with its errors and in its order.
class Taker final : public ResultMaker {
 public:
  Taker(FetchResult& result, PcpTime& stamp) : result_(result), stamp_(stamp) {}

  void Make(const FetchedSets& fetched) override {
    stamp_ = fetched.stamp;
    result_.Begin(fetched.stamp.OnAxis(), fetched.result->is_mark());
    for (std::size_t i = 0; i < fetched.numvals.size(); ++i) AddSet(fetched, i);
  }

  // Only a mark has no sets.
  void Make(Timestamp stamp, std::span<const ValueSet> sets) override {
    stamp_ = PcpTime(stamp);
    result_.Begin(stamp, sets.empty());
    for (const ValueSet& set : sets) AddRecordedSet(set, result_);
  }

 private:
  void AddSet(const FetchedSets& fetched, std::size_t i) {
    const FetchedSet& from = fetched.result->sets()[i];
    const std::int32_t numval = fetched.numvals[i];
    FetchedSet& to = result_.AddSet(from.id, SetStatus::kNoValues);
    to.format = from.format;
    to.header = from.header;
    if (numval < 0) {
      to.status = SetStatus::kRecordedError;
      to.code = numval;
    }
    if (numval <= 0) return;
    to.status = SetStatus::kValues;
    const FetchedValue* const values = fetched.result->Values(from).data();
    const std::span<const std::uint32_t> order = fetched.OrderOf(i);
    if (order.empty())
      AddValues(from, [values](std::uint32_t v) -> const FetchedValue& { return values[v]; });
    else
      AddValues(from, [values, order](std::uint32_t v) -> const FetchedValue& {
        return values[order[v]];
      });
  }

  // `value_at` gives the value at each place.
  template <class ValueAt>
  void AddValues(const FetchedSet& from, ValueAt value_at) {
    if (from.format == ValueFormat::kInPlace || from.header != 0) {
      std::uint32_t next = 0;
      for (FetchedValue& value : result_.AddValues(from.count)) value = value_at(next++);
      return;
    }
    for (std::uint32_t v = 0; v < from.count; ++v) AddValue(value_at(v), result_);
  }

  FetchResult& result_;
  PcpTime& stamp_;
};

}  // namespace

std::string DerivedSource::HostName() const { return context_.HostName(); }
std::string DerivedSource::TimeZone() const { return context_.ZoneName(); }
Result<void> DerivedSource::SetMode(Mode mode, std::optional<Timestamp> origin,
                                    std::int64_t delta) {
  return context_.plain_source().SetMode(mode, origin, delta);
}
Mode DerivedSource::mode() const { return context_.plain_source().mode(); }
Timestamp DerivedSource::origin() const { return context_.plain_source().origin(); }
Timestamp DerivedSource::Now() const { return context_.plain_source().Now(); }

Result<std::vector<Result<MetricId>>> DerivedSource::Find(std::span<const std::string> names) {
  auto found = PlainNames(&context_).Find(names);
  for (std::size_t i = 0; found && i < names.size(); ++i)
    if (const EventMetric* const metric = FindEventMetric(std::string_view(names[i]));
        metric != nullptr && !(*found)[i])
      (*found)[i] = MetricId{metric->id};
  return found;
}
Result<std::vector<std::string>> DerivedSource::NamesOf(MetricId id) {
  return PlainNames(&context_).NamesOf(id);
}
Result<std::vector<NameChild>> DerivedSource::Children(std::string_view name) {
  return PlainNames(&context_).Children(name);
}
Result<std::vector<std::string>> DerivedSource::Traverse(std::string_view name) {
  return PlainNames(&context_).Traverse(name);
}
Result<Desc> DerivedSource::DescOf(MetricId id) {
  if (FindEventMetric(id.value) != nullptr) return EventDesc(id);
  return context_.plain_source().DescOf(id);
}
Result<std::vector<Result<Desc>>> DerivedSource::Descs(std::span<const MetricId> ids) {
  auto descs = context_.plain_source().Descs(ids);
  for (std::size_t i = 0; descs && i < ids.size(); ++i)
    if (FindEventMetric(ids[i].value) != nullptr && !(*descs)[i]) (*descs)[i] = EventDesc(ids[i]);
  return descs;
}
// At the time of the fetch: the context may have moved on to the next one.
Result<std::vector<NamedInstance>> DerivedSource::Instances(InDomId indom) {
  if (ArchiveApiContext* const archive = context_.AsArchive())
    return archive->archive().InstancesAt(indom, stamp_.OnAxis());
  return context_.Instances(indom);
}
Result<std::vector<NamedInstance>> DerivedSource::AllInstances(InDomId indom) {
  return context_.plain_source().AllInstances(indom);
}
Result<std::string> DerivedSource::Text(TextKind kind, std::uint32_t id) {
  return context_.Text(kind, id);
}
Result<std::vector<OwnedLabelSet>> DerivedSource::Labels(LabelLevel level, std::uint32_t id) {
  return context_.Labels(level, id);
}

Fetched DerivedSource::Fetch(std::span<const MetricId> metrics, const Profile&,
                             FetchResult& result) {
  Taker taker(result, stamp_);
  const int status = context_.Fetch(metrics, taker);
  if (status < 0) return FailPcp(status);
  changes_ = status;
  return true;
}

Fetched DerivedSource::FetchRecord(FetchResult& result) {
  return context_.plain_source().FetchRecord(result);
}

}  // namespace fdr::pmapi
