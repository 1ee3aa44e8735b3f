// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions of libpcp.so.3 that tools of PCP call, and that no public header declares.  A page
// of the manual describes some of them; docs/guide/stock-tools.md says which tools need them.

#pragma once

#include <pcp/pmapi.h>

#include <cstdint>

// NOLINTBEGIN(bugprone-reserved-identifier): PCP chose the names.
#pragma GCC visibility push(default)
extern "C" {

// Hash tables.  Tools walk the buckets themselves, so the layout and the order are a part of the
// interface.
struct __pmHashNode {
  __pmHashNode* next;
  unsigned int key;
  void* data;
};
struct __pmHashCtl {
  int nodes;
  int hsize;
  __pmHashNode** hash;
  __pmHashNode* next;  // of an iteration of the tool's own
  unsigned int index;
};
static_assert(sizeof(__pmHashCtl) == 32 || sizeof(void*) != 8);
using __pmHashWalkCallback = int (*)(const __pmHashNode*, void*);

void __pmHashInit(__pmHashCtl* table);
int __pmHashPreAlloc(int buckets, __pmHashCtl* table);
int __pmHashAdd(unsigned int key, void* data, __pmHashCtl* table);
__pmHashNode* __pmHashSearch(unsigned int key, __pmHashCtl* table);
int __pmHashDel(unsigned int key, void* data, __pmHashCtl* table);
void __pmHashClear(__pmHashCtl* table);
void __pmHashFree(__pmHashCtl* table);
void __pmHashWalkCB(__pmHashWalkCallback callback, void* argument, const __pmHashCtl* table);

// Values and labels.
struct __pmResult {
  std::int64_t sec;
  std::int32_t nsec;
  int numpmid;
  pmValueSet* vset[1];  // longer, really
};
int __pmStringValue(const char* text, pmAtomValue* value, int type);
int __pmStuffValue(const pmAtomValue* from, pmValue* to, int type);
int __pmAddLabels(pmLabelSet** set, const char* json, int flags);
void __pmPrintMetricNames(FILE* file, int count, char** names, const char* separator);
__pmResult* __pmAllocResult(int count);

// Times and zones.
void __pmtimevalSleep(struct timeval length);
void __pmtimevalPause(struct timeval until);
void __pmtimespecSleep(struct timespec length);
void __pmtimespecPause(struct timespec until);
void __pmGetTimespec(struct timespec* now);
char* __pmTimezone(void);
char* __pmTimezone_r(char* buffer, int size);
int __pmParseTime(const char* text, struct timeval* start, struct timeval* end,
                  struct timeval* result, char** message);
time_t __pmMktime(struct tm* fields);

// Options.
void __pmStartOptions(pmOptions* options);
void __pmEndOptions(pmOptions* options);
int __pmGetLongOptions(pmOptions* options);
void __pmAddOptArchive(pmOptions* options, char* archive);
void __pmAddOptArchiveList(pmOptions* options, char* archives);
void __pmAddOptArchiveFolio(pmOptions* options, char* path);
void __pmAddOptArchivePath(pmOptions* options);
void __pmAddOptHost(pmOptions* options, char* host);
void __pmAddOptHostList(pmOptions* options, char* hosts);
void __pmAddOptContainer(pmOptions* options, char* container);
void __pmSetLocalContextFlag(pmOptions* options);
void __pmSetLocalContextTable(pmOptions* options, char* spec);

// Processes.
struct __pmExecCtl;
int __pmProcessAddArg(__pmExecCtl** handle, const char* word);
int __pmProcessUnpickArgs(__pmExecCtl** handle, const char* command);
int __pmProcessExec(__pmExecCtl** handle, int toss, int wait_for_end);
int __pmProcessPipe(__pmExecCtl** handle, const char* mode, int toss, FILE** pipe);
int __pmProcessPipeClose(FILE* pipe);
pid_t __pmProcessCreate(char** words, int* from, int* to);
int __pmSetSignalHandler(int number, void (*handler)(int));

// Files.
int __pmAbsolutePath(char* path);
int __pmMakePath(const char* path, mode_t mode);
void* __pmMemoryMap(int file, size_t size, int writable);
void __pmMemoryUnmap(void* memory, size_t size);
FILE* __pmRotateLog(const char* program, const char* path, FILE* old, int* status);

// Notes to others.
char* __pmGetClientId(int argc, char** argv);
int __pmSetClientId(const char* id);
int __pmSetClientIdArgv(int argc, char** argv);
void __pmServerStart(int argc, char** argv, int flags);
int __pmServerCreatePIDFile(const char* spec, int flags);
int __pmServerNotifyServiceManagerReady(pid_t pid);
int __pmServerNotifyServiceManagerStopping(pid_t pid);

// The library itself.
extern unsigned int* __pmPDUCntIn;
extern unsigned int* __pmPDUCntOut;
extern void (*__pmNativeConfig)(char* name, char* prefix, char* value);
extern pthread_mutex_t __pmLock_libpcp;
extern pthread_mutex_t __pmLock_extcall;
void __pmDumpErrTab(FILE* file);
void __pmDumpPDUCnt(FILE* file);
int __pmParseDebug(const char* spec);
void __pmSetDebugBits(int bits);
void __pmDumpStackInit(void* program);
void __pmDumpStack(void);
void __pmConfig(void (*tell)(char* name, char* prefix, char* value));
void __pmAPIConfig(void (*tell)(const char* name, const char* value));
void __pmSetInternalState(int state);
void __pmOverrideLastFd(int fd);
int pmDiscoverServices(const char* service, const char* mechanism, char*** urls);

// Sockets.
struct __pmSockAddr;
struct __pmHostEnt;
size_t __pmSockAddrSize(void);
__pmSockAddr* __pmSockAddrAlloc(void);
void __pmSockAddrFree(__pmSockAddr* address);
void __pmSockAddrInit(__pmSockAddr* address, int family, int host, int port);
int __pmSockAddrGetFamily(const __pmSockAddr* address);
int __pmSockAddrGetPort(const __pmSockAddr* address);
void __pmSockAddrSetPort(__pmSockAddr* address, int port);
int __pmSockAddrIsInet(const __pmSockAddr* address);
int __pmSockAddrIsIPv6(const __pmSockAddr* address);
char* __pmSockAddrToString(const __pmSockAddr* address);
__pmHostEnt* __pmGetAddrInfo(const char* host);
__pmSockAddr* __pmHostEntGetSockAddr(const __pmHostEnt* host, void** cursor);
char* __pmHostEntGetName(__pmHostEnt* host);
void __pmHostEntFree(__pmHostEnt* host);
int __pmCreateSocket(void);
int __pmCreateIPv6Socket(void);
int __pmConnect(int fd, void* address, socklen_t size);
int __pmConnectTo(int fd, const __pmSockAddr* address, int port);
int __pmConnectCheckError(int fd);
int __pmConnectRestoreFlags(int fd, int flags);
void __pmFD_ZERO(fd_set* set);
void __pmFD_SET(int fd, fd_set* set);
int __pmSelectRead(int count, fd_set* set, struct timeval* timeout);
int __pmSelectWrite(int count, fd_set* set, struct timeval* timeout);
ssize_t __pmSend(int fd, const void* data, size_t size, int flags);
ssize_t __pmRecv(int fd, void* data, size_t size, int flags);
void __pmCloseSocket(int fd);

// Agents: what they answer, and their own process.
void __pmFreeInResult(pmInResult* result);
void __pmFreeResultValues(pmResult* result);
int __pmInProfile(pmInDom indom, const pmProfile* profile, int instance);
int __pmSendError(int fd, int from, int code);
ssize_t __pmRead(int fd, void* buffer, size_t size);
/// Adds the label with the name of the agent: "agent".
int __pmGetDomainLabels(int domain, const char* name, pmLabelSet** set);
/// Seconds of this process.
int __pmProcessRunTimes(double* user, double* system);
/// Kilobytes that this process has asked for since the first call, which may be with a null
/// pointer.
int __pmProcessDataSize(unsigned long* size);
int __pmProcessExists(pid_t process);
int __pmProcessTerminate(pid_t process, int at_once);
int __pmSetProgname(const char* name);

// pmie calls these two only while it records what it fetches (-W).
int __pmSendDesc(int fd, int from, pmDesc* desc);
int __pmSendResult(int fd, int from, const __pmResult* result);

}  // extern "C"
#pragma GCC visibility pop
// NOLINTEND(bugprone-reserved-identifier)
