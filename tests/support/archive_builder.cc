// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/archive_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fdr/archive/base/byte_writer.h"

namespace fdr::test {
namespace {

template <class Number>
Number NumberOf(const Payload& payload) {
  if (const auto* v = std::get_if<std::int64_t>(&payload)) return static_cast<Number>(*v);
  if (const auto* v = std::get_if<std::uint64_t>(&payload)) return static_cast<Number>(*v);
  if (const auto* v = std::get_if<double>(&payload)) return static_cast<Number>(*v);
  ADD_FAILURE() << "a number was expected";
  return {};
}

std::uint32_t WordOf(Type type, const Payload& payload) {
  if (type == Type::kFloat) return std::bit_cast<std::uint32_t>(NumberOf<float>(payload));
  if (type == Type::k32) return static_cast<std::uint32_t>(NumberOf<std::int32_t>(payload));
  return NumberOf<std::uint32_t>(payload);
}

ByteBuffer BytesOf(Type type, const Payload& payload);

void EncodeField(const EventField& field, ByteWriter& out) {
  const ByteBuffer value = BytesOf(field.type, field.value);
  out.U32(field.id.value);
  out.U32(static_cast<std::uint32_t>(field.type) << 24 |
          static_cast<std::uint32_t>(value.size() + 4));
  out.Raw(value);
  out.Fill((4 - value.size() % 4) % 4, '~');
}

void EncodeEvents(Type type, const std::vector<Event>& events, ByteWriter& out) {
  out.U32(static_cast<std::uint32_t>(events.size()));
  for (const Event& event : events) {
    if (type == Type::kHighresEvent) {
      out.I64(event.stamp.sec);
      out.I64(event.stamp.nsec);
    } else {
      out.I32(static_cast<std::int32_t>(event.stamp.sec));
      out.I32(event.stamp.nsec / 1000);
    }
    out.U32(event.flags);
    out.I32((event.flags & kEventMissed) != 0 ? event.missed
                                              : static_cast<std::int32_t>(event.fields.size()));
    for (const EventField& field : event.fields) EncodeField(field, out);
  }
}

// The bytes that follow the header word of a value block.
ByteBuffer BytesOf(Type type, const Payload& payload) {
  ByteBuffer bytes;
  ByteWriter out(bytes);
  switch (type) {
    case Type::k32:
    case Type::kU32:
    case Type::kFloat:
      out.U32(WordOf(type, payload));
      break;
    case Type::k64:
      out.I64(NumberOf<std::int64_t>(payload));
      break;
    case Type::kU64:
      out.U64(NumberOf<std::uint64_t>(payload));
      break;
    case Type::kDouble:
      out.U64(std::bit_cast<std::uint64_t>(NumberOf<double>(payload)));
      break;
    case Type::kString:
      out.Text(std::get<std::string>(payload));
      out.U8(0);
      break;
    case Type::kAggregate:
    case Type::kAggregateStatic:
      out.Raw(std::get<ByteBuffer>(payload));
      break;
    case Type::kEvent:
    case Type::kHighresEvent:
      EncodeEvents(type, std::get<std::vector<Event>>(payload), out);
      break;
    case Type::kNoSupport:
    case Type::kUnknown:
      ADD_FAILURE() << "a type that has no values";
  }
  return bytes;
}

// The JSON text of a set.
std::string JsonOf(const Labels& labels) {
  std::string json;
  for (const Label& label : labels.labels) {
    json += json.empty() ? "{\"" : ",\"";
    json += label.name + "\":" + label.json_value;
  }
  return json.empty() ? json : json + "}";
}

LabelSet SetOf(LabelLevel level, const Labels& labels, std::string_view json) {
  LabelSet set{.instance = labels.instance,
               .json = json,
               .count = static_cast<std::int32_t>(labels.labels.size()),
               .entries = {}};
  std::size_t at = 0;
  for (const Label& label : labels.labels) {
    const std::size_t name = at + 2;
    const std::size_t value = name + label.name.size() + 2;
    const std::uint32_t flags =
        static_cast<std::uint32_t>(level) | (label.optional ? kLabelOptional : 0);
    set.entries.push_back({.name_offset = static_cast<std::uint16_t>(name),
                           .name_length = static_cast<std::uint8_t>(label.name.size()),
                           .flags = static_cast<std::uint8_t>(flags),
                           .value_offset = static_cast<std::uint16_t>(value),
                           .value_length = static_cast<std::uint16_t>(label.json_value.size())});
    at = value + label.json_value.size();
  }
  // The text may have any order, but the entries must be sorted by name.
  std::sort(set.entries.begin(), set.entries.end(),
            [&](const LabelEntry& a, const LabelEntry& b) { return set.Name(a) < set.Name(b); });
  return set;
}

}  // namespace

Timestamp At(double seconds) {
  return Timestamp{kEpoch, 0}.Plus(std::llround(seconds * kNanosPerSecond));
}

WriterOptions ArchiveBuilder::Options(Version version) {
  WriterOptions options;
  options.label.version = version;
  options.label.pid = 4242;
  options.label.host = std::string_view("toyhost");
  options.label.timezone = std::string_view("UTC");
  options.label.zoneinfo = std::string_view(":Etc/UTC");
  options.domains = DomainRecords::kDeltas;
  return options;
}

ArchiveBuilder::ArchiveBuilder(const std::string& base, Version version, FileSystem& files)
    : ArchiveBuilder(base, Options(version), files) {}

ArchiveBuilder::ArchiveBuilder(const std::string& base, const WriterOptions& options,
                               FileSystem& files)
    : base_(base), writer_(ArchiveWriter::Create(base, options, files)) {
  if (!writer_) ADD_FAILURE() << writer_.error().Message();
}

ArchiveBuilder::~ArchiveBuilder() {
  if (writer_ && !closed_) Close();
}

void ArchiveBuilder::Check(const Result<void>& outcome) {
  if (!outcome) ADD_FAILURE() << base_ << ": " << outcome.error().Message();
}

ArchiveBuilder& ArchiveBuilder::Metric(const test::Metric& metric) {
  metrics_[metric.id] = metric;
  std::vector<std::string_view> names{metric.name};
  names.insert(names.end(), metric.more_names.begin(), metric.more_names.end());
  const Desc desc{metric.id, metric.type, metric.indom, metric.semantics, metric.units};
  if (writer_) Check(writer_->AddMetric(desc, std::move(names)));
  return *this;
}

ArchiveBuilder& ArchiveBuilder::InDom(Timestamp stamp, InDomId indom, InstanceList instances) {
  if (writer_) Check(writer_->AddInDom(stamp, indom, std::move(instances)));
  return *this;
}

ArchiveBuilder& ArchiveBuilder::LabelSets(Timestamp stamp, LabelLevel level, std::uint32_t id,
                                          const std::vector<Labels>& sets) {
  std::vector<std::string> json;  // what the record borrows
  json.reserve(sets.size());
  for (const Labels& labels : sets) json.push_back(JsonOf(labels));
  LabelSetRecord record{
      .stamp = stamp, .level = static_cast<std::uint32_t>(level), .id = id, .sets = {}};
  for (std::size_t i = 0; i < sets.size(); ++i)
    record.sets.push_back(SetOf(level, sets[i], json[i]));
  if (writer_) Check(writer_->AddLabelSet(record));
  return *this;
}

ArchiveBuilder& ArchiveBuilder::Text(TextKind kind, std::uint32_t id, std::string_view text) {
  if (writer_) Check(writer_->AddText({.kind = kind, .id = id, .stored = text}));
  return *this;
}

void ArchiveBuilder::AddSet(const Values& set) {
  const auto known = metrics_.find(set.id);
  if (known == metrics_.end()) {
    ADD_FAILURE() << base_ << ": metric " << ToString(set.id) << " was not described";
    return;
  }
  if (set.values.empty()) return encoder_.AddSet(set.id, set.count);
  const test::Metric& metric = known->second;
  const bool in_place = metric.type == Type::k32 || metric.type == Type::kU32 ||
                        (metric.type == Type::kFloat && metric.in_place_floats);
  encoder_.BeginSet(set.id, in_place ? ValueFormat::kInPlace : ValueFormat::kPointer);
  for (const auto& [instance, payload] : set.values) {
    if (in_place)
      encoder_.AddInPlace(instance, WordOf(metric.type, payload));
    else
      encoder_.AddBlock(instance, metric.type, BytesOf(metric.type, payload));
  }
}

ArchiveBuilder& ArchiveBuilder::Record(Timestamp stamp, const std::vector<Values>& sets) {
  encoder_.Begin(stamp);
  for (const Values& set : sets) AddSet(set);
  if (writer_) Check(writer_->WriteResult(encoder_));
  return *this;
}

ArchiveBuilder& ArchiveBuilder::Mark(Timestamp stamp) {
  if (writer_) Check(writer_->WriteMark(stamp));
  return *this;
}

ArchiveBuilder& ArchiveBuilder::Volume() {
  if (writer_) Check(writer_->StartVolume());
  return *this;
}

void ArchiveBuilder::Close() {
  closed_ = true;
  if (writer_) Check(writer_->Close());
}

}  // namespace fdr::test
