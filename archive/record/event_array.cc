// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/event_array.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {
namespace {

constexpr std::size_t kEventHeaderSize = 16;
constexpr std::size_t kHighresHeaderSize = 24;
constexpr std::uint32_t kLengthMask = 0xffffff;
constexpr std::uint32_t kParameterHeaderSize = 4;  // part of a parameter's length; the id is not

std::int32_t Clamp(std::int64_t nsec) {
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(nsec, Limits::min(), Limits::max()));
}

EventRecord ReadHeader(bool highres, ByteReader& in) {
  EventRecord record;
  if (highres) {
    record.stamp.sec = in.I64();
    record.stamp.nsec = Clamp(in.I64());
  } else {
    record.stamp.sec = in.I32();
    record.stamp.nsec = Clamp(std::int64_t{in.I32()} * 1000);
  }
  record.flags = in.U32();
  record.count = in.I32();
  return record;
}

EventParameter ReadParameter(ByteReader& in) {
  EventParameter parameter;
  parameter.id.value = in.U32();
  const std::uint32_t header = in.U32();
  const std::uint32_t length = header & kLengthMask;
  parameter.type = static_cast<Type>(header >> 24);
  parameter.payload =
      in.Take(length < kParameterHeaderSize ? std::numeric_limits<std::uint64_t>::max()
                                            : length - kParameterHeaderSize);
  parameter.padding = in.Take((4 - length % 4) % 4);
  return parameter;
}

}  // namespace

std::string EventFlagsText(std::uint32_t flags) {
  if ((flags & kEventMissed) != 0) return "missed";
  constexpr std::pair<std::uint32_t, std::string_view> kWords[] = {{kEventPoint, "point"},
                                                                   {kEventStart, "start"},
                                                                   {kEventEnd, "end"},
                                                                   {kEventId, "id"},
                                                                   {kEventParent, "parent"}};
  std::string text;
  for (const auto& [flag, word] : kWords) {
    if ((flags & flag) == 0) continue;
    if (!text.empty()) text += ',';
    text += word;
  }
  return text;
}

Result<EventArray> EventArray::Decode(Type type, Bytes payload) {
  const bool highres = type == Type::kHighresEvent;
  ByteReader in(payload);
  EventArray array;
  const std::uint32_t count = in.U32();
  if (!in.Fits(count, highres ? kHighresHeaderSize : kEventHeaderSize))
    return Fail(Errc::kCorruptRecord, "Event array: more records than bytes");
  array.records_.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    EventRecord record = ReadHeader(highres, in);
    record.first_parameter = array.parameters_.size();
    for (std::size_t k = 0; k < record.parameters() && !in.failed(); ++k)
      array.parameters_.push_back(ReadParameter(in));
    if (in.failed()) return Fail(Errc::kCorruptRecord, "Event array: a record runs past the end");
    array.records_.push_back(record);
  }
  if (!in.AtEnd())
    return Fail(Errc::kCorruptRecord, "Event array: bytes left over behind the records");
  return array;
}

void EventArray::Add(EventRecord record, std::span<const EventParameter> parameters) {
  if (!record.missed()) record.count = static_cast<std::int32_t>(parameters.size());
  record.first_parameter = parameters_.size();
  if (!record.missed()) parameters_.insert(parameters_.end(), parameters.begin(), parameters.end());
  records_.push_back(record);
}

void EventArray::Encode(Type type, ByteBuffer& buffer) const {
  ByteWriter out(buffer);
  out.U32(static_cast<std::uint32_t>(records_.size()));
  for (const EventRecord& record : records_) {
    if (type == Type::kHighresEvent) {
      out.I64(record.stamp.sec);
      out.I64(record.stamp.nsec);
    } else {
      out.I32(static_cast<std::int32_t>(record.stamp.sec));
      out.I32(record.stamp.nsec / 1000);
    }
    out.U32(record.flags);
    out.I32(record.count);
    for (const EventParameter& p : Parameters(record)) {
      const auto length = static_cast<std::uint32_t>(p.payload.size() + kParameterHeaderSize);
      out.U32(p.id.value);
      out.U32(static_cast<std::uint32_t>(p.type) << 24 | length);
      out.Raw(p.payload);
      out.Raw(p.padding);
    }
  }
}

}  // namespace fdr
