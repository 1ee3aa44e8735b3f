// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages between a traced application and the collector of its traces.  See
// docs/trace-protocol.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"

namespace fdr {

enum class TraceType : std::uint32_t {
  kAck = 0x7050,   ///< from the collector
  kData = 0x7051,  ///< from an application
};

enum class TraceKind : std::uint8_t { kTransaction = 1, kPoint, kObservation, kCounter };

inline constexpr std::size_t kTraceHeaderSize = 12;
/// In characters; with the zero byte, 255 bytes.
inline constexpr std::size_t kLongestTraceTag = 254;
/// The size of a message with the longest tag.
inline constexpr std::size_t kLargestTraceMessage = 280;

/// The greeting of the collector, or the answer to one TraceData that wants an answer.
struct TraceAck {
  static constexpr std::int32_t kVersion = 1;
  static constexpr std::int32_t kDenied = -12010, kTooManyClients = -12011;

  /// In a greeting, one of these three; in an answer, the TraceKind of the data.
  std::int32_t word = kVersion;

  static Result<TraceAck> Decode(Bytes body);
  void Encode(std::uint32_t from, ByteBuffer& out) const;
};

/// The data that an application reports.  Borrows the tag.
struct TraceData {
  TraceKind kind = TraceKind::kPoint;
  bool wants_ack = false;
  double value = -1;     ///< of a transaction, its seconds; of a point, -1
  std::string_view tag;  ///< 1 to kLongestTraceTag characters; one more may arrive

  static Result<TraceData> Decode(Bytes body);
  /// Appends the message.  The tag must have a valid length.
  void Encode(std::uint32_t from, ByteBuffer& out) const;
};

/// A message without its header.  Borrows.
struct TraceMessage {
  TraceType type = TraceType::kData;
  std::uint32_t from = 0;  ///< process of the sender
  Bytes body;
};

/// Takes the next message from the front of the bytes that have arrived.  Nothing: it is not
/// complete.  The length in a header is checked as soon as the header is there.
Result<std::optional<TraceMessage>> TakeTraceMessage(Bytes& arrived);

/// Sets, in an encoded TraceData, that it wants an answer.
void RequestTraceAck(std::span<std::byte> message);

}  // namespace fdr
