// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_out.h"

#include <filesystem>
#include <system_error>
#include <vector>

namespace fdr::tools {
namespace {

// The name of an archive in a directory that was named without one.
constexpr const char* kNameInDirectory = "%Y%m%d.%H.%M";

// Behind the name of the program that is recorded.
constexpr const char* kTimeOfProgram = ".%Y%m%d.%H.%M.%S";

// A % would be a conversion of strftime(3).
std::string NameOfProgram(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  std::erase(name, '%');
  return name.empty() ? "program" : name;
}

// Not if an archive has that name, too.
bool IsDirectoryName(const std::string& out) {
  std::error_code ignored;
  return out.empty() || out.ends_with('/') ||
         (std::filesystem::is_directory(out, ignored) &&
          !std::filesystem::exists(out + ".meta", ignored));
}

}  // namespace

std::string OutOf(const RecordCommand& command) {
  const std::filesystem::path directory = command.directory.value_or("");
  if (command.out.empty() && !command.program.empty())
    return (directory / (NameOfProgram(command.program[0]) + kTimeOfProgram)).string();
  const std::string out = (directory / command.out).string();
  if (command.hosts.size() > 1 || !IsDirectoryName(out)) return out;
  return (std::filesystem::path(out) / kNameInDirectory).string();
}

Result<void> MakeDirectories(const RecordCommand& command, const std::string& out) {
  std::vector<std::string> wanted;
  if (command.directory) wanted.push_back(*command.directory);
  if (command.hosts.size() > 1)
    wanted.push_back(out);
  else if (command.out.ends_with('/'))
    wanted.push_back(std::filesystem::path(out).parent_path().string());
  for (const std::string& directory : wanted) {
    std::error_code error;
    if (directory.find('%') == std::string::npos)  // otherwise its name is not known yet
      std::filesystem::create_directories(directory, error);
    if (error) return FailSystem(error.value(), directory);
  }
  return {};
}

}  // namespace fdr::tools
