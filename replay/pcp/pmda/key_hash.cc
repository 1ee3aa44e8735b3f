// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/key_hash.h"

#include <algorithm>

namespace fdr::pmda {
namespace {

constexpr std::size_t kBlock = 12;

struct State {
  std::uint32_t a = 0x9e3779b9, b = 0x9e3779b9, c = 0;

  void Mix() {
    a = (a - b - c) ^ (c >> 13);
    b = (b - c - a) ^ (a << 8);
    c = (c - a - b) ^ (b >> 13);
    a = (a - b - c) ^ (c >> 12);
    b = (b - c - a) ^ (a << 16);
    c = (c - a - b) ^ (b >> 5);
    a = (a - b - c) ^ (c >> 3);
    b = (b - c - a) ^ (a << 10);
    c = (c - a - b) ^ (b >> 15);
  }
};

// The sum of up to four bytes, the first one lowest.  Bytes have signs, as in PCP's version of the
// hash: those from 128 on also take from the bytes above them.
std::uint32_t WordOf(std::string_view bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 4); ++i)
    word += static_cast<std::uint32_t>(static_cast<signed char>(bytes[i])) << 8 * i;
  return word;
}

std::string_view Behind(std::string_view bytes, std::size_t at) {
  return bytes.substr(std::min(at, bytes.size()));
}

}  // namespace

std::uint32_t KeyHash(std::string_view key, std::uint32_t start) {
  State state{.c = start};
  std::string_view rest = key;
  for (; rest.size() >= kBlock; rest.remove_prefix(kBlock)) {
    state.a += WordOf(rest);
    state.b += WordOf(rest.substr(4));
    state.c += WordOf(rest.substr(8));
    state.Mix();
  }
  // The lowest byte of the last word is for the length.
  state.a += WordOf(rest);
  state.b += WordOf(Behind(rest, 4));
  state.c += (WordOf(Behind(rest, 8)) << 8) + static_cast<std::uint32_t>(key.size());
  state.Mix();
  return state.c;
}

}  // namespace fdr::pmda
