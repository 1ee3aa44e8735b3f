// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages between a time server and the programs that follow it (pmtime(3)).  Both are on one
// machine, so numbers have its byte order.  See docs/time-control.md.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"

namespace fdr {

enum class TimeCommand : std::int32_t {
  kSet = 1,    ///< of a client: its time, at first; of a server: go there
  kStep = 2,   ///< show what is at the position, and confirm
  kZone = 4,   ///< another time zone
  kMode = 8,   ///< another motion
  kDrag = 16,  ///< the user moves the position by hand
  kShow = 32,  ///< of a client: show the controls, ...
  kHide = 64,  ///< ... or hide them
  kBounds = 128,
  kConfirm = 256,
};

enum class TimeSource : std::int32_t { kNone = -1, kHost = 0, kArchive = 1 };
enum class TimeMotion : std::int32_t { kStopped = 0, kForward = 1, kBackward = 2 };
enum class TimePace : std::int32_t { kStep = 0, kNormal = 1, kFast = 2 };

struct TimeMessage {
  static constexpr std::uint32_t kMagic = 0x54494d45;
  static constexpr std::size_t kHeadSize = 88;
  static constexpr std::size_t kMostSize = 4095;

  TimeCommand command = TimeCommand::kSet;
  TimeSource source = TimeSource::kNone;
  TimeMotion motion = TimeMotion::kStopped;
  TimePace pace = TimePace::kStep;
  std::int64_t delta = 0;  ///< nanoseconds; messages have microseconds, as in all times
  Timestamp position, start, end;
  std::string zone, label;  ///< as in TZ, and a name for it; of kSet and kZone

  /// The size that a head announces, whatever else is wrong with it; nothing if none has this size.
  static std::optional<std::size_t> SizeIn(std::span<const std::byte, kHeadSize> head);
  /// The size that the head of a message announces; nothing if less than a head is there.
  /// kProtocol if it cannot be the head of a message.
  static Result<std::optional<std::size_t>> SizeOf(Bytes received);
  /// Decodes a whole message, of the size that SizeOf() returned.  Values that are not in the
  /// enumerations stay as they are.
  static Result<TimeMessage> Decode(Bytes whole);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
