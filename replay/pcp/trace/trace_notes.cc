// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/trace/trace_notes.h"

#include <pcp/trace.h>
#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace fdr::trace_client {
namespace {

std::atomic<int> state_flags = PMTRACE_STATE_NONE;

}  // namespace

int StateFlags() { return state_flags.load(std::memory_order_relaxed); }

int SetStateFlags(int flags) { return state_flags.exchange(flags); }

bool Shows(int flags) { return (StateFlags() & flags) != 0; }

void Note(int flags, const char* format, ...) {
  if (!Shows(flags)) return;
  std::va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fputc('\n', stderr);
}

// The words of the header are numbers; those behind it are shown as they lie in memory.
void NoteMessage(const char* what, int fd, Bytes message) {
  if (!Shows(PMTRACE_STATE_PDU)) return;
  constexpr std::size_t kWordsOfLine = 8;
  const std::uint32_t type = LoadU32(message.data() + 4), from = LoadU32(message.data() + 8);
  const bool is_ack = type == static_cast<std::uint32_t>(TraceType::kAck);
  std::fprintf(stderr, "[%d]%s: %s fd=%d len=%zu", static_cast<int>(::getpid()), what,
               is_ack ? "ACK" : "DATA", fd, message.size());
  if (is_ack) std::fprintf(stderr, " from=%u", from);
  for (std::size_t at = 0; at < message.size(); at += sizeof(std::uint32_t)) {
    std::uint32_t word = 0;
    std::memcpy(&word, message.data() + at, sizeof word);
    if (at < kTraceHeaderSize) word = LoadU32(message.data() + at);
    const std::size_t place = at / sizeof word;
    if (place % kWordsOfLine == 0) std::fprintf(stderr, "\n%03zu: ", place);
    std::fprintf(stderr, "%8x ", word);
  }
  std::fputc('\n', stderr);
}

}  // namespace fdr::trace_client
