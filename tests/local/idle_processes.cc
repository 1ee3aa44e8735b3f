// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/local/idle_processes.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const fs::path& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<fs::path> ThreadsOf(const fs::path& process) {
  std::vector<fs::path> threads;
  std::error_code error;  // threads may end meanwhile
  for (const fs::directory_entry& thread : fs::directory_iterator(process / "task", error))
    threads.push_back(thread.path());
  return threads;
}

// Waits until the process has this name and state, and its other threads sleep.
void AwaitState(pid_t pid, const std::string& name, char state) {
  const auto is_idle = [&](const fs::path& thread) {
    const std::string status = TextOf(thread / "status");
    const char wanted = thread.filename() == std::to_string(pid) ? state : 'S';
    return status.starts_with("Name:\t" + name + "\n") &&
           status.find(std::string("State:\t") + wanted) != std::string::npos;
  };
  ASSERT_TRUE(WaitUntil([&] {
    const std::vector<fs::path> threads = ThreadsOf("/proc/" + std::to_string(pid));
    return !threads.empty() && std::all_of(threads.begin(), threads.end(), is_idle);
  })) << name
      << " is not idle";
}

std::string ScriptOf(std::size_t size) {
  std::string script = "large_limit=0\nTEXT='#!/bin/bash\n\n\t\"quoted\" \\n '";
  while (script.size() < size) script += " line " + std::to_string(script.size()) + "\n";
  return script.substr(0, size);
}

}  // namespace

IdleProcesses::IdleProcesses() {
  Run({"idle"});
  Run({});
  Run({"", "the first is empty"});
  Run({"/usr/bin/idle now", "a blank in the name", ""});
  Run({"empty at the end", "", "", ""});
  Run({"\xc3\xa9t\xc3\xa9", "\xff\x01\x7f\x1b"});
  Run({"newline\n", "-c", "echo \"$1\"\n", "\n"});
  for (const std::size_t size : {500u, 4080u, 4081u, 4082u, 4083u, 4084u, 4085u, 5000u, 100'000u})
    Run({"bash", "-c", ScriptOf(size)});
  Run({"bash", "-c", ScriptOf(100'000), ScriptOf(100'000)});
  Run({"a long", "line that gives", "room"}, {"TITLE=idle: worker"});
  Run({"title"}, {"TITLE=      "});
  Run({"environment"}, {"A=newline at the end\n", "B=" + ScriptOf(100'000), "C=\n"});
  Run({"thread"}, {"THREAD=1"}, 'Z');
  RunNothing("a\\b) c d", SIGSTOP, 'T');
  RunNothing("was (a) b", SIGKILL, 'Z');
}

IdleProcesses::~IdleProcesses() {
  for (const pid_t pid : pids_) SendSignal(pid, SIGKILL);
  for (const pid_t pid : pids_) ::waitpid(pid, nullptr, 0);
}

// A process that could not be started must not be in the list: kill(2) takes -1 for all processes.
void IdleProcesses::Await(pid_t pid, const std::string& name, char state) {
  ASSERT_TRUE(IsOneProcess(pid)) << "fork: " << std::strerror(errno);
  pids_.push_back(pid);
  AwaitState(pid, name, state);
}

void IdleProcesses::Run(std::vector<std::string> arguments, std::vector<std::string> variables,
                        char state) {
  const std::vector<char*> argv = Pointers(arguments), environment = Pointers(variables);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::execve(FDR_IDLE_PROCESS, argv.data(), environment.data());
    ::_exit(127);
  }
  Await(pid, "fdr \\\\ idle) x", state);
}

// Makes a copy of this program that stops or ends itself.
void IdleProcesses::RunNothing(const char* name, int signal, char state) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_NAME, name);
    SendSignal(::getpid(), signal);
    ::_exit(127);  // a continued process is of no use to a test
  }
  std::string escaped;
  for (const char* c = name; *c != '\0'; ++c) escaped += *c == '\\' ? "\\\\" : std::string(1, *c);
  Await(pid, escaped, state);
}

std::map<InstanceId, std::uint64_t> CountRuns() {
  std::map<InstanceId, std::uint64_t> runs;
  for (const fs::directory_entry& process : fs::directory_iterator("/proc")) {
    const std::string name = process.path().filename();
    InstanceId pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc()) continue;
    for (const fs::path& thread : ThreadsOf(process.path())) {
      std::ifstream file(thread / "status");
      for (std::string line; std::getline(file, line);) {
        const std::size_t at = line.find("ctxt_switches:");
        if (at != std::string::npos) runs[pid] += std::stoull(line.substr(at + 14));
      }
    }
  }
  return runs;
}

}  // namespace fdr::test
