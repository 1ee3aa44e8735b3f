// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Messages of daemons: pmNotifyErr(3), pmSyslog(3) and pmNoMem(3).

#include <pcp/pmapi.h>

#include <atomic>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/process/process_clock.h"

namespace {

std::atomic<bool> forwards_to_syslog = false;

const char* LevelName(int priority) {
  switch (priority) {
    case LOG_EMERG:
      return "Emergency";
    case LOG_ALERT:
      return "Alert";
    case LOG_CRIT:
      return "Critical";
    case LOG_ERR:
      return "Error";
    case LOG_WARNING:
      return "Warning";
    case LOG_NOTICE:
      return "Notice";
    case LOG_INFO:
      return "Info";
    case LOG_DEBUG:
      return "Debug";
    default:
      return "???";
  }
}

bool EndsLine(const char* text) {
  const std::size_t length = strlen(text);
  return length > 0 && text[length - 1] == '\n';
}

}  // namespace

void pmSyslog(int onoff) {
  forwards_to_syslog = onoff != 0;
  if (onoff != 0)
    openlog("pcp", LOG_PID, LOG_DAEMON);
  else
    closelog();
}

void pmNotifyErr(int priority, const char* message, ...) {
  const int error = errno;  // for "%m" in the message
  va_list arguments;
  if (forwards_to_syslog) {
    va_start(arguments, message);
    vsyslog(priority, message, arguments);
    va_end(arguments);
  }
  constexpr int kDateLength = 19;  // without the year
  flockfile(stderr);
  fdr::pmapi::Guarded([&] {
    return fprintf(stderr, "[%.*s] %s(%d) %s: ", kDateLength, fdr::pmapi::ProcessDate().c_str(),
                   pmGetProgname(), getpid(), LevelName(priority));
  });
  errno = error;
  va_start(arguments, message);
  vfprintf(stderr, message, arguments);
  va_end(arguments);
  if (!EndsLine(message)) fputc('\n', stderr);
  funlockfile(stderr);
}

void pmNoMem(const char* where, size_t size, int fatal) {
  char reason[PM_MAXERRMSGLEN];
  pmNotifyErr(fatal != 0 ? LOG_ERR : LOG_WARNING, "%s: malloc(%zu) failed: %s", where, size,
              pmErrStr_r(-errno, reason, sizeof reason));
  if (fatal != 0) exit(1);
}
