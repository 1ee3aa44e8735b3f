// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/web_view.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/serve/web_server.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/message_flow.h"
#include "fdr/tools/view/browser.h"

namespace fdr::tools {
namespace {

// Others on this machine cannot look: they do not know the token in the link.
WebServer::Setup SetupFor(const ViewCommand& command) {
  WebServer::Setup setup{command.archives, {}, {}, command.common};
  setup.http.place = "127.0.0.1:0";
  setup.http.cut = command.cut;
  setup.http.allow_store = true;
  setup.http.has_machine = command.archives.empty() && !command.host;
  if (command.host) setup.http.hosts = {*command.host};
  return setup;
}

Result<void> Serve(const ViewCommand& command) {
  Result<std::shared_ptr<EventLoop>> loop = EventLoop::Make();
  if (!loop) return Fail(loop.error());
  const Result<std::unique_ptr<WebServer>> server = WebServer::Open(SetupFor(command), *loop);
  if (!server) return Fail(server.error());
  const Result<std::string> link = (*server)->MakeLink();
  if (!link) return Fail(link.error());
  if (!command.common.quiet)
    PrintError("showing " + (*server)->what() + " at this address, once; Ctrl-C ends");
  if (!WriteOutput(*link + '\n')) return Fail(Errc::kIo, "The address cannot be shown");
  Browser browser;
  browser.Open(*link);
  LimitMessages();
  while (!Interrupted()) {
    (*loop)->RunOneFor(std::chrono::milliseconds(250));
    browser.Reap();
    TellOfMissingMessages();
  }
  TellOfLastMissingMessages();
  return {};
}

}  // namespace

int RunWeb(const ViewCommand& command) {
  CatchInterrupts();
  const Result<void> served = Serve(command);
  if (served) return kOk;
  PrintError(served.error());
  return served.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
}

}  // namespace fdr::tools
