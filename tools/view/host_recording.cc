// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/host_recording.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// The header of Debian 12 does not say that these are C functions.
extern "C" {
#include <sys/pidfd.h>
}

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/status/own_recording.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::milliseconds kLook{20};
constexpr std::chrono::seconds kPatience{30};  // until the first samples of a host

std::string ContentOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// The last words of the recorder, without its "fdr: ".
std::string Complaint(const std::string& log) {
  std::string text = ContentOf(log);
  text.erase(text.find_last_not_of('\n') + 1);
  constexpr std::string_view kName = "fdr: ";
  return text.starts_with(kName) ? text.substr(kName.size()) : text;
}

[[noreturn]] void BecomeRecorder(const std::vector<std::string>& words, const std::string& log) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  // Ctrl-C is for the viewer, which then ends the recorder.
  ::setpgid(0, 0);
  const int null = ::open("/dev/null", O_RDWR);
  const int messages = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(null, STDIN_FILENO);
  ::dup2(messages, STDOUT_FILENO);
  ::dup2(messages, STDERR_FILENO);
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execv("/proc/self/exe", argv.data());
  ::_exit(127);
}

}  // namespace

Result<std::unique_ptr<HostRecording>> HostRecording::Start(const std::optional<std::string>& host,
                                                            const std::string& interval) {
  std::unique_ptr<HostRecording> history(new HostRecording);
  const char* place = std::getenv("TMPDIR");
  std::string directory = std::string(place != nullptr && *place != '\0' ? place : "/var/tmp") +
                          '/' + kPrivateRecording + "XXXXXX";
  if (::mkdtemp(directory.data()) == nullptr) return FailSystem(errno, directory);
  history->directory_ = directory;
  history->archive_ = directory + "/archives";
  if (const auto started = history->StartRecorder(host, interval); !started)
    return Fail(started.error());
  if (const auto there = history->WaitForSamples(); !there) return Fail(there.error());
  return history;
}

Result<void> HostRecording::StartRecorder(const std::optional<std::string>& host,
                                          const std::string& interval) {
  std::vector<std::string> words = {"fdr",          "record", "-q",       "-t", interval,
                                    "--durability", "none",   "--rotate", "1h", "--keep",
                                    "1GB",          "-d",     archive_};
  if (host) words.insert(words.end(), {"-h", *host});
  words.emplace_back("%Y%m%d.%H%M%S");
  const std::string log = directory_ + "/messages";
  const pid_t recorder = ::fork();
  if (recorder == 0) BecomeRecorder(words, log);
  if (recorder > 0) process_ = ::pidfd_open(recorder, 0);
  if (process_ >= 0) return {};
  return FailSystem(errno, "fdr record");
}

Result<void> HostRecording::WaitForSamples() {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  const std::string log = directory_ + "/messages";
  while (!Interrupted() && std::chrono::steady_clock::now() < end) {
    siginfo_t ended = {};
    if (::waitid(P_PIDFD, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        ended.si_pid != 0)
      return Fail(Errc::kInvalidArgument, "The recorder has ended: " + Complaint(log));
    const auto files = FindArchives(archive_);
    if (files && !files->empty()) {
      const auto archive = Archive::Open(files->front());
      if (archive && (*archive)->End().value_or(Timestamp{}) > (*archive)->label().start) return {};
    }
    WaitForInput(-1, kLook);
  }
  return Fail(Errc::kInvalidArgument, Interrupted() ? "Interrupted" : "No samples came in 30 s");
}

HostRecording::~HostRecording() {
  if (process_ >= 0) {
    siginfo_t ended = {};
    ::pidfd_send_signal(process_, SIGTERM, nullptr, 0);
    ::waitid(P_PIDFD, static_cast<id_t>(process_), &ended, WEXITED);
    ::close(process_);
  }
  std::error_code ignored;
  if (!directory_.empty()) std::filesystem::remove_all(directory_, ignored);
}

}  // namespace fdr::tools
