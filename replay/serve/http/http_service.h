// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A part of what the web server answers: all paths below one.

#pragma once

#include <memory>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/http/lane.h"

namespace fdr {

/// Answers are functions from a request, and from sources, to a response.  Tests call them without
/// a socket.
class HttpService {
 public:
  /// Where an answer is made.
  struct Place {
    enum Kind : std::uint8_t {
      kHere,      ///< at once, in the thread that serves all clients: for what takes microseconds
      kAnywhere,  ///< by any worker, beside others
      kInLane,    ///< by a worker, after what stands before it in the lane
    } kind = kAnywhere;
    const Lane* lane = nullptr;       ///< for kInLane
    std::shared_ptr<void> hold = {};  ///< of a lane, until an answer is made here
  };

  virtual ~HttpService() = default;

  /// In the thread that serves all clients, so it must not wait.
  virtual Place PlaceOf(const HttpRequest& request) = 0;
  virtual HttpResponse Answer(const HttpRequest& request) = 0;
  /// Memory is scarce: forgets what is only kept for speed.  In any thread.
  virtual void FreeMemory() {}
};

}  // namespace fdr
