// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The folder in which programs keep their memory mapped values, as it is now.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/sources/mmv/cluster_table.h"
#include "fdr/replay/sources/mmv/value_file.h"

namespace fdr::mmv {

/// A file that is served.
struct ServedFile {
  std::uint32_t cluster = 0;  ///< of its metrics
  ValueFile file;
  /// For readers: set if values cannot be read, so that the next look opens the file again.
  bool is_lost = false;

  bool HasFlag(Flag flag) const { return (file.content().header.flags & flag) != 0; }
};

/// A file that is refused is remembered, and looked into again only if it changed.
class MmvFolder {
 public:
  /// Takes sentences about files, each once: which are refused, and what is wrong in others.
  using Log = std::function<void(const std::string& line)>;

  /// Without a path, there is no folder.  `proc`: where the kernel lists processes.
  MmvFolder(std::string path, std::string proc, Log log);

  /// Looks for files that came, went or changed; true if there are any.  Costs one system call if
  /// nothing happened, one for each file that counts only while its process runs, and a few for
  /// each file that is refused.  `now`: by the clock of the file system.
  bool Look(Timestamp now);

  /// Calls `visit(name, file)` for all files that are served, in the order of their names.  Until
  /// the next look that is true, files stay where they are.
  template <class Visit>
  void ForEach(Visit visit) {
    for (auto& [name, entry] : entries_)
      if (entry.served && entry.process_runs) visit(name, *entry.served);
  }

 private:
  struct Entry {
    std::optional<ServedFile> served;
    bool process_runs = true;
    bool is_listed = true;
    // These belong to a file that is refused:
    std::optional<FileIdentity> identity;
    std::string untold;  // its complaint, while the writer may still be at work
  };

  bool List();
  bool IsSame(const Entry& entry, const std::string& name, std::uint64_t inode) const;
  void Open(const std::string& name, Entry& entry);
  void Assign();
  void AssignTo(const std::string& name, ServedFile& served);
  bool LookAtRefused();
  bool LookAtProcesses();
  bool Clear();
  std::string PathOf(const std::string& name) const { return path_ + "/" + name; }

  std::string path_, proc_;
  Log log_;
  std::map<std::string, Entry> entries_;
  ClusterTable clusters_;
  std::optional<Timestamp> changed_;  // the folder, when it was listed
  bool may_have_missed_ = false;      // a change in the same moment as the last one
  bool has_unassigned_ = false;
  bool is_full_ = false;
};

}  // namespace fdr::mmv
