// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/internal/agent_thread.h"

#include <dlfcn.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <csignal>
#include <system_error>
#include <utility>
#include <variant>

#include "fdr/archive/base/without_signals.h"
#include "fdr/replay/sources/agents/agent_module.h"

namespace fdr {
namespace {

// The module stays loaded: threads that were left to themselves run in it.
Result<ServeInProcess> LoadModule(const std::string& path) {
  if (path.empty())
    return Fail(Errc::kNotFound, "there is no module that loads shared objects into this process");
  void* const module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const serve = module != nullptr ? ::dlsym(module, kServeInProcess) : nullptr;
  if (serve == nullptr) return Fail(Errc::kNotFound, ::dlerror());
  return reinterpret_cast<ServeInProcess>(serve);
}

// The thread takes the signals that it causes itself, and those that agents use.  All others are
// for the program.  SIGPIPE stays blocked: an answer that comes too late must not end the program.
void TakeOwnSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM, SIGCHLD})
    sigaddset(&signals, own);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace

// What the thread uses.
struct AgentThread::Run {
  ServeInProcess serve;
  AgentSpec agent;
  local::UniqueFd in, out;
  std::string complaint;
  std::atomic<bool> is_over = false;

  void operator()() {
    TakeOwnSignals();
    const auto& object = std::get<DsoAgent>(agent.kind);
    std::array<char, 1024> reason = {};
    if (!serve({.label = agent.label.c_str(),
                .domain = static_cast<int>(agent.domain),
                .function = object.init_function.c_str(),
                .path = object.path.c_str(),
                .in = in.get(),
                .out = out.get()},
               reason.data(), reason.size()))
      complaint = reason.data();
    is_over = true;  // before the collector can see the end of the connection
    in.Reset();
    out.Reset();
  }
};

AgentThread::AgentThread(std::shared_ptr<Run> run)
    : run_(std::move(run)), thread_([run = run_] { (*run)(); }) {}

Result<AgentThread> AgentThread::Start(const std::string& module, const AgentSpec& agent,
                                       local::UniqueFd in, local::UniqueFd out) {
  const Result<ServeInProcess> serve = LoadModule(module);
  if (!serve) return Fail(serve.error());
  auto run = std::make_shared<Run>();
  run->serve = *serve;
  run->agent = agent;
  run->in = std::move(in);
  run->out = std::move(out);
  try {
    const WithoutSignals inherited;  // by the thread
    return AgentThread(std::move(run));
  } catch (const std::system_error& refused) {
    return FailSystem(refused.code().value(), {});
  }
}

AgentThread::~AgentThread() {
  if (!thread_.joinable()) return;  // it was moved
  if (IsOver())
    thread_.join();
  else
    thread_.detach();
}

bool AgentThread::IsOver() const { return run_->is_over; }

const std::string& AgentThread::complaint() const { return run_->complaint; }

}  // namespace fdr
