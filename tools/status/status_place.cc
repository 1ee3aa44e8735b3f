// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/status/status_place.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "fdr/replay/sources/net/unix_address.h"

namespace fdr::tools {
namespace {

const char* PrefixOf(StatusKind kind) { return kind == StatusKind::kServer ? "serve-" : ""; }

}  // namespace

std::string StatusDirectory() {
  const char* const chosen = std::getenv("FDR_RUN_DIR");
  if (chosen != nullptr && chosen[0] == '/') return chosen;
  if (::geteuid() == 0) return "/run/fdr";
  const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && runtime[0] == '/') return std::string(runtime) + "/fdr";
  return "/tmp/fdr-" + std::to_string(::geteuid());
}

std::string AbsoluteOut(const std::string& out) {
  std::error_code no_directory;  // the working directory may be gone
  std::string absolute = std::filesystem::absolute(out, no_directory).lexically_normal().string();
  if (absolute.size() > 1 && absolute.ends_with('/')) absolute.pop_back();
  return absolute;
}

Result<void> CheckStatusDirectory(const std::string& directory) {
  struct stat status = {};
  if (::lstat(directory.c_str(), &status) != 0) return FailSystem(errno, directory);
  const bool is_ours = S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
  if (is_ours && (status.st_mode & 077) == 0) return {};
  return Fail(Errc::kRefused, "Not a directory of this user only", directory);
}

Result<void> MakeStatusDirectory(const std::string& directory) {
  if (::mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) return FailSystem(errno, directory);
  return CheckStatusDirectory(directory);
}

Result<std::vector<std::int64_t>> StatusPids(const std::string& directory, StatusKind kind) {
  const std::string_view prefix = PrefixOf(kind);
  std::vector<std::int64_t> pids;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    if (!file.starts_with(prefix)) continue;
    const std::string_view name = std::string_view(file).substr(prefix.size());
    std::int64_t pid = 0;
    const auto [rest, bad] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (bad == std::errc() && rest == name.data() + name.size() && pid > 0) pids.push_back(pid);
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return FailSystem(error.value(), directory);
  std::sort(pids.begin(), pids.end());
  return pids;
}

Result<sockaddr_un> SocketAddress(const std::string& path) {
  const auto address = UnixAddress(path);
  if (!address) return Fail(Errc::kTooLarge, "Too long a name for a socket", path);
  return *address;
}

std::string StatusPath(const std::string& directory, StatusKind kind, std::int64_t pid) {
  return directory + '/' + PrefixOf(kind) + std::to_string(pid);
}

Result<local::UniqueFd> ConnectToStatus(const std::string& path) {
  const Result<sockaddr_un> address = SocketAddress(path);
  if (!address) return Fail(address.error());
  local::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (socket.get() < 0) return FailSystem(errno, path);
  const auto* const to = reinterpret_cast<const sockaddr*>(&*address);
  if (::connect(socket.get(), to, sizeof *address) == 0) return socket;
  const int error = errno;
  if (error == ECONNREFUSED) ::unlink(path.c_str());  // left by a killed process
  if (error == ECONNREFUSED || error == ENOENT) return local::UniqueFd();
  return FailSystem(error, path);
}

}  // namespace fdr::tools
