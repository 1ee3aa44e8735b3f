// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/events/event_order.h"

#include <cstdint>
#include <cstring>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/record/event_array.h"

namespace fdr::pmapi {
namespace {

constexpr std::uint32_t kLengthMask = 0xffffff;

// After the end, it swaps nothing and returns zeros.
class Turner {
 public:
  Turner(std::span<char> bytes, bool to_host) : bytes_(bytes), to_host_(to_host) {}

  // Returns the number, as this machine understands it.
  std::uint32_t Word() { return Turn<std::uint32_t>(LoadU32); }
  void LongWord() { Turn<std::uint64_t>(LoadU64); }

  std::size_t at() const { return at_; }
  bool AtEnd() const { return at_ == bytes_.size(); }
  void GoTo(std::size_t at) { at_ = std::min(at, bytes_.size()); }

 private:
  template <class Integer>
  Integer Turn(Integer (*load)(const std::byte*)) {
    if (bytes_.size() - at_ < sizeof(Integer)) {
      at_ = bytes_.size();
      return 0;
    }
    char* const here = bytes_.data() + at_;
    Integer before;
    std::memcpy(&before, here, sizeof before);
    const Integer after = load(reinterpret_cast<const std::byte*>(here));
    std::memcpy(here, &after, sizeof after);
    at_ += sizeof after;
    return to_host_ ? after : before;
  }

  std::span<char> bytes_;
  bool to_host_;
  std::size_t at_ = 0;
};

void TurnParameter(Turner& turner) {
  turner.Word();
  const std::size_t begin = turner.at();
  const std::uint32_t header = turner.Word();
  switch (static_cast<Type>(header >> 24)) {
    case Type::k32:
    case Type::kU32:
    case Type::kFloat:
      turner.Word();
      break;
    case Type::k64:
    case Type::kU64:
    case Type::kDouble:
      turner.LongWord();
      break;
    default:
      break;
  }
  turner.GoTo(begin + ((header & kLengthMask) + 3) / 4 * 4);
}

void TurnRecord(Type type, Turner& turner) {
  for (int i = 0; i < 2; ++i) {
    if (type == Type::kHighresEvent)
      turner.LongWord();
    else
      turner.Word();
  }
  const std::uint32_t flags = turner.Word();
  const auto count = static_cast<std::int32_t>(turner.Word());
  if ((flags & kEventMissed) != 0) return;
  for (std::int32_t i = 0; i < count && !turner.AtEnd(); ++i) TurnParameter(turner);
}

void TurnArray(Type type, Turner turner) {
  const auto count = static_cast<std::int32_t>(turner.Word());
  for (std::int32_t i = 0; i < count && !turner.AtEnd(); ++i) TurnRecord(type, turner);
}

}  // namespace

void EventsToHostOrder(Type type, std::span<char> payload) {
  TurnArray(type, Turner(payload, true));
}

void EventsToBigEndian(Type type, std::span<char> payload) {
  TurnArray(type, Turner(payload, false));
}

}  // namespace fdr::pmapi
