// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The recorder of a host, as a process that takes orders.

#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace fdr::pmgui {

/// The program to start: $FDR_RECORDER; or fdr, as installed beside this library or as built with
/// it; or PCP's pmlogger.
std::string RecorderProgram();

struct RecorderProcess {
  pid_t pid = 0;
  int orders = -1;  ///< lines written here reach the process
};

/// Starts `program` as "pmlogger BEFORE -x FD AFTER", with FD for orders, in a directory.  Its
/// input is empty, its output goes to the end of a file.  Returns 0 or a negative error number.
int StartRecorder(const std::string& program, const std::vector<std::string>& before,
                  const std::vector<std::string>& after, const std::string& directory,
                  const std::string& output, RecorderProcess& started);

}  // namespace fdr::pmgui
