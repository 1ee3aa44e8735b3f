// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Big-endian words in memory.  Each compiles to one load or store and a byte swap.  The caller has
// checked the bounds: ByteReader and the record decoders do.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace fdr {

using Bytes = std::span<const std::byte>;
using ByteBuffer = std::vector<std::byte>;

static_assert(std::endian::native == std::endian::little, "only little-endian hosts are supported");

inline std::uint16_t LoadU16(const std::byte* p) {
  std::uint16_t v;
  std::memcpy(&v, p, sizeof v);
  return __builtin_bswap16(v);
}
inline std::uint32_t LoadU32(const std::byte* p) {
  std::uint32_t v;
  std::memcpy(&v, p, sizeof v);
  return __builtin_bswap32(v);
}
inline std::uint64_t LoadU64(const std::byte* p) {
  std::uint64_t v;
  std::memcpy(&v, p, sizeof v);
  return __builtin_bswap64(v);
}
inline std::int32_t LoadI32(const std::byte* p) { return static_cast<std::int32_t>(LoadU32(p)); }
inline std::int64_t LoadI64(const std::byte* p) { return static_cast<std::int64_t>(LoadU64(p)); }
inline float LoadFloat(const std::byte* p) { return std::bit_cast<float>(LoadU32(p)); }
inline double LoadDouble(const std::byte* p) { return std::bit_cast<double>(LoadU64(p)); }

inline void StoreU32(std::byte* p, std::uint32_t v) {
  v = __builtin_bswap32(v);
  std::memcpy(p, &v, sizeof v);
}

inline void StoreU64(std::byte* p, std::uint64_t v) {
  v = __builtin_bswap64(v);
  std::memcpy(p, &v, sizeof v);
}

inline std::string_view AsText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline Bytes AsBytes(std::string_view text) { return std::as_bytes(std::span(text)); }

/// The text up to its first NUL, or all of it.
inline std::string_view UpToNul(std::string_view text) { return text.substr(0, text.find('\0')); }

}  // namespace fdr
