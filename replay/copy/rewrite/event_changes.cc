// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/event_changes.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/number_size.h"

namespace fdr {
namespace {

// A text ends with a NUL if the one before did.
ByteBuffer PayloadOf(const ValueChanger::Converted& value, Type type, Bytes before) {
  ByteBuffer payload;
  if (type == Type::kString) {
    const Bytes text = AsBytes(value.text);
    payload.assign(text.begin(), text.end());
    if (!before.empty() && before.back() == std::byte{0}) payload.push_back(std::byte{0});
    return payload;
  }
  payload.resize(BytesOfNumber(type));
  if (payload.size() == sizeof(std::uint32_t))
    StoreU32(payload.data(), static_cast<std::uint32_t>(value.bits));
  else
    StoreU64(payload.data(), value.bits);
  return payload;
}

}  // namespace

Result<bool> EventChanger::Convert(const MetricChange& change, EventParameter& parameter,
                                   Timestamp stamp) {
  if (!change.converts() && change.substitutions.empty()) return false;
  if (parameter.type != change.before.type) return false;
  const auto converted = values_.Convert(change, parameter.payload, kSingular, stamp);
  if (!converted) return Fail(converted.error());
  if (!*converted) return false;
  static constexpr std::byte kNone[3] = {};
  payloads_.push_back(PayloadOf(**converted, change.after.type, parameter.payload));
  parameter.type = change.after.type;
  parameter.payload = payloads_.back();
  parameter.padding = Bytes(kNone).first((4 - parameter.payload.size() % 4) % 4);
  return true;
}

// Whether the parameter changes.
Result<bool> EventChanger::AddParameter(EventParameter parameter, Timestamp stamp) {
  const MetricChange* const change = table_.Find(parameter.id);
  if (change != nullptr && change->is_deleted) return true;
  bool has_changed = false;
  if (change != nullptr) {
    const auto converted = Convert(*change, parameter, stamp);
    if (!converted) return converted;
    has_changed = *converted || change->changes_id();
    parameter.id = change->after.id;
  }
  parameters_.push_back(parameter);
  return has_changed;
}

Result<bool> EventChanger::Add(const EventArray& events, const EventRecord& record, Type type,
                               Timestamp stamp) {
  parameters_.clear();
  bool has_changed = shift_ != 0;
  for (const EventParameter& parameter : events.Parameters(record)) {
    const auto added = AddParameter(parameter, stamp);
    if (!added) return added;
    has_changed |= *added;
  }
  EventRecord changed = record;
  if (shift_ != 0) {
    changed.stamp = record.stamp.Plus(shift_);
    const Version version = type == Type::kHighresEvent ? Version::k3 : Version::k2;
    if (auto storable = CheckStorable(version, changed.stamp); !storable)
      return Fail(Errc::kInvalidArgument,
                  fmt::format("The rules would move an event at {} out of the times that can be "
                              "stored",
                              StampText(record.stamp)));
  }
  changed_.Add(changed, parameters_);
  return has_changed;
}

Result<Bytes> EventChanger::Change(Type type, Bytes payload, Timestamp stamp) {
  const auto events = EventArray::Decode(type, payload);
  if (!events) return payload;  // as damaged as it was
  changed_ = {};
  payloads_.clear();
  bool has_changed = false;
  for (const EventRecord& record : events->records()) {
    const auto added = Add(*events, record, type, stamp);
    if (!added) return Fail(added.error());
    has_changed |= *added;
  }
  if (!has_changed) return payload;
  encoded_.clear();
  changed_.Encode(type, encoded_);
  return Bytes(encoded_);
}

}  // namespace fdr
