// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/pmapi_service.h"

#include <charconv>
#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

#include "fdr/archive/base/on_exception.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

constexpr std::chrono::microseconds kQuick{200};
constexpr double kUsualTimeout = 5, kLongestTimeout = 24 * 3600;  // seconds

using Answerer = PmapiAnswer (*)(const PmapiCall&);

struct NamedAnswerer {
  std::string_view word;
  Answerer answer;
};

constexpr NamedAnswerer kAnswerers[] = {
    {"children", AnswerChildren}, {"context", AnswerContext}, {"derive", AnswerDerive},
    {"fetch", AnswerFetch},       {"indom", AnswerIndom},     {"metric", AnswerMetric},
    {"metrics", AnswerMetrics},   {"profile", AnswerProfile}, {"store", AnswerStore},
};

// What a path asks, and the number of a context in it: /pmapi/NUMBER/fetch.
struct PmapiRoute {
  Answerer answer = nullptr;
  std::optional<std::string> context;
};

PmapiRoute RouteOf(const HttpRequest& request) {
  constexpr std::string_view kPmapi = "/pmapi/";
  PmapiRoute route;
  std::string_view rest = request.path;
  if (rest.starts_with(kPmapi))
    rest.remove_prefix(kPmapi.size());
  else if (rest == "/metrics")
    rest.remove_prefix(1);
  else
    return route;
  if (const std::string* const context = request.parameters.Find("context"))
    route.context = *context;
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    route.context = std::string(rest.substr(0, slash));
    rest.remove_prefix(slash + 1);
  }
  for (const NamedAnswerer& one : kAnswerers)
    if (one.word == rest) route.answer = one.answer;
  return route;
}

std::optional<std::uint32_t> NumberOf(std::string_view text) {
  std::uint32_t number = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || at != text.data() + text.size()) return std::nullopt;
  return number;
}

HttpResponse Failed(const WebFailure& failure, std::optional<std::uint32_t> context = {},
                    const std::string* client = nullptr) {
  HttpResponse response{.status = failure.status};
  JsonWriter json(response.body);
  json.BeginObject();
  if (context) json.Key("context").UInt(*context);
  if (client != nullptr) json.Key("client").String(*client);
  json.Key("message").String(ShownMessage(failure.message));
  json.Key("success").Bool(false).EndObject();
  response.body += "\r\n";
  return response;
}

// Not 0.
std::size_t SignatureOf(const HttpRequest& request) {
  constexpr std::size_t kFactor = 0x9e3779b97f4a7c15;
  const std::hash<std::string_view> hash;
  std::size_t signature = hash(request.path);
  for (const auto& [name, value] : request.parameters.all())
    signature = (signature * kFactor + hash(name)) * kFactor + hash(value);
  return signature | 1;
}

HttpResponse UnknownContext(const std::string& text, const std::string* client) {
  const std::optional<std::uint32_t> number = NumberOf(text);
  std::string message = number ? "unknown" : "invalid";
  message.append(" context identifier: ").append(text);
  return Failed({std::move(message)}, number, client);
}

}  // namespace

PmapiService::PmapiService(WebSources& sources, PmapiServiceOptions options)
    : sources_(sources),
      options_(std::move(options)),
      contexts_({options_.clocks.steady, options_.random, options_.most_contexts}) {}

Answered<std::shared_ptr<WebSource>> PmapiService::SourceOf(const HttpRequest& request) {
  const std::string* hostspec = request.parameters.Find("hostspec");
  if (hostspec == nullptr) hostspec = request.parameters.Find("hostname");
  if (hostspec == nullptr) {
    std::shared_ptr<WebSource> usual = sources_.Default();
    if (usual == nullptr) return Refuse("cannot connect to PMCD: there is no source");
    return usual;
  }
  Result<std::shared_ptr<WebSource>> found = sources_.FindHost(*hostspec);
  if (!found)
    return Refuse("cannot connect to PMCD: " + PcpTextOf(found.error(), "No route to host"));
  return std::move(*found);
}

Answered<std::shared_ptr<WebContext>> PmapiService::NewContext(const HttpRequest& request) {
  const Result<std::optional<double>> timeout =
      request.parameters.Number("polltimeout", 0, kLongestTimeout);
  if (!timeout) return Refuse("invalid timeout requested in polltime");
  const auto source = SourceOf(request);
  if (!source) return tl::unexpected(source.error());
  auto context =
      std::make_shared<WebContext>(*source, contexts_.CatalogOf(*source, options_.version));
  context->poll_timeout = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(timeout->value_or(kUsualTimeout)));
  return context;
}

// A dashboard asks the same again and again.  If this machine answers that within microseconds, a
// worker would cost more than the answer.
HttpService::Place PmapiService::PlaceFor(const HttpRequest& request,
                                          const WebContext& context) const {
  const Place place = context.source->place();
  const bool is_quick = context.source->kind() == WebSource::Kind::kMachine &&
                        place.kind == Place::kInLane && context.quick == SignatureOf(request);
  std::shared_ptr<void> hold = is_quick ? place.lane->TryHold() : nullptr;
  return hold ? Place{Place::kHere, nullptr, std::move(hold)} : place;
}

HttpService::Place PmapiService::PlaceOf(const HttpRequest& request) {
  const PmapiRoute route = RouteOf(request);
  if (route.answer == nullptr) return {Place::kHere};
  if (route.context) {
    const std::optional<std::uint32_t> number = NumberOf(*route.context);
    const std::shared_ptr<WebContext> context = number ? contexts_.Look(*number) : nullptr;
    return context ? PlaceFor(request, *context) : Place{Place::kHere};
  }
  const auto source = SourceOf(request);
  return source ? (*source)->place() : Place{Place::kHere};
}

HttpResponse PmapiService::Answer(const HttpRequest& request) {
  const PmapiRoute route = RouteOf(request);
  if (route.answer == nullptr) return FailedResponse(404, "nothing is at " + request.path);
  if (const auto checked = request.parameters.CheckEchoed("client"); !checked)
    return Failed({checked.error().what});
  const std::string* const client = request.parameters.Find("client");
  std::shared_ptr<WebContext> context;
  if (route.context) {
    const std::optional<std::uint32_t> number = NumberOf(*route.context);
    context = number ? contexts_.Use(*number) : nullptr;
    if (context == nullptr) return UnknownContext(*route.context, client);
  } else {
    auto made = NewContext(request);
    if (!made) return Failed(made.error(), {}, client);
    context = std::move(*made);
  }
  const std::chrono::nanoseconds begin = options_.clocks.steady();
  const std::lock_guard lock(context->mutex);
  const Result<std::unique_ptr<AskedSource>> asked = AskedSource::Open(*context);
  if (!asked) {
    const WebFailure failure{"cannot connect to PMCD: " + PcpTextOf(asked.error())};
    return route.context ? Failed(failure, context->number, client) : Failed(failure, {}, client);
  }
  // A context that is new is only kept if its first request gets an answer: what is refused memory
  // is asked again.  This covers the service; HttpResponse::undo what the server does then.  In
  // the latter case, the oldest of too many contexts may have given way to one that is not kept.
  const bool is_new = !route.context;
  if (is_new) contexts_.Add(context);
  const OnException forget([&] {
    if (is_new) contexts_.Forget(context->number);
  });
  const bool may_store = options_.allow_store && request.role >= HttpRole::kStore;
  PmapiAnswer answer = route.answer({request, **asked, options_.clocks.wall(), may_store});
  context->quick = options_.clocks.steady() - begin <= kQuick ? SignatureOf(request) : 0;
  HttpResponse response =
      answer ? std::move(*answer) : Failed(answer.error(), context->number, client);
  if (!is_new) return response;
  response.undo = [this, number = context->number] { contexts_.Forget(number); };
  contexts_.Keep();
  return response;
}

}  // namespace fdr
