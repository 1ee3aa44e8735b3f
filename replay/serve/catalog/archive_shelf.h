// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All archives that a web server lends.  Few of them are open at a time.

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/serve/catalog/archive_folders.h"
#include "fdr/replay/serve/catalog/lent_archive.h"

namespace fdr {

/// Any thread.
class ArchiveShelf : public std::enable_shared_from_this<ArchiveShelf> {
 public:
  struct Options {
    ReplayOptions replay;
    Clocks clocks;
    std::shared_ptr<OnceLog> log;
    /// More are open only while their contexts are lent.
    std::size_t most_open = 64;
  };
  ArchiveShelf(ArchiveFolders folders, Options options);

  /// Looks for archives, unless that was done a short time ago.  Waits for the disk.
  void Look();
  /// Whether it is time for Look().
  bool IsTimeToLook() const;

  std::vector<std::shared_ptr<LentArchive>> List() const;
  std::vector<RefusedArchive> Refused() const;
  /// Closes what is not lent.
  void FreeMemory() const;
  /// Null if there is none.
  std::shared_ptr<LentArchive> Find(std::string_view id) const;

 private:
  using Time = std::chrono::nanoseconds;

  std::shared_ptr<LentArchive> Make(const NamedArchives& archives);
  void CloseOldest() const;

  const Options options_;
  std::mutex look_mutex_;  // of folders_
  ArchiveFolders folders_;
  mutable std::mutex mutex_;  // of all that follows
  std::vector<std::shared_ptr<LentArchive>> list_;
  std::map<std::string, std::shared_ptr<LentArchive>, std::less<>> by_id_;
  std::vector<RefusedArchive> refused_;
  Time next_look_{0};
};

}  // namespace fdr
