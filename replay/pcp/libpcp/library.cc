// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the library tells of itself: its configuration, features, errors; and switches for
// debugging, most of which have nothing to switch here.

#include <cstdlib>
#include <string>

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmapi/api_features.h"
#include "fdr/replay/pcp/pmapi/base/config.h"
#include "fdr/replay/pcp/pmapi/base/debug_options.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace {

// The messages that the peer counts: none here.
constexpr int kKindsOfMessages = 24;
unsigned int received[kKindsOfMessages], sent[kKindsOfMessages];

void SetVariable(char* name, char*, char* value) {
  fdr::pmapi::Guarded([&] { return setenv(name, fdr::pmapi::WithoutQuotes(value).c_str(), 1); });
}

}  // namespace

unsigned int* __pmPDUCntIn = received;
unsigned int* __pmPDUCntOut = sent;
void (*__pmNativeConfig)(char*, char*, char*) = SetVariable;

// For programs; nothing here locks them.
pthread_mutex_t __pmLock_libpcp = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t __pmLock_extcall = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void __pmDumpPDUCnt(FILE* file) { fputs("PDU stats ... no PDU activity\n", file); }

// Sets the options, too.
int __pmParseDebug(const char* spec) {
  return fdr::pmapi::Guarded([&] {
    const int sts = pmSetDebug(spec);
    return sts < 0 ? sts : fdr::pmapi::DebugBits(spec);
  });
}

void __pmSetDebugBits(int bits) {
  fdr::pmapi::Guarded([&] {
    fdr::pmapi::SetDebugBits(bits);
    return 0;
  });
}

// Variables of the environment are not told.
void __pmConfig(void (*tell)(char* name, char* prefix, char* value)) {
  fdr::pmapi::Guarded([&] {
    fdr::pmapi::ForEachSetting(fdr::pmapi::ConfigPath(),
                               [&](const std::string& name, const std::string& value) {
                                 std::string own_name = name, own_value = value;
                                 if (getenv(name.c_str()) == nullptr)
                                   tell(own_name.data(), nullptr, own_value.data());
                               });
    return 0;
  });
}

void __pmAPIConfig(void (*tell)(const char* name, const char* value)) {
  for (const char* const name : fdr::pmapi::kFeatureNames) tell(name, pmGetAPIConfig(name));
}

void __pmDumpStackInit(void*) {}
void __pmDumpStack(void) {}
void __pmSetInternalState(int) {}
void __pmOverrideLastFd(int) {}

// 0 for a mechanism that finds nothing, as where no service is announced.
int pmDiscoverServices(const char*, const char* mechanism, char*** urls) {
  *urls = nullptr;
  const auto begins = [&](const char* word) { return strncmp(mechanism, word, strlen(word)) == 0; };
  return mechanism == nullptr || begins("avahi") || begins("probe") ? 0 : -EOPNOTSUPP;
}

int __pmSendDesc(int, int, pmDesc*) { return -EOPNOTSUPP; }
int __pmSendResult(int, int, const __pmResult*) { return -EOPNOTSUPP; }
