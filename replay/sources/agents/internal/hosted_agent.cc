// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How an agent begins and ends; agent_questions.cc has what happens between.

#include "fdr/replay/sources/agents/internal/hosted_agent.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"

namespace fdr {
namespace {

// After its connection was closed, a process gets so long before it is asked to end, and as long
// before it is killed.  A thread gets so long before its agent is said to hang.
constexpr std::chrono::seconds kForOneStep{1};
constexpr std::int32_t kAgentIsReady = -13393;
// An answer of this size takes one write and one read; the usual 64 KiB hold 800 metrics or so.
constexpr int kPipeSize = 256 << 10;
constexpr std::uint16_t kPossibleWishes = kFeatureAuthentication | kFeatureContainer;

struct Pipe {
  local::UniqueFd read, write;

  static Result<Pipe> Make() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return FailSystem(errno, {});
    return Pipe{local::UniqueFd(ends[0]), local::UniqueFd(ends[1])};
  }
};

// Of questions and answers.
struct Pipes {
  Pipe to_agent, from_agent;

  static Result<Pipes> Make() {
    Result<Pipe> to = Pipe::Make(), from = Pipe::Make();
    if (!to) return Fail(to.error());
    if (!from) return Fail(from.error());
    ::fcntl(from->write.get(), F_SETPIPE_SZ, kPipeSize);  // the system may refuse more room
    return Pipes{std::move(*to), std::move(*from)};
  }
};

AgentFacts::Kind KindOf(const AgentSpec& spec) {
  if (std::holds_alternative<DsoAgent>(spec.kind)) return AgentFacts::Kind::kDso;
  return std::holds_alternative<SocketAgent>(spec.kind) ? AgentFacts::Kind::kSocket
                                                        : AgentFacts::Kind::kPipe;
}

// Exit status and signal, where pmcd.agent.status has them.
std::uint32_t StatusOf(int end) {
  constexpr unsigned kExit = 8, kSignal = 16;
  if (WIFSIGNALED(end)) return static_cast<std::uint32_t>(WTERMSIG(end)) << kSignal;
  return static_cast<std::uint32_t>(WEXITSTATUS(end)) << kExit;
}

}  // namespace

HostedAgent::HostedAgent(asio::io_context& io, AgentSpec spec, const AgentOptions& options,
                         const AgentClients& clients, const AgentPatience& patience,
                         std::size_t& lasting_threads)
    : io_(io),
      spec_(std::move(spec)),
      options_(options),
      clients_(clients),
      patience_(patience),
      lasting_threads_(lasting_threads),
      delay_(options.first_delay) {
  facts_.label = spec_.label;
  facts_.domain = spec_.domain;
  facts_.kind = KindOf(spec_);
}

HostedAgent::~HostedAgent() {
  Stop();
  for (const Ending& ending : ending_)
    if (ending.output) ending.output->Close();
  if (ending_thread_ && !ending_thread_->thread.IsOver()) options_.on_thread_left();
}

// Starting.

void HostedAgent::Start() {
  state_ = State::kStarting;
  facts_.status = AgentFacts::kNotReady;
  ++facts_.starts;
  started_ = SteadyClock::now();
  start_again_ = SteadyClock::time_point::max();
  sent_profile_.reset();
  missed_metadata_ = is_told_late_ = false;
  const Result<void> started =
      std::visit([this](const auto& kind) { return StartKind(kind); }, spec_.kind);
  if (!started) OnLost(AgentFacts::kNotStarted, "cannot be started: " + started.error().Message());
}

Result<void> HostedAgent::StartKind(const DsoAgent& agent) {
  if (options_.dso_module) return StartThread();
  if (options_.dso_host.empty())
    return Fail(Errc::kNotFound, "there is no program that loads shared objects");
  return StartPipe({options_.dso_host, spec_.label, std::to_string(spec_.domain),
                    agent.init_function, agent.path});
}

Result<void> HostedAgent::StartPipe(const std::vector<std::string>& command) {
  Result<Pipes> pipes = Pipes::Make();
  if (!pipes) return Fail(pipes.error());
  const Result<void> started = StartProcess(
      command, {.in = pipes->to_agent.read.get(), .out = pipes->from_agent.write.get()});
  if (!started) return started;
  Connect(std::move(pipes->from_agent.read), std::move(pipes->to_agent.write));
  return {};
}

Result<void> HostedAgent::StartProcess(const std::vector<std::string>& command,
                                       AgentProcess::Streams streams) {
  std::optional<Pipe> errors;
  if (options_.on_output) {
    Result<Pipe> pipe = Pipe::Make();
    if (!pipe) return Fail(pipe.error());
    errors = std::move(*pipe);
    streams.err = errors->write.get();
  }
  Result<AgentProcess> process = AgentProcess::Start(command, options_, streams);
  if (!process) return Fail(process.error());
  process_.emplace(std::move(*process));
  if (!errors) return {};
  output_ = std::make_shared<AgentOutput>(
      io_, std::move(errors->read), allowance_,
      AgentOutput::Events{options_.on_output, [this] { OnExcess(); }});
  output_->Start();
  return {};
}

void HostedAgent::OnExcess() const {
  options_.log("agent " + spec_.label + ": " +
               (allowance_.IsUsedUp() ? "it has written 16 MiB of messages; more are left out"
                                      : "it writes more than 64 KiB of messages in a minute; the "
                                        "rest is left out"));
}

Result<void> HostedAgent::StartThread() {
  Result<Pipes> pipes = Pipes::Make();
  if (!pipes) return Fail(pipes.error());
  Result<AgentThread> thread =
      AgentThread::Start(*options_.dso_module, spec_, std::move(pipes->to_agent.read),
                         std::move(pipes->from_agent.write));
  if (!thread) return Fail(thread.error());
  thread_.emplace(std::move(*thread));
  Connect(std::move(pipes->from_agent.read), std::move(pipes->to_agent.write));
  return {};
}

Result<void> HostedAgent::StartKind(const SocketAgent& agent) {
  if (!agent.command.empty()) {
    const Result<void> started = StartProcess(agent.command, {});
    if (!started) return started;
  }
  dialer_ = std::make_shared<AgentDialer>(
      io_, options_.start_limit,
      [this](Result<local::UniqueFd> socket) { OnDialed(std::move(socket)); });
  dialer_->Start(agent);
  return {};
}

void HostedAgent::OnDialed(Result<local::UniqueFd> socket) {
  if (!socket) return OnLost(AgentFacts::kNotStarted, socket.error().Message());
  local::UniqueFd to_agent(::fcntl(socket->get(), F_DUPFD_CLOEXEC, 0));
  if (!to_agent.IsOpen())
    return OnLost(AgentFacts::kNotStarted, FailSystem(errno, {}).value().Message());
  Connect(std::move(*socket), std::move(to_agent));
}

void HostedAgent::Connect(local::UniqueFd from_agent, local::UniqueFd to_agent) {
  connection_ = std::make_shared<AgentConnection>(
      io_, std::move(from_agent), std::move(to_agent), options_.max_message,
      AgentConnection::Events{[this](const Pdu& pdu) { OnUnasked(pdu); },
                              [this](const Error& error) { OnClosed(error); }, [this] { OnLate(); },
                              [this](const Pdu& pdu) { OnLateAnswer(pdu); }});
  connection_->Expect(options_.start_limit);
  connection_->Start();
}

void HostedAgent::OnUnasked(const Pdu& pdu) {
  if (state_ == State::kStarting) return OnGreeting(pdu);
  if (state_ == State::kNotReady && pdu.type == PduType::kError) {
    const Result<ErrorPdu> news = ErrorPdu::Decode(pdu.body);
    if (news && news->code == kAgentIsReady) return OnReady();
  }
  Reject(BadPdu("unasked", "it sent what nothing had asked for").value());
}

// The agent speaks first.
void HostedAgent::OnGreeting(const Pdu& pdu) {
  const Result<CredentialsPdu> greeting = pdu.type == PduType::kCredentials
                                              ? CredentialsPdu::Decode(pdu.body)
                                              : BadPdu("greeting", "it is something else");
  if (!greeting) {
    Reject(greeting.error());
    return;
  }
  wishes_ = greeting->flags & kPossibleWishes;
  ByteBuffer answer;
  CredentialsPdu{.flags = wishes_, .process = static_cast<std::uint32_t>(::getpid())}.Encode(
      answer);
  connection_->Tell(std::move(answer));
  for (const auto& [client, attributes] : clients_) TellAttributes(client, attributes);
  const auto* pipe = std::get_if<PipeAgent>(&spec_.kind);
  state_ = State::kNotReady;
  if (pipe == nullptr || !pipe->says_when_ready) OnReady();
}

void HostedAgent::OnReady() {
  state_ = State::kReady;
  facts_.status = 0;
  options_.on_change(facts_.starts == 1 ? kAgentsAdded : kAgentsAdded | kAgentsRestarted);
}

// Ending.

void HostedAgent::Stop() {
  is_stopped_ = true;
  start_again_ = SteadyClock::time_point::max();
  if (dialer_) dialer_->Cancel();
  if (connection_) connection_->Close({Errc::kCancelled, "the collector ends", {}, 0});
  EndProcess();
}

Error HostedAgent::Reject(const Error& error) {
  if (connection_) connection_->Close(error);
  return CollectorError(kPcpProtocol);
}

void HostedAgent::OnClosed(const Error& error) {
  const bool was_started = state_ != State::kStarting;
  const bool was_asked = open_questions_ > 0 || connection_->IsLate();
  connection_ = nullptr;
  if (is_stopped_) {
    state_ = State::kDown;
    return;
  }
  AgentFacts::Status status = was_started ? AgentFacts::kDropped : AgentFacts::kNotStarted;
  if (was_started && error.code == Errc::kDisconnected && !was_asked)
    status = AgentFacts::kEndedByItself;
  const bool has_reason = thread_ && thread_->IsOver() && !thread_->complaint().empty();
  const std::string reason = has_reason ? thread_->complaint() : error.Message();
  OnLost(status, has_reason && !was_started ? "cannot be started: " + reason : reason);
  is_doubtful_ |= was_started && error.code == Errc::kTimeout;
  if (was_started) options_.on_change(kAgentsDropped);
}

void HostedAgent::OnLost(AgentFacts::Status status, const std::string& why) {
  const auto now = SteadyClock::now();
  state_ = State::kDown;
  facts_.status = status;
  if (now - started_ >= options_.longest_delay) delay_ = options_.first_delay;
  start_again_ = now + delay_;
  delay_ = std::min(2 * delay_, options_.longest_delay);
  EndProcess();
  options_.log("agent " + spec_.label + ": " + why);
}

void HostedAgent::EndProcess() {
  const auto now = SteadyClock::now();
  if (process_) ending_.push_back({std::move(*process_), std::exchange(output_, nullptr), now});
  process_.reset();
  if (thread_) ending_thread_.emplace(EndingThread{std::move(*thread_), now});
  thread_.reset();
}

void HostedAgent::Tick() {
  CollectEnded();
  CollectEndedThread();
  if (!ending_thread_ && SteadyClock::now() >= start_again_) Start();
}

void HostedAgent::CollectEnded() {
  const auto now = SteadyClock::now();
  std::erase_if(ending_, [&](Ending& ending) {
    if (const std::optional<int> end = ending.process.End()) {
      if (state_ == State::kDown) facts_.status |= StatusOf(*end);
      if (ending.output) ending.output->Close();
      return true;
    }
    if (now - ending.since >= 2 * kForOneStep)
      ending.process.Kill();
    else if (now - ending.since >= kForOneStep)
      ending.process.Terminate();
    return false;
  });
}

// The agent may hang in one of its functions.
void HostedAgent::CollectEndedThread() {
  if (!ending_thread_) return;
  if (ending_thread_->thread.IsOver()) {
    if (ending_thread_->is_counted) --lasting_threads_;
    ending_thread_.reset();
  } else if (!ending_thread_->is_counted &&
             SteadyClock::now() - ending_thread_->since >= kForOneStep) {
    CountLastingThread();
  }
}

void HostedAgent::CountLastingThread() {
  ending_thread_->is_counted = true;
  ++lasting_threads_;
  options_.log("agent " + spec_.label +
               ": its thread still runs (such threads: " + std::to_string(lasting_threads_) + ")" +
               (is_stopped_ ? "" : ", so the agent is not started again yet"));
}

}  // namespace fdr
