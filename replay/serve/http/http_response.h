// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the web server answers.

#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/http/lane.h"

namespace fdr {

/// A body that is made piece by piece, as the client takes it.  So no answer is in memory as a
/// whole.
class BodySource {
 public:
  struct Piece {
    std::string data;
    bool is_last = false;
    std::chrono::milliseconds wait{0};  ///< how long to wait before the next piece
  };
  /// A piece should have about kPiece bytes.
  static constexpr std::size_t kPiece = 64 * 1024, kMostPiece = 1024 * 1024;

  virtual ~BodySource() = default;
  /// Where the handler ran.  An error of the first call is the answer.  After a later one, the
  /// connection is cut, so that the client sees that the body is not whole.
  virtual Result<Piece> Next() = 0;
};

struct HttpRequest;
struct HttpResponse;

/// Work that is done in a lane before an answer is made.  It may outlive the request and the
/// service, and is left out if nothing waits for it any more.
struct Errand {
  Lane lane;
  std::function<void()> work;
};

/// An answer that is made once all errands are done, or when HttpLimits::for_errands is over: no
/// thread waits meanwhile.
struct LaterAnswer {
  std::vector<Errand> errands;
  std::function<HttpResponse(const HttpRequest& request)> answer;
  /// Where it is made.  Time does not run while it waits for its turn there.  Null: where the
  /// service was.
  std::optional<Lane> lane = {};
};

struct HttpResponse {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body = {};                    ///< all of it ...
  std::unique_ptr<BodySource> source = {};  ///< ... or, if this is not null, in pieces
  /// Besides those that every answer has.
  std::vector<std::pair<std::string, std::string>> headers = {};
  /// The body is compressed already, and says so in `headers`; or it must not be.
  bool is_final = false;
  /// If this is not null, it has the answer.  Not for HttpService::Place::kHere.
  std::unique_ptr<LaterAnswer> later = {};
  /// Takes back what the answer has left behind.  Called where the service was, at most once, if
  /// the rest of the answer gets no memory: the same is asked again, or has no answer.
  std::function<void()> undo = {};
};

/// An answer that is made after errands.
HttpResponse After(std::vector<Errand> errands,
                   std::function<HttpResponse(const HttpRequest& request)> answer);

/// An answer that takes long: it is made after what stands before it in the lane.
HttpResponse InLane(Lane lane, std::function<HttpResponse(const HttpRequest& request)> answer);

/// A message as answers have it: of more than 4 KiB, because it repeats a request, the middle is
/// left out.
std::string ShownMessage(std::string_view message);

/// {"message":"MESSAGE","success":false} and CR LF.
HttpResponse FailedResponse(unsigned status, std::string_view message);

/// The status for an error: 404 for kNotFound, 503 for limits, 500 for damage, 400 for others.
unsigned HttpStatusOf(const Error& error);

}  // namespace fdr
