// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Logged-in users: /run/utmp, see utmp(5).

#include <utmp.h>
#include <cstring>

#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class Users final : public Source {
 public:
  explicit Users(Machine& machine)
      : machine_(machine),
        file_(machine.options.run + "/utmp"),
        grid_(machine.grid(GridId::kUsers)),
        users_(grid_.Find("users")),
        roots_(grid_.Find("roots")),
        sessions_(grid_.Find("sessions")) {}

  void Refresh() override {
    grid_.Clear();
    grid_.AddRow(kSingular);
    std::uint64_t users = 0, roots = 0, sessions = 0;
    // Without the file, as in containers, no user is logged in.
    std::string_view records = file_.Read(machine_.buffer).value_or(std::string_view());
    for (utmp record; records.size() >= sizeof record; records.remove_prefix(sizeof record)) {
      std::memcpy(&record, records.data(), sizeof record);
      if (record.ut_type == USER_PROCESS) {
        ++users;
        if (std::strncmp(record.ut_user, "root", sizeof record.ut_user) == 0) ++roots;
      }
      if (record.ut_type == USER_PROCESS || record.ut_type == LOGIN_PROCESS) ++sessions;
    }
    grid_.SetInteger(users_, users);
    grid_.SetInteger(roots_, roots);
    grid_.SetInteger(sessions_, sessions);
  }

 private:
  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  Column users_, roots_, sessions_;
};

}  // namespace

std::unique_ptr<Source> MakeUsers(Machine& machine) { return std::make_unique<Users>(machine); }

}  // namespace fdr::local
