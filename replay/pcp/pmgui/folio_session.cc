// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmgui/folio_session.h"

#include <fcntl.h>
#include <pcp/pmapi.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <string_view>

#include "fdr/replay/own_host_name.h"
#include "fdr/replay/pcp/pmgui/recorder_process.h"
#include "fdr/replay/sources/net/send_all.h"

namespace fdr::pmgui {
namespace {

namespace fs = std::filesystem;

// pmCtime() writes times in the zone that the program has chosen for its reports.
std::string CreatedInReportZone() {
  const std::time_t now = std::time(nullptr);
  char text[64] = {};
  pmCtime(&now, text);
  std::string_view time = text;
  time.remove_suffix(time.ends_with('\n'));
  return CreationText(OwnHostName(), time);
}

// Creates a file that does not exist.
FILE* CreateFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  return file < 0 ? nullptr : ::fdopen(file, "w");
}

int Close(FILE*& file) {
  FILE* const closing = std::exchange(file, nullptr);
  return closing != nullptr && std::fclose(closing) != 0 ? -errno : 0;
}

}  // namespace

std::string FolioSession::PathOf(const std::string& name) const { return directory_ + "/" + name; }

int FolioSession::Begin(const char* folio, const char* creator, bool can_replay, FILE** stream) {
  if (state_ != State::kIdle) return -EINVAL;
  std::error_code failure;
  directory_ = fs::absolute(folio, failure).lexically_normal().parent_path().string();
  if (failure) return -failure.value();
  folio_file_ = CreateFile(folio);
  if (folio_file_ == nullptr) return -errno;
  folio_ = {.path = folio,
            .created = CreatedInReportZone(),
            .creator = creator,
            .replay = {},
            .archives = {}};
  int status = OpenReplay(can_replay, stream);
  if (status == 0 && std::fputs(FolioText(folio_).c_str(), folio_file_) == EOF) status = -errno;
  if (status < 0) {
    Close(folio_file_);
    ::unlink(folio);
    return status;
  }
  std::move(hosts_.begin(), hosts_.end(), std::back_inserter(old_));
  hosts_.clear();
  state_ = State::kBegun;
  return 0;
}

// The file with the plain name of the session is the replay configuration, and makes the name
// unique even without one.
int FolioSession::OpenReplay(bool can_replay, FILE** stream) {
  std::string path = PathOf("XXXXXX");
  const int file = ::mkostemp(path.data(), O_CLOEXEC);
  if (file < 0) return -errno;
  base_ = fs::path(path).filename().string();
  if (can_replay) {
    folio_.replay = base_;
    ::fchmod(file, 0644);
    *stream = ::fdopen(file, "w");
  } else {
    ::close(file);
    ::unlink(path.c_str());
    *stream = std::fopen("/dev/null", "re");
  }
  return *stream == nullptr ? -errno : 0;
}

// A host that is recorded twice gets a letter behind the base.
int FolioSession::AddHost(const char* name, bool is_default, pmRecordHost** added) {
  if (state_ != State::kBegun && state_ != State::kHasHosts) return -EINVAL;
  const auto has_default = [](const auto& other) { return other->is_default; };
  if (is_default && std::any_of(hosts_.begin(), hosts_.end(), has_default)) return -EINVAL;
  auto host = std::make_unique<Host>();
  host->name = name;
  host->is_default = is_default;
  for (const char* letter = " abcdefghijklmnopqrstuvwxyz"; *letter != '\0'; ++letter) {
    host->base = base_ + (*letter == ' ' ? "" : std::string(1, *letter)) + "." + name;
    host->config_path = PathOf(host->base + ".config");
    host->shown.f_config = CreateFile(host->config_path);
    if (host->shown.f_config != nullptr || errno != EEXIST) break;
  }
  if (host->shown.f_config == nullptr) return -errno;
  host->log_path = PathOf(host->base + ".log");
  host->shown.logfile = host->log_path.data();
  host->shown.fd_ipc = -1;
  host->shown.status = -1;
  *added = &host->shown;
  hosts_.push_back(std::move(host));
  state_ = State::kHasHosts;
  return 0;
}

FolioSession::Host* FolioSession::Find(const pmRecordHost* shown) {
  for (const auto& host : hosts_)
    if (&host->shown == shown) return host.get();
  return nullptr;
}

int FolioSession::AddArgument(pmRecordHost* shown, const char* argument) {
  if (state_ != State::kHasHosts || argument == nullptr) return -EINVAL;
  if (shown == nullptr) {
    for (const auto& host : hosts_) host->arguments.emplace_back(argument);
    return 0;
  }
  Host* const host = Find(shown);
  if (host == nullptr) return -EINVAL;
  host->arguments.emplace_back(argument);
  return 0;
}

// The default host, and then the others, the last one first.
std::vector<FolioSession::Host*> FolioSession::InOrderOfFolio() {
  std::vector<Host*> order;
  for (auto host = hosts_.rbegin(); host != hosts_.rend(); ++host) order.push_back(host->get());
  std::stable_partition(order.begin(), order.end(),
                        [](const Host* host) { return host->is_default; });
  return order;
}

int FolioSession::WriteArchives() {
  Folio whole = folio_;
  for (const Host* host : InOrderOfFolio()) whole.archives.push_back({host->name, host->base});
  const std::string text = FolioText(whole).substr(FolioText(folio_).size());
  const bool is_written = std::fputs(text.c_str(), folio_file_) != EOF;
  const int status = is_written ? 0 : -errno;
  const int closed = Close(folio_file_);
  return status < 0 ? status : closed;
}

int FolioSession::Start(pmRecordHost* shown) {
  if (state_ != State::kHasHosts || shown != nullptr) return -EINVAL;
  if (const int status = WriteArchives(); status < 0) {
    for (const auto& host : hosts_) Close(host->shown.f_config);
    state_ = State::kIdle;
    return status;
  }
  state_ = State::kRunning;
  int result = 0;
  for (const auto& host : hosts_) {
    const int closed = Close(host->shown.f_config);
    const int status = closed < 0 ? closed : StartHost(*host);
    if (status < 0) host->is_released = true;
    result = std::min(result, status);
  }
  EndIfReleased();
  return result;
}

int FolioSession::StartHost(Host& host) {
  RecorderProcess process;
  const int status = StartRecorder(
      RecorderProgram(), host.arguments,
      {"-h", host.name, "-l", host.base + ".log", "-c", host.base + ".config", host.base},
      directory_, host.log_path, process);
  if (status < 0) return status;
  host.shown.pid = process.pid;
  host.shown.fd_ipc = process.orders;
  std::string opening = "V0\nF" + folio_.path + "\nP" + folio_.creator + "\n";
  if (!folio_.replay.empty()) opening += "R\n";
  return SendAll(process.orders, opening) < 0 ? PM_ERR_IPC : 0;
}

int FolioSession::Tell(pmRecordHost* host, char order, const char* text) {
  return Order(host, order, text, false);
}

int FolioSession::Release(pmRecordHost* host, char order, const char* text) {
  return Order(host, order, text, true);
}

int FolioSession::Order(pmRecordHost* shown, char order, const char* text, bool releases) {
  if (state_ != State::kRunning) return -EINVAL;
  if (shown != nullptr) {
    const Host* const host = Find(shown);
    if (host == nullptr || host->is_released) return -EINVAL;
  }
  int result = 0;
  for (const auto& host : hosts_) {
    if (host->is_released || (shown != nullptr && &host->shown != shown)) continue;
    int& orders = host->shown.fd_ipc;
    const std::string line = order + std::string(text != nullptr ? text : "") + "\n";
    if (orders < 0 || SendAll(orders, line) < 0) result = PM_ERR_IPC;
    if (!releases) continue;
    if (orders >= 0) ::close(std::exchange(orders, -1));
    host->is_released = true;
  }
  EndIfReleased();
  return result;
}

void FolioSession::EndIfReleased() {
  const auto is_released = [](const auto& host) { return host->is_released; };
  if (std::all_of(hosts_.begin(), hosts_.end(), is_released)) state_ = State::kIdle;
}

void FolioSession::Reap() {
  // What earlier sessions have shown stays as it was.
  for (const auto& host : old_)
    if (host->shown.pid > 0 && host->shown.status == -1 && !host->is_reaped)
      host->is_reaped = ::waitpid(host->shown.pid, nullptr, WNOHANG) != 0;
  for (const auto& host : hosts_) {
    pmRecordHost& shown = host->shown;
    int status = 0;
    if (shown.pid <= 0 || shown.status != -1 || ::waitpid(shown.pid, &status, WNOHANG) != shown.pid)
      continue;
    shown.status = status;
    if (shown.fd_ipc >= 0) ::close(std::exchange(shown.fd_ipc, -1));
  }
}

}  // namespace fdr::pmgui
