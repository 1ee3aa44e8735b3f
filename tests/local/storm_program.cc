// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The process behind a Storm: storm.h.  It is small and without sanitizers, so that it starts
// thousands of processes a second.
//
//     storm_program NAME USER NANOS THREADS BYTES     orders come from standard input
//     storm_program                                   uses a processor for ever

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>

namespace {

struct Kind {
  const char* program;
  uid_t user;
  long nanos;
  long threads;
  std::size_t bytes;
};

// The clocks of a thread, and of a process, are exact.
void Use(clockid_t clock, long nanos) {
  timespec used = {};
  do clock_gettime(clock, &used);
  while (used.tv_sec * 1'000'000'000 + used.tv_nsec < nanos);
}

void* UseInThread(void* nanos) {
  Use(CLOCK_THREAD_CPUTIME_ID, *static_cast<long*>(nanos));
  return nullptr;
}

void WriteToDisk(std::size_t size) {
  static const char bytes[4096] = {};
  const int file = open("/var/tmp", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  for (std::size_t done = 0; done < size; done += sizeof bytes)
    if (write(file, bytes, sizeof bytes) != sizeof bytes) _exit(1);
  if (fsync(file) != 0) _exit(1);
}

[[noreturn]] void LiveShortly(Kind kind) {
  prctl(PR_SET_NAME, kind.program);
  for (long i = 0; i < kind.threads; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, UseInThread, &kind.nanos) != 0) _exit(1);
    pthread_join(thread, nullptr);
  }
  if (kind.bytes > 0) WriteToDisk(kind.bytes);
  Use(CLOCK_PROCESS_CPUTIME_ID, kind.nanos);
  _exit(0);
}

double SecondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

void Obey(const Kind& kind) {
  if (kind.user != 0 && setuid(kind.user) != 0) _exit(1);
  int order = 0;
  while (read(STDIN_FILENO, &order, sizeof order) == sizeof order) {
    for (; order > 0; --order) {
      const pid_t pid = fork();
      if (pid == 0) LiveShortly(kind);
      waitpid(pid, nullptr, 0);
    }
    rusage all = {};
    getrusage(RUSAGE_CHILDREN, &all);
    const double used = SecondsOf(all.ru_utime) + SecondsOf(all.ru_stime);
    if (write(STDOUT_FILENO, &used, sizeof used) < 0) return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (argc == 6) {
    Obey({argv[1], static_cast<uid_t>(std::atol(argv[2])), std::atol(argv[3]), std::atol(argv[4]),
          static_cast<std::size_t>(std::atol(argv[5]))});
    return 0;
  }
  // Leaves the processors to all others.
  if (nice(19) == -1) return 1;
  for (volatile bool forever = true; forever;) {
  }
}
