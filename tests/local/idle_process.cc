// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program that does nothing, whatever its arguments are.  If TITLE is in the environment, it
// writes this title over its arguments.  With THREAD, it ends its first thread but not the other.

#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

// The waiting test sees by this name that the thread has come this far.
void SetName() { ::prctl(PR_SET_NAME, "fdr \\ idle) x"); }

[[noreturn]] void DoNothing() {
  SetName();
  while (true) ::pause();
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* const title = std::getenv("TITLE")) {
    char* const last = argv[argc - 1];
    const std::size_t room = static_cast<std::size_t>(last + std::strlen(last) - argv[0]);
    std::strncpy(argv[0], title, room);  // with zeros behind it
  }
  if (std::getenv("THREAD") != nullptr) {
    std::thread(DoNothing).detach();
    SetName();
    ::pthread_exit(nullptr);
  }
  DoNothing();
}
