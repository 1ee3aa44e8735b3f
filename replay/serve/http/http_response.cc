// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/http_response.h"

#include <utility>

#include "fdr/replay/text/json_writer.h"
#include "fdr/replay/text/utf8.h"

namespace fdr {

HttpResponse After(std::vector<Errand> errands,
                   std::function<HttpResponse(const HttpRequest& request)> answer) {
  HttpResponse response;
  response.later = std::make_unique<LaterAnswer>(
      LaterAnswer{std::move(errands), std::move(answer), std::nullopt});
  return response;
}

HttpResponse InLane(Lane lane, std::function<HttpResponse(const HttpRequest& request)> answer) {
  HttpResponse response = After({}, std::move(answer));
  response.later->lane = std::move(lane);
  return response;
}

std::string ShownMessage(std::string_view message) {
  constexpr std::size_t kBegin = 3072, kEnd = 1024;
  if (message.size() <= kBegin + kEnd) return std::string(message);
  std::string_view end = message.substr(message.size() - kEnd);
  while (!end.empty() && ContinuesCharacter(end.front())) end.remove_prefix(1);
  std::string shown(message.substr(0, WholeCharacters(message.substr(0, kBegin))));
  return shown.append(" ... ").append(end);
}

HttpResponse FailedResponse(unsigned status, std::string_view message) {
  HttpResponse response{.status = status};
  JsonWriter json(response.body);
  json.BeginObject().Key("message").String(ShownMessage(message));
  json.Key("success").Bool(false).EndObject();
  response.body += "\r\n";
  return response;
}

unsigned HttpStatusOf(const Error& error) {
  if (IsShortage(error.system_error)) return 503;
  if (CanBePassed(error.code)) return 500;
  switch (error.code) {
    case Errc::kNotFound:
      return 404;
    case Errc::kTooLarge:
    case Errc::kCancelled:
    case Errc::kTimeout:
    case Errc::kBusy:
      return 503;
    default:
      return 400;
  }
}

}  // namespace fdr
