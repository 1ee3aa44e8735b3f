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

const char* NameOf(StatusKind kind) {
  return kind == StatusKind::kRecorder ? "recorder" : "server";
}

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
    if (checked && !AskAll(directory, StatusKind::kRecorder)) return kFailed;
    // Only recorders take snapshots.
    if (checked && !command_.snapshot && !AskAll(directory, StatusKind::kServer)) return kFailed;
    if (recorders_.empty() && servers_.empty() && status_ == kOk) {
      PrintError(command_.recorder ? *command_.recorder + ": No such recorder or server is running"
                 : without_ring_ > 0 ? "No running recorder has a ring: see fdr record --ring"
                                     : "No recorder or server is running");
      status_ = kFailed;
    }
    return WriteOutput(Output()) ? status_ : kFailed;
  }

 private:
  bool AskAll(const std::string& directory, StatusKind kind) {
    const auto pids = StatusPids(directory, kind);
    if (!pids) PrintError(pids.error());
    for (std::size_t i = 0; pids && i < pids->size(); ++i) Ask(directory, kind, (*pids)[i]);
    return pids.has_value();
  }

  bool IsMeant(const std::string& path, std::int64_t pid) const {
    if (!command_.recorder || *command_.recorder == std::to_string(pid)) return true;
    const auto recorder = ConnectToStatus(path);
    if (!recorder || !recorder->IsOpen()) return false;
    const Result<std::string> out = AskRecorder(*recorder, "out", kPatience);
    return out && *out == AbsoluteOut(*command_.recorder);
  }

  void Ask(const std::string& directory, StatusKind kind, std::int64_t pid) {
    const std::string path = StatusPath(directory, kind, pid);
    if (!IsMeant(path, pid)) return;
    const auto process = ConnectToStatus(path);
    if (process && !process->IsOpen()) return;  // it has ended
    Result<std::string> answer =
        process ? AskRecorder(*process, Request(), kPatience) : Fail(process.error());
    if (answer && command_.snapshot && answer->empty()) return MissRing(pid);
    if (answer && command_.snapshot) WaitForSnapshot(path);
    if (answer) {
      (kind == StatusKind::kRecorder ? recorders_ : servers_).push_back(std::move(*answer));
      return;
    }
    answer.error().file = fmt::format("{} {}", NameOf(kind), pid);
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
  static void WaitForSnapshot(const std::string& path) {
    while (true) {
      const auto recorder = ConnectToStatus(path);
      if (!recorder || !recorder->IsOpen()) return;
      const Result<std::string> busy = AskRecorder(*recorder, "busy", kPatience);
      if (!busy || *busy != "yes") return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }

  std::string Output() const {
    if (command_.common.json)
      return R"({"schema":"fdr.status/1","recorders":[)" + Items(recorders_) + R"(],"servers":[)" +
             Items(servers_) + "]}\n";
    std::string text;
    for (const std::string& answer : recorders_) text += answer;
    for (const std::string& answer : servers_) text += answer;
    return text;
  }

  static std::string Items(const std::vector<std::string>& answers) {
    std::string text;
    for (const std::string& answer : answers) {
      if (!text.empty()) text += ',';
      text.append(answer, 0, answer.find('\n'));
    }
    return text;
  }

  const StatusCommand& command_;
  std::vector<std::string> recorders_;  // their answers
  std::vector<std::string> servers_;
  std::size_t without_ring_ = 0;
  int status_ = kOk;
};

}  // namespace

int Run(const StatusCommand& command) { return Survey(command).Run(); }

}  // namespace fdr::tools
