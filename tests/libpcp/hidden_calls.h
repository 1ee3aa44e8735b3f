/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The functions of libpcp.so.3 that stock tools call and no public header declares, as their
 * callers use them.
 */

#pragma once

#include <pcp/pmapi.h>
#include <pthread.h>
#include <sys/wait.h>

/* Hash tables. */
typedef struct hash_node {
  struct hash_node *next;
  unsigned int key;
  void *data;
} hash_node;
typedef struct {
  int nodes;
  int hsize;
  hash_node **hash;
  hash_node *next;
  unsigned int index;
} hash_ctl;
enum { WALK_NEXT = 1, WALK_STOP, WALK_DELETE_NEXT, WALK_DELETE_STOP };
extern void __pmHashInit(hash_ctl *);
extern int __pmHashPreAlloc(int, hash_ctl *);
extern int __pmHashAdd(unsigned int, void *, hash_ctl *);
extern hash_node *__pmHashSearch(unsigned int, hash_ctl *);
extern int __pmHashDel(unsigned int, void *, hash_ctl *);
extern void __pmHashClear(hash_ctl *);
extern void __pmHashFree(hash_ctl *);
extern void __pmHashWalkCB(int (*)(const hash_node *, void *), void *, const hash_ctl *);

/* Values and labels. */
extern int __pmStringValue(const char *, pmAtomValue *, int);
extern int __pmStuffValue(const pmAtomValue *, pmValue *, int);
extern int __pmAddLabels(pmLabelSet **, const char *, int);
extern void __pmPrintMetricNames(FILE *, int, char **, char *);
extern void *__pmAllocResult(int);

/* Time. */
extern void __pmtimevalSleep(struct timeval);
extern void __pmtimevalPause(struct timeval);
extern void __pmtimespecSleep(struct timespec);
extern void __pmtimespecPause(struct timespec);
extern char *__pmTimezone(void);
extern char *__pmTimezone_r(char *, int);
extern int __pmParseTime(const char *, struct timeval *, struct timeval *, struct timeval *,
                         char **);
extern time_t __pmMktime(struct tm *);
extern void __pmGetTimespec(struct timespec *);

/* Options. */
extern void __pmStartOptions(pmOptions *);
extern void __pmEndOptions(pmOptions *);
extern int __pmGetLongOptions(pmOptions *);
extern void __pmAddOptArchive(pmOptions *, char *);
extern void __pmAddOptArchiveList(pmOptions *, char *);
extern void __pmAddOptArchiveFolio(pmOptions *, char *);
extern void __pmAddOptHost(pmOptions *, char *);
extern void __pmAddOptHostList(pmOptions *, char *);
extern void __pmAddOptArchivePath(pmOptions *);
extern void __pmAddOptContainer(pmOptions *, char *);
extern void __pmSetLocalContextFlag(pmOptions *);
extern void __pmSetLocalContextTable(pmOptions *, char *);

/* Processes and files. */
extern int __pmProcessAddArg(void **, const char *);
extern int __pmProcessUnpickArgs(void **, const char *);
extern int __pmProcessExec(void **, int, int);
extern int __pmProcessPipe(void **, const char *, int, FILE **);
extern int __pmProcessPipeClose(FILE *);
extern pid_t __pmProcessCreate(char **, int *, int *);
extern int __pmSetSignalHandler(int, void (*)(int));
extern int __pmAbsolutePath(char *);
extern int __pmMakePath(const char *, mode_t);
extern void *__pmMemoryMap(int, size_t, int);
extern void __pmMemoryUnmap(void *, size_t);
extern char *__pmGetClientId(int, char **);
extern int __pmSetClientId(const char *);
extern int __pmSetClientIdArgv(int, char **);
extern int __pmServerCreatePIDFile(const char *, int);
extern int __pmServerNotifyServiceManagerReady(pid_t);
extern int __pmServerNotifyServiceManagerStopping(pid_t);
extern FILE *__pmRotateLog(const char *, const char *, FILE *, int *);

/* Agents. */
extern int __pmGetDomainLabels(int, const char *, pmLabelSet **);
extern int __pmInProfile(pmInDom, const pmProfile *, int);
extern void __pmFreeInResult(pmInResult *);
extern void __pmFreeResultValues(pmResult *);
extern int __pmSendError(int, int, int);
extern ssize_t __pmRead(int, void *, size_t);
extern int __pmProcessExists(pid_t);
extern int __pmProcessTerminate(pid_t, int);
extern int __pmProcessRunTimes(double *, double *);
extern int __pmProcessDataSize(unsigned long *);
extern int __pmSetProgname(const char *);

/* The library itself. */
extern int pmDebug;
extern char *pmProgname;
extern unsigned int *__pmPDUCntIn, *__pmPDUCntOut;
extern void (*__pmNativeConfig)(char *, char *, char *);
extern int __pmLogReads;
extern pthread_mutex_t __pmLock_libpcp, __pmLock_extcall;
extern void __pmDumpErrTab(FILE *);
extern void __pmDumpPDUCnt(FILE *);
extern int __pmParseDebug(const char *);
extern void __pmSetDebugBits(int);
extern void __pmConfig(void (*)(char *, char *, char *));
extern void __pmAPIConfig(void (*)(const char *, const char *));
extern void __pmSetInternalState(int);
extern void __pmOverrideLastFd(int);

/* Sockets. */
typedef struct socket_address socket_address;
typedef struct host_entry host_entry;
extern size_t __pmSockAddrSize(void);
extern socket_address *__pmSockAddrAlloc(void);
extern void __pmSockAddrFree(socket_address *);
extern void __pmSockAddrInit(socket_address *, int, int, int);
extern int __pmSockAddrGetFamily(const socket_address *);
extern int __pmSockAddrGetPort(const socket_address *);
extern void __pmSockAddrSetPort(socket_address *, int);
extern int __pmSockAddrIsInet(const socket_address *);
extern int __pmSockAddrIsIPv6(const socket_address *);
extern char *__pmSockAddrToString(const socket_address *);
extern host_entry *__pmGetAddrInfo(const char *);
extern socket_address *__pmHostEntGetSockAddr(const host_entry *, void **);
extern char *__pmHostEntGetName(host_entry *);
extern void __pmHostEntFree(host_entry *);
extern int __pmCreateSocket(void);
extern int __pmCreateIPv6Socket(void);
extern int __pmConnect(int, void *, socklen_t);
extern int __pmConnectTo(int, const socket_address *, int);
extern int __pmConnectCheckError(int);
extern int __pmConnectRestoreFlags(int, int);
extern void __pmFD_ZERO(fd_set *);
extern void __pmFD_SET(int, fd_set *);
extern int __pmSelectRead(int, fd_set *, struct timeval *);
extern int __pmSelectWrite(int, fd_set *, struct timeval *);
extern ssize_t __pmSend(int, const void *, size_t, int);
extern ssize_t __pmRecv(int, void *, size_t, int);
extern void __pmCloseSocket(int);
