// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Functions that agents call: about results, requests, and their own process.

#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <string_view>

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/libpcp/result_memory.h"
#include "fdr/replay/pcp/libpcp/wanted_instances.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/sources/pdu/error_pdu.h"

namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// Programs are called pmdaX, and shared objects "X DSO".
std::string_view PlainName(std::string_view name) {
  constexpr std::string_view kBefore = "pmda", kBehind = " DSO";
  if (name.size() > kBefore.size() && name.starts_with(kBefore)) name.remove_prefix(kBefore.size());
  if (name.size() > kBehind.size() && name.ends_with(kBehind)) name.remove_suffix(kBehind.size());
  return name;
}

}  // namespace

void __pmFreeInResult(pmInResult* result) { fdr::libpcp::FreeInResult(result); }

int __pmInProfile(pmInDom indom, const pmProfile* profile, int instance) {
  return fdr::libpcp::WantedInstances(profile, indom).Includes(instance) ? 1 : 0;
}

int __pmSendError(int fd, int from, int code) {
  return fdr::pmapi::Guarded([&] {
    fdr::ByteBuffer message;
    fdr::ErrorPdu{code}.Encode(message);
    fdr::StoreU32(message.data() + 8, static_cast<std::uint32_t>(from));
    return write(fd, message.data(), message.size()) < 0 ? -errno : 0;
  });
}

ssize_t __pmRead(int fd, void* buffer, size_t size) { return read(fd, buffer, size); }

int __pmGetDomainLabels(int, const char* name, pmLabelSet** set) {
  const std::string json = "{\"agent\":\"" + std::string(PlainName(name)) + "\"}";
  return __pmAddLabels(set, json.c_str(), PM_LABEL_DOMAIN);
}

int __pmProcessRunTimes(double* user, double* system) {
  rusage usage = {};
  if (getrusage(RUSAGE_SELF, &usage) < 0) return -errno;
  *user = Seconds(usage.ru_utime);
  *system = Seconds(usage.ru_stime);
  return 0;
}

int __pmProcessDataSize(unsigned long* size) {
  static const char* const base = static_cast<char*>(sbrk(0));
  if (size == nullptr) return 0;
  // What has shrunk is a negative number, though of an unsigned type.
  *size = static_cast<unsigned long>((static_cast<char*>(sbrk(0)) - base) / 1024);
  return 0;
}

int __pmProcessExists(pid_t process) { return kill(process, 0) == 0 || errno == EPERM ? 1 : 0; }

int __pmProcessTerminate(pid_t process, int at_once) {
  return kill(process, at_once != 0 ? SIGKILL : SIGTERM);
}

int __pmSetProgname(const char* name) {
  pmSetProgname(name);
  return 0;
}
