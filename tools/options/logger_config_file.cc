// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/logger_config_file.h"

#include <cerrno>
#include <cstdio>

#include "fdr/replay/preprocessor/preprocessor.h"
#include "fdr/replay/text/text_file.h"
#include "fdr/tools/options/pcp_directory.h"

namespace fdr::tools {
namespace {

Result<std::string> RunShell(const std::string& command) {
  std::FILE* const output = ::popen(command.c_str(), "re");
  if (output == nullptr) return FailSystem(errno, command);
  Result<std::string> text = ReadToEnd(output, command, kMaxConfigBytes);
  const int status = ::pclose(output);
  if (text && status != 0) return Fail(Errc::kIo, "The command failed", command);
  return text;
}

}  // namespace

Result<LoggerConfig> ReadConfigFile(const std::string& path, bool allows_shell) {
  PreprocessorOptions options;
  options.read_file = [](const std::string& file) { return ReadTextFile(file, kMaxConfigBytes); };
  if (allows_shell) options.run_command = RunShell;
  options.refusal = "%shell would run a command: that has to be allowed with --allow-shell";
  options.include_directories = {PcpVarDirectory() + "/config/pmlogger"};
  return LoadLoggerConfig(path, options);
}

}  // namespace fdr::tools
