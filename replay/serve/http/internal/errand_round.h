// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Errands in several lanes, until all are done or their time is over.

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/http/internal/work_return.h"

namespace fdr {

/// In the thread of the loop.
class ErrandRound : public std::enable_shared_from_this<ErrandRound> {
 public:
  using Then = std::function<void(SteadyClock::duration left)>;

  /// Errands are left out once the limit is cancelled.
  ErrandRound(asio::io_context& io, std::shared_ptr<WorkReturn> work,
              std::shared_ptr<WorkLimit> limit);

  /// Calls `then` once, later, with what is left of the time.
  void Start(std::vector<Errand> errands, SteadyClock::duration at_most, Then then);
  /// Leaves out what has not begun, and calls nothing any more.
  void Abandon();

 private:
  void Send(Errand errand);
  void Do(const std::function<void()>& work);
  void End();

  std::shared_ptr<WorkReturn> work_;
  std::shared_ptr<WorkLimit> limit_;
  asio::steady_timer timer_;
  Then then_;
  std::size_t open_ = 0;
  std::atomic<bool> is_over_ = false;  // workers look at it
};

}  // namespace fdr
