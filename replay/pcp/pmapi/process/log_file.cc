// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmOpenLog(3).

#include <fcntl.h>
#include <pcp/pmapi.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mutex>
#include <string>
#include <vector>

#include "fdr/replay/own_host_name.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/process/log_file.h"
#include "fdr/replay/pcp/pmapi/process/process_clock.h"

using fdr::pmapi::Guarded;
using fdr::pmapi::ProcessDate;

namespace {

struct OpenLogs {
  std::mutex mutex;
  std::vector<FILE*> streams;

  static OpenLogs& Get() {
    static auto* const logs = new OpenLogs;  // never destroyed: an exit handler needs it
    return *logs;
  }
};

void WritePostscripts() {
  OpenLogs& logs = OpenLogs::Get();
  const std::lock_guard lock(logs.mutex);
  for (FILE* const stream : logs.streams)
    fprintf(stream, "\nLog finished %s\n", ProcessDate().c_str());
}

void PromisePostscript(FILE* stream) {
  OpenLogs& logs = OpenLogs::Get();
  const std::lock_guard lock(logs.mutex);
  if (logs.streams.empty() && atexit(WritePostscripts) != 0) return;
  logs.streams.push_back(stream);
}

// Devices and pipes are shared with other programs: /dev/null is not replaced.
bool IsReplaced(const char* path) {
  struct stat status {};
  return lstat(path, &status) == 0 && (S_ISREG(status.st_mode) || S_ISLNK(status.st_mode));
}

// From now on, all output to `stream` goes to a new file.
bool Redirect(FILE* stream, const char* path) {
  // A new file belongs to the caller.  A failure shows up below.
  if (IsReplaced(path)) unlink(path);
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return false;
  fflush(stream);
  const bool done = dup2(file, fileno(stream)) >= 0;
  const int error = errno;
  close(file);
  errno = error;
  return done;
}

}  // namespace

namespace fdr::pmapi {

FILE* OpenLog(const char* program, const char* path, FILE* old, int* status, const char* event) {
  Guarded([&] {
    *status = 1;
    if (strcmp(path, "-") != 0 && !Redirect(old, path)) {
      char reason[PM_MAXERRMSGLEN];
      fprintf(stderr, "%s: cannot open log \"%s\" for writing : %s\n", program, path,
              pmErrStr_r(-errno, reason, sizeof reason));
      *status = 0;
    }
    return fprintf(old, "Log for %s on %s %s %s\n\n", program, fdr::OwnHostName().c_str(), event,
                   ProcessDate().c_str());
  });
  return old;
}

}  // namespace fdr::pmapi

FILE* pmOpenLog(const char* progname, const char* logname, FILE* oldstream, int* status) {
  Guarded([&] {
    PromisePostscript(oldstream);
    return 0;
  });
  return fdr::pmapi::OpenLog(progname, logname, oldstream, status, "started");
}
