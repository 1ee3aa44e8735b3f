// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/pcp/installed_tool.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "fdr/tools/run/own_files.h"

namespace fdr::tools {
namespace {

constexpr std::string_view kMagic =
    "\x7f"
    "ELF";

bool IsProgram(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

// Where pcp(1) looks for its commands, and PCP's scripts for programs.
const std::vector<std::string> kOwnDirectories = {"/usr/libexec/pcp/bin", "/usr/lib/pcp/bin"};

std::vector<std::string> Path() {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
  std::vector<std::string> directories;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    directories.emplace_back(end == 0 ? "." : rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return directories;
}

// Links to fdr are no tools of PCP (drop_in.h).
std::string FindIn(const std::vector<std::string>& directories, const std::string& name) {
  const std::string own = RealPath("/proc/self/exe");
  for (const std::string& directory : directories)
    if (std::string path = directory;
        IsProgram(path.append("/").append(name)) && RealPath(path) != own)
      return path;
  return {};
}

// The output of a program, at most some kilobytes; "" if it cannot be run.
std::string OutputOf(const std::vector<std::string>& words) {
  std::array<int, 2> pipe = {};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {};
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(pipe[1], STDOUT_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(pipe[1]);
  std::string output;
  std::array<char, 4096> buffer;
  for (ssize_t got = 1; got > 0 && output.size() < (std::size_t{64} << 10);) {
    got = ::read(pipe[0], buffer.data(), buffer.size());
    if (got > 0) output.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(pipe[0]);
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return output;
}

// The loader of this program, which can also list what another program would load.
std::string Loader() {
  Dl_info loader = {};
  const void* const place =
      reinterpret_cast<const void*>(::getauxval(AT_BASE));  // NOLINT(performance-no-int-to-ptr)
  if (place == nullptr || ::dladdr(place, &loader) == 0) return {};
  return loader.dli_fname;
}

std::string FirstLine(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::array<char, 256> buffer;
  const ssize_t got = ::read(file, buffer.data(), buffer.size());
  ::close(file);
  const std::string_view text(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  return std::string(text.substr(0, text.find('\n')));
}

std::string WithoutNewline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

std::string LibraryDirectory() {
  // As installed, and in a build tree.
  for (const char* const place : {"../lib/fdr/libpcp", "../replay/pcp/libpcp/lib"})
    if (!OwnFile({(std::string(place) + "/libpcp.so.3").c_str()}).empty()) return OwnFile({place});
  return {};
}

// PCP's own programs come first: "free" is pcp-free, though every system has another free.
std::string FindTool(const std::string& name) {
  if (name.find('/') != std::string::npos) return IsProgram(name) ? name : "";
  std::string found = FindIn(kOwnDirectories, "pcp-" + name);
  if (found.empty()) found = FindIn(Path(), name);
  if (found.empty()) found = FindIn(kOwnDirectories, name);
  return found;
}

// The library answers before the tool begins (FDR_LIBPCP_CHECK), but only if the tool loads it.
std::string WhatRuns(const std::string& program, const std::string& library_directory) {
  const std::string line = FirstLine(program);
  if (line.starts_with("#!"))
    return line.find("python") != std::string::npos
               ? "runs here, as a script of Python"
               : "a script: each program that it starts is decided for itself";
  if (!line.starts_with(kMagic)) return "neither a program nor a script";
  const std::string libraries = OutputOf({Loader(), "--list", program});
  if (libraries.find(library_directory + "/libpcp.so.3") == std::string::npos)
    return "does not use libpcp.so.3";
  ::setenv("FDR_LIBPCP_CHECK", "1", 1);
  return WithoutNewline(OutputOf({program}));
}

}  // namespace fdr::tools
