// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/sysvipc: each semaphore set, message queue and shared memory segment.  The first line of a
// file names its columns; ours have the same names.

#include <sys/shm.h>

#include "fdr/replay/sources/local/account_names.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/keyed_columns.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// "0x5672cd94": the kernel's file has the key as a signed number.
std::string_view KeyText(std::uint64_t key, char (&text)[11]) {
  text[0] = '0';
  text[1] = 'x';
  for (int i = 0; i < 8; ++i) text[2 + i] = "0123456789abcdef"[key >> (28 - 4 * i) & 15];
  return {text, 10};
}

std::string_view StatusText(std::uint64_t mode) {
  if ((mode & SHM_DEST) != 0) return "dest";
  return (mode & SHM_LOCKED) != 0 ? "locked" : "";
}

class SysvIpc final : public Source {
 public:
  SysvIpc(Machine& machine, const char* file, const char* id_name, GridId id)
      : machine_(machine),
        file_(machine.Proc(file)),
        id_name_(id_name),
        grid_(machine.grid(id)),
        names_(machine.instances(id)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    FieldScanner in(content.value_or(""));
    const FieldScanner header(in.Line());
    while (!in.AtEnd()) ReadLine(header, FieldScanner(in.Line()));
  }

 private:
  void ReadLine(FieldScanner header, FieldScanner line) {
    std::uint64_t key = 0, number = 0;
    if (!line.Number(key) || header.Word() != "key" || header.Word() != id_name_) return;
    grid_.AddRow(names_.IdOf(line.Word()));
    char text[11];
    grid_.SetText(key_, KeyText(key, text));
    for (std::size_t position = 0; line.Number(number); ++position) {
      const std::string_view name = header.Word();
      if (name == "uid") grid_.SetText(owner_, accounts_.User(static_cast<std::uint32_t>(number)));
      if (name == "perms")
        SetMode(number);
      else if (const Column column = columns_.At(position, name); column != kNoColumn)
        grid_.SetInteger(column, number);
    }
  }

  // Permissions are octal digits that were read as decimal ones.
  void SetMode(std::uint64_t digits) {
    grid_.SetInteger(permissions_, digits % 1000);
    std::uint64_t mode = 0;
    for (std::uint64_t place = 1; digits != 0; digits /= 10, place *= 8)
      mode += digits % 10 * place;
    grid_.SetText(status_, StatusText(mode));
  }

  Machine& machine_;
  KernelFile file_;
  std::string_view id_name_;
  Grid& grid_;
  InstanceTable& names_;
  KeyedColumns columns_{grid_};
  AccountNames accounts_;
  Column key_ = grid_.Find("key"), owner_ = grid_.Find("owner"), permissions_ = grid_.Find("perms"),
         status_ = grid_.Find("status");
};

}  // namespace

std::unique_ptr<Source> MakeSysvSem(Machine& machine) {
  return std::make_unique<SysvIpc>(machine, "sysvipc/sem", "semid", GridId::kSem);
}
std::unique_ptr<Source> MakeSysvMsg(Machine& machine) {
  return std::make_unique<SysvIpc>(machine, "sysvipc/msg", "msqid", GridId::kMsg);
}
std::unique_ptr<Source> MakeSysvShm(Machine& machine) {
  return std::make_unique<SysvIpc>(machine, "sysvipc/shm", "shmid", GridId::kShm);
}

}  // namespace fdr::local
