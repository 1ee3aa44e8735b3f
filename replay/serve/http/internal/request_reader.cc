// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/request_reader.h"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <utility>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/http/internal/header_words.h"

namespace fdr {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;

using Verb = ArrivedRequest::Verb;

constexpr std::size_t kLeastRoom = 4096, kLeastForBody = 16 * 1024, kMostRoom = 64 * 1024;
constexpr std::size_t kMostKept = 16 * 1024;  // memory, between requests
constexpr std::size_t kRestOfLine = 64;       // of the first line, without the URL
constexpr std::size_t kMostHeaders = 256;

std::string_view View(beast::string_view text) { return {text.data(), text.size()}; }

Verb VerbOf(http::verb method) {
  switch (method) {
    case http::verb::get:
      return Verb::kGet;
    case http::verb::head:
      return Verb::kHead;
    case http::verb::post:
      return Verb::kPost;
    case http::verb::options:
      return Verb::kOptions;
    default:
      return Verb::kOther;
  }
}

bool IsForm(std::string_view type) {
  return type.empty() || type.starts_with("application/x-www-form-urlencoded");
}

}  // namespace

/// Puts what Beast reads where services look for it.
class RequestReader::Parser : public http::basic_parser<true> {
 public:
  explicit Parser(const HttpLimits& limits) : limits_(limits) {
    header_limit(static_cast<std::uint32_t>(limits.url + limits.header + kRestOfLine));
    body_limit(limits.body);
    eager(true);
  }

  ArrivedRequest Take() {
    arrived_.keep_alive = keep_alive();
    return std::move(arrived_);
  }
  bool TakeExpectation() {
    return is_header_done() && std::exchange(arrived_.expects_continue, false);
  }
  const std::optional<HttpFailure>& failure() const { return failure_; }
  bool has_line() const { return has_line_; }

 private:
  using Code = beast::error_code;
  using Text = beast::string_view;

  // The parser stops; failure() has the reason.
  void Refuse(unsigned status, std::string text, Code& stop) {
    failure_ = {status, std::move(text)};
    stop = http::error::bad_target;
  }

  void on_request_impl(http::verb method, Text, Text target, int version, Code& stop) override {
    has_line_ = true;
    if (target.size() > limits_.url)
      return Refuse(414, "a URL has at most " + std::to_string(limits_.url) + " bytes", stop);
    arrived_.verb = VerbOf(method);
    arrived_.target = View(target);
    arrived_.is_http11 = version == 11;
  }

  void on_field_impl(http::field field, Text name, Text value, Code& stop) override {
    if (is_header_done()) return;  // a trailer
    auto& headers = arrived_.request.headers;
    header_size_ += name.size() + value.size() + 4;
    if (header_size_ > limits_.header || headers.size() == kMostHeaders)
      return Refuse(431, "the header is too large", stop);
    if (field == http::field::transfer_encoding && !IsSameWord(View(value), "chunked"))
      return Refuse(501, "the only transfer encoding of requests is \"chunked\"", stop);
    if (field == http::field::expect && IsSameWord(View(value), "100-continue"))
      arrived_.expects_continue = arrived_.is_http11;
    headers.emplace_back(InSmallLetters(View(name)), View(value));
  }

  std::size_t on_body_impl(Text body, Code& stop) override {
    const std::size_t size = arrived_.request.body.size() + body.size();
    if (size > kMostRoom && !AnswerMemory::HasRoomForRequests()) {
      Refuse(503, "there is no memory for such a long request now", stop);
      return 0;
    }
    arrived_.request.body += View(body);
    return body.size();
  }
  std::size_t on_chunk_body_impl(std::uint64_t, Text body, Code& stop) override {
    return on_body_impl(body, stop);
  }

  void on_response_impl(int, Text, int, Code&) override {}
  void on_header_impl(Code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, Code&) override {}
  void on_chunk_header_impl(std::uint64_t, Text, Code&) override {}
  void on_finish_impl(Code&) override {}

  const HttpLimits& limits_;
  ArrivedRequest arrived_;
  std::size_t header_size_ = 0;
  bool has_line_ = false;
  std::optional<HttpFailure> failure_;
};

RequestReader::RequestReader(const HttpLimits& limits)
    : limits_(limits), bytes_(limits.url + limits.header + kRestOfLine + kMostRoom) {}

RequestReader::~RequestReader() = default;

asio::mutable_buffer RequestReader::Room() {
  if (part() == Part::kNothing && bytes_.capacity() > kMostKept) bytes_.shrink_to_fit();
  const std::size_t least = part() == Part::kBody ? kLeastForBody : kLeastRoom;
  const std::size_t free = bytes_.capacity() - bytes_.size();
  return bytes_.prepare(
      std::min(std::clamp(free, least, kMostRoom), bytes_.max_size() - bytes_.size()));
}

tl::expected<std::optional<ArrivedRequest>, HttpFailure> RequestReader::Next() {
  if (!parser_) {
    if (bytes_.size() == 0) return std::nullopt;
    parser_ = std::make_unique<Parser>(limits_);
  }
  SocketError error;
  bytes_.consume(parser_->put(asio::const_buffer(bytes_.cdata()), error));
  if (error == http::error::need_more || (!error && !parser_->is_done())) return std::nullopt;
  if (error) return tl::unexpected(Failure(error));
  ArrivedRequest arrived = parser_->Take();
  parser_.reset();
  return arrived;
}

HttpFailure RequestReader::Failure(const SocketError& error) const {
  if (parser_->failure()) return *parser_->failure();
  if (error == http::error::body_limit)
    return {413, "a body has at most " + std::to_string(limits_.body) + " bytes"};
  if (error != http::error::header_limit) return {400, "no valid request: " + error.message()};
  const auto* begin = static_cast<const char*>(bytes_.data().data());
  const std::string_view start(begin, std::min(bytes_.size(), limits_.url + kRestOfLine));
  if (parser_->has_line() || start.find('\n') != std::string_view::npos)
    return {431, "the header is too large"};
  return {414, "a URL has at most " + std::to_string(limits_.url) + " bytes"};
}

RequestReader::Part RequestReader::part() const {
  if (!parser_) return bytes_.size() == 0 ? Part::kNothing : Part::kHeader;
  return parser_->is_header_done() ? Part::kBody : Part::kHeader;
}

bool RequestReader::TakeExpectation() { return parser_ && parser_->TakeExpectation(); }

tl::expected<void, HttpFailure> DecodeTarget(std::string_view target, HttpRequest& request) {
  if (!target.starts_with('/'))
    return tl::unexpected(HttpFailure{400, "the path of a URL begins with \"/\""});
  const std::size_t end = std::min(target.find('?'), target.size());
  Result<std::string> path = DecodePath(target.substr(0, end));
  if (!path) return tl::unexpected(HttpFailure{400, path.error().what});
  request.path = std::move(*path);
  Result<void> added =
      request.parameters.AddEncoded(target.substr(std::min(end + 1, target.size())));
  if (added && request.method == HttpMethod::kPost && IsForm(request.Header("content-type")))
    added = request.parameters.AddEncoded(request.body);
  if (!added) return tl::unexpected(HttpFailure{400, added.error().what});
  return {};
}

}  // namespace fdr
