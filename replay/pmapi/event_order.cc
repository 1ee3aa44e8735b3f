// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmapi/event_order.h"

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
  explicit Turner(std::span<char> bytes) : bytes_(bytes) {}

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
    const Integer value = load(reinterpret_cast<const std::byte*>(here));
    std::memcpy(here, &value, sizeof value);
    at_ += sizeof value;
    return value;
  }

  std::span<char> bytes_;
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

}  // namespace

void EventsToHostOrder(Type type, std::span<char> payload) {
  Turner turner(payload);
  const auto count = static_cast<std::int32_t>(turner.Word());
  for (std::int32_t i = 0; i < count && !turner.AtEnd(); ++i) TurnRecord(type, turner);
}

}  // namespace fdr::pmapi
