// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/json_values.h"

#include <array>
#include <bit>
#include <cmath>

#include "fdr/archive/record/event_array.h"
#include "fdr/replay/pcp_error_text.h"
#include "fdr/replay/text/utf8.h"
#include "fdr/tools/dump/metric_text.h"

namespace fdr::tools {
namespace {

// JSON has no numbers for these.
template <class Number>
void WriteNumber(Number value, JsonWriter& json) {
  if (std::isnan(value))
    json.String("NaN");
  else if (std::isinf(value))
    json.String(value > 0 ? "Infinity" : "-Infinity");
  else if constexpr (std::is_same_v<Number, float>)
    json.Float(value);
  else
    json.Double(value);
}

// Writes the value of a word or block as its type says.  Writes no value if that type is never
// stored in this form.
void WriteInPlace(Type type, std::uint32_t word, JsonWriter& json) {
  if (type == Type::k32)
    json.Key("value").Int(static_cast<std::int32_t>(word));
  else if (type == Type::kU32)
    json.Key("value").UInt(word);
  else if (type == Type::kFloat)
    WriteNumber(std::bit_cast<float>(word), json.Key("value"));
  else
    json.Key("word").UInt(word);
}

bool WriteTyped(Type type, const ValueBlock& block, JsonWriter& json) {
  const Bytes payload = block.payload;
  if (type == Type::kString && (block.type == type || block.type == Type{})) {
    const std::string_view text = UpToNul(AsText(payload));
    json.Key("value").String(text);
    return IsUtf8(text);
  }
  if (block.type != type) return false;
  if (type == Type::k64 && payload.size() == 8)
    json.Key("value").Int(LoadI64(payload.data()));
  else if (type == Type::kU64 && payload.size() == 8)
    json.Key("value").UInt(LoadU64(payload.data()));
  else if (type == Type::kDouble && payload.size() == 8)
    WriteNumber(LoadDouble(payload.data()), json.Key("value"));
  else if (type == Type::kFloat && payload.size() == 4)
    WriteNumber(LoadFloat(payload.data()), json.Key("value"));
  else
    return false;
  return true;
}

void WriteBlock(Type type, const ValueBlock& block, JsonWriter& json) {
  if (WriteTyped(type, block, json)) return;
  if (block.type != type) json.Key("stored_type").Int(static_cast<std::int32_t>(block.type));
  json.Key("hex");
  WriteHex(block.payload, json);
}

}  // namespace

void WriteTime(Timestamp stamp, StampFormatter& formatter, JsonWriter& json) {
  std::array<char, kLongestStamp> text;
  json.String({text.data(), formatter.Rfc3339(stamp, Fraction::kNanos, text.data())});
}

void WriteHex(Bytes bytes, JsonWriter& json) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const std::byte b : bytes) {
    hex += kDigits[std::to_integer<std::size_t>(b) >> 4];
    hex += kDigits[std::to_integer<std::size_t>(b) & 15];
  }
  json.String(hex);
}

void JsonRecords::Write(const WalkedRecord& record, std::string& line) {
  JsonWriter json(line);
  json.BeginObject().Key("kind").String(record.is_mark ? "mark" : "record").Key("time");
  WriteTime(record.stamp, formatter_, json);
  json.Key("bytes").UInt(record.size);
  if (!record.is_mark) {
    json.Key("metrics").BeginArray();
    for (const ValueSet* set : record.sets) WriteSet(record.stamp, *set, json);
    json.EndArray();
  }
  json.EndObject();
}

void JsonRecords::WriteNames(MetricId id, JsonWriter& json) const {
  json.Key("pmid").String(ToString(id));
  const auto names = names_.Of(id);
  if (!names.empty()) json.Key("name").String(names.front());
}

void JsonRecords::WriteSet(Timestamp stamp, const ValueSet& set, JsonWriter& json) {
  const Desc* const desc = archive_.metadata().FindDesc(set.id());
  const Type type = TypeOf(desc, set.in_place());
  json.BeginObject();
  WriteNames(set.id(), json);
  if (set.count() < 0)
    json.Key("error").Int(set.count()).Key("message").String(PcpErrorText(set.count()));
  json.Key("values").BeginArray();
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    json.BeginObject();
    if (desc != nullptr && !desc->indom.IsNull())
      WriteInstance(*desc, stamp, set.Instance(i), json);
    if (set.in_place())
      WriteInPlace(type, set.Word(i), json);
    else if (const ValueBlock block = set.Block(i); IsEvent(type) && block.type == type)
      WriteEvents(type, block, json);
    else
      WriteBlock(type, block, json);
    json.EndObject();
  }
  json.EndArray().EndObject();
}

void JsonRecords::WriteInstance(const Desc& desc, Timestamp stamp, InstanceId id,
                                JsonWriter& json) {
  InDomMoment& moment = MomentOf(desc.indom);
  moment.MoveTo(stamp);
  json.Key("id").Int(id);
  if (const Instance* instance = FindInstance(moment.members(), id))
    json.Key("instance").String(instance->name);
}

void JsonRecords::WriteEvents(Type type, const ValueBlock& block, JsonWriter& json) {
  const Result<EventArray> array = EventArray::Decode(type, block.payload);
  if (!array) {
    WriteHex(block.payload, json.Key("hex"));
    return;
  }
  json.Key("events").BeginArray();
  for (const EventRecord& record : array->records()) {
    json.BeginObject().Key("time");
    WriteTime(record.stamp, formatter_, json);
    json.Key("flags").UInt(record.flags);
    if (record.missed()) json.Key("missed").Int(record.count);
    json.Key("parameters").BeginArray();
    for (const EventParameter& parameter : array->Parameters(record)) {
      const Desc* const desc = archive_.metadata().FindDesc(parameter.id);
      const bool in_place = parameter.type == Type::k32 || parameter.type == Type::kU32;
      json.BeginObject();
      WriteNames(parameter.id, json);
      if (in_place && parameter.payload.size() == 4)
        WriteInPlace(desc != nullptr ? desc->type : parameter.type,
                     LoadU32(parameter.payload.data()), json);
      else
        WriteBlock(desc != nullptr ? desc->type : parameter.type,
                   {parameter.type, parameter.payload, {}}, json);
      json.EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
}

InDomMoment& JsonRecords::MomentOf(InDomId indom) {
  const auto found = moments_.find(indom);
  if (found != moments_.end()) return found->second;
  return moments_.emplace(indom, InDomMoment(archive_.metadata().FindInDom(indom))).first->second;
}

}  // namespace fdr::tools
