// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/web_server.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/viewer/clock_service.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/steady_clock.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/run/version.h"
#include "fdr/tools/serve/server_sockets.h"
#include "fdr/tools/serve/socket_place.h"
#include "fdr/tools/serve/token_file.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// A thread may wait for a host that does not answer, while others use processors.
unsigned ThreadsFor(const HttpOptions& http) {
  constexpr unsigned kLeast = 2, kMost = 4, kForHosts = 4;
  const bool has_hosts = !http.hosts.empty() || !http.allowed_hosts.empty();
  return std::clamp(std::thread::hardware_concurrency(), kLeast, kMost) +
         (has_hosts ? kForHosts : 0);
}

// "web=web1.example.com:44321", or "web1:44321", which is its own name.
std::pair<std::string, std::string> NamedHost(const std::string& text) {
  const std::size_t equals = text.find_first_of("=?");
  if (equals == std::string::npos || text[equals] == '?') return {text, text};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Result<HttpTokens> ReadTokens(const HttpOptions& http) {
  if (!http.tokens) return HttpTokens();
  return ReadTokenFile(*http.tokens);
}

Result<std::shared_ptr<const TlsIdentity>> ReadIdentity(const HttpOptions& http) {
  if (!http.tls_certificate) return nullptr;
  return TlsIdentity::Load(*http.tls_certificate, *http.tls_key);
}

}  // namespace

Result<std::unique_ptr<WebServer>> WebServer::Open(Setup setup, std::shared_ptr<EventLoop> loop) {
  AnswerMemory::SetLimit(static_cast<std::size_t>(setup.http.memory));
  std::unique_ptr<WebServer> server(new WebServer(std::move(setup)));
  if (const Result<void> started = server->Start(std::move(loop)); !started)
    return Fail(started.error());
  return server;
}

Result<void> WebServer::Start(std::shared_ptr<EventLoop> loop) {
  Result<WebSourcesOptions> of_sources = SourcesOptions();
  if (!of_sources) return Fail(of_sources.error());
  Result<HttpServerOptions> of_server = ServerOptions();
  if (!of_server) return Fail(of_server.error());
  const Clocks clocks = of_sources->clocks;
  pool_ = std::make_unique<WorkerPool>(ThreadsFor(setup_.http));
  Result<std::unique_ptr<WebSources>> sources = WebSources::Open(*pool_, std::move(*of_sources));
  if (!sources) return Fail(ExplainFile(sources.error().file, sources.error()));
  sources_ = std::move(*sources);
  auto clock = std::make_shared<ClockService>(setup_.http.allow_store ? loop : nullptr, Log());
  services_ =
      std::make_unique<WebServices>(*sources_, *pool_, setup_.http, clocks, std::move(clock));
  Result<std::vector<ListeningSocket>> sockets = Listen();
  if (!sockets) return Fail(sockets.error());
  for (const std::string& name : NamesOf(*sockets)) places_.push_back(PlaceOf(name));
  server_ = std::make_unique<HttpServer>(std::move(loop), std::move(*sockets), *pool_,
                                         std::move(*of_server));
  services_->MountOn(*server_);
  return {};
}

// Sockets in the file system never have TLS.
std::string WebServer::PlaceOf(const std::string& socket) const {
  const bool is_secure = setup_.http.tls_certificate && !socket.starts_with("unix:");
  return (is_secure ? "https://" : "http://") + socket;
}

Result<WebSourcesOptions> WebServer::SourcesOptions() const {
  const bool quiet = setup_.common.quiet;
  DamageReport unused(true);
  WebSourcesOptions options;
  options.archives = setup_.archives;
  options.has_machine = setup_.http.has_machine;
  options.machine = OptionsOfThisMachine({}, quiet);
  for (const std::string& text : setup_.http.hosts) {
    options.hosts.push_back(NamedHost(text));
    const Result<HostSpec> spec = ParseHost(options.hosts.back().second);
    if (!spec) return Fail(spec.error());
  }
  options.allowed_hosts = setup_.http.allowed_hosts;
  options.live = LiveOptionsOfUser(setup_.common, quiet);
  CommonOptions of_archives = setup_.common;
  of_archives.memory = std::min(of_archives.memory, setup_.http.memory / 8);
  options.replay = ContextOptions(of_archives, unused);
  options.clocks = {SteadyTime, WallClock};
  if (!quiet) options.log = [](const std::string& line) { PrintError("warning: " + line); };
  return options;
}

Result<HttpServerOptions> WebServer::ServerOptions() const {
  Result<HttpTokens> tokens = ReadTokens(setup_.http);
  if (!tokens) return Fail(tokens.error());
  Result<std::shared_ptr<const TlsIdentity>> tls = ReadIdentity(setup_.http);
  if (!tls) return Fail(tls.error());
  HttpServerOptions options{.wall_clock = WallClock,
                            .version = ShortVersion(),
                            .server_names = setup_.http.server_names,
                            .allowed_origin = setup_.http.allowed_origin,
                            .tokens = std::move(*tokens),
                            .tls = std::move(*tls)};
  options.log = Log();
  return options;
}

std::function<void(const std::string& line)> WebServer::Log() const {
  return [quiet = setup_.common.quiet](const std::string& line) {
    if (!quiet) PrintError(line);
  };
}

// Sockets that systemd has opened take the place of the one that the command names, unless the
// collector has taken them.
Result<std::vector<ListeningSocket>> WebServer::Listen() const {
  constexpr const char* kIfWebPortInUse =
      "another server listens there; --http 44323, or any other port, is free";
  Result<std::vector<ListeningSocket>> sockets = TakeInheritedSockets();
  if (!sockets) return sockets;
  if (sockets->empty()) {
    Result<SocketPlace> place = ParseSocketPlace(*setup_.http.place, "--http", "8080");
    if (!place) return Fail(place.error());
    if (place->addresses.empty()) place->addresses = setup_.addresses;
    // Two free ports would differ.
    if (place->addresses.empty() && place->port == 0) place->addresses = {"127.0.0.1"};
    const Result<void> opened =
        OpenAddresses(place->addresses, {place->port}, kIfWebPortInUse, *sockets);
    if (!opened) return Fail(opened.error());
  }
  const HttpOptions& http = setup_.http;
  const Result<void> reach = CheckReach(NamesOf(*sockets), http.tokens || http.no_auth, "--tokens");
  if (!reach) return Fail(reach.error());
  return sockets;
}

Result<void> WebServer::Reload() {
  Result<HttpTokens> tokens = ReadTokens(setup_.http);
  if (!tokens) return Fail(tokens.error());
  Result<std::shared_ptr<const TlsIdentity>> tls = ReadIdentity(setup_.http);
  if (!tls) return Fail(tls.error());
  if (setup_.http.tokens) server_->SetTokens(std::move(*tokens));
  if (*tls) server_->SetTls(std::move(*tls));
  return {};
}

Result<std::string> WebServer::MakeLink() {
  const Result<std::string> ticket = server_->MakeTicket(HttpRole::kStore);
  if (!ticket) return Fail(ticket.error());
  return places_.front() + "/?token=" + *ticket;
}

std::string WebServer::what() const {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> names;
  for (const auto& source : sources_->List()) names.push_back(source->id());
  if (names.empty()) return "nothing yet";
  const std::size_t more = names.size() - std::min(names.size(), kMost);
  if (more > 0) names.resize(kMost);
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (more > 0) text += fmt::format(" and {} more", more);
  return text;
}

std::string WebServer::Greeting() const {
  return fmt::format("{} on {}", what(), fmt::join(places_, ", "));
}

}  // namespace fdr::tools
