// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/trace/trace_session.h"

#include <pcp/trace.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "fdr/replay/pcp/trace/trace_notes.h"

namespace fdr::trace_client {

// Never destroyed: other threads may trace while the program ends.
TraceSession& TraceSession::Ours() {
  static TraceSession* const session = new TraceSession();
  return *session;
}

TraceSession::TraceSession()
    : process_(static_cast<std::uint32_t>(::getpid())), link_(std::make_unique<CollectorLink>()) {
  ::pthread_atfork(&BeforeFork, &InParent, &InChild);
}

int TraceSession::Begin(std::string_view tag) {
  const std::lock_guard lock(mutex_);
  if (const int error = Reach(); error != 0) return error;
  auto known = transactions_.find(tag);
  if (known != transactions_.end() && known->second.is_running) return PMTRACE_ERR_INPROGRESS;
  const bool is_new = known == transactions_.end();
  if (is_new) known = transactions_.emplace(tag, Transaction{}).first;
  Note(PMTRACE_STATE_API, "pmtracebegin: %s transaction '%s' (id=0x%x)",
       is_new ? "new" : "updating", known->first.c_str(), process_);
  known->second = {Clock::now(), true};
  return 0;
}

int TraceSession::End(std::string_view tag) {
  const Clock::time_point now = Clock::now();
  const std::lock_guard lock(mutex_);
  const auto known = transactions_.find(tag);
  if (known == transactions_.end()) return PMTRACE_ERR_NOSUCHTAG;
  if (!known->second.is_running) return PMTRACE_ERR_NOPROGRESS;
  Note(PMTRACE_STATE_API, "pmtraceend: sending transaction data '%s' (id=0x%x)",
       known->first.c_str(), process_);
  known->second.is_running = false;
  const std::chrono::duration<double> elapsed = now - known->second.start;
  return Send({TraceKind::kTransaction, false, std::max(elapsed.count(), 0.0), tag});
}

int TraceSession::Abort(std::string_view tag) {
  const std::lock_guard lock(mutex_);
  const auto known = transactions_.find(tag);
  if (known == transactions_.end()) return PMTRACE_ERR_NOSUCHTAG;
  if (!known->second.is_running) return PMTRACE_ERR_NOPROGRESS;
  Note(PMTRACE_STATE_API, "pmtraceabort: aborting transaction '%s' (id=0x%x)", known->first.c_str(),
       process_);
  known->second.is_running = false;
  return 0;
}

int TraceSession::Tell(TraceKind kind, std::string_view tag, double value) {
  const std::lock_guard lock(mutex_);
  Note(PMTRACE_STATE_API, "_pmtracecommon: trace tag '%.*s' (type=%d,value=%f)",
       static_cast<int>(tag.size()), tag.data(), static_cast<int>(kind), value);
  if (const int error = Reach(); error != 0) return error;
  return Send({kind, false, value, tag});
}

int TraceSession::SetState(int flags) {
  const std::lock_guard lock(mutex_);
  if ((flags & PMTRACE_STATE_ASYNC) != 0 && mode_ == Mode::kSynchronous) return -EINVAL;
  return SetStateFlags(flags);
}

void TraceSession::Finish() {
  const std::lock_guard lock(mutex_);
  if (writer_ != nullptr) writer_->Finish();
}

// The environment may change until the first call that needs it.
void TraceSession::ChooseSettings() {
  if (std::exchange(is_chosen_, true)) return;
  settings_ = SettingsOfEnvironment();
  if (settings_.is_silent) SetStateFlags(StateFlags() | PMTRACE_STATE_NOAGENT);
}

// Connects at the first call.  Later, only Send() finds out that the connection was lost.
int TraceSession::Reach() {
  ChooseSettings();
  if (was_connected_) return 0;
  if (mode_ == Mode::kOpen)
    mode_ = Shows(PMTRACE_STATE_ASYNC) ? Mode::kAsynchronous : Mode::kSynchronous;
  if (Shows(PMTRACE_STATE_NOAGENT)) {
    Note(PMTRACE_STATE_NOAGENT, "_pmtraceconnect: connecting to PMDA (skipped)");
    return 0;
  }
  // Calls in the asynchronous mode must not wait, again and again, for a host that is away.
  if (mode_ == Mode::kAsynchronous && failures_ > 0 && Clock::now() < next_attempt_)
    return PMTRACE_ERR_IPC;
  return Connect();
}

int TraceSession::Connect() {
  int error = link_->Open(settings_, mode_ == Mode::kAsynchronous);
  if (error == 0 && mode_ == Mode::kAsynchronous) {
    writer_ = std::make_unique<BatchWriter>(*link_, settings_);
    error = writer_->Start();
    if (error != 0) writer_.reset();
  }
  if (error == 0) {
    was_connected_ = true;
    failures_ = 0;
    return 0;
  }
  next_attempt_ = Clock::now() + settings_.delays[std::min(failures_, settings_.delays.size() - 1)];
  ++failures_;
  return error;
}

int TraceSession::Send(const TraceData& data) {
  if (Shows(PMTRACE_STATE_NOAGENT)) {
    Note(PMTRACE_STATE_NOAGENT, "_pmtracereconnect: reconnect attempt (skipped)");
    Note(PMTRACE_STATE_NOAGENT, "__pmtracesenddata: sending data (skipped)");
    Note(PMTRACE_STATE_NOAGENT, "_pmtracegetack: awaiting ack (skipped)");
    return 0;
  }
  Note(PMTRACE_STATE_PDU, "__pmtracesenddata(tag=\"%.*s\", data=%f)",
       static_cast<int>(data.tag.size()), data.tag.data(), data.value);
  if (writer_ != nullptr) return writer_->Add(data, process_);
  return SendAndWait(data);
}

// If the connection was lost, tries once over a new one.  Until that exists, at the delays that the
// user chose, calls fail: the caller knows what did not arrive.
int TraceSession::SendAndWait(const TraceData& data) {
  TraceData synchronous = data;
  synchronous.wants_ack = true;
  message_.clear();
  synchronous.Encode(process_, message_);
  int error = PMTRACE_ERR_IPC;
  if (link_->IsOpen()) error = link_->Exchange(message_);
  if (error != PMTRACE_ERR_IPC) return error;
  if (failures_ > 0 && Clock::now() < next_attempt_) return PMTRACE_ERR_IPC;
  if (Connect() != 0) return PMTRACE_ERR_IPC;
  return link_->Exchange(message_);
}

void TraceSession::BeforeFork() {
  TraceSession& session = Ours();
  session.mutex_.lock();
  if (session.writer_ != nullptr) session.writer_->Lock();
}

void TraceSession::InParent() {
  TraceSession& session = Ours();
  if (session.writer_ != nullptr) session.writer_->Unlock();
  session.mutex_.unlock();
}

// The child has no thread that writes.  What waits there is sent by the parent.  The thread may be
// using the link at this moment, so both are left as they are; the child begins with new ones.
void TraceSession::InChild() {
  TraceSession& session = Ours();
  session.process_ = static_cast<std::uint32_t>(::getpid());
  if (session.writer_ != nullptr) {
    session.writer_->Unlock();
    static_cast<void>(session.writer_.release());
    static_cast<void>(session.link_.release());
    session.link_ = std::make_unique<CollectorLink>();
  }
  session.link_->Close();
  session.was_connected_ = false;
  session.failures_ = 0;
  session.transactions_.clear();
  session.mutex_.unlock();
}

}  // namespace fdr::trace_client
