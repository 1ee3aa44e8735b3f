// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Mounted file systems: /proc/mounts, and statfs(2) of each.  Instances are named after the device,
// or, for file systems in memory, after the mount point.  Sizes are in kilobytes.

#include <sys/statvfs.h>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// Decodes "\040", as the kernel writes blanks and the like.
void Unescape(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::uint64_t code = 0;
    if (text[i] == '\\' && text.size() - i >= 4 &&
        FieldScanner(text.substr(i + 1, 3)).Number(code, 8)) {
      out += static_cast<char>(code);
      i += 3;
    } else {
      out += text[i];
    }
  }
}

class Family {
 public:
  Family(Machine& machine, GridId id) : grid_(machine.grid(id)), names_(machine.instances(id)) {}

  void Clear() { grid_.Clear(); }
  std::size_t size() const { return grid_.rows().size(); }

  // A device that is mounted several times counts once.
  void Add(std::string_view name, const std::string& directory, bool read_only) {
    const InstanceId id = names_.IdOf(name);
    for (const InstanceId known : grid_.rows())
      if (known == id) return;
    grid_.AddRow(id);
    grid_.SetText(mountdir_, directory);
    grid_.SetInteger(readonly_, read_only ? 1 : 0);
    struct statvfs fs;
    if (statvfs(directory.c_str(), &fs) == 0) Fill(fs);
  }

 private:
  void Fill(const struct statvfs& fs) {
    const std::uint64_t used = fs.f_blocks - fs.f_bfree;
    grid_.SetInteger(capacity_, fs.f_blocks * fs.f_frsize / 1024);
    grid_.SetInteger(used_, used * fs.f_frsize / 1024);
    grid_.SetInteger(free_, fs.f_bfree * fs.f_frsize / 1024);
    grid_.SetInteger(avail_, fs.f_bavail * fs.f_frsize / 1024);
    grid_.SetInteger(maxfiles_, fs.f_files);
    grid_.SetInteger(usedfiles_, fs.f_files - fs.f_ffree);
    grid_.SetInteger(freefiles_, fs.f_ffree);
    grid_.SetInteger(blocksize_, fs.f_bsize);
    // The space that ordinary users can ever use.
    const std::uint64_t reach = used + fs.f_bavail;
    grid_.SetReal(full_,
                  reach == 0 ? 0 : 100.0 * static_cast<double>(used) / static_cast<double>(reach));
  }

  Grid& grid_;
  InstanceTable& names_;
  Column capacity_ = grid_.Find("capacity"), used_ = grid_.Find("used"), free_ = grid_.Find("free"),
         avail_ = grid_.Find("avail"), maxfiles_ = grid_.Find("maxfiles"),
         usedfiles_ = grid_.Find("usedfiles"), freefiles_ = grid_.Find("freefiles"),
         blocksize_ = grid_.Find("blocksize"), full_ = grid_.Find("full"),
         mountdir_ = grid_.Find("mountdir"), readonly_ = grid_.Find("readonly");
};

class Filesystems final : public Source {
 public:
  explicit Filesystems(Machine& machine) : machine_(machine), file_(machine.Proc("mounts")) {}

  void Refresh() override {
    devices_.Clear();
    memory_.Clear();
    const auto content = file_.Read(machine_.buffer);
    for (FieldScanner in(content.value_or("")); !in.AtEnd();) ReadLine(FieldScanner(in.Line()));
    count_.Clear();
    count_.AddRow(kSingular);
    count_.SetInteger(count_.Find("count"), devices_.size());
  }

 private:
  // "/dev/vda / ext4 rw,relatime 0 0"
  void ReadLine(FieldScanner line) {
    Unescape(line.Word(), device_);
    Unescape(line.Word(), directory_);
    const std::string_view type = line.Word();
    FieldScanner options(line.Word());
    const bool read_only = options.rest() == "ro" || options.rest().starts_with("ro,");
    if (type == "tmpfs")
      memory_.Add(directory_, directory_, read_only);
    else if (device_.starts_with("/dev/"))
      devices_.Add(device_, directory_, read_only);
  }

  Machine& machine_;
  KernelFile file_;
  Family devices_{machine_, GridId::kFilesystem}, memory_{machine_, GridId::kTmpfs};
  Grid& count_ = machine_.grid(GridId::kFilesystemCount);
  std::string device_, directory_;  // members to reuse their memory
};

}  // namespace

std::unique_ptr<Source> MakeFilesystems(Machine& machine) {
  return std::make_unique<Filesystems>(machine);
}

}  // namespace fdr::local
