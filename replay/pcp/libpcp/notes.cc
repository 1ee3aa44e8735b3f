// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Notes to others: to the collector, to the service manager, to scripts.

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <string>

#include "fdr/replay/own_host_name.h"
#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace {

using fdr::pmapi::Guarded;

std::string Join(int count, char** words) {
  std::string text;
  for (int i = 0; i < count; ++i) text.append(i > 0 ? " " : "").append(words[i]);
  return text;
}

// A value that pmStore() takes.
struct WhoAmI {
  fdr::pmapi::MallocPtr<pmValueBlock> block;
  pmValueSet set = {};
  pmResult result = {};

  WhoAmI(pmID metric, const std::string& text) {
    pmAtomValue value = {};
    value.cp = const_cast<char*>(text.c_str());
    set.pmid = metric;
    set.numval = 1;
    set.vlist[0].inst = static_cast<int>(PM_IN_NULL);
    set.valfmt = __pmStuffValue(&value, &set.vlist[0], PM_TYPE_STRING);
    if (set.valfmt == PM_VAL_DPTR) block.reset(set.vlist[0].value.pval);
    result.numpmid = 1;
    result.vset[0] = &set;
  }
};

// Tells the collector of the current context, if it has one, who asks.
int Introduce(const std::string& id) {
  if (const int context = pmWhichContext(); context < 0) return context;
  const char* name = "pmcd.client.whoami";
  pmID metric = PM_ID_NULL;
  if (const int sts = pmLookupName(1, &name, &metric); sts < 0) return sts;
  WhoAmI who(metric, fdr::OwnHostName() + " " + id);
  return who.set.valfmt < 0 ? who.set.valfmt : pmStore(&who.result);
}

// A datagram to the socket that systemd names in the environment; see sd_notify(3).
int Notify(const std::string& text) {
  const char* const path = getenv("NOTIFY_SOCKET");
  struct sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path == nullptr || path[0] == '\0' || strlen(path) >= sizeof address.sun_path)
    return PM_ERR_GENERIC;
  memcpy(address.sun_path, path, strlen(path));
  if (path[0] == '@') address.sun_path[0] = '\0';  // an abstract socket
  const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  const auto size = static_cast<socklen_t>(offsetof(struct sockaddr_un, sun_path) + strlen(path));
  const ssize_t written = sendto(fd, text.data(), text.size(), MSG_NOSIGNAL,
                                 reinterpret_cast<const struct sockaddr*>(&address), size);
  const int error = errno;
  close(fd);
  return written < 0 ? -error : 1;
}

}  // namespace

char* __pmGetClientId(int argc, char** argv) {
  char* id = nullptr;
  Guarded([&] {
    id = fdr::pmapi::NewString(Join(argc, argv));
    return 0;
  });
  return id;
}

int __pmSetClientId(const char* id) {
  return Guarded([&] { return Introduce(id); });
}

int __pmSetClientIdArgv(int argc, char** argv) {
  return Guarded([&] { return Introduce(Join(argc, argv)); });
}

int __pmServerNotifyServiceManagerReady(pid_t pid) {
  return Guarded([&] { return Notify("READY=1\nMAINPID=" + std::to_string(pid)); });
}

int __pmServerNotifyServiceManagerStopping(pid_t) {
  return Guarded([] { return Notify("STOPPING=1"); });
}

// The file tells scripts which process to signal.
int __pmServerCreatePIDFile(const char* spec, int) {
  return Guarded([&] {
    const char* const directory = pmGetOptionalConfig("PCP_RUN_DIR");
    const std::string path =
        std::string(directory != nullptr ? directory : "") + "/" + spec + ".pid";
    const int fd = open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC,
                        S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
    const std::string text = std::to_string(getpid());
    const bool written =
        fd >= 0 && write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int error = errno;
    if (fd >= 0) close(fd);
    if (written) return 0;
    char reason[PM_MAXERRMSGLEN];
    fprintf(stderr, "Error: Cant open PID file %s: %s\n", path.c_str(),
            pmErrStr_r(-error, reason, sizeof reason));
    return -error;
  });
}

// Goes on in the background.
void __pmServerStart(int, char**, int) {
  fflush(stdout);
  fflush(stderr);
  const pid_t process = fork();
  if (process < 0) {
    pmNotifyErr(LOG_ERR, "__pmServerStart: fork: %s", strerror(errno));
    return;
  }
  if (process > 0) _exit(0);
  setsid();
}
