// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An array of event records: the payload of an EVENT or HIGHRES_EVENT value.
// See docs/format/volume.md.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr {

inline constexpr std::uint32_t kEventPoint = 1;
inline constexpr std::uint32_t kEventStart = 2;
inline constexpr std::uint32_t kEventEnd = 4;
inline constexpr std::uint32_t kEventId = 8;
inline constexpr std::uint32_t kEventParent = 16;
inline constexpr std::uint32_t kEventMissed = 0x80000000;

/// Returns text such as "point,id"; kEventMissed hides the other flags.
std::string EventFlagsText(std::uint32_t flags);

struct EventParameter {
  MetricId id;
  Type type = Type::kUnknown;
  Bytes payload;
  Bytes padding;  ///< may hold garbage from the agent
};

struct EventRecord {
  Timestamp stamp;
  std::uint32_t flags = 0;
  std::int32_t count =
      0;  ///< of parameters; with kEventMissed, of missed events; negative in damaged ones
  std::size_t first_parameter = 0;

  bool missed() const { return (flags & kEventMissed) != 0; }
  std::size_t parameters() const {
    return missed() || count < 0 ? 0 : static_cast<std::size_t>(count);
  }
};

/// Borrows from the payload.
class EventArray {
 public:
  static Result<EventArray> Decode(Type type, Bytes payload);
  void Encode(Type type, ByteBuffer& out) const;
  /// Adds a record behind the others.  Its number of parameters is that of `parameters`, unless it
  /// is about missed events.  Borrows what they borrow.
  void Add(EventRecord record, std::span<const EventParameter> parameters);

  std::span<const EventRecord> records() const { return records_; }
  std::span<const EventParameter> Parameters(const EventRecord& record) const {
    return std::span(parameters_).subspan(record.first_parameter, record.parameters());
  }

 private:
  std::vector<EventRecord> records_;
  std::vector<EventParameter> parameters_;
};

}  // namespace fdr
