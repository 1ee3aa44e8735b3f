// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The running processes.

#pragma once

#include <dirent.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/local/kernel_file.h"

namespace fdr::local {

class ProcessList {
 public:
  explicit ProcessList(const std::string& proc);

  /// Process identifiers, ascending; read at most once for each value of `reading`.
  const std::vector<InstanceId>& At(std::uint64_t reading);

  /// The same, as they are now.
  void List(std::vector<InstanceId>& pids);
  /// The user whose rights a process has; root if it is gone.
  std::uint32_t OwnerOf(InstanceId pid);

  /// Reads a file of a process; nullopt if it cannot be read, or the process is gone.
  std::optional<std::string_view> Read(InstanceId pid, const char* file, ReadBuffer& buffer,
                                       Pieces pieces = Pieces::kOne);
  /// The target of a symbolic link of a process; "" if it cannot be read.  Valid until the next
  /// call.
  std::string_view Link(InstanceId pid, const char* file);
  /// The number of files that a process has open.
  std::optional<std::uint64_t> CountOpenFiles(InstanceId pid);

 private:
  struct CloseDir {
    void operator()(DIR* dir) const { closedir(dir); }
  };
  const char* Path(InstanceId pid, const char* file);

  std::unique_ptr<DIR, CloseDir> directory_;
  std::uint64_t reading_ = 0;
  std::vector<InstanceId> pids_;
  char path_[64] = {};
  std::vector<char> target_;
};

}  // namespace fdr::local
