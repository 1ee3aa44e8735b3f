// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/status/own_recording.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/replay/own_host_name.h"
#include "fdr/tools/options/pcp_directory.h"
#include "fdr/tools/status/status_client.h"
#include "fdr/tools/status/status_place.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::seconds kRecorderPatience{3};

bool HasArchives(const std::string& name) {
  const auto found = FindArchives(name, [](const Problem& /*problem*/) {});
  return found && !found->empty();
}

std::string ServiceDirectory() {
  const char* const directory = std::getenv("FDR_LOG_DIR");
  return directory != nullptr ? directory : "/var/log/fdr";
}

std::string PeerDirectory() {
  const std::string host = OwnHostName();
  return host.empty() ? "" : PcpLogDirectory() + "/pmlogger/" + host;
}

// What a recorder says of its archive of this machine; "" if it has none that others may use.
// kTimeout if it does not answer.
Result<std::string> ArchiveOf(const std::string& socket) {
  const auto recorder = ConnectToStatus(socket);
  if (!recorder || !recorder->IsOpen()) return "";
  Result<std::string> archive = AskRecorder(*recorder, "own", kRecorderPatience);
  if (!archive && archive.error().code == Errc::kTimeout) return archive;
  const bool is_path = archive && archive->starts_with('/') && archive->find('\n') == archive->npos;
  if (!is_path || archive->find(std::string("/") + kPrivateRecording) != archive->npos) return "";
  return HasArchives(*archive) ? *archive : "";
}

struct Running {
  std::string archive;                    // "": none is known
  std::vector<std::int64_t> silent = {};  // recorders that did not answer, of processes
};

Running RunningRecording() {
  Running running;
  const std::string directory = StatusDirectory();
  if (!CheckStatusDirectory(directory)) return running;
  const auto pids = StatusPids(directory, StatusKind::kRecorder);
  for (std::size_t i = 0; pids && i < pids->size(); ++i) {
    const auto archive = ArchiveOf(StatusPath(directory, StatusKind::kRecorder, (*pids)[i]));
    if (!archive) running.silent.push_back((*pids)[i]);
    if (!archive || archive->empty()) continue;
    running.archive = *archive;
    break;
  }
  return running;
}

bool IsIn(const std::string& archive, const std::string& directory) {
  std::error_code ignored;
  return !archive.empty() && std::filesystem::equivalent(
                                 std::filesystem::path(archive).parent_path(), directory, ignored);
}

// The recording that comes next, after those of recorders.
std::string StandingRecording() {
  std::string service = ServiceDirectory();
  if (HasArchives(service)) return service;
  std::string peer = PeerDirectory();
  return !peer.empty() && HasArchives(peer) ? peer : "";
}

void WarnOfSilent(const std::vector<std::int64_t>& silent, const std::string& read) {
  for (const std::int64_t pid : silent)
    PrintError(fmt::format(
        "warning: the recorder with the process number {} did not answer within {} s; {}", pid,
        kRecorderPatience.count(),
        read.empty() ? "no other recording was found" : "reading " + read + " instead"));
}

}  // namespace

Result<std::string> FindOwnRecording() {
  Running running = RunningRecording();
  std::string found = running.archive;
  if (found.empty() || IsIn(found, ServiceDirectory())) found = StandingRecording();
  WarnOfSilent(running.silent, found);
  if (!found.empty()) return found;
  return Fail(Errc::kNotFound,
              "No recording of this machine was found: fdr record makes one, and the service "
              "fdr-record keeps one");
}

}  // namespace fdr::tools
