// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/archive_labels.h"

#include <sys/stat.h>

#include <cerrno>
#include <iterator>
#include <utility>

#include "fdr/archive/source/compressed_file.h"

namespace fdr {

Result<ArchiveLabels::Label> ArchiveLabels::Of(const ArchiveFiles& files) {
  const std::string& path = files.volumes.front().path;
  struct stat now = {};
  if (::stat(path.c_str(), &now) != 0) return FailSystem(errno, path);
  const auto known = known_.find(path);
  if (known != known_.end() && known->second.device == now.st_dev &&
      known->second.inode == now.st_ino) {
    known->second.is_used = true;
    return known->second.label;
  }
  const Result<ByteBuffer> prefix = DecodePrefix(path, LabelSize(Version::k3));
  if (!prefix) return Fail(prefix.error());
  const Result<LabelRecord> record = LabelRecord::Decode(*prefix, path);
  if (!record) return Fail(record.error());
  Label label{std::string(record->host.view()), record->start};
  known_.insert_or_assign(path, Known{now.st_dev, now.st_ino, label, true});
  return label;
}

void ArchiveLabels::ForgetUnused() {
  for (auto known = known_.begin(); known != known_.end();)
    known = std::exchange(known->second.is_used, false) ? std::next(known) : known_.erase(known);
}

}  // namespace fdr
