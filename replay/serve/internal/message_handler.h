// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a server says to one client.

#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

class MessageHandler {
 public:
  /// Called once for each request, perhaps before Answer() returns.  A text is the reason why the
  /// connection ends after the answer.
  using Answered = std::function<void(const std::string& end)>;

  virtual ~MessageHandler() = default;

  /// Appends the first message.
  virtual void Greet(ByteBuffer& out) = 0;
  /// Appends the answer, if the request has one.  The next request may be given after the answer.
  /// Until then, `out` must stay where it is; the request is read during the call only.
  virtual void Answer(const Pdu& request, ByteBuffer& out, Answered answered) = 0;
  /// The memory, about, that the client has taken for later requests.
  virtual std::size_t Memory() const = 0;
};

}  // namespace fdr
