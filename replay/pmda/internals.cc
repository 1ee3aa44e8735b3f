// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pmda/internals.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <string>

#include "fdr/replay/libpcp/libpcp.h"
#include "fdr/replay/live/error_pdu.h"
#include "fdr/replay/pmapi/error_code.h"
#include "fdr/replay/pmda/agent.h"
#include "fdr/replay/pmda/answers.h"

namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// Agents are called pmdaX, by their whole paths.
std::string_view PlainName(std::string_view name) {
  name.remove_prefix(name.rfind('/') + 1);
  if (name.starts_with("pmda")) name.remove_prefix(4);
  return name;
}

}  // namespace

void __pmFreeInResult(pmInResult* result) { fdr::pmda::FreeInResult(result); }
void __pmFreeResultValues(pmResult* result) { fdr::pmda::FreeResultValues(result); }

int __pmInProfile(pmInDom indom, const pmProfile* profile, int instance) {
  return fdr::pmda::WantedInstances(profile, indom).Includes(instance) ? 1 : 0;
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
  *size = static_cast<unsigned long>(static_cast<char*>(sbrk(0)) - base) / 1024;
  return 0;
}

void __pmGetTimespec(timespec* now) { clock_gettime(CLOCK_REALTIME, now); }

// A number means its bits.
void __pmSetDebugBits(int bits) { pmSetDebug(std::to_string(bits).c_str()); }

int __pmSetProgname(const char* name) {
  pmSetProgname(name);
  return 0;
}

int __pmNewPMNS(pmdaNameSpace** tree) { return pmdaTreeCreate(tree); }
int __pmAddPMNSNode(pmdaNameSpace* tree, int id, const char* name) {
  return pmdaTreeInsert(tree, static_cast<pmID>(id), name);
}
void __pmFreePMNS(pmdaNameSpace* tree) { pmdaTreeRelease(tree); }
