// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The answer to a remote read: a message with all series, compressed as a whole.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/remote_read/remote_series.h"

namespace fdr {

/// Sends samples as they were read, and drops them.
class RemoteBody final : public BodySource {
 public:
  /// Adds the result of a query.  Without `keeps_empty`, leaves out series without samples.  Not
  /// behind Next().
  void Add(RemoteSeries&& series, bool keeps_empty);

  Result<Piece> Next() override;

 private:
  struct Part {
    std::string head, samples;
  };

  std::vector<Part> parts_;  // of the message
  std::uint64_t size_ = 0;   // of all parts
  std::size_t next_ = 0;     // the first part that is not in message_
  bool has_begun_ = false;
  std::string message_;
  std::size_t sent_ = 0;  // bytes of message_
};

}  // namespace fdr
