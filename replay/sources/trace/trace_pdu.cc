// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/trace/trace_pdu.h"

#include <bit>
#include <string>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {
namespace {

constexpr std::uint8_t kDataVersion = 1;
constexpr std::uint8_t kWantsAck = 0x80;
constexpr std::uint8_t kPadding = '~';
constexpr std::size_t kFlagsOffset = 15;
constexpr std::size_t kAckBodySize = 4;
constexpr std::size_t kDataBodySize = 12;  // without the tag

constexpr std::size_t PaddingOf(std::size_t length) { return (4 - length % 4) % 4; }

static_assert(kTraceHeaderSize + kDataBodySize + kLongestTraceTag + 1 +
                  PaddingOf(kLongestTraceTag + 1) ==
              kLargestTraceMessage);

tl::unexpected<Error> Bad(std::string_view message, const std::string& what) {
  return Fail(Errc::kProtocol, "Bad message (" + std::string(message) + "): " + what);
}

Result<void> CheckAllRead(const ByteReader& in, std::string_view message) {
  if (in.failed()) return Bad(message, "it is too short");
  if (!in.AtEnd()) return Bad(message, "bytes are left over");
  return {};
}

void WriteHeader(std::size_t body, TraceType type, std::uint32_t from, ByteWriter& out) {
  out.U32(static_cast<std::uint32_t>(kTraceHeaderSize + body));
  out.U32(static_cast<std::uint32_t>(type));
  out.U32(from);
}

}  // namespace

Result<TraceAck> TraceAck::Decode(Bytes body) {
  ByteReader in(body);
  const TraceAck ack{in.I32()};
  if (const Result<void> all = CheckAllRead(in, "acknowledgement"); !all) return Fail(all.error());
  return ack;
}

void TraceAck::Encode(std::uint32_t from, ByteBuffer& out) const {
  ByteWriter writer(out);
  WriteHeader(kAckBodySize, TraceType::kAck, from, writer);
  writer.I32(word);
}

Result<TraceData> TraceData::Decode(Bytes body) {
  ByteReader in(body);
  const std::uint8_t version = in.U8(), length = in.U8(), kind = in.U8(), flags = in.U8();
  TraceData data;
  data.value = std::bit_cast<double>(in.U64());
  data.tag = AsText(in.Take(length));
  in.Take(PaddingOf(length));
  if (const Result<void> all = CheckAllRead(in, "trace data"); !all) return Fail(all.error());
  if (version != kDataVersion)
    return Bad("trace data", "its version is " + std::to_string(version) + ", not 1");
  if (kind < 1 || kind > 4) return Bad("trace data", "unknown kind " + std::to_string(kind));
  data.kind = static_cast<TraceKind>(kind);
  data.wants_ack = (flags & kWantsAck) != 0;
  data.tag = data.tag.substr(0, data.tag.find('\0'));
  if (data.tag.empty()) return Bad("trace data", "the tag is empty");
  return data;
}

void TraceData::Encode(std::uint32_t from, ByteBuffer& out) const {
  const std::size_t length = tag.size() + 1;
  ByteWriter writer(out);
  WriteHeader(kDataBodySize + length + PaddingOf(length), TraceType::kData, from, writer);
  writer.U8(kDataVersion);
  writer.U8(static_cast<std::uint8_t>(length));
  writer.U8(static_cast<std::uint8_t>(kind));
  writer.U8(wants_ack ? kWantsAck : 0);
  writer.U64(std::bit_cast<std::uint64_t>(value));
  writer.Text(tag);
  writer.U8(0);
  writer.Fill(PaddingOf(length), kPadding);
}

Result<std::optional<TraceMessage>> TakeTraceMessage(Bytes& arrived) {
  if (arrived.size() < kTraceHeaderSize) return std::nullopt;
  ByteReader in(arrived);
  const std::uint32_t length = in.U32();
  const TraceMessage head{static_cast<TraceType>(in.U32()), in.U32(), {}};
  if (length < kTraceHeaderSize || length > kLargestTraceMessage)
    return Bad("header", "a length of " + std::to_string(length) + " bytes");
  if (head.type != TraceType::kAck && head.type != TraceType::kData)
    return Bad("header", "unknown type " + std::to_string(static_cast<std::uint32_t>(head.type)));
  if (arrived.size() < length) return std::nullopt;
  const Bytes body = arrived.subspan(kTraceHeaderSize, length - kTraceHeaderSize);
  arrived = arrived.subspan(length);
  return TraceMessage{head.type, head.from, body};
}

void RequestTraceAck(std::span<std::byte> message) {
  message[kFlagsOffset] = static_cast<std::byte>(kWantsAck);
}

}  // namespace fdr
