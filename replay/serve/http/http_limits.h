// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much a client of the web server may send, and how long it may take for that.

#pragma once

#include <chrono>
#include <cstddef>

namespace fdr {

struct HttpLimits {
  std::size_t url = std::size_t{64} << 10;
  std::size_t header = std::size_t{16} << 10;  ///< besides the URL
  std::size_t body = std::size_t{1} << 20;
  std::size_t connections = 1024;
  std::chrono::milliseconds for_header{10'000};  ///< from its first byte to its last one
  std::chrono::milliseconds for_body{30'000};
  std::chrono::milliseconds for_answer{16'000};   ///< to make it, without the times of waiting
  std::chrono::milliseconds for_errands{10'000};  ///< of a LaterAnswer; shorter than for_answer
  std::chrono::milliseconds for_reader{30'000};   ///< to take each 64 KiB of an answer
  std::chrono::milliseconds idle{75'000};         ///< between requests
  /// How long a client may be silent, after it came or after an answer, while another one wants its
  /// place.
  std::chrono::milliseconds to_speak{1'000};
  /// Answers, and what they are made of, are kept until they are taken, so only some readers may be
  /// slow: those that have not taken 64 KiB for this time.
  std::chrono::milliseconds until_slow{1'000};
  std::size_t slow_readers = 64;
};

}  // namespace fdr
