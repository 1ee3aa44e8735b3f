// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/pdu.h"

#include <algorithm>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {
namespace {

constexpr std::uint8_t kPadding = '~';

constexpr std::size_t PaddingOf(std::size_t length) { return (4 - length % 4) % 4; }

}  // namespace

Result<PduHeader> PduHeader::Decode(std::span<const std::byte, kPduHeaderSize> bytes) {
  const PduHeader header{LoadU32(bytes.data()), static_cast<PduType>(LoadU32(bytes.data() + 4)),
                         LoadU32(bytes.data() + 8)};
  if (header.length < kPduHeaderSize) return BadPdu("header", "the length is less than its own");
  if (header.length > 0x7fffffff) return BadPdu("header", "the length is negative");
  return header;
}

PduScope::PduScope(PduType type, ByteBuffer& out, std::uint32_t from)
    : out_(out), start_(out.size()) {
  ByteWriter header(out);
  header.U32(0);
  header.U32(static_cast<std::uint32_t>(type));
  header.U32(from);
}

tl::unexpected<Error> BadPdu(std::string_view message, std::string_view what) {
  return Fail(Errc::kProtocol, "Bad message (" + std::string(message) + "): " + std::string(what));
}

Result<void> CheckAllRead(const ByteReader& in, std::string_view message) {
  if (in.failed()) return BadPdu(message, "it is too short");
  if (!in.AtEnd()) return BadPdu(message, "bytes are left over");
  return {};
}

std::size_t MemoryForEntries(std::uint32_t count, Bytes body) {
  constexpr std::size_t kSmallest = 4, kDecoded = 96;
  return std::min<std::size_t>(count, body.size() / kSmallest) * kDecoded + body.size();
}

std::string_view ReadPaddedText(ByteReader& in, std::uint32_t length) {
  const std::string_view text = AsText(in.Take(length));
  in.Take(PaddingOf(length));
  return text;
}

void WritePaddedText(std::string_view text, ByteWriter& out) {
  out.Text(text);
  out.Fill(PaddingOf(text.size()), kPadding);
}

}  // namespace fdr
