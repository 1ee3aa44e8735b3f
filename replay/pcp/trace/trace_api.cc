// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions of <pcp/trace.h>: PMTRACE(3).

#include <pcp/trace.h>

#include <array>
#include <cstring>
#include <exception>

#include "fdr/replay/pcp/trace/trace_session.h"

namespace fdr::trace_client {
namespace {

constexpr std::array kTexts = {
    "Invalid tag name - tag names cannot be NULL",
    "Transaction is already in progress - cannot begin",
    "Transaction is not currently in progress - cannot end",
    "Transaction tag was not successfully initialised",
    "Tag is already in use for a different type of tracing",
    "Tag name is too long (maximum 256 characters)",
    "IPC protocol failure",
    "Unrecognised environment variable format",
    "Application timed out connecting to the PMDA",
    "Incompatible versions between application and PMDA",
    "Cannot connect to PMDA - permission denied",
    "Cannot connect to PMDA - connection limit reached",
};

// Runs a call with a tag that is valid.
template <class Call>
int WithTag(const char* tag, Call call) {
  if (tag == nullptr || *tag == '\0') return PMTRACE_ERR_TAGNAME;
  const std::string_view text(tag, ::strnlen(tag, kLongestTraceTag + 1));
  if (text.size() > kLongestTraceTag) return PMTRACE_ERR_TAGLENGTH;
  try {
    return call(TraceSession::Ours(), text);
  } catch (const std::exception&) {  // only memory can be missing
    return -ENOMEM;
  }
}

int Tell(TraceKind kind, const char* tag, double value) {
  return WithTag(tag, [&](TraceSession& session, std::string_view text) {
    return session.Tell(kind, text, value);
  });
}

}  // namespace
}  // namespace fdr::trace_client

using fdr::TraceKind;
using fdr::trace_client::TraceSession;
using fdr::trace_client::WithTag;

extern "C" {

int pmtracebegin(const char* tag) {
  return WithTag(tag,
                 [](TraceSession& session, std::string_view text) { return session.Begin(text); });
}

int pmtraceend(const char* tag) {
  return WithTag(tag,
                 [](TraceSession& session, std::string_view text) { return session.End(text); });
}

int pmtraceabort(const char* tag) {
  return WithTag(tag,
                 [](TraceSession& session, std::string_view text) { return session.Abort(text); });
}

int pmtracepoint(const char* tag) { return fdr::trace_client::Tell(TraceKind::kPoint, tag, -1); }

int pmtraceobs(const char* tag, double value) {
  return fdr::trace_client::Tell(TraceKind::kObservation, tag, value);
}

int pmtracecounter(const char* tag, double value) {
  return fdr::trace_client::Tell(TraceKind::kCounter, tag, value);
}

int pmtracestate(int flags) { return TraceSession::Ours().SetState(flags); }

char* pmtraceerrstr(int code) {
  const char* text = "Unknown error code.";
  const int place = -PMTRACE_ERR_BASE - code;
  if (code == 0)
    text = "No error.";
  else if (place >= 0 && static_cast<std::size_t>(place) < fdr::trace_client::kTexts.size())
    text = fdr::trace_client::kTexts[static_cast<std::size_t>(place)];
  else if (code < 0 && code > -PMTRACE_ERR_BASE)
    text = std::strerror(-code);
  return const_cast<char*>(text);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}
}

namespace {

// When the program ends, or unloads this library.
[[gnu::destructor]] void FinishTracing() { TraceSession::Ours().Finish(); }

}  // namespace
