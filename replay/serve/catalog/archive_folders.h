// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which archives a web server was given, and the names by which clients ask for them.
//
//     fdr serve --http 8080 monday /var/log/pcp/pmlogger
//
//     monday.meta .index .0                               monday   an archive has its own name
//     /var/log/pcp/pmlogger/db1/20240131.meta ...         db1      all archives of the host db1
//     /var/log/pcp/pmlogger/db2/20240131.meta ...         db2
//
// The names of clients are looked up in this list, and never become paths.

#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/replay/serve/catalog/archive_labels.h"
#include "fdr/replay/serve/catalog/once_log.h"
#include "fdr/replay/serve/catalog/refused_archive.h"

namespace fdr {

/// The archives that one name stands for.
struct NamedArchives {
  std::string id;
  std::string files;  ///< as FindArchives() takes them

  friend bool operator==(const NamedArchives&, const NamedArchives&) = default;
};

/// One thread at a time.
class ArchiveFolders {
 public:
  /// `roots`: archives as FindArchives() takes them, and directories.  `taken`: ids of other
  /// sources.
  ArchiveFolders(std::vector<std::string> roots, std::set<std::string> taken,
                 std::shared_ptr<OnceLog> log)
      : roots_(std::move(roots)), taken_(std::move(taken)), log_(std::move(log)) {}

  /// kNotFound if a root is nothing: no directory, and no archive.
  Result<void> CheckRoots() const;

  /// The archives of each root, and of its directories in the order of their names.  An archive
  /// keeps its id as long as this object lives.  Archives that cannot be served are reported, and
  /// left out.
  std::vector<NamedArchives> Look();
  /// Those that the last Look() left out; the first thousand.
  const std::vector<RefusedArchive>& refused() const { return refused_; }

 private:
  struct Group;
  using Groups = std::map<std::string, Group, std::less<>>;  // by host

  void LookIntoRoot(const std::string& root, std::vector<NamedArchives>& found);
  void LookInto(const std::string& directory, const std::string& root,
                std::vector<NamedArchives>& found);
  void LookAtNamed(const std::string& root, std::vector<NamedArchives>& found);
  void AddOthers(const Group& group, std::vector<NamedArchives>& found);
  bool AddToGroup(const ArchiveFiles& files, Groups& groups);
  void Refuse(const std::string& path, const Error& error);
  std::string IdFor(const std::string& name, const std::string& directory);

  std::vector<std::string> roots_;
  std::set<std::string> taken_;
  std::shared_ptr<OnceLog> log_;
  ArchiveLabels labels_;
  std::map<std::pair<std::string, std::string>, std::string> ids_;  // by directory and name
  std::vector<RefusedArchive> refused_;
};

}  // namespace fdr
