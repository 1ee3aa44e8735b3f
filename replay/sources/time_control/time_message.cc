// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/time_control/time_message.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace fdr {
namespace {

struct RawTime {
  std::int64_t seconds = 0;
  std::int64_t microseconds = 0;
};

struct RawHead {
  std::uint32_t magic = TimeMessage::kMagic;
  std::uint32_t length = 0;
  std::int32_t command = 0, source = 0, motion = 0, pace = 0;
  RawTime delta, position, start, end;
};
static_assert(sizeof(RawHead) == TimeMessage::kHeadSize);

RawTime ToRaw(const Timestamp& time) { return {time.sec, time.nsec / 1000}; }

// Whatever a program has sent becomes a valid time.
Timestamp FromRaw(const RawTime& time) {
  constexpr std::int64_t kMost = 1'000'000'000'000'000;
  const Timestamp stamp =
      Timestamp{time.seconds, 0}.Plus(std::clamp(time.microseconds, -kMost, kMost) * 1000);
  return stamp.sec < 0 ? Timestamp{} : stamp;
}

std::int64_t Nanoseconds(const RawTime& time) {
  constexpr std::int64_t kMostSeconds = 9'000'000'000;
  const Timestamp stamp = FromRaw(time);
  return std::min(stamp.sec, kMostSeconds) * kNanosPerSecond + stamp.nsec;
}

RawHead HeadOf(Bytes bytes) {
  RawHead head;
  std::memcpy(&head, bytes.data(), sizeof head);
  return head;
}

// A text that ends with a NUL, or with the message.
std::string TakeText(Bytes& bytes) {
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string text(all.substr(0, all.find('\0')));
  bytes = bytes.subspan(std::min(text.size() + 1, bytes.size()));
  return text;
}

void Append(const std::string& text, ByteBuffer& out) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.c_str());
  out.insert(out.end(), begin, begin + text.size() + 1);
}

}  // namespace

std::optional<std::size_t> TimeMessage::SizeIn(std::span<const std::byte, kHeadSize> head) {
  const std::uint32_t length = HeadOf(head).length;
  if (length < kHeadSize || length > kMostSize) return std::nullopt;
  return length;
}

Result<std::optional<std::size_t>> TimeMessage::SizeOf(Bytes received) {
  if (received.size() < kHeadSize) return std::nullopt;
  if (HeadOf(received).magic != kMagic)
    return Fail(Errc::kProtocol, "Not a message of time control");
  const std::optional<std::size_t> size = SizeIn(received.first<kHeadSize>());
  if (!size) return Fail(Errc::kProtocol, "A message of time control with a wrong length");
  return size;
}

Result<TimeMessage> TimeMessage::Decode(Bytes whole) {
  const auto size = SizeOf(whole);
  if (!size) return Fail(size.error());
  if (!*size || **size != whole.size())
    return Fail(Errc::kProtocol, "A message of time control is incomplete");
  const RawHead head = HeadOf(whole);
  TimeMessage message;
  message.command = static_cast<TimeCommand>(head.command);
  message.source = static_cast<TimeSource>(head.source);
  message.motion = static_cast<TimeMotion>(head.motion);
  message.pace = static_cast<TimePace>(head.pace);
  message.delta = Nanoseconds(head.delta);
  message.position = FromRaw(head.position);
  message.start = FromRaw(head.start);
  message.end = FromRaw(head.end);
  Bytes data = whole.subspan(kHeadSize);
  message.zone = TakeText(data);
  message.label = TakeText(data);
  return message;
}

void TimeMessage::Encode(ByteBuffer& out) const {
  const std::size_t begin = out.size();
  out.resize(begin + kHeadSize);
  if (!zone.empty() || !label.empty()) {
    Append(zone.substr(0, kMostSize / 4), out);
    Append(label.substr(0, kMostSize / 4), out);
  }
  RawHead head;
  head.length = static_cast<std::uint32_t>(out.size() - begin);
  head.command = static_cast<std::int32_t>(command);
  head.source = static_cast<std::int32_t>(source);
  head.motion = static_cast<std::int32_t>(motion);
  head.pace = static_cast<std::int32_t>(pace);
  head.delta = ToRaw(Timestamp{}.Plus(std::max(delta, std::int64_t{0})));
  head.position = ToRaw(position);
  head.start = ToRaw(start);
  head.end = ToRaw(end);
  std::memcpy(out.data() + begin, &head, sizeof head);
}

}  // namespace fdr
