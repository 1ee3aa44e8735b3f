// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmSetProcessIdentity(3) and pmGetUsername(3).

#include <grp.h>
#include <pcp/pmapi.h>
#include <pwd.h>

#include <vector>

#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace {

struct Identity {
  uid_t user = 0;
  gid_t group = 0;
};

bool FindUser(const char* name, Identity& identity) {
  constexpr std::size_t kMostBytes = 1 << 20;
  std::vector<char> strings(1024);
  passwd entry = {};
  passwd* found = nullptr;
  while (getpwnam_r(name, &entry, strings.data(), strings.size(), &found) == ERANGE &&
         strings.size() < kMostBytes)
    strings.resize(2 * strings.size());
  if (found == nullptr) return false;
  identity = {found->pw_uid, found->pw_gid};
  return true;
}

// A process that cannot give up a privilege must end.
[[noreturn]] void GiveUp(const char* what, const char* name, unsigned id) {
  char reason[PM_MAXERRMSGLEN];
  pmErrStr_r(-errno, reason, sizeof reason);
  pmNotifyErr(LOG_CRIT, "set%s to %s of %s user (%s=%u): %s", what, what, name, what, id, reason);
  exit(1);
}

}  // namespace

int pmSetProcessIdentity(const char* username) {
  return fdr::pmapi::Guarded([&] {
    Identity identity;
    if (!FindUser(username, identity)) {
      pmNotifyErr(LOG_CRIT, "cannot find the %s user to switch to", username);
      exit(1);
    }
    if (setgid(identity.group) < 0) GiveUp("gid", username, identity.group);
    if (setuid(identity.user) < 0) GiveUp("uid", username, identity.user);
    return 0;
  });
}

int pmGetUsername(char** username) {
  static char kDefaultUser[] = "pcp";
  char* const user = pmGetOptionalConfig("PCP_USER");
  const bool configured = user != nullptr && *user != '\0';
  *username = configured ? user : kDefaultUser;
  return configured ? 1 : 0;
}
