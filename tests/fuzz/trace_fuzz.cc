// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All that a client, or a collector, of traces sends.  However the bytes are cut into pieces, the
// messages are the same.  A message that was decoded is encoded to what says the same.

#include <vector>

#include "fdr/replay/sources/trace/trace_pdu.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

void RoundTrip(const TraceMessage& message) {
  if (const auto ack = TraceAck::Decode(message.body)) {
    ByteBuffer out;
    ack->Encode(message.from, out);
    RequireSame(Bytes(out).subspan(kTraceHeaderSize), message.body);
  }
  const auto data = TraceData::Decode(message.body);
  if (!data || data->tag.size() > kLongestTraceTag) return;
  ByteBuffer once, twice;
  data->Encode(message.from, once);
  Bytes rest = once;
  const auto again = TakeTraceMessage(rest);
  Require(again && *again && rest.empty(), "what was encoded is one message");
  const auto decoded = TraceData::Decode((*again)->body);
  Require(decoded.has_value(), "what was encoded can be decoded");
  decoded->Encode(message.from, twice);
  RequireSame(twice, once);
}

// How many bytes are in whole messages.
std::size_t Consume(Bytes bytes) {
  const std::size_t size = bytes.size();
  while (true) {
    const auto message = TakeTraceMessage(bytes);
    if (!message || !*message) return size - bytes.size();
    RoundTrip(**message);
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fdr;
  const Bytes all = fuzz::Input(data, size);
  const std::size_t whole = fuzz::Consume(all);
  for (const std::size_t cut : {size / 3, size / 2, size - size / 5}) {
    const std::size_t first = fuzz::Consume(all.first(cut));
    fuzz::Require(first + fuzz::Consume(all.subspan(first)) == whole, "pieces make no difference");
  }
  return 0;
}
