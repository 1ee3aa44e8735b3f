// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/archive_mode.h"

#include <sys/stat.h>

#include "fdr/archive/files/file_system.h"

namespace fdr {

mode_t ModeForCopy(const ArchiveFiles& archive) {
  mode_t mode = kOpenToAll;
  const auto restrict_to = [&mode](const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) mode &= status.st_mode;
  };
  for (const VolumeFile& volume : archive.volumes) restrict_to(volume.path);
  restrict_to(archive.metadata);
  if (!archive.index.empty()) restrict_to(archive.index);
  return mode | S_IRUSR | S_IWUSR;
}

}  // namespace fdr
