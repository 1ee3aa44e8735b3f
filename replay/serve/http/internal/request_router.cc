// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/request_router.h"

#include <algorithm>
#include <functional>

#include "fdr/replay/serve/http/internal/answer_head.h"
#include "fdr/replay/serve/http/internal/header_words.h"
#include "fdr/replay/serve/http/internal/host_port.h"

namespace fdr {
namespace {

using Verb = ArrivedRequest::Verb;

struct Target {
  std::string_view host;
  std::string_view path;
};

// Requests through a proxy name the host in the target: http://HOST/PATH.  Then that one counts.
Target SplitTarget(std::string_view target, std::string_view host) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!target.starts_with(scheme)) continue;
    const std::size_t end = std::min(target.find_first_of("/?", scheme.size()), target.size());
    const std::string_view path = target.substr(end);
    return {target.substr(scheme.size(), end - scheme.size()), path.empty() ? "/" : path};
  }
  return {host, target};
}

// "" if nothing is.  Programs in front of this server may see another host in a strange header.
std::string WhatIsWrongWithHost(const ArrivedRequest& arrived, const Target& target) {
  std::size_t count = 0;
  for (const auto& [name, value] : arrived.request.headers) {
    if (name != "host") continue;
    if (++count > 1) return "the header \"Host\" comes twice";
    if (!value.empty() && !HostPort::Parse(value)) return '"' + value + "\" is no host";
  }
  if (target.host.empty() && arrived.is_http11) return "the header \"Host\" is missing";
  if (!target.host.empty() && !HostPort::Parse(target.host))
    return '"' + std::string(target.host) + "\" is no host";
  return {};
}

HttpMethod MethodOf(Verb verb) {
  if (verb == Verb::kHead) return HttpMethod::kHead;
  return verb == Verb::kPost ? HttpMethod::kPost : HttpMethod::kGet;
}

HttpResponse Methods() {
  HttpResponse response{.status = 204};
  response.headers.emplace_back("Allow", kMethods);
  return response;
}

HttpResponse WrongMethod() {
  HttpResponse response = FailedResponse(405, "the methods here are " + std::string(kMethods));
  response.headers.emplace_back("Allow", kMethods);
  return response;
}

}  // namespace

bool IsOwnHost(std::string_view host, const ReachedAddress& reached,
               const std::vector<std::string>& server_names) {
  // Browsers reach a Unix socket through a proxy only.  The names say what that is called.
  if (!reached && server_names.empty()) return true;
  const std::optional<HostPort> parsed = HostPort::Parse(host);
  if (!parsed) return false;
  const std::string_view name = parsed->name;
  if (IsSameWord(name, "localhost")) return true;
  if (std::ranges::any_of(server_names,
                          [name](const std::string& own) { return IsSameWord(name, own); }))
    return true;
  SocketError error;
  const auto address = asio::ip::make_address(std::string(name), error);
  return reached && !error && address == *reached;
}

void RequestRouter::Mount(const std::string& path, HttpService& service) {
  services_.emplace_back(path == "/" ? "" : path, &service);
  std::ranges::stable_sort(services_, std::greater(),
                           [](const auto& mounted) { return mounted.first.size(); });
}

HttpService* RequestRouter::Find(std::string_view path) const {
  const auto found = std::ranges::find_if(services_, [path](const auto& mounted) {
    const std::string& above = mounted.first;
    return path.starts_with(above) && (path.size() == above.size() || path[above.size()] == '/');
  });
  return found == services_.end() ? nullptr : found->second;
}

RequestRouter::Routed RequestRouter::Route(ArrivedRequest& arrived, const ReachedAddress& reached) {
  const auto fail = [](unsigned status, const std::string& why) {
    return Routed{nullptr, FailedResponse(status, why)};
  };
  HttpRequest& request = arrived.request;
  const Target target = SplitTarget(arrived.target, request.Header("host"));
  if (const std::string wrong = WhatIsWrongWithHost(arrived, target); !wrong.empty())
    return fail(400, wrong);
  if (!target.host.empty() && !IsOwnHost(target.host, reached, server_names_))
    return fail(421, "\"" + std::string(target.host) + "\" is not a name of this server");
  if (arrived.verb == Verb::kOptions) return {nullptr, Methods()};
  if (arrived.verb == Verb::kOther) return {nullptr, WrongMethod()};
  request.method = MethodOf(arrived.verb);
  if (const auto decoded = DecodeTarget(target.path, request); !decoded)
    return fail(decoded.error().status, decoded.error().text);
  if (std::optional<HttpResponse> refusal = guard_.Check(request))
    return {nullptr, std::move(*refusal)};
  HttpService* const service = Find(request.path);
  return service ? Routed{service} : fail(404, "there is no \"" + request.path + "\" here");
}

}  // namespace fdr
