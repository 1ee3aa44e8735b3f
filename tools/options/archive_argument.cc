// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/archive_argument.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <set>
#include <system_error>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tools/options/host_directories.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostInput = std::size_t{16} << 20;

Result<std::string> ReadNames(int fd, const std::string& name) {
  std::string text;
  char bytes[4096];
  while (text.size() < kMostInput) {
    const ssize_t n = ::read(fd, bytes, sizeof bytes);
    if (n == 0) return text;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Fail(Errc::kIo, name + ": " + std::generic_category().message(errno));
    text.append(bytes, static_cast<std::size_t>(n));
  }
  return Fail(Errc::kInvalidArgument, name + ": Too long for a list of archives");
}

Result<std::vector<std::string>> NamesIn(int fd, const std::string& name, const char* reader) {
  const Result<std::string> text = ReadNames(fd, name);
  if (!text) return Fail(text.error());
  std::vector<std::string> names;
  for (std::size_t from = 0, to = 0; from < text->size(); from = to + 1) {
    to = std::min(text->find('\n', from), text->size());
    if (to > from) names.push_back(text->substr(from, to - from));
  }
  const bool is_binary = text->find('\0') != text->npos;
  if (!names.empty() && !is_binary) return names;
  return Fail(
      Errc::kInvalidArgument,
      fmt::format("{}: {}; {}", name, is_binary ? "Not a list of names" : "No names", reader));
}

// Any file of an archive matches, and so does its base name.
Result<std::vector<std::string>> NamesThatMatch(const std::string& pattern) {
  std::set<std::string> names;
  for (const char* rest : {"", ".meta", ".meta.*"}) {
    glob_t found{};
    if (::glob((pattern + rest).c_str(), 0, nullptr, &found) == 0)
      for (std::size_t i = 0; i < found.gl_pathc; ++i)
        if (const auto archive = FindArchive(found.gl_pathv[i])) names.insert(archive->base);
    ::globfree(&found);
  }
  if (!names.empty()) return std::vector<std::string>(names.begin(), names.end());
  return Fail(Errc::kNotFound, pattern + ": No archive has such a name");
}

bool IsPattern(const std::string& argument) {
  struct stat status {};
  return argument.find_first_of("*?[") != argument.npos && !FindArchive(argument) &&
         ::stat(argument.c_str(), &status) != 0;
}

}  // namespace

Result<std::vector<std::string>> ArchivesMeant(const std::string& argument) {
  if (argument == "-")
    return NamesIn(STDIN_FILENO, "standard input",
                   "- reads the names of archives, one in each line, as in find . -name '*.meta' | "
                   "fdr info -");
  if (IsPattern(argument)) return NamesThatMatch(argument);
  return std::vector<std::string>{argument};
}

Result<std::vector<std::string>> NamesInFile(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return FailSystem(errno, path);
  auto names = NamesIn(fd, path, "it should name archives, one in each line");
  ::close(fd);
  return names;
}

Result<std::vector<std::string>> ArchivesOfHostsMeant(const std::string& argument) {
  auto meant = ArchivesMeant(argument);
  if (!meant) return meant;
  std::vector<std::string> archives;
  for (std::string& name : *meant) {
    std::vector<std::string> hosts = HostDirectories(name);
    if (hosts.empty()) hosts.push_back(std::move(name));
    std::ranges::move(hosts, std::back_inserter(archives));
  }
  return archives;
}

Result<std::string> HostMeant(const std::string& argument) {
  const std::vector<std::string> hosts = HostDirectories(argument);
  if (hosts.empty()) return argument;
  if (hosts.size() == 1) return hosts.front();
  return Fail(Errc::kInvalidArgument,
              fmt::format("{}: The archives of {} hosts: name one, such as {}", argument,
                          hosts.size(), hosts.front()));
}

Result<std::string> ArchiveListMeant(const std::string& argument) {
  const auto names = ArchivesMeant(argument);
  if (!names) return Fail(names.error());
  if (names->size() == 1) return HostMeant(names->front());
  return fmt::format("{}", fmt::join(*names, ","));
}

}  // namespace fdr::tools
