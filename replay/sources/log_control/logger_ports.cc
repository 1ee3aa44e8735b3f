// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/log_control/logger_ports.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr {
namespace {

constexpr std::size_t kMostText = 8192;
constexpr const char* kPrimary = "primary";

template <class Number>
std::optional<Number> NumberIn(std::string_view text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

std::optional<pid_t> ProcessIn(std::string_view name) {
  const std::optional<pid_t> process = NumberIn<pid_t>(name);
  return process && *process > 1 ? process : std::nullopt;
}

bool IsAlive(pid_t process) { return ::getpgid(process) != -1; }

// The text of a small file; nothing if it is none.
std::optional<std::string> TextOf(const std::string& path) {
  const local::UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::array<char, kMostText> text;
  const ssize_t size = file.IsOpen() ? ::read(file.get(), text.data(), text.size()) : -1;
  if (size <= 0 || static_cast<std::size_t>(size) == text.size()) return std::nullopt;
  return std::string(text.data(), static_cast<std::size_t>(size));
}

// Up to the end of the line, which must be there.
std::optional<std::string> TakeLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string line(text.substr(0, end));
  text.remove_prefix(end + 1);
  return line;
}

std::optional<LoggerPort> ReadPort(const std::string& path, pid_t process) {
  const std::optional<std::string> text = TextOf(path);
  if (!text) return std::nullopt;
  std::string_view rest = *text;
  const auto port = NumberIn<std::uint16_t>(TakeLine(rest).value_or(""));
  const std::optional<std::string> host = TakeLine(rest), archive = TakeLine(rest);
  if (!port || !host || !archive) return std::nullopt;
  return LoggerPort{.process = process,
                    .port = *port,
                    .host = *host,
                    .archive = *archive,
                    .note = TakeLine(rest).value_or("")};
}

// The names of the files there.
Result<std::vector<std::string>> NamesIn(const std::string& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator at(directory, error), end; !error && at != end;
       at.increment(error))
    names.push_back(at->path().filename().string());
  if (error && error != std::errc::no_such_file_or_directory)
    return FailSystem(error.value(), directory);
  return names;
}

std::string PathIn(const std::string& directory, const std::string& name) {
  return std::string(directory).append("/").append(name);
}

// The process that the link of the primary logger points to.
std::optional<pid_t> PrimaryIn(const std::string& directory) {
  std::error_code error;
  const auto target = std::filesystem::read_symlink(directory + "/" + kPrimary, error);
  return error ? std::nullopt : ProcessIn(target.filename().string());
}

}  // namespace

std::vector<std::string> LoggerSockets(const std::string& run_directory,
                                       const std::string& process) {
  const std::string name = fmt::format("pmlogger.{}.socket", process);
  std::vector<std::string> paths = {PathIn(run_directory, name)};
  if (const char* const home = std::getenv("HOME"))
    paths.push_back(PathIn(std::string(home) + "/.pcp/run", name));
  return paths;
}

Result<std::vector<LoggerPort>> FindLoggerPorts(const std::string& directory) {
  const Result<std::vector<std::string>> names = NamesIn(directory);
  if (!names) return Fail(names.error());
  const std::optional<pid_t> primary = PrimaryIn(directory);
  std::vector<LoggerPort> ports;
  for (const std::string& name : *names) {
    const std::optional<pid_t> process = ProcessIn(name);
    if (!process || !IsAlive(*process)) continue;
    std::optional<LoggerPort> port = ReadPort(PathIn(directory, name), *process);
    if (!port) continue;
    port->is_primary = primary == port->process;
    ports.push_back(std::move(*port));
  }
  std::ranges::sort(ports, {}, &LoggerPort::process);
  return ports;
}

Result<PublishedPort> PublishedPort::Publish(const std::string& directory, LoggerPort port) {
  constexpr mode_t kMode = 0775;
  if (::mkdir(directory.c_str(), kMode) != 0 && errno != EEXIST)
    return FailSystem(errno, directory);
  const Result<std::vector<std::string>> names = NamesIn(directory);
  if (!names) return Fail(names.error());
  for (const std::string& name : *names)
    if (const std::optional<pid_t> process = ProcessIn(name); process && !IsAlive(*process))
      ::unlink(PathIn(directory, name).c_str());
  PublishedPort published(directory, std::move(port));
  if (const Result<void> written = published.Write(); !written) return Fail(written.error());
  return published;
}

PublishedPort::PublishedPort(PublishedPort&& other) noexcept
    : directory_(std::exchange(other.directory_, {})), port_(std::move(other.port_)) {}

PublishedPort::~PublishedPort() {
  if (!directory_.empty()) ::unlink(Path().c_str());
}

Result<void> PublishedPort::SetArchive(const std::string& archive) {
  port_.archive = archive;
  return Write();
}

std::string PublishedPort::Path() const { return directory_ + "/" + std::to_string(port_.process); }

// Under another name first: a reader never sees half of it.
Result<void> PublishedPort::Write() const {
  const std::string path = Path(), draft = path + ".new";
  const std::string text = fmt::format("{}\n{}\n{}\n{}", port_.port, port_.host, port_.archive,
                                       port_.note.empty() ? std::string() : port_.note + "\n");
  ::unlink(draft.c_str());
  const local::UniqueFd file(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file.IsOpen()) return FailSystem(errno, draft);
  errno = ENOSPC;  // if not all is written
  const ssize_t size = ::write(file.get(), text.data(), text.size());
  const bool is_whole = size == static_cast<ssize_t>(text.size());
  if (is_whole && ::rename(draft.c_str(), path.c_str()) == 0) return {};
  const int why = errno;
  ::unlink(draft.c_str());
  return FailSystem(why, path);
}

}  // namespace fdr
