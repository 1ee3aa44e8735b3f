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
  kError = 0x7000,  ///< of the collector, as a greeting, too
  kResult,          ///< of the collector; from a client: values to store
  kProfile,         ///< of a client, never answered
  kFetch,
  kDescRequest,
  kDesc,
  kInstanceRequest,
  kInstance,
  kTextRequest,
  kText,
  kCredentials = 0x700c,  ///< of a client, never answered
  kIds,                   ///< of metrics; from a client: what are their names?
  kNames,                 ///< of metrics; from a client: what are their identifiers?
  kChildren,
  kTraverse,
  kAttribute,
  kLabelRequest,
  kLabel,
  kHighresFetch,
  kHighresResult,
  kDescIds,
  kDescs,
};

inline constexpr std::size_t kPduHeaderSize = 12;
/// Of what a collector takes from its clients.
inline constexpr std::size_t kMaxRequestSize = 64 * 1024;

/// A message without its header.  Borrows.
struct Pdu {
  PduType type = PduType::kError;
  Bytes body;
};

/// The first words of a message.
struct PduHeader {
  std::uint32_t length = 0;  ///< of the whole message, never less than the header's
  PduType type = PduType::kError;
  std::uint32_t from = 0;  ///< any number will do

  static Result<PduHeader> Decode(std::span<const std::byte, kPduHeaderSize> bytes);
};

/// Appends a message: the header, with the length filled in at the end of the scope, around what is
/// written meanwhile.
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

/// Says that a message makes no sense.
tl::unexpected<Error> BadPdu(std::string_view message, std::string_view what);

/// Succeeds if the whole body was read, and nothing but the body.
Result<void> CheckAllRead(const ByteReader& in, std::string_view message);

/// About what a list of names takes besides the message, once it is decoded and copied.
std::size_t MemoryForEntries(std::uint32_t count, Bytes body);

/// Text of so many bytes, and the padding behind it.
std::string_view ReadPaddedText(ByteReader& in, std::uint32_t length);
/// The text, of which the length was written, and its padding.
void WritePaddedText(std::string_view text, ByteWriter& out);

}  // namespace fdr
