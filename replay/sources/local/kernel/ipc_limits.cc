// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Limits and use of System V IPC as a whole, from semctl(2), msgctl(2) and shmctl(2).

#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// Callers of semctl(2) must define this union themselves.
union SemaphoreArgument {
  int value;
  semid_ds* set;
  unsigned short* array;
  seminfo* info;
};

class IpcLimits final : public Source {
 public:
  explicit IpcLimits(Machine& machine)
      : page_size_(machine.page_size), grid_(machine.grid(GridId::kIpcLimits)) {}

  void Refresh() override {
    grid_.Clear();
    grid_.AddRow(kSingular);
    ReadSemaphores();
    ReadMessages();
    ReadSharedMemory();
  }

 private:
  template <class Number>
  void Set(std::string_view name, Number number) {
    grid_.SetInteger(grid_.Find(name), static_cast<std::uint64_t>(number));
  }

  void ReadSemaphores() {
    seminfo limits = {}, use = {};
    SemaphoreArgument argument;
    argument.info = &limits;
    if (semctl(0, 0, IPC_INFO, argument) < 0) return;
    Set("semmap", limits.semmap);
    Set("semmni", limits.semmni);
    Set("semmns", limits.semmns);
    Set("semmnu", limits.semmnu);
    Set("semmsl", limits.semmsl);
    Set("semopm", limits.semopm);
    Set("semume", limits.semume);
    Set("semusz", limits.semusz);
    Set("semvmx", limits.semvmx);
    Set("semaem", limits.semaem);
    argument.info = &use;
    if (semctl(0, 0, SEM_INFO, argument) < 0) return;
    Set("sem_used", use.semusz);
    Set("sem_total", use.semaem);
  }

  void ReadMessages() {
    msginfo limits = {}, use = {};
    if (msgctl(0, IPC_INFO, reinterpret_cast<msqid_ds*>(&limits)) < 0) return;
    Set("msgpool", limits.msgpool);
    Set("msgmap", limits.msgmap);
    Set("msgmax", limits.msgmax);
    Set("msgmnb", limits.msgmnb);
    Set("msgmni", limits.msgmni);
    Set("msgssz", limits.msgssz);
    Set("msgtql", limits.msgtql);
    Set("msgseg", limits.msgseg);
    if (msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds*>(&use)) < 0) return;
    Set("msg_used", use.msgpool);
    Set("msg_total", use.msgmap);
    Set("msg_bytes", use.msgtql);
  }

  void ReadSharedMemory() {
    shminfo limits = {};
    shm_info use = {};
    if (shmctl(0, IPC_INFO, reinterpret_cast<shmid_ds*>(&limits)) < 0) return;
    Set("shmmax", limits.shmmax);
    Set("shmmin", limits.shmmin);
    Set("shmmni", limits.shmmni);
    Set("shmseg", limits.shmseg);
    Set("shmall", limits.shmall);
    if (shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds*>(&use)) < 0) return;
    Set("shm_total", use.shm_tot * page_size_);
    Set("shm_rss", use.shm_rss * page_size_);
    Set("shm_swapped", use.shm_swp * page_size_);
    Set("shm_used", use.used_ids);
    Set("swap_attempts", use.swap_attempts);
    Set("swap_successes", use.swap_successes);
  }

  std::uint64_t page_size_;
  Grid& grid_;
};

}  // namespace

std::unique_ptr<Source> MakeIpcLimits(Machine& machine) {
  return std::make_unique<IpcLimits>(machine);
}

}  // namespace fdr::local
