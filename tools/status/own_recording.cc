// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/status/own_recording.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tools/options/pcp_directory.h"
#include "fdr/tools/status/status_client.h"
#include "fdr/tools/status/status_place.h"

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
  char host[256] = {};
  if (::gethostname(host, sizeof host - 1) != 0) return "";
  return PcpLogDirectory() + "/pmlogger/" + host;
}

// What a recorder says of its archive of this machine; "" if it has none that others may use.
std::string ArchiveOf(const std::string& socket) {
  const auto recorder = ConnectToStatus(socket);
  if (!recorder || !recorder->IsOpen()) return "";
  const Result<std::string> archive = AskRecorder(*recorder, "own", kRecorderPatience);
  const bool is_path = archive && archive->starts_with('/') && archive->find('\n') == archive->npos;
  if (!is_path || archive->find(std::string("/") + kPrivateRecording) != archive->npos) return "";
  return HasArchives(*archive) ? *archive : "";
}

std::string RunningRecording() {
  const std::string directory = StatusDirectory();
  if (!CheckStatusDirectory(directory)) return "";
  const auto pids = StatusPids(directory, StatusKind::kRecorder);
  for (std::size_t i = 0; pids && i < pids->size(); ++i) {
    std::string archive = ArchiveOf(StatusPath(directory, StatusKind::kRecorder, (*pids)[i]));
    if (!archive.empty()) return archive;
  }
  return "";
}

}  // namespace

Result<std::string> FindOwnRecording() {
  const std::string running = RunningRecording(), service = ServiceDirectory();
  const bool is_service = std::filesystem::path(running).parent_path() == service;
  if (!running.empty() && !is_service) return running;
  if (HasArchives(service)) return service;
  std::string peer = PeerDirectory();
  if (!peer.empty() && HasArchives(peer)) return peer;
  return Fail(Errc::kNotFound,
              "No recording of this machine was found: fdr record makes one, and the service "
              "fdr-record keeps one");
}

}  // namespace fdr::tools
