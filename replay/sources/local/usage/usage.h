// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An amount of use, and its user.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace fdr::local {

struct Usage {
  std::uint64_t cpu = 0;      ///< nanoseconds
  std::uint64_t read = 0;     ///< bytes, from disks
  std::uint64_t written = 0;  ///< the same, to disks
  std::uint64_t exits = 0;    ///< processes that ended

  Usage& operator+=(const Usage& other) {
    cpu += other.cpu;
    read += other.read;
    written += other.written;
    exits += other.exits;
    return *this;
  }
};

struct User {
  std::string program;
  std::uint32_t id = 0;   ///< of the account
  std::string unit = {};  ///< "" as long as it is not known
};

using TakeUsage = std::function<void(const User& user, const Usage& usage)>;

}  // namespace fdr::local
