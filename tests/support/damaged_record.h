// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Damage in the middle of a volume, which only a walk over its records meets.

#pragma once

#include <cstdint>
#include <fstream>
#include <string>

#include "fdr/archive/base/byte_order.h"

namespace fdr::test {

/// Where the data record with this number begins, from 0 on.
inline std::uint64_t OffsetOfRecord(std::fstream& file, int number) {
  std::uint64_t offset = 0;
  for (int passed = -1; passed < number; ++passed) {  // the label is the first
    char length[4] = {};
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(length, sizeof length);
    offset += LoadU32(AsBytes({length, sizeof length}).data());
  }
  return offset;
}

/// Makes the number of sets impossible in a data record.  Its head can still be read, and the
/// records behind it.  Returns its offset.
inline std::uint64_t DamageRecord(const std::string& volume, int number) {
  std::fstream file(volume, std::ios::binary | std::ios::in | std::ios::out);
  const std::uint64_t offset = OffsetOfRecord(file, number);
  constexpr std::streamoff kVersionAt = 7, kLength = 4, kStamp2 = 8, kStamp3 = 12;
  file.seekg(kVersionAt);
  const auto stamp = file.get() == 2 ? kStamp2 : kStamp3;
  file.seekp(static_cast<std::streamoff>(offset) + kLength + stamp);
  file.write("\0\0\xff\xff", 4);
  return offset;
}

/// Gives a data record of version 3 another time, before 2106.
inline void SetSeconds(const std::string& volume, int number, std::int64_t seconds) {
  std::fstream file(volume, std::ios::binary | std::ios::in | std::ios::out);
  constexpr std::streamoff kLength = 4;
  file.seekp(static_cast<std::streamoff>(OffsetOfRecord(file, number)) + kLength);
  std::byte low[4];
  StoreU32(low, static_cast<std::uint32_t>(seconds));
  file.write(reinterpret_cast<const char*>(low), sizeof low);
}

}  // namespace fdr::test
