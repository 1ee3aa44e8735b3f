// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages between a collector (pmcd) and its clients: a header of three words, and a body.
// Everything is big-endian and starts at a multiple of four bytes.  See docs/pmcd-protocol.md.

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"

namespace fdr {

enum class PduType : std::uint32_t {
  kError = 0x7000,  ///< from the collector; also a greeting
  kResult,          ///< from the collector; from a client: values to store
  kProfile,         ///< from a client, never answered
  kFetch,
  kDescRequest,
  kDesc,
  kInstanceRequest,
  kInstance,
  kTextRequest,
  kText,
  kCredentials = 0x700c,  ///< from a client, never answered
  kIds,                   ///< of metrics; from a client: asks for their names
  kNames,                 ///< of metrics; from a client: asks for their identifiers
  kChildren,
  kTraverse,
  kAttribute,
  kLabelRequest,
  kLabel,
  kHighresFetch,
  kHighresResult,
  kDescIds,
  kDescs,
  kLogControl = 0x8000,  ///< from here on, to and from a logger: see log_control/
  kLogStatusOld,
  kLogRequest,
  kLogStatus,
};

inline constexpr std::size_t kPduHeaderSize = 12;
/// The largest message that a collector accepts.
inline constexpr std::size_t kMaxRequestSize = 64 * 1024;

/// A message without its header.  Borrows.
struct Pdu {
  PduType type = PduType::kError;
  Bytes body;
};

/// The first words of a message.
struct PduHeader {
  std::uint32_t length = 0;  ///< of the whole message, with the header
  PduType type = PduType::kError;
  std::uint32_t from = 0;  ///< the collector ignores it

  static Result<PduHeader> Decode(std::span<const std::byte, kPduHeaderSize> bytes);
};

/// Appends a message: writes the header, and fills in the length at the end of the scope.
class PduScope {
 public:
  PduScope(PduType type, ByteBuffer& out, std::uint32_t from = 0);
  ~PduScope() { StoreU32(out_.data() + start_, static_cast<std::uint32_t>(out_.size() - start_)); }
  PduScope(const PduScope&) = delete;
  PduScope& operator=(const PduScope&) = delete;

 private:
  ByteBuffer& out_;
  std::size_t start_;
};

/// The error for a malformed message.
tl::unexpected<Error> BadPdu(std::string_view message, std::string_view what);

/// Succeeds if exactly the whole body was read.
Result<void> CheckAllRead(const ByteReader& in, std::string_view message);

/// The approximate memory for a decoded and copied list of names, besides the message.
std::size_t MemoryForEntries(std::uint32_t count, Bytes body);

/// Reads `length` bytes of text, and the padding after them.
std::string_view ReadPaddedText(ByteReader& in, std::uint32_t length);
/// Writes the text, whose length was written before, and its padding.
void WritePaddedText(std::string_view text, ByteWriter& out);

}  // namespace fdr
