// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Splits the bytes from a web client into requests.

#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/serve/http/http_limits.h"
#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/sources/net/asio.h"

namespace fdr {

/// A request, and what only the server looks at.
struct ArrivedRequest {
  enum class Verb : std::uint8_t { kGet, kHead, kPost, kOptions, kOther };

  HttpRequest request = {};
  Verb verb = Verb::kOther;
  std::string target = {};  ///< as it was sent
  bool is_http11 = true;
  bool keep_alive = true;
  bool expects_continue = false;  ///< sends the body when it hears 100
};

/// Why a request is not answered by a service.
struct HttpFailure {
  unsigned status = 400;
  std::string text;
};

class RequestReader {
 public:
  enum class Part : std::uint8_t { kNothing, kHeader, kBody };

  explicit RequestReader(const HttpLimits& limits);
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  /// Room for the next bytes; none if enough bytes wait.
  asio::mutable_buffer Room();
  /// Adds `size` bytes that have arrived.
  void Add(std::size_t size) { bytes_.commit(size); }
  /// Drops the bytes that wait.
  void Clear() { bytes_.consume(bytes_.size()); }

  /// The next request, if it is complete.  After a failure, the bytes make no sense.
  tl::expected<std::optional<ArrivedRequest>, HttpFailure> Next();

  /// The part of a request that is arriving.
  Part part() const;
  /// Once for each request: whether its client waits for a word before it sends the body.
  bool TakeExpectation();

 private:
  class Parser;

  HttpFailure Failure(const SocketError& error) const;

  HttpLimits limits_;
  boost::beast::flat_buffer bytes_;
  std::unique_ptr<Parser> parser_;
};

/// Sets the path and the parameters, also those of a form in the body.
tl::expected<void, HttpFailure> DecodeTarget(std::string_view target, HttpRequest& request);

}  // namespace fdr
