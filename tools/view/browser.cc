// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

extern char** environ;

namespace fdr::tools {
namespace {

// The part of the text up to the separator, which is taken from it.
std::string_view TakePart(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

bool HasDesktop() {
  return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

}  // namespace

std::vector<std::vector<std::string>> BrowserCommands(const std::string& list,
                                                      const std::string& address) {
  constexpr std::string_view kPlace = "%s";
  std::vector<std::vector<std::string>> commands;
  for (std::string_view rest = list; !rest.empty();) {
    std::string_view command = TakePart(rest, ':');
    std::vector<std::string> words;
    bool has_place = false;
    while (!command.empty()) {
      std::string word(TakePart(command, ' '));
      if (word.empty()) continue;
      if (const std::size_t place = word.find(kPlace); place != std::string::npos) {
        word.replace(place, kPlace.size(), address);
        has_place = true;
      }
      words.push_back(std::move(word));
    }
    if (words.empty()) continue;
    if (!has_place) words.push_back(address);
    commands.push_back(std::move(words));
  }
  return commands;
}

void Browser::Open(const std::string& address) {
  if (const char* const list = std::getenv("BROWSER")) {
    for (std::vector<std::string>& words : BrowserCommands(list, address))
      if (Start(std::move(words))) return;
    return;
  }
  if (HasDesktop()) Start({"xdg-open", address});
}

// A browser has much to say that is not for this terminal.
bool Browser::Start(std::vector<std::string> words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&files) != 0) return false;
  if (::posix_spawnattr_init(&attributes) != 0) {
    ::posix_spawn_file_actions_destroy(&files);
    return false;
  }
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
  // Ctrl-C is for the server alone.
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int failure =
      ::posix_spawnp(&process_, arguments[0], &files, &attributes, arguments.data(), environ);
  if (failure != 0) process_ = 0;
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return failure == 0;
}

void Browser::Reap() {
  if (process_ != 0 && ::waitpid(process_, nullptr, WNOHANG) != 0) process_ = 0;
}

}  // namespace fdr::tools
