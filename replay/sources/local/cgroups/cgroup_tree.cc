// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/cgroups/cgroup_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <memory>

#include "fdr/replay/sources/local/field_scanner.h"

namespace fdr::local {
namespace {

// More than a machine can run.
constexpr std::size_t kMaxGroups = 1 << 20;

struct CloseDir {
  void operator()(DIR* dir) const { closedir(dir); }
};

// In tests, trees are not where their mount table says.
std::string Located(const Machine& machine, std::string_view directory) {
  constexpr std::string_view kSys = "/sys/";
  if (!directory.starts_with(kSys)) return std::string(directory);
  return machine.Sys(directory.substr(kSys.size()));
}

}  // namespace

bool CgroupMount::HasOption(std::string_view name) const {
  for (std::string_view rest = options; !rest.empty();) {
    const std::size_t comma = rest.find(',');
    if (rest.substr(0, comma) == name) return true;
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  }
  return false;
}

void VisitCgroupMounts(std::string_view mounts,
                       const std::function<void(const CgroupMount&)>& visit) {
  for (FieldScanner in(mounts); !in.AtEnd();) {
    FieldScanner line(in.Line());
    line.Word();
    CgroupMount mount;
    mount.directory = line.Word();
    mount.type = line.Word();
    mount.options = line.Word();
    if (mount.type == "cgroup" || mount.type == "cgroup2") visit(mount);
  }
}

CgroupTree::CgroupTree(Machine& machine, std::string_view controller, Versions versions)
    : machine_(machine) {
  const auto mounts = machine.buffer.ReadFile(AT_FDCWD, machine.Proc("mounts").c_str());
  VisitCgroupMounts(mounts.value_or(""), [&](const CgroupMount& mount) {
    const bool is_wanted = mount.type == "cgroup2"
                               ? versions != Versions::kFirst && root_.empty()
                               : versions != Versions::kSecond && mount.HasOption(controller);
    if (is_wanted) root_ = Located(machine, mount.directory);
  });
}

const std::vector<std::string>& CgroupTree::Groups() {
  groups_.clear();
  if (root_.empty()) return groups_;
  groups_.emplace_back("/");
  // The loop also visits the groups that it finds.
  for (std::size_t i = 0; i < groups_.size() && groups_.size() < kMaxGroups; ++i) {
    const std::string parent = groups_[i];
    const std::unique_ptr<DIR, CloseDir> dir(opendir((root_ + parent).c_str()));
    if (dir == nullptr) continue;
    while (const dirent* entry = readdir(dir.get()))
      if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
        groups_.push_back((parent == "/" ? "/" : parent + "/") + entry->d_name);
  }
  return groups_;
}

std::optional<std::string_view> CgroupTree::Read(std::string_view group, std::string_view file) {
  path_.assign(root_).append(group).append("/").append(file);
  return machine_.buffer.ReadFile(AT_FDCWD, path_.c_str());
}

}  // namespace fdr::local
