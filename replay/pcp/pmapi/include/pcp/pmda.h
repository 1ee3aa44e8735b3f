/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Agents (PMDAs) of Performance Co-Pilot, in C: the library with which they answer a collector.
 * What the functions do is in PMDA(3) and the pages that it names; what differs here, in
 * docs/guide/agents.md.  Structures have PCP's layout in memory.
 */

#ifndef PCP_PMDA_H
#define PCP_PMDA_H

#include <stdarg.h>

#include "pmapi.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)
/* The names are PCP's. NOLINTBEGIN(bugprone-reserved-identifier) */

/* Versions of the interface between an agent and its collector. */
#define PMDA_INTERFACE_2 2
#define PMDA_INTERFACE_3 3 /* a fetch callback may have no value */
#define PMDA_INTERFACE_4 4 /* names that the agent makes */
#define PMDA_INTERFACE_5 5 /* the number of the client; values that pmdaFetch() frees */
#define PMDA_INTERFACE_6 6 /* attributes of the client */
#define PMDA_INTERFACE_7 7 /* labels */
#define PMDA_INTERFACE_LATEST 7

#define PMDA_CALL
/* For the initialisation of an agent that hides its other symbols. */
#define __PMDA_INIT_CALL __attribute__((visibility("default")))

/* How the collector reaches the agent. */
typedef enum { pmdaPipe, pmdaInet, pmdaUnix, pmdaUnknown, pmdaIPv6 } pmdaIoType;

typedef struct __pmnsTree pmdaNameSpace;
typedef struct __pmHashCtl pmdaHashTable;

/* What an agent has: instances, domains of them, and metrics. */

typedef struct pmdaInstid {
  int i_inst;
  char *i_name;
} pmdaInstid;

typedef struct pmdaIndom {
  pmInDom it_indom; /* its serial number, before pmdaInit() */
  int it_numinst;
  pmdaInstid *it_set;
} pmdaIndom;

typedef struct pmdaMetric {
  void *m_user; /* for the agent */
  pmDesc m_desc;
} pmdaMetric;

/* The identifier of a metric, before pmdaInit(). */
#define PMDA_PMID(cluster, item) ((((cluster)&0xfff) << 10) | ((item)&0x3ff))

/* Units: dimensions of space, time and count, then their scales. */
#ifdef HAVE_BITFIELDS_LTOR
#define PMDA_PMUNITS(space, time, count, space_scale, time_scale, count_scale) \
  { space, time, count, space_scale, time_scale, count_scale, 0 }
#else
#define PMDA_PMUNITS(space, time, count, space_scale, time_scale, count_scale) \
  { 0, count_scale, time_scale, space_scale, count, time, space }
#endif

/* What an agent is asked by this library. */

/* The value of a metric's instance. */
typedef int (*pmdaFetchCallBack)(pmdaMetric *, unsigned int, pmAtomValue *);
#define PMDA_FETCH_NOVALUES 0
#define PMDA_FETCH_STATIC 1
#define PMDA_FETCH_DYNAMIC 2 /* memory of malloc(), which pmdaFetch() frees */

/* Frees the values of a result that was sent. */
typedef void (*pmdaResultCallBack)(pmResult *);
/* Before a request: a negative answer refuses it. */
typedef int (*pmdaCheckCallBack)(void);
/* After a request. */
typedef void (*pmdaDoneCallBack)(void);
/* A client of the collector is gone. */
typedef void (*pmdaEndContextCallBack)(int);
/* The labels of an instance. */
typedef int (*pmdaLabelCallBack)(pmInDom, unsigned int, pmLabelSet **);

/* What this library knows about an agent. */
typedef struct pmdaExt {
  unsigned int e_flags;
  void *e_ext; /* the library's own */
  char *e_sockname;
  const char *e_name;
  const char *e_logfile;
  const char *e_helptext;
  int e_status;
  int e_infd;
  int e_outfd;
  int e_port;
  int e_singular;
  int e_ordinal;
  int e_direct; /* whether the place in the table is the item of the metric */
  int e_domain;
  int e_nmetrics;
  int e_nindoms;
  int e_help;
  pmProfile *e_prof;
  pmdaIoType e_io;
  pmdaIndom *e_indoms;
  pmdaIndom *e_idp;
  pmdaMetric *e_metrics;
  pmdaResultCallBack e_resultCallBack;
  pmdaFetchCallBack e_fetchCallBack;
  pmdaCheckCallBack e_checkCallBack;
  pmdaDoneCallBack e_doneCallBack;
  /* since PMDA_INTERFACE_5 */
  int e_context;
  pmdaEndContextCallBack e_endCallBack;
  /* since PMDA_INTERFACE_7 */
  pmdaLabelCallBack e_labelCallBack;
} pmdaExt;

/* e_flags. */
#define PMDA_EXT_FLAG_DIRECT 1
#define PMDA_EXT_FLAG_HASHED 2
#define PMDA_EXT_SETUPDONE 4
#define PMDA_EXT_CONNECTED 8
#define PMDA_EXT_NOTREADY 16
#define PMDA_EXT_LABEL_CHANGE 32
#define PMDA_EXT_NAMES_CHANGE 64

/* The functions of an agent that a collector calls. */

#define PMDA_FUNCTIONS_2_                                          \
  pmdaExt *ext;                                                    \
  int (*profile)(pmProfile *, pmdaExt *);                          \
  int (*fetch)(int, pmID *, pmResult **, pmdaExt *);               \
  int (*desc)(pmID, pmDesc *, pmdaExt *);                          \
  int (*instance)(pmInDom, int, char *, pmInResult **, pmdaExt *); \
  int (*text)(int, int, char **, pmdaExt *);                       \
  int (*store)(pmResult *, pmdaExt *);
#define PMDA_FUNCTIONS_4_                       \
  PMDA_FUNCTIONS_2_                             \
  int (*pmid)(const char *, pmID *, pmdaExt *); \
  int (*name)(pmID, char ***, pmdaExt *);       \
  int (*children)(const char *, int, char ***, int **, pmdaExt *);
#define PMDA_FUNCTIONS_6_ \
  PMDA_FUNCTIONS_4_       \
  int (*attribute)(int, int, const char *, int, pmdaExt *);
#define PMDA_FUNCTIONS_7_ \
  PMDA_FUNCTIONS_6_       \
  int (*label)(int, int, pmLabelSet **, pmdaExt *);

typedef struct pmdaInterface {
  int domain;
  struct {
    unsigned int pmda_interface : 8;
    unsigned int pmapi_version : 8;
    unsigned int flags : 16; /* PMDA_FLAG_... */
  } comm;
  int status; /* negative if the agent cannot work */
  union {
    struct {
      PMDA_FUNCTIONS_2_
    } any, two, three;
    struct {
      PMDA_FUNCTIONS_4_
    } four, five;
    struct {
      PMDA_FUNCTIONS_6_
    } six;
    struct {
      PMDA_FUNCTIONS_7_
    } seven;
  } version;
} pmdaInterface;

#undef PMDA_FUNCTIONS_2_
#undef PMDA_FUNCTIONS_4_
#undef PMDA_FUNCTIONS_6_
#undef PMDA_FUNCTIONS_7_

/* What an agent wants to know about clients. */
#define PMDA_FLAG_AUTHORIZE 4
#define PMDA_FLAG_CONTAINER 64

#define PMDA_ATTR_USERNAME 5
#define PMDA_ATTR_USERID 11
#define PMDA_ATTR_GROUPID 12
#define PMDA_ATTR_PROCESSID 14
#define PMDA_ATTR_CONTAINER 15

/* An agent in the process of its client. */
typedef struct __pmDSO {
  int domain;
  char *name;
  char *init;
  void *handle;
  int ctx_last_prof;
  pmdaInterface dispatch;
} __pmDSO;

/* Options of agents. */

#define PMDA_OPTIONS "D:d:h:i:l:pu:U:"
#define PMDA_OPTIONS_HEADER(text) \
  { "", 0, '-', 0, (text) }
#define PMDA_OPTIONS_TEXT(text) \
  { "", 0, '|', 0, (text) }
#define PMDA_OPTIONS_END \
  { NULL, 0, 0, 0, NULL }
#define PMDAOPT_DEBUG \
  { "debug", 1, 'D', "DBG", NULL }
#define PMDAOPT_DOMAIN \
  { "domain", 1, 'd', "NUM", "use domain (numeric) for metrics domain of PMDA" }
#define PMDAOPT_HELPTEXT \
  { "helpfile", 1, 'h', "FILE", "path to PMDA metrics help text file" }
#define PMDAOPT_INET \
  { "inet", 1, 'i', "PORT", "pmcd IPv4 connection service name or numeric port" }
#define PMDAOPT_IPV6 \
  { "ipv6", 1, '6', "PORT", "pmcd IPv6 connection service name or numeric port" }
#define PMDAOPT_LOGFILE \
  { "log", 1, 'l', "FILE", "write log to FILE rather than using default log name" }
#define PMDAOPT_PIPE \
  { "pipe", 0, 'p', 0, "use a pipe for communication with pmcd" }
#define PMDAOPT_UNIX \
  { "unix", 1, 'u', "FILE", "use a unix domain socket for communication with pmcd" }
#define PMDAOPT_USERNAME \
  { "username", 1, 'U', "USER", "run the PMDA using the named user account" }

struct pmdaOptions;
#define __pmdaOptions pmdaOptions
typedef int (*pmdaOptionOverride)(int, struct pmdaOptions *);

typedef struct pmdaOptions {
  int version;
  int flags;
  const char *short_options;
  pmLongOptions *long_options;
  const char *short_usage;
  pmdaOptionOverride override;

  int index;
  int optind;
  int opterr;
  int optopt;
  char *optarg;

  int __initialized;
  char *__nextchar;
  int __ordering;
  int __posixly_correct;
  int __first_nonopt;
  int __last_nonopt;

  int errors;
  char *username;
} pmdaOptions;

extern int pmdaGetOpt(int, char *const *, const char *, pmdaInterface *, int *);
extern int pmdaGetOptions(int, char *const *, pmdaOptions *, pmdaInterface *);
extern void pmdaUsageMessage(pmdaOptions *);

/* The beginning of an agent. */
extern void pmdaDaemon(pmdaInterface *, int, const char *, int, const char *, const char *);
extern void pmdaDSO(pmdaInterface *, int, char *, char *);
extern void pmdaInterfaceMoved(pmdaInterface *);
extern void pmdaOpenLog(pmdaInterface *);
extern void *pmdaExtGetData(pmdaExt *);
extern void pmdaExtSetData(pmdaExt *, void *);
extern void pmdaSetData(pmdaInterface *, void *);
extern void pmdaExtSetFlags(pmdaExt *, int);
extern void pmdaSetFlags(pmdaInterface *, int);
extern void pmdaSetCommFlags(pmdaInterface *, int);
extern void pmdaSetResultCallBack(pmdaInterface *, pmdaResultCallBack);
extern void pmdaSetFetchCallBack(pmdaInterface *, pmdaFetchCallBack);
extern void pmdaSetCheckCallBack(pmdaInterface *, pmdaCheckCallBack);
extern void pmdaSetDoneCallBack(pmdaInterface *, pmdaDoneCallBack);
extern void pmdaSetEndContextCallBack(pmdaInterface *, pmdaEndContextCallBack);
extern void pmdaSetLabelCallBack(pmdaInterface *, pmdaLabelCallBack);
extern void pmdaInit(pmdaInterface *, pmdaIndom *, int, pmdaMetric *, int);
extern void pmdaRehash(pmdaExt *, pmdaMetric *, int);

/* The life of an agent that is a process. */
extern void pmdaConnect(pmdaInterface *);
extern void pmdaMain(pmdaInterface *);
extern int __pmdaMainPDU(pmdaInterface *);
extern int __pmdaInFd(pmdaInterface *);
extern void pmdaSendError(pmdaInterface *, int);
extern int pmdaGetContext(void);
extern void __pmdaSetContext(int);

/* Answers from the tables of the agent. */
extern int pmdaProfile(pmProfile *, pmdaExt *);
extern int pmdaFetch(int, pmID *, pmResult **, pmdaExt *);
extern int pmdaInstance(pmInDom, int, char *, pmInResult **, pmdaExt *);
extern int pmdaDesc(pmID, pmDesc *, pmdaExt *);
extern int pmdaText(int, int, char **, pmdaExt *);
extern int pmdaStore(pmResult *, pmdaExt *);
extern int pmdaPMID(const char *, pmID *, pmdaExt *);
extern int pmdaName(pmID, char ***, pmdaExt *);
extern int pmdaChildren(const char *, int, char ***, int **, pmdaExt *);
extern int pmdaAttribute(int, int, const char *, int, pmdaExt *);
extern int pmdaLabel(int, int, pmLabelSet **, pmdaExt *);

/* The selected instances of a domain. */
extern int __pmdaCntInst(pmInDom, pmdaExt *);
extern void __pmdaStartInst(pmInDom, pmdaExt *);
extern int __pmdaNextInst(int *, pmdaExt *);

/* Help files, as newhelp(1) makes them. */
extern int pmdaOpenHelp(const char *);
extern void pmdaCloseHelp(int);
extern char *pmdaGetHelp(int, pmID, int);
extern char *pmdaGetInDomHelp(int, pmInDom, int);

/* Labels. */
extern int pmdaAddLabels(pmLabelSet **, const char *, ...) __PM_PRINTFLIKE(2, 3);
extern int pmdaAddNotes(pmLabelSet **, const char *, ...) __PM_PRINTFLIKE(2, 3);
extern int pmdaAddLabelFlags(pmLabelSet *, int);

/* Trees of names, and metrics that come and go. */
typedef int (*pmdaUpdatePMNS)(pmdaExt *, pmdaNameSpace **);
typedef int (*pmdaUpdateText)(pmdaExt *, pmID, int, char **);
typedef void (*pmdaUpdateMetric)(pmdaMetric *, pmdaMetric *, int);
typedef void (*pmdaCountMetrics)(int *, int *);
extern void pmdaExtDynamicPMNS(const char *, int *, int, pmdaUpdatePMNS, pmdaUpdateText,
                               pmdaUpdateMetric, pmdaCountMetrics, pmdaMetric *, int, pmdaExt *);
extern void pmdaDynamicPMNS(const char *, int *, int, pmdaUpdatePMNS, pmdaUpdateText,
                            pmdaUpdateMetric, pmdaCountMetrics, pmdaMetric *, int);
extern int pmdaDynamicSetClusterMask(const char *, unsigned int);
extern pmdaNameSpace *pmdaDynamicLookupName(pmdaExt *, const char *);
extern pmdaNameSpace *pmdaDynamicLookupPMID(pmdaExt *, pmID);
extern int pmdaDynamicLookupText(pmID, int, char **, pmdaExt *);
extern void pmdaDynamicMetricTable(pmdaExt *);

extern int pmdaTreeCreate(pmdaNameSpace **);
extern int pmdaTreeInsert(pmdaNameSpace *, pmID, const char *);
extern void pmdaTreeRelease(pmdaNameSpace *);
extern void pmdaTreeRebuildHash(pmdaNameSpace *, int);
extern int pmdaTreeSize(pmdaNameSpace *);
extern int pmdaTreePMID(pmdaNameSpace *, const char *, pmID *);
extern int pmdaTreeName(pmdaNameSpace *, pmID, char ***);
extern int pmdaTreeChildren(pmdaNameSpace *, const char *, int, char ***, int **);

/* Instance domains that the library keeps, in files, too. */
extern int pmdaCacheStore(pmInDom, int, const char *, void *);
extern int pmdaCacheStoreKey(pmInDom, int, const char *, int, const void *, void *);
extern int pmdaCacheLookup(pmInDom, int, char **, void **);
extern int pmdaCacheLookupName(pmInDom, const char *, int *, void **);
extern int pmdaCacheLookupKey(pmInDom, const char *, int, const void *, char **, int *, void **);
extern int pmdaCacheOp(pmInDom, int);
extern int pmdaCachePurge(pmInDom, time_t);
extern int pmdaCachePurgeCallback(pmInDom, time_t, void (*)(void *));
extern int pmdaCacheResize(pmInDom, int);
extern void __pmdaCacheDumpAll(FILE *, int);
extern void __pmdaCacheDump(FILE *, pmInDom, int);

#define PMDA_CACHE_LOAD 1
#define PMDA_CACHE_ADD 2
#define PMDA_CACHE_HIDE 3
#define PMDA_CACHE_CULL 4
#define PMDA_CACHE_EMPTY 5
#define PMDA_CACHE_SAVE 6
#define PMDA_CACHE_STRINGS 7
#define PMDA_CACHE_ACTIVE 8
#define PMDA_CACHE_INACTIVE 9
#define PMDA_CACHE_SIZE 10
#define PMDA_CACHE_SIZE_ACTIVE 11
#define PMDA_CACHE_SIZE_INACTIVE 12
#define PMDA_CACHE_REUSE 13
#define PMDA_CACHE_WALK_REWIND 14
#define PMDA_CACHE_WALK_NEXT 15
#define PMDA_CACHE_CHECK 16
#define PMDA_CACHE_REORG 17
#define PMDA_CACHE_SYNC 18
#define PMDA_CACHE_DUMP 19
#define PMDA_CACHE_DUMP_ALL 20

/* Arrays of events, with stamps of microseconds or nanoseconds. */
extern int pmdaEventNewArray(void);
extern int pmdaEventResetArray(int);
extern int pmdaEventReleaseArray(int);
extern int pmdaEventAddRecord(int, struct timeval *, int);
extern int pmdaEventAddMissedRecord(int, struct timeval *, int);
extern int pmdaEventAddParam(int, pmID, int, pmAtomValue *);
extern pmEventArray *pmdaEventGetAddr(int);
extern int pmdaEventNewHighResArray(void);
extern int pmdaEventResetHighResArray(int);
extern int pmdaEventReleaseHighResArray(int);
extern int pmdaEventAddHighResRecord(int, struct timespec *, int);
extern int pmdaEventAddHighResMissedRecord(int, struct timespec *, int);
extern int pmdaEventAddHighResParam(int, pmID, int, pmAtomValue *);
extern pmHighResEventArray *pmdaEventGetHighResAddr(int);
extern int pmdaEventHighResAddParam(int, pmID, int, pmAtomValue *);
extern pmHighResEventArray *pmdaEventHighResGetAddr(int);

/* Queues of events, of which each client gets every event once. */
typedef int (*pmdaEventDecodeCallBack)(int, void *, size_t, struct timeval *, void *);
typedef int (*pmdaEventApplyFilterCallBack)(void *, void *, size_t);
typedef void (*pmdaEventReleaseFilterCallBack)(void *);
extern int pmdaEventNewQueue(const char *, size_t);
extern int pmdaEventNewActiveQueue(const char *, size_t, unsigned int);
extern int pmdaEventQueueShutdown(int);
extern int pmdaEventQueueHandle(const char *);
extern int pmdaEventQueueAppend(int, void *, size_t, struct timeval *);
extern int pmdaEventQueueClients(int, pmAtomValue *);
extern int pmdaEventQueueCounter(int, pmAtomValue *);
extern int pmdaEventQueueBytes(int, pmAtomValue *);
extern int pmdaEventQueueMemory(int, pmAtomValue *);
extern int pmdaEventQueueRecords(int, pmAtomValue *, int, pmdaEventDecodeCallBack, void *);
extern int pmdaEventNewClient(int);
extern int pmdaEventEndClient(int);
extern int pmdaEventClients(pmAtomValue *);
extern int pmdaEventSetFilter(int, int, void *, pmdaEventApplyFilterCallBack,
                              pmdaEventReleaseFilterCallBack);
extern int pmdaEventSetAccess(int, int, int);
extern char *__pmdaEventPrint(const char *, int, char *, int);

/* What pmdaroot(1) does for agents without rights. */
extern int pmdaRootConnect(const char *);
extern void pmdaRootShutdown(int);
extern int pmdaRootContainerHostName(int, const char *, int, char *, int);
extern int pmdaRootContainerProcessID(int, const char *, int);
extern int pmdaRootContainerCGroupName(int, const char *, int, char *, int);
extern int pmdaRootProcessStart(int, int, const char *, int labellen, const char *, int, int *,
                                int *, int *);
extern int pmdaRootProcessWait(int, int, int *);
extern int pmdaRootProcessTerminate(int, int);

/* NOLINTEND(bugprone-reserved-identifier) */
#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* PCP_PMDA_H */
