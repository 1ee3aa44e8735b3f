// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/status/status_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <vector>

#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/status/status_client.h"
#include "fdr/tools/status/status_place.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::seconds kPatience{3};

class Survey {
 public:
  explicit Survey(const StatusCommand& command) : command_(command) {}

  int Run() {
    const std::string directory = StatusDirectory();
    const Result<void> checked = CheckStatusDirectory(directory);
    if (!checked && checked.error().system_error != ENOENT) {
      PrintError(checked.error());
      return kFailed;
    }
    const auto pids = checked ? RecorderPids(directory) : std::vector<std::int64_t>();
    if (!pids) {
      PrintError(pids.error());
      return kFailed;
    }
    for (const std::int64_t pid : *pids) Ask(directory, pid);
    if (answers_.empty() && status_ == kOk) {
      PrintError(command_.recorder   ? *command_.recorder + ": No such recorder is running"
                 : without_ring_ > 0 ? "No running recorder has a ring: see fdr record --ring"
                                     : "No recorder is running");
      status_ = kFailed;
    }
    return WriteOutput(Output()) ? status_ : kFailed;
  }

 private:
  bool IsMeant(const std::string& directory, std::int64_t pid) const {
    if (!command_.recorder || *command_.recorder == std::to_string(pid)) return true;
    const auto recorder = ConnectToRecorder(directory, pid);
    if (!recorder || !recorder->IsOpen()) return false;
    const Result<std::string> out = AskRecorder(*recorder, "out", kPatience);
    return out && *out == AbsoluteOut(*command_.recorder);
  }

  void Ask(const std::string& directory, std::int64_t pid) {
    if (!IsMeant(directory, pid)) return;
    const auto recorder = ConnectToRecorder(directory, pid);
    if (recorder && !recorder->IsOpen()) return;  // the recorder has ended
    Result<std::string> answer =
        recorder ? AskRecorder(*recorder, Request(), kPatience) : Fail(recorder.error());
    if (answer && command_.snapshot && answer->empty()) return MissRing(pid);
    if (answer && command_.snapshot) WaitForSnapshot(directory, pid);
    if (answer) return answers_.push_back(std::move(*answer));
    answer.error().file = "recorder " + std::to_string(pid);
    PrintError(answer.error());
    status_ = kFailed;
  }

  // Only a recorder that was asked for by name must have a ring.
  void MissRing(std::int64_t pid) {
    ++without_ring_;
    if (!command_.recorder) return;
    PrintError(fmt::format("recorder {}: It has no ring: see fdr record --ring", pid));
    status_ = kFailed;
  }

  const char* Request() const {
    if (command_.snapshot) return "snapshot";
    return command_.common.json ? "json" : "text";
  }

  // Waits until the snapshot is on the disk.
  static void WaitForSnapshot(const std::string& directory, std::int64_t pid) {
    while (true) {
      const auto recorder = ConnectToRecorder(directory, pid);
      if (!recorder || !recorder->IsOpen()) return;
      const Result<std::string> busy = AskRecorder(*recorder, "busy", kPatience);
      if (!busy || *busy != "yes") return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }

  std::string Output() const {
    std::string text;
    for (const std::string& answer : answers_) {
      if (!text.empty() && command_.common.json) text += ",";
      text += command_.common.json ? answer.substr(0, answer.find('\n')) : answer;
    }
    if (!command_.common.json) return text;
    return R"({"schema":"fdr.status/1","recorders":[)" + text + "]}\n";
  }

  const StatusCommand& command_;
  std::vector<std::string> answers_;
  std::size_t without_ring_ = 0;
  int status_ = kOk;
};

}  // namespace

int Run(const StatusCommand& command) { return Survey(command).Run(); }

}  // namespace fdr::tools
