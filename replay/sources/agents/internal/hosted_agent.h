// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An agent: its start and its end, and the questions to it.  See docs/agent-protocol.md.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/question.h"
#include "fdr/replay/sources/agents/agent_clients.h"
#include "fdr/replay/sources/agents/agent_facts.h"
#include "fdr/replay/sources/agents/agent_list.h"
#include "fdr/replay/sources/agents/agent_options.h"
#include "fdr/replay/sources/agents/agent_patience.h"
#include "fdr/replay/sources/agents/internal/agent_connection.h"
#include "fdr/replay/sources/agents/internal/agent_dialer.h"
#include "fdr/replay/sources/agents/internal/agent_output.h"
#include "fdr/replay/sources/agents/internal/agent_process.h"
#include "fdr/replay/sources/agents/internal/agent_thread.h"
#include "fdr/replay/sources/pdu/collector_error.h"

namespace fdr {

/// Borrows the options, the clients, the patience, and the number of all threads
/// that have outlived their connections.  An agent that fails is dropped, and started again later.
class HostedAgent {
 public:
  HostedAgent(asio::io_context& io, AgentSpec spec, const AgentOptions& options,
              const AgentClients& clients, const AgentPatience& patience,
              std::size_t& lasting_threads);
  /// All open questions fail, during the call.
  ~HostedAgent();
  HostedAgent(const HostedAgent&) = delete;
  HostedAgent& operator=(const HostedAgent&) = delete;

  const AgentSpec& spec() const { return spec_; }
  const AgentFacts& facts() const { return facts_; }
  /// Whether its first start is still under way.
  bool IsStarting() const { return state_ == State::kStarting && facts_.starts <= 1; }
  /// Whether nothing is left of it after Stop().
  bool IsOver() const { return ending_.empty() && !ending_thread_; }

  void Fence(bool fenced) { facts_.is_fenced = fenced; }
  void Start();
  /// To be called now and then: starts the agent again, and ends what is left of lost ones.
  void Tick();
  /// Closes the connection, at which an agent ends by itself.
  void Stop();

  /// Asks with the bytes of `message`.  Its header is made to come from this client.
  template <class Message>
  void AskFor(std::uint32_t client, PduType expected, ByteBuffer&& message,
              std::function<void(Result<Message>)> done) {
    Ask(client, expected, std::move(message),
        [this, expected, done = std::move(done)](Result<Pdu> pdu) {
          done(Decoded<Message>(expected, std::move(pdu)));
        });
  }

  /// Fills the result with one set for each metric: values, or the error of the agent.
  void Fetch(std::uint32_t client, std::span<const MetricId> metrics, const Profile& profile,
             FetchResult& result, std::function<void()> done);
  /// Ends with PCP's number of an error, or 0.
  void Store(std::uint32_t client, const FetchResult& values,
             std::function<void(std::int32_t)> done);
  /// The agent has said something that it must not say: drops it.  Returns the reason.
  Error Reject(const Error& error);

  void OnClient(std::uint32_t client, const std::vector<AgentClientAttribute>& attributes);
  void OnClientGone(std::uint32_t client);

 private:
  enum class State : std::uint8_t { kDown, kStarting, kNotReady, kReady };

  // Starting.
  Result<void> StartKind(const PipeAgent& agent) { return StartPipe(agent.command); }
  Result<void> StartKind(const SocketAgent& agent);
  Result<void> StartKind(const DsoAgent& agent);
  Result<void> StartPipe(const std::vector<std::string>& command);
  Result<void> StartThread();
  Result<void> StartProcess(const std::vector<std::string>& command, AgentProcess::Streams streams);
  void OnExcess() const;
  void OnDialed(Result<local::UniqueFd> socket);
  void Connect(local::UniqueFd from_agent, local::UniqueFd to_agent);
  void OnUnasked(const Pdu& pdu);
  void OnGreeting(const Pdu& pdu);
  void OnReady();

  // Late answers.
  void OnLate();
  void OnLateAnswer(const Pdu& pdu);

  // Ending.
  void OnClosed(const Error& error);
  void OnLost(AgentFacts::Status status, const std::string& why);
  void EndProcess();
  void CollectEnded();
  void CollectEndedThread();
  void CountLastingThread();

  // Asking.
  void Ask(std::uint32_t client, PduType expected, ByteBuffer message,
           AgentConnection::Reply reply);
  /// Whether the agent can be asked for an answer of this type.
  Result<void> CanAnswer(PduType expected) const;
  Result<Pdu> Accepted(PduType expected, Result<Pdu> pdu);
  Error OnError(const Pdu& pdu);
  template <class Message>
  Result<Message> Decoded(PduType expected, Result<Pdu> answer) {
    const Result<Pdu> pdu = Accepted(expected, std::move(answer));
    if (!pdu) return Fail(pdu.error());
    Result<Message> message = Message::Decode(pdu->body);
    if (!message) return Fail(Reject(message.error()));
    return message;
  }
  Result<void> TakeValues(Result<Pdu> pdu, std::span<const MetricId> metrics, FetchResult& result);
  /// Passes on what the result that was decoded last says.
  void TellChanges() const;
  void TellAttributes(std::uint32_t client, const std::vector<AgentClientAttribute>& attributes);

  asio::io_context& io_;
  AgentSpec spec_;
  const AgentOptions& options_;
  const AgentClients& clients_;
  const AgentPatience& patience_;
  std::size_t& lasting_threads_;
  bool is_stopped_ = false;

  State state_ = State::kDown;
  std::optional<AgentProcess> process_;
  std::shared_ptr<AgentOutput> output_;  // of the process; empty: it is not read
  OutputAllowance allowance_;
  std::optional<AgentThread> thread_;  // instead of a process
  std::shared_ptr<AgentDialer> dialer_;
  std::shared_ptr<AgentConnection> connection_;
  std::uint32_t open_questions_ = 0;
  bool is_doubtful_ = false;      // it was dropped without an answer, and sent no values since
  bool missed_metadata_ = false;  // a question about them failed, since it was late
  bool is_told_late_ = false;     // the receiver of messages knows that it is late
  SteadyClock::time_point told_late_ = SteadyClock::time_point::min();
  std::uint16_t wishes_ = 0;  // CollectorFeature: the attributes that it wants to hear
  std::optional<Profile> sent_profile_;
  ResultRecord record_;

  AgentFacts facts_;
  SteadyClock::time_point started_;
  SteadyClock::time_point start_again_ = SteadyClock::time_point::max();
  std::chrono::nanoseconds delay_;
  struct Ending {
    AgentProcess process;
    std::shared_ptr<AgentOutput> output;
    SteadyClock::time_point since;
  };
  std::vector<Ending> ending_;  // processes that must end
  struct EndingThread {
    AgentThread thread;
    SteadyClock::time_point since;
    bool is_counted = false;  // it has lasted for too long
  };
  std::optional<EndingThread> ending_thread_;  // its connection was closed
};

}  // namespace fdr
