/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The Performance Metrics API of Performance Co-Pilot, in C, for programs that were written for it.
 * What the functions do is in the manual pages of section 3 that come with PCP; what differs here,
 * in docs/guide/c-api.md.  Structures have PCP's layout in memory.
 */

#ifndef PCP_PMAPI_H
#define PCP_PMAPI_H

/* Programs count on what PCP's own header brings along. */
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/param.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "platform_defs.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The version of the interface: 3 has times of nanoseconds in pmOptions. */
#define PMAPI_VERSION_2 2
#define PMAPI_VERSION_3 3
#ifndef PMAPI_VERSION
#define PMAPI_VERSION PMAPI_VERSION_2
#endif

#define PM_VERSION(a, b, c) (((a) << 16) | ((b) << 8) | (c))
#define PM_VERSION_CURRENT PM_VERSION(6, 0, 3)

/* Identifiers.  These words mean "none". */

typedef unsigned int pmID;
typedef unsigned int pmInDom;

#define PM_ID_NULL 0xffffffff
#define PM_INDOM_NULL 0xffffffff
#define PM_IN_NULL 0xffffffff

extern pmID pmID_build(unsigned int domain, unsigned int cluster, unsigned int item);
extern unsigned int pmID_domain(pmID pmid);
extern unsigned int pmID_cluster(pmID pmid);
extern unsigned int pmID_item(pmID pmid);
extern pmInDom pmInDom_build(unsigned int domain, unsigned int serial);
extern unsigned int pmInDom_domain(pmInDom indom);
extern unsigned int pmInDom_serial(pmInDom indom);

/* Identifiers of this domain are those of dynamic names (item 0), or of derived metrics. */
#define DYNAMIC_PMID 511
#define IS_DYNAMIC_ROOT(x) (pmID_domain(x) == DYNAMIC_PMID && pmID_item(x) == 0)
#define IS_DERIVED(x) \
  (pmID_domain(x) == DYNAMIC_PMID && (pmID_cluster(x) & 2048) == 0 && pmID_item(x) != 0)

/* Units: a dimension is an exponent, a scale says which multiple of the base unit is meant. */

typedef struct pmUnits {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  signed int dimSpace : 4;
  signed int dimTime : 4;
  signed int dimCount : 4;
  unsigned int scaleSpace : 4;
  unsigned int scaleTime : 4;
  signed int scaleCount : 4;
  unsigned int pad : 8;
#else
  unsigned int pad : 8;
  signed int scaleCount : 4;
  unsigned int scaleTime : 4;
  unsigned int scaleSpace : 4;
  signed int dimCount : 4;
  signed int dimTime : 4;
  signed int dimSpace : 4;
#endif
} pmUnits;

#define PM_SPACE_BYTE 0
#define PM_SPACE_KBYTE 1
#define PM_SPACE_MBYTE 2
#define PM_SPACE_GBYTE 3
#define PM_SPACE_TBYTE 4
#define PM_SPACE_PBYTE 5
#define PM_SPACE_EBYTE 6
#define PM_SPACE_ZBYTE 7
#define PM_SPACE_YBYTE 8

#define PM_TIME_NSEC 0
#define PM_TIME_USEC 1
#define PM_TIME_MSEC 2
#define PM_TIME_SEC 3
#define PM_TIME_MIN 4
#define PM_TIME_HOUR 5

#define PM_COUNT_ONE 0

/* What a metric is. */

typedef struct pmDesc {
  pmID pmid;
  int type;      /* PM_TYPE_... */
  pmInDom indom; /* of its values, or PM_INDOM_NULL */
  int sem;       /* PM_SEM_... */
  pmUnits units;
} pmDesc;

#define PM_TYPE_NOSUPPORT (-1)
#define PM_TYPE_32 0
#define PM_TYPE_U32 1
#define PM_TYPE_64 2
#define PM_TYPE_U64 3
#define PM_TYPE_FLOAT 4
#define PM_TYPE_DOUBLE 5
#define PM_TYPE_STRING 6
#define PM_TYPE_AGGREGATE 7
#define PM_TYPE_AGGREGATE_STATIC 8
#define PM_TYPE_EVENT 9
#define PM_TYPE_HIGHRES_EVENT 10
#define PM_TYPE_UNKNOWN 255

#define PM_SEM_COUNTER 1
#define PM_SEM_INSTANT 3
#define PM_SEM_DISCRETE 4

/* Values. */

typedef struct pmValueBlock {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  unsigned int vtype : 8;
  unsigned int vlen : 24;
#else
  unsigned int vlen : 24;   /* of this word and vbuf */
  unsigned int vtype : 8;   /* PM_TYPE_... */
#endif
  char vbuf[1]; /* longer, really */
} pmValueBlock;

#define PM_VAL_HDR_SIZE 4
#define PM_VAL_VLEN_MAX 0x00ffffff

typedef struct pmValue {
  int inst; /* or PM_IN_NULL */
  union {
    pmValueBlock *pval; /* PM_VAL_DPTR and PM_VAL_SPTR */
    int lval;           /* PM_VAL_INSITU */
  } value;
} pmValue;

typedef struct pmValueSet {
  pmID pmid;
  int numval;       /* of vlist; below 0, an error */
  int valfmt;       /* PM_VAL_... */
  pmValue vlist[1]; /* longer, really */
} pmValueSet;

#define PM_VAL_INSITU 0
#define PM_VAL_DPTR 1
#define PM_VAL_SPTR 2

typedef struct pmResult {
  struct timeval timestamp;
  int numpmid;
  pmValueSet *vset[1]; /* longer, really */
} pmResult;

typedef struct pmHighResResult {
  struct timespec timestamp;
  int numpmid;
  pmValueSet *vset[1]; /* longer, really */
} pmHighResResult;

typedef union {
  int32_t l;
  uint32_t ul;
  int64_t ll;
  uint64_t ull;
  float f;
  double d;
  char *cp;
  pmValueBlock *vbp;
} pmAtomValue;

/* Contexts: where metrics come from. */

#define PM_CONTEXT_UNDEF (-1)
#define PM_CONTEXT_HOST 1
#define PM_CONTEXT_ARCHIVE 2
#define PM_CONTEXT_LOCAL 3
#define PM_CONTEXT_TYPEMASK 0xff
#define PM_CTXFLAG_SHALLOW (1U << 8)
#define PM_CTXFLAG_EXCLUSIVE (1U << 9)
#define PM_CTXFLAG_SECURE (1U << 10)
#define PM_CTXFLAG_COMPRESS (1U << 11)
#define PM_CTXFLAG_RELAXED (1U << 12)
#define PM_CTXFLAG_AUTH (1U << 13)
#define PM_CTXFLAG_CONTAINER (1U << 14)
#define PM_CTXFLAG_NO_FEATURE_CHECK (1U << 15)

extern int pmNewContext(int type, const char *name);
extern int pmDupContext(void);
extern int pmUseContext(int handle);
extern int pmWhichContext(void);
extern int pmDestroyContext(int handle);
extern int pmReconnectContext(int handle);
extern const char *pmGetContextHostName(int handle);
extern char *pmGetContextHostName_r(int handle, char *buf, int buflen);
extern int pmGetHostName(int handle, char *buf, int buflen);

/* Of PM_CONTEXT_LOCAL. */
extern char *pmSpecLocalPMDA(const char *spec);

/* Names. */

#define PM_NS_DEFAULT NULL
#define PMNS_LOCAL 1
#define PMNS_REMOTE 2
#define PMNS_ARCHIVE 3
#define PMNS_LEAF_STATUS 0
#define PMNS_NONLEAF_STATUS 1

extern int pmGetPMNSLocation(void);
extern int pmLoadNameSpace(const char *filename);
extern int pmLoadASCIINameSpace(const char *filename, int dupok);
extern void pmUnloadNameSpace(void);
extern int pmTrimNameSpace(void);
extern int pmLookupName(int numpmid, const char **namelist, pmID *pmidlist);
extern int pmNameID(pmID pmid, char **name);
extern int pmNameAll(pmID pmid, char ***nameset);
extern int pmGetChildren(const char *name, char ***offspring);
extern int pmGetChildrenStatus(const char *name, char ***offspring, int **status);
extern int pmTraversePMNS(const char *name, void (*dometric)(const char *));
extern int pmTraversePMNS_r(const char *name, void (*dometric)(const char *, void *),
                            void *closure);

/* Metadata. */

extern int pmLookupDesc(pmID pmid, pmDesc *desc);
extern int pmLookupDescs(int numpmid, pmID *pmids, pmDesc *descs);

extern int pmGetInDom(pmInDom indom, int **instlist, char ***namelist);
extern int pmLookupInDom(pmInDom indom, const char *name);
extern int pmNameInDom(pmInDom indom, int inst, char **name);
extern int pmGetInDomArchive(pmInDom indom, int **instlist, char ***namelist);
extern int pmLookupInDomArchive(pmInDom indom, const char *name);
extern int pmNameInDomArchive(pmInDom indom, int inst, char **name);

#define PM_TEXT_ONELINE 1
#define PM_TEXT_HELP 2
#define PM_TEXT_PMID 4
#define PM_TEXT_INDOM 8
#define PM_TEXT_DIRECT 16

extern int pmLookupText(pmID pmid, int level, char **buffer);
extern int pmLookupInDomText(pmInDom indom, int level, char **buffer);

/* Labels. */

#define PM_LABEL_CONTEXT (1 << 0)
#define PM_LABEL_DOMAIN (1 << 1)
#define PM_LABEL_INDOM (1 << 2)
#define PM_LABEL_CLUSTER (1 << 3)
#define PM_LABEL_ITEM (1 << 4)
#define PM_LABEL_INSTANCES (1 << 5)
#define PM_LABEL_COMPOUND (1 << 6)
#define PM_LABEL_OPTIONAL (1 << 7)

#define PM_MAXLABELS ((1 << 8) - 1)
#define PM_MAXLABELJSONLEN ((1 << 16) - 1)

typedef struct pmLabel { /* offsets and lengths are in the JSON of the set */
  unsigned int name : 16;
  unsigned int namelen : 8;
  unsigned int flags : 8; /* PM_LABEL_... */
  unsigned int value : 16;
  unsigned int valuelen : 16;
} pmLabel;

typedef struct pmLabelSet {
  unsigned int inst; /* or PM_IN_NULL */
  int nlabels;       /* below 0, an error */
  char *json;
  unsigned int jsonlen : 16;
  unsigned int padding : 15;
  unsigned int compound : 1;
  pmLabel *labels;
  void *hash;
} pmLabelSet;

extern int pmLookupLabels(pmID pmid, pmLabelSet **labelsets);
extern int pmGetContextLabels(pmLabelSet **labelsets);
extern int pmGetDomainLabels(int domain, pmLabelSet **labelsets);
extern int pmGetInDomLabels(pmInDom indom, pmLabelSet **labelsets);
extern int pmGetClusterLabels(pmID pmid, pmLabelSet **labelsets);
extern int pmGetItemLabels(pmID pmid, pmLabelSet **labelsets);
extern int pmGetInstancesLabels(pmInDom indom, pmLabelSet **labelsets);
extern int pmMergeLabels(char **sets, int nsets, char *buffer, int length);
extern int pmMergeLabelSets(pmLabelSet **sets, int nsets, char *buffer, int length,
                            int (*filter)(const pmLabel *, const char *, void *), void *arg);
extern void pmPrintLabelSets(FILE *f, int ident, int type, pmLabelSet *sets, int nsets);
extern void pmFreeLabelSets(pmLabelSet *sets, int nsets);

/* Which instances are fetched. */

#define PM_PROFILE_INCLUDE 0
#define PM_PROFILE_EXCLUDE 1

extern int pmAddProfile(pmInDom indom, int numinst, int *instlist);
extern int pmDelProfile(pmInDom indom, int numinst, int *instlist);

/* A profile, and the members of a domain, as agents get and give them.  No function here takes
 * them. */

typedef struct pmInDomProfile {
  pmInDom indom;
  int state; /* PM_PROFILE_... */
  int instances_len;
  int *instances; /* the exceptions */
} pmInDomProfile;

typedef struct pmProfile {
  int state; /* PM_PROFILE_..., of domains that are not listed */
  int profile_len;
  pmInDomProfile *profile;
} pmProfile;

typedef struct pmInResult {
  pmInDom indom;
  int numinst;
  int *instlist;   /* or NULL */
  char **namelist; /* or NULL */
} pmInResult;

/* Position in time. */

#define PM_MODE_LIVE 0
#define PM_MODE_INTERP 1
#define PM_MODE_FORW 2
#define PM_MODE_BACK 3
#define PM_XTB_FLAG 0x1000000 /* the mode says what unit the delta has */
#define PM_XTB_SET(unit) (PM_XTB_FLAG | ((unit) << 16))
#define PM_XTB_GET(mode) (((mode)&PM_XTB_FLAG) ? (((mode)&0xff0000) >> 16) : -1)

extern int pmSetMode(int mode, const struct timeval *when, int delta);
extern int pmSetModeHighRes(int mode, const struct timespec *when, const struct timespec *delta);

/* Fetching. */

extern int pmFetch(int numpmid, pmID *pmidlist, pmResult **result);
extern int pmFetchHighRes(int numpmid, pmID *pmidlist, pmHighResResult **result);
extern int pmHighResFetch(int numpmid, pmID *pmidlist, pmHighResResult **result); /* the same */
extern int pmFetchArchive(pmResult **result);
extern int pmFetchHighResArchive(pmHighResResult **result);
extern void pmFreeResult(pmResult *result);
extern void pmFreeHighResResult(pmHighResResult *result);
extern void pmSortInstances(pmResult *result);
extern void pmSortHighResInstances(pmHighResResult *result);
extern int pmStore(const pmResult *request);
extern int pmStoreHighRes(const pmHighResResult *request);

/* Fetching into variables. */

typedef struct __pmFetchGroup *pmFG; /* PCP's name. NOLINT(bugprone-reserved-identifier) */

extern int pmCreateFetchGroup(pmFG *ptr, int type, const char *name);
extern int pmGetFetchGroupContext(pmFG pmfg);
extern int pmExtendFetchGroup_item(pmFG pmfg, const char *metric, const char *instance,
                                   const char *scale, pmAtomValue *out_value, int out_type,
                                   int *out_sts);
extern int pmExtendFetchGroup_indom(pmFG pmfg, const char *metric, const char *scale,
                                    int out_inst_codes[], char *out_inst_names[],
                                    pmAtomValue out_values[], int out_type, int out_stss[],
                                    unsigned int out_maxnum, unsigned int *out_num, int *out_sts);
extern int pmExtendFetchGroup_event(pmFG pmfg, const char *metric, const char *instance,
                                    const char *field, const char *scale,
                                    struct timespec out_times[], pmAtomValue out_values[],
                                    int out_type, int out_stss[], unsigned int out_maxnum,
                                    unsigned int *out_num, int *out_sts);
extern int pmExtendFetchGroup_timestamp(pmFG pmfg, struct timeval *out_value);
extern int pmExtendFetchGroup_timeval(pmFG pmfg, struct timeval *out_value);
extern int pmExtendFetchGroup_timespec(pmFG pmfg, struct timespec *out_value);
extern int pmFetchGroup(pmFG pmfg);
extern int pmClearFetchGroup(pmFG pmfg);
extern int pmDestroyFetchGroup(pmFG pmfg);

/* Archives. */

#define PM_TZ_MAXLEN 40
#define PM_LOG_MAXHOSTLEN 64
#define PM_MAX_HOSTNAMELEN 256
#define PM_MAX_TIMEZONELEN 256
#define PM_MAX_ZONEINFOLEN 256
#define PM_LOG_MAGIC 0x50052600
#define PM_LOG_VERS02 0x2
#define PM_LOG_VERS03 0x3
#define PM_LOG_VOL_TI (-2)
#define PM_LOG_VOL_META (-1)
#define PM_LOG_FEATURE_NONE 0
#define PM_LOG_FEATURE_QA (1U << 31)
#define PM_LOG_FEATURES (PM_LOG_FEATURE_NONE | PM_LOG_FEATURE_QA)
#define PM_MAX_TIME_T LONGLONG_MAX

typedef struct pmLogLabel {
  int ll_magic; /* PM_LOG_MAGIC | version */
  pid_t ll_pid;
  struct timeval ll_start;
  char ll_hostname[PM_LOG_MAXHOSTLEN];
  char ll_tz[PM_TZ_MAXLEN];
} pmLogLabel;

typedef struct pmHighResLogLabel {
  int magic; /* PM_LOG_MAGIC | version */
  pid_t pid;
  struct timespec start;
  char hostname[PM_MAX_HOSTNAMELEN];
  char timezone[PM_MAX_TIMEZONELEN];
  char zoneinfo[PM_MAX_ZONEINFOLEN];
} pmHighResLogLabel;

extern int pmGetArchiveLabel(pmLogLabel *label);
extern int pmGetHighResArchiveLabel(pmHighResLogLabel *label);
extern int pmGetArchiveEnd(struct timeval *end);
extern int pmGetHighResArchiveEnd(struct timespec *end);

/* Events. */

typedef struct pmTimeval {
  int32_t tv_sec;
  int32_t tv_usec;
} pmTimeval;

typedef struct pmTimespec {
  int64_t tv_sec;
  int64_t tv_nsec;
} pmTimespec;

typedef struct pmEventParameter {
  pmID ep_pmid;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  unsigned int ep_type : 8;
  unsigned int ep_len : 24;
#else
  unsigned int ep_len : 24; /* of the length word and the value, which follows */
  unsigned int ep_type : 8;
#endif
} pmEventParameter;

typedef struct pmEventRecord {
  pmTimeval er_timestamp;
  unsigned int er_flags;        /* PM_EVENT_FLAG_... */
  int er_nparams;               /* of er_param; of PM_EVENT_FLAG_MISSED, how many were missed */
  pmEventParameter er_param[1]; /* more, really */
} pmEventRecord;

typedef struct pmHighResEventRecord {
  pmTimespec er_timestamp;
  unsigned int er_flags;
  int er_nparams;
  pmEventParameter er_param[1];
} pmHighResEventRecord;

typedef struct pmEventArray {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  unsigned int ea_type : 8;
  unsigned int ea_len : 24;
#else
  unsigned int ea_len : 24;
  unsigned int ea_type : 8;
#endif
  int ea_nrecords;
  pmEventRecord ea_record[1]; /* more, really */
} pmEventArray;

typedef struct pmHighResEventArray {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  unsigned int ea_type : 8;
  unsigned int ea_len : 24;
#else
  unsigned int ea_len : 24;
  unsigned int ea_type : 8;
#endif
  int ea_nrecords;
  pmHighResEventRecord ea_record[1];
} pmHighResEventArray;

#define PM_EVENT_FLAG_POINT (1U << 0)
#define PM_EVENT_FLAG_START (1U << 1)
#define PM_EVENT_FLAG_END (1U << 2)
#define PM_EVENT_FLAG_ID (1U << 3)
#define PM_EVENT_FLAG_PARENT (1U << 4)
#define PM_EVENT_FLAG_MISSED (1U << 31)

extern int pmUnpackEventRecords(pmValueSet *vsp, int idx, pmResult ***rap);
extern int pmUnpackHighResEventRecords(pmValueSet *vsp, int idx, pmHighResResult ***rap);
extern void pmFreeEventResult(pmResult **rset);
extern void pmFreeHighResEventResult(pmHighResResult **rset);

/* What a fetch of pmcd says in its return value. */

#define PMCD_NO_CHANGE 0
#define PMCD_ADD_AGENT (1 << 0)
#define PMCD_RESTART_AGENT (1 << 1)
#define PMCD_DROP_AGENT (1 << 2)
#define PMCD_AGENT_CHANGE (PMCD_ADD_AGENT | PMCD_RESTART_AGENT | PMCD_DROP_AGENT)
#define PMCD_LABEL_CHANGE (1 << 3)
#define PMCD_NAMES_CHANGE (1 << 4)

/* Conversions. */

extern int pmExtractValue(int valfmt, const pmValue *ival, int itype, pmAtomValue *oval, int otype);
extern int pmConvScale(int type, const pmAtomValue *ival, const pmUnits *iunit, pmAtomValue *oval,
                       const pmUnits *ounit);

/* Texts.  Those without a buffer return one of their own, which the next call overwrites. */

extern const char *pmIDStr(pmID pmid);
extern char *pmIDStr_r(pmID pmid, char *buf, int buflen);
extern const char *pmInDomStr(pmInDom indom);
extern char *pmInDomStr_r(pmInDom indom, char *buf, int buflen);
extern const char *pmTypeStr(int type);
extern char *pmTypeStr_r(int type, char *buf, int buflen);
extern const char *pmSemStr(int sem);
extern char *pmSemStr_r(int sem, char *buf, int buflen);
extern const char *pmUnitsStr(const pmUnits *units);
extern char *pmUnitsStr_r(const pmUnits *units, char *buf, int buflen);
extern const char *pmAtomStr(const pmAtomValue *value, int type);
extern char *pmAtomStr_r(const pmAtomValue *value, int type, char *buf, int buflen);
extern const char *pmNumberStr(double value);
extern char *pmNumberStr_r(double value, char *buf, int buflen);
extern const char *pmEventFlagsStr(int flags);
extern char *pmEventFlagsStr_r(int flags, char *buf, int buflen);
extern const char *pmErrStr(int code);
extern char *pmErrStr_r(int code, char *buf, int buflen);
extern void pmPrintValue(FILE *f, int valfmt, int type, const pmValue *val, int minwidth);
extern void pmPrintDesc(FILE *f, const pmDesc *desc);

/* Parsing. */

typedef struct pmMetricSpec {
  int isarch;   /* the source: 0 a host, 1 an archive, 2 this machine */
  char *source; /* or NULL */
  char *metric;
  int ninst;     /* 0: all */
  char *inst[1]; /* more, really */
} pmMetricSpec;

extern int pmParseMetricSpec(const char *string, int isarch, char *source, pmMetricSpec **rslt,
                             char **errmsg);
extern void pmFreeMetricSpec(pmMetricSpec *spec);
extern int pmParseUnitsStr(const char *string, pmUnits *units, double *multiplier, char **errmsg);
extern int pmParseInterval(const char *string, struct timeval *rslt, char **errmsg);
extern int pmParseHighResInterval(const char *string, struct timespec *rslt, char **errmsg);
extern int pmParseTimeWindow(const char *start, const char *end, const char *align,
                             const char *offset, const struct timeval *log_start,
                             const struct timeval *log_end, struct timeval *rslt_start,
                             struct timeval *rslt_end, struct timeval *rslt_offset, char **errmsg);
extern int pmParseHighResTimeWindow(const char *start, const char *end, const char *align,
                                    const char *offset, const struct timespec *log_start,
                                    const struct timespec *log_end, struct timespec *rslt_start,
                                    struct timespec *rslt_end, struct timespec *rslt_offset,
                                    char **errmsg);

/* Times. */

extern int pmNewZone(const char *tz);
extern int pmNewContextZone(void);
extern int pmUseZone(const int handle);
extern int pmWhichZone(char **tz);
extern char *pmCtime(const time_t *clock, char *buf);
extern struct tm *pmLocaltime(const time_t *clock, struct tm *result);

extern void pmtimevalNow(struct timeval *t);
extern void pmtimevalInc(struct timeval *a, const struct timeval *b);
extern void pmtimevalDec(struct timeval *a, const struct timeval *b);
extern double pmtimevalAdd(const struct timeval *a, const struct timeval *b);
extern double pmtimevalSub(const struct timeval *a, const struct timeval *b);
extern double pmtimevalToReal(const struct timeval *t);
extern void pmtimevalFromReal(double seconds, struct timeval *t);
extern void pmPrintStamp(FILE *f, const struct timeval *t);

extern void pmtimespecNow(struct timespec *t);
extern void pmtimespecInc(struct timespec *a, const struct timespec *b);
extern void pmtimespecDec(struct timespec *a, const struct timespec *b);
extern double pmtimespecAdd(const struct timespec *a, const struct timespec *b);
extern double pmtimespecSub(const struct timespec *a, const struct timespec *b);
extern double pmtimespecToReal(const struct timespec *t);
extern void pmtimespecFromReal(double seconds, struct timespec *t);
extern void pmPrintHighResStamp(FILE *f, const struct timespec *t);

/* Derived metrics. */

#define PCP_DERIVED_GLOBAL_LIMIT 1
#define PCP_DERIVED_CONTEXT_LIMIT 2
#define PCP_DERIVED_DEBUG_SYNTAX 3
#define PCP_DERIVED_DEBUG_SEMANTICS 4
#define PCP_DERIVED_DEBUG_EVAL 5
#define PCP_DERIVED_OPTION_NOVALUE 6 /* of later versions */

extern int pmLoadDerivedConfig(const char *path);
extern char *pmRegisterDerived(const char *name, const char *expr);
extern int pmRegisterDerivedMetric(const char *name, const char *expr, char **errmsg);
extern char *pmAddDerived(const char *name, const char *expr);
extern int pmAddDerivedMetric(const char *name, const char *expr, char **errmsg);
extern char *pmDerivedErrStr(void);
extern int pmGetDerivedControl(int what, int *value);
extern int pmSetDerivedControl(int what, int value);
/* Of later versions. */
extern int pmAddDerivedText(const char *name, int kind, const char *text);
extern int pmUnregisterDerived(const char *name);

/* Command lines. */

typedef struct pmLongOptions {
  const char *long_opt;
  int has_arg;
  int short_opt;
  const char *argname;
  const char *message;
} pmLongOptions;

struct pmOptions;
typedef int (*pmOptionOverride)(int, struct pmOptions *);

typedef struct pmOptions {
  int version;
  int flags; /* PM_OPTFLAG_... */

  const char *short_options;
  pmLongOptions *long_options;
  const char *short_usage;
  pmOptionOverride override;

  int index;
  int optind;
  int opterr;
  int optopt;
  char *optarg;
  /* The names are PCP's. NOLINTBEGIN(bugprone-reserved-identifier) */
  int __initialized;
  char *__nextchar;
  int __ordering;
  int __posixly_correct;
  int __first_nonopt;
  int __last_nonopt;
  /* NOLINTEND(bugprone-reserved-identifier) */

  int errors;
  int context; /* PM_CONTEXT_... */
  int nhosts;
  int narchives;
  char **hosts;
  char **archives;
#if PMAPI_VERSION >= PMAPI_VERSION_3
  struct timeval unused[4];
#else
  struct timeval start;
  struct timeval finish;
  struct timeval origin;
  struct timeval interval;
#endif
  char *align_optarg;
  char *start_optarg;
  char *finish_optarg;
  char *origin_optarg;
  char *guiport_optarg;
  char *timezone;
  int samples;
  int guiport;
  int padding;
  unsigned int guiflag : 1;
  unsigned int tzflag : 1;
  unsigned int nsflag : 1;
  unsigned int Lflag : 1;
  unsigned int zeroes : 28;
#if PMAPI_VERSION >= PMAPI_VERSION_3
  struct timespec start;
  struct timespec finish;
  struct timespec origin;
  struct timespec interval;
#endif
} pmOptions;

#define PM_OPTFLAG_INIT (1 << 0)
#define PM_OPTFLAG_DONE (1 << 1)
#define PM_OPTFLAG_MULTI (1 << 2)
#define PM_OPTFLAG_USAGE_ERR (1 << 3)
#define PM_OPTFLAG_RUNTIME_ERR (1 << 4)
#define PM_OPTFLAG_EXIT (1 << 5)
#define PM_OPTFLAG_POSIX (1 << 6)
#define PM_OPTFLAG_MIXED (1 << 7)
#define PM_OPTFLAG_ENV_ONLY (1 << 8)
#define PM_OPTFLAG_LONG_ONLY (1 << 9)
#define PM_OPTFLAG_BOUNDARIES (1 << 10)
#define PM_OPTFLAG_STDOUT_TZ (1 << 11)
#define PM_OPTFLAG_NOFLUSH (1 << 12)
#define PM_OPTFLAG_QUIET (1 << 13)

#define PMAPI_OPTIONS "A:a:D:gh:n:O:p:S:s:T:t:VZ:z?"
#define PMAPI_OPTIONS_HEADER(text) \
  { "", 0, '-', 0, (text) }
#define PMAPI_OPTIONS_TEXT(text) \
  { "", 0, '|', 0, (text) }
#define PMAPI_OPTIONS_END \
  { NULL, 0, 0, 0, NULL }

#define PMLONGOPT_ALIGN "align"
#define PMLONGOPT_ARCHIVE "archive"
#define PMLONGOPT_ARCHIVE_FOLIO "archive-folio"
#define PMLONGOPT_ARCHIVE_LIST "archive-list"
#define PMLONGOPT_CONTAINER "container"
#define PMLONGOPT_DEBUG "debug"
#define PMLONGOPT_DERIVED "derived"
#define PMLONGOPT_FINISH "finish"
#define PMLONGOPT_GUIMODE "guimode"
#define PMLONGOPT_GUIPORT "guiport"
#define PMLONGOPT_HELP "help"
#define PMLONGOPT_HOST "host"
#define PMLONGOPT_HOST_LIST "host-list"
#define PMLONGOPT_HOSTSFILE "hostsfile"
#define PMLONGOPT_HOSTZONE "hostzone"
#define PMLONGOPT_INTERVAL "interval"
#define PMLONGOPT_LOCALPMDA "local-PMDA"
#define PMLONGOPT_NAMESPACE "namespace"
#define PMLONGOPT_ORIGIN "origin"
#define PMLONGOPT_SAMPLES "samples"
#define PMLONGOPT_SPECLOCAL "spec-local"
#define PMLONGOPT_START "start"
#define PMLONGOPT_TIMEZONE "timezone"
#define PMLONGOPT_UNIQNAMES "uniqnames"
#define PMLONGOPT_VERSION "version"

#define PMOPT_ALIGN \
  { PMLONGOPT_ALIGN, 1, 'A', "TIME", "align sample times on natural boundaries" }
#define PMOPT_ARCHIVE \
  { PMLONGOPT_ARCHIVE, 1, 'a', "FILE", "metrics source is a PCP log archive" }
#define PMOPT_ARCHIVE_FOLIO \
  { PMLONGOPT_ARCHIVE_FOLIO, 1, 0, "FILE", "read metric source archives from a folio" }
#define PMOPT_ARCHIVE_LIST \
  { PMLONGOPT_ARCHIVE_LIST, 1, 0, "FILES", "comma-separated list of metric source archives" }
#define PMOPT_CONTAINER \
  { PMLONGOPT_CONTAINER, 1, 0, "NAME", "specify an individual container to be queried" }
#define PMOPT_DEBUG \
  { PMLONGOPT_DEBUG, 1, 'D', "DBG", NULL }
#define PMOPT_DERIVED \
  { PMLONGOPT_DERIVED, 1, 0, "FILE", "load derived metric definitions from FILE(s)" }
#define PMOPT_FINISH \
  { PMLONGOPT_FINISH, 1, 'T', "TIME", "end of the time window" }
#define PMOPT_GUIMODE \
  { PMLONGOPT_GUIMODE, 0, 'g', 0, "start in GUI mode with new time control" }
#define PMOPT_GUIPORT \
  { PMLONGOPT_GUIPORT, 1, 'p', "N", "port for connection to existing time control" }
#define PMOPT_HELP \
  { PMLONGOPT_HELP, 0, '?', 0, "show this usage message and exit" }
#define PMOPT_HOST \
  { PMLONGOPT_HOST, 1, 'h', "HOST", "metrics source is PMCD on host" }
#define PMOPT_HOST_LIST \
  { PMLONGOPT_HOST_LIST, 1, 0, "HOSTS", "comma-separated list of metric source hosts" }
#define PMOPT_HOSTSFILE \
  { PMLONGOPT_HOSTSFILE, 1, 'H', "FILE", "read metric source hosts from a file" }
#define PMOPT_HOSTZONE \
  { PMLONGOPT_HOSTZONE, 0, 'z', 0, "set reporting timezone to local time of metrics source" }
#define PMOPT_INTERVAL \
  { PMLONGOPT_INTERVAL, 1, 't', "DELTA", "sampling interval" }
#define PMOPT_LOCALPMDA \
  { PMLONGOPT_LOCALPMDA, 0, 'L', 0, "metrics source is local connection to a PMDA" }
#define PMOPT_NAMESPACE \
  { PMLONGOPT_NAMESPACE, 1, 'n', "FILE", "use an alternative PMNS" }
#define PMOPT_ORIGIN \
  { PMLONGOPT_ORIGIN, 1, 'O', "TIME", "initial sample time within the time window" }
#define PMOPT_SAMPLES \
  { PMLONGOPT_SAMPLES, 1, 's', "N", "terminate after this many samples" }
#define PMOPT_SPECLOCAL \
  { PMLONGOPT_SPECLOCAL, 1, 'K', "SPEC", "optional additional PMDA spec for local connection" }
#define PMOPT_START \
  { PMLONGOPT_START, 1, 'S', "TIME", "start of the time window" }
#define PMOPT_TIMEZONE \
  { PMLONGOPT_TIMEZONE, 1, 'Z', "TZ", "set reporting timezone" }
#define PMOPT_UNIQNAMES \
  { PMLONGOPT_UNIQNAMES, 1, 'N', "FILE", "like -n but only one name allowed for each PMID" }
#define PMOPT_VERSION \
  { PMLONGOPT_VERSION, 0, 'V', 0, "display version number and exit" }

#define PMAPI_GENERAL_OPTIONS                                                                      \
  PMAPI_OPTIONS_HEADER("General options"), PMOPT_ALIGN, PMOPT_ARCHIVE, PMOPT_DEBUG, PMOPT_GUIMODE, \
      PMOPT_HOST, PMOPT_NAMESPACE, PMOPT_ORIGIN, PMOPT_GUIPORT, PMOPT_START, PMOPT_SAMPLES,        \
      PMOPT_FINISH, PMOPT_INTERVAL, PMOPT_TIMEZONE, PMOPT_HOSTZONE, PMOPT_VERSION, PMOPT_HELP

extern int pmgetopt_r(int argc, char *const *argv, pmOptions *opts);
extern int pmGetOptions(int argc, char *const *argv, pmOptions *opts);
extern int pmGetContextOptions(int handle, pmOptions *opts);
extern void pmUsageMessage(pmOptions *opts);
extern void pmFreeOptions(pmOptions *opts);

/* Programs and their messages. */

#define PM_FATAL_ERR 1
#define PM_RECOV_ERR 0

extern void pmSetProgname(const char *program);
extern char *pmGetProgname(void);
extern int pmSetProcessIdentity(const char *username);
extern int pmGetUsername(char **username);
extern char *pmGetConfig(const char *variable);
extern char *pmGetOptionalConfig(const char *variable);
extern const char *pmGetAPIConfig(const char *feature);
extern int pmGetVersion(void);
extern int pmPathSeparator(void);
/* The identifier of this machine (machine-id(5)).  Returns its length, or -1. */
extern int getmachineid(char *buf, size_t size);
#define PM_SERVER_SERVICE_SPEC "pmcd"
#define PM_SERVER_PROXY_SPEC "pmproxy"
#define PM_SERVER_WEBAPI_SPEC "pmwebapi"
extern int pmprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern int pmflush(void);
extern void pmNotifyErr(int priority, const char *message, ...)
    __attribute__((format(printf, 2, 3)));
extern void pmSyslog(int onoff);
extern void pmNoMem(const char *where, size_t size, int fatal);
extern FILE *pmOpenLog(const char *progname, const char *logname, FILE *oldstream, int *status);
extern int pmsprintf(char *str, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
extern int pmstrncpy(char *dest, size_t destlen, const char *src);
extern int pmstrncat(char *dest, size_t destlen, const char *src);
extern size_t pmstrlen(const char *str); /* 0 for NULL */
extern ssize_t pmfstring(FILE *f, char **str);

/* Debugging, by the names of these options. */

extern int pmSetDebug(const char *spec);
extern int pmClearDebug(const char *spec);

typedef struct {
  int pdu;
  int fetch;
  int profile;
  int value;
  int context;
  int indom;
  int pdubuf;
  int log;
  int logmeta;
  int optfetch;
  int af;
  int appl0;
  int appl1;
  int appl2;
  int pmns;
  int libpmda;
  int timecontrol;
  int pmc;
  int derive;
  int lock;
  int interp;
  int config;
  int pmapi;
  int fault;
  int auth;
  int discovery;
  int attr;
  int http;
  int desperate;
  int deprecated;
  int exec;
  int labels;
  int series;
  int libweb;
  int alloc;
  int services;
  int appl3;
  int appl4;
  int appl5;
  int access;
  int qa;
  int search;
  int query;
  int compress;
  int dev0;
  int dev1;
  int dev2;
  int pmlc;
  int appl6;
  int appl7;
  int appl8;
  int appl9;
  int tls;
} pmdebugoptions_t;

extern pmdebugoptions_t pmDebugOptions;

/* Errors.  Numbers from -1 to -12344 are those of <errno.h>, negated. */

#define PM_MAXERRMSGLEN 128

#define PM_ERR_BASE2 12345
#define PM_ERR_BASE PM_ERR_BASE2

#define PM_ERR_GENERIC (-PM_ERR_BASE - 0)
#define PM_ERR_PMNS (-PM_ERR_BASE - 1)
#define PM_ERR_NOPMNS (-PM_ERR_BASE - 2)
#define PM_ERR_DUPPMNS (-PM_ERR_BASE - 3)
#define PM_ERR_TEXT (-PM_ERR_BASE - 4)
#define PM_ERR_APPVERSION (-PM_ERR_BASE - 5)
#define PM_ERR_VALUE (-PM_ERR_BASE - 6)
#define PM_ERR_TIMEOUT (-PM_ERR_BASE - 8)
#define PM_ERR_NODATA (-PM_ERR_BASE - 9)
#define PM_ERR_RESET (-PM_ERR_BASE - 10)
#define PM_ERR_NAME (-PM_ERR_BASE - 12)
#define PM_ERR_PMID (-PM_ERR_BASE - 13)
#define PM_ERR_INDOM (-PM_ERR_BASE - 14)
#define PM_ERR_INST (-PM_ERR_BASE - 15)
#define PM_ERR_UNIT (-PM_ERR_BASE - 16)
#define PM_ERR_CONV (-PM_ERR_BASE - 17)
#define PM_ERR_TRUNC (-PM_ERR_BASE - 18)
#define PM_ERR_SIGN (-PM_ERR_BASE - 19)
#define PM_ERR_PROFILE (-PM_ERR_BASE - 20)
#define PM_ERR_IPC (-PM_ERR_BASE - 21)
#define PM_ERR_EOF (-PM_ERR_BASE - 23)
#define PM_ERR_NOTHOST (-PM_ERR_BASE - 24)
#define PM_ERR_EOL (-PM_ERR_BASE - 25)
#define PM_ERR_MODE (-PM_ERR_BASE - 26)
#define PM_ERR_LABEL (-PM_ERR_BASE - 27)
#define PM_ERR_LOGREC (-PM_ERR_BASE - 28)
#define PM_ERR_NOTARCHIVE (-PM_ERR_BASE - 29)
#define PM_ERR_LOGFILE (-PM_ERR_BASE - 30)
#define PM_ERR_NOCONTEXT (-PM_ERR_BASE - 31)
#define PM_ERR_PROFILESPEC (-PM_ERR_BASE - 32)
#define PM_ERR_PMID_LOG (-PM_ERR_BASE - 33)
#define PM_ERR_INDOM_LOG (-PM_ERR_BASE - 34)
#define PM_ERR_INST_LOG (-PM_ERR_BASE - 35)
#define PM_ERR_NOPROFILE (-PM_ERR_BASE - 36)
#define PM_ERR_NOAGENT (-PM_ERR_BASE - 41)
#define PM_ERR_PERMISSION (-PM_ERR_BASE - 42)
#define PM_ERR_CONNLIMIT (-PM_ERR_BASE - 43)
#define PM_ERR_AGAIN (-PM_ERR_BASE - 44)
#define PM_ERR_ISCONN (-PM_ERR_BASE - 45)
#define PM_ERR_NOTCONN (-PM_ERR_BASE - 46)
#define PM_ERR_NEEDPORT (-PM_ERR_BASE - 47)
#define PM_ERR_NONLEAF (-PM_ERR_BASE - 49)
#define PM_ERR_TYPE (-PM_ERR_BASE - 52)
#define PM_ERR_THREAD (-PM_ERR_BASE - 53)
#define PM_ERR_NOCONTAINER (-PM_ERR_BASE - 54)
#define PM_ERR_BADSTORE (-PM_ERR_BASE - 55)
#define PM_ERR_LOGOVERLAP (-PM_ERR_BASE - 56)
#define PM_ERR_LOGHOST (-PM_ERR_BASE - 57)
#define PM_ERR_LOGCHANGETYPE (-PM_ERR_BASE - 59)
#define PM_ERR_LOGCHANGESEM (-PM_ERR_BASE - 60)
#define PM_ERR_LOGCHANGEINDOM (-PM_ERR_BASE - 61)
#define PM_ERR_LOGCHANGEUNITS (-PM_ERR_BASE - 62)
#define PM_ERR_NEEDCLIENTCERT (-PM_ERR_BASE - 63)
#define PM_ERR_BADDERIVE (-PM_ERR_BASE - 64)
#define PM_ERR_NOLABELS (-PM_ERR_BASE - 65)
#define PM_ERR_PMDAFENCED (-PM_ERR_BASE - 66)
#define PM_ERR_RECTYPE (-PM_ERR_BASE - 67)
#define PM_ERR_FEATURE (-PM_ERR_BASE - 68)
#define PM_ERR_TLS (-PM_ERR_BASE - 69)
#define PM_ERR_ARG (-PM_ERR_BASE - 70)
#define PM_ERR_BOTCH (-PM_ERR_BASE - 97)
#define PM_ERR_TOOSMALL (-PM_ERR_BASE - 98)
#define PM_ERR_TOOBIG (-PM_ERR_BASE - 99)
#define PM_ERR_FAULT (-PM_ERR_BASE - 100)
#define PM_ERR_PMDAREADY (-PM_ERR_BASE - 1048)
#define PM_ERR_PMDANOTREADY (-PM_ERR_BASE - 1049)
#define PM_ERR_NYI (-PM_ERR_BASE - 8999)

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* PCP_PMAPI_H */
