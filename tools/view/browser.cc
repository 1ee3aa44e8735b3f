// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/browser.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/tools/run/started_program.h"

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
  const local::UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  // Ctrl-C is for the server alone.
  const Result<pid_t> process = StartProgram({.words = std::move(words),
                                              .input = nothing.get(),
                                              .output = nothing.get(),
                                              .error = nothing.get(),
                                              .has_own_group = true});
  process_ = process ? *process : 0;
  return process.has_value();
}

void Browser::Reap() {
  if (process_ != 0 && ::waitpid(process_, nullptr, WNOHANG) != 0) process_ = 0;
}

}  // namespace fdr::tools
