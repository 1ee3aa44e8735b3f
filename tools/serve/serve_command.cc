// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/serve_command.h"

#include <chrono>
#include <memory>
#include <utility>

#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/serve/serve_status.h"
#include "fdr/tools/serve/served_collector.h"
#include "fdr/tools/serve/service_manager.h"
#include "fdr/tools/serve/web_server.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/message_flow.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{250};  // at the archive, the tape and Ctrl-C

// What runs; the loop outlives it.
struct Servers {
  std::shared_ptr<EventLoop> loop;
  std::unique_ptr<ServedCollector> collector;  // perhaps
  std::unique_ptr<WebServer> web;              // perhaps
};

Result<void> Open(const ServeCommand& command, Servers& servers) {
  Result<std::shared_ptr<EventLoop>> loop = EventLoop::Make();
  if (!loop) return Fail(loop.error());
  servers.loop = std::move(*loop);
  if (command.IsCollector()) {
    Result<std::unique_ptr<ServedCollector>> collector =
        ServedCollector::Open(command, servers.loop);
    if (!collector) return Fail(collector.error());
    servers.collector = std::move(*collector);
  }
  if (command.http.place) {
    WebServer::Setup setup{command.archives, command.http, command.addresses, command.common};
    setup.http.hosts = command.hosts;
    setup.http.no_auth = command.no_auth;
    if (command.memory) setup.http.memory = *command.memory;
    Result<std::unique_ptr<WebServer>> web = WebServer::Open(std::move(setup), servers.loop);
    if (!web) return Fail(web.error());
    servers.web = std::move(*web);
  }
  return {};
}

void Greet(const Servers& servers) {
  std::string text = "serving ";
  if (servers.collector) text += servers.collector->Greeting();
  if (servers.collector && servers.web) text += "; and ";
  if (servers.web) text += servers.web->Greeting();
  PrintError(text + "; Ctrl-C ends");
}

// What is wrong in a file now leaves everything as it was.
void Reload(Servers& servers) {
  NotifyReloading();
  if (servers.collector)
    if (const Result<void> read = servers.collector->Reload(); !read) PrintError(read.error());
  if (servers.web)
    if (const Result<void> read = servers.web->Reload(); !read) PrintError(read.error());
  NotifyReady();
}

// Until Ctrl-C, or the end of the tape.
void Serve(Servers& servers, ServeStatus& status) {
  auto next_look = std::chrono::steady_clock::now();
  while (!Interrupted()) {
    servers.loop->RunOneFor(kBetweenLooks);
    if (TakeRequest(Request::kHangup)) Reload(servers);
    if (std::chrono::steady_clock::now() < next_look) continue;
    next_look = std::chrono::steady_clock::now() + kBetweenLooks;
    status.Tick();
    TellOfMissingMessages();
    if (servers.collector && !servers.collector->Tick()) break;
  }
}

}  // namespace

int Run(const ServeCommand& command) {
  Servers servers;
  if (const Result<void> opened = Open(command, servers); !opened) {
    PrintError(opened.error());
    return opened.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
  }
  CatchInterrupts();
  CatchRequest(Request::kHangup);
  if (servers.collector) servers.collector->WaitForAgents();
  if (!command.common.quiet) Greet(servers);
  LimitMessages();  // there may be clients now
  ServeStatus status(servers.collector.get(), servers.web.get());
  if (const Result<void> opened = status.Open(*servers.loop); !opened) PrintError(opened.error());
  NotifyReady();
  Serve(servers, status);
  TellOfLastMissingMessages();
  NotifyStopping();
  return servers.collector ? servers.collector->status() : kOk;
}

}  // namespace fdr::tools
