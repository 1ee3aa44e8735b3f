/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Writing archives: see LOGIMPORT(3), and docs/guide/c-api.md.
 */

#ifndef PCP_IMPORT_H
#define PCP_IMPORT_H

#include "pmapi.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define PMI_CALL

/* Contexts, each of which writes an archive. */
extern int pmiStart(const char *archive, int inherit);
extern int pmiUseContext(int context);
extern int pmiEnd(void);
extern int pmiSetHostname(const char *value);
extern int pmiSetTimezone(const char *value);
extern int pmiSetVersion(int version);

/* Metadata. */
extern int pmiAddMetric(const char *name, pmID pmid, int type, pmInDom indom, int sem,
                        pmUnits units);
extern int pmiAddInstance(pmInDom indom, const char *instance, int inst);
extern int pmiPutText(unsigned int type, unsigned int level, unsigned int id, const char *content);
extern int pmiPutLabel(unsigned int type, unsigned int id, unsigned int instance, const char *name,
                       const char *value);

/* Values, and records of them. */
extern int pmiPutValue(const char *name, const char *instance, const char *value);
extern int pmiGetHandle(const char *name, const char *instance);
extern int pmiPutValueHandle(int handle, const char *value);
extern int pmiWrite(int sec, int usec);
extern int pmiWrite2(int64_t sec, int usec);
extern int pmiHighResWrite(int64_t sec, int nsec);
extern int pmiPutResult(const pmResult *result);
extern int pmiPutHighResResult(const pmHighResResult *result);
extern int pmiPutMark(void);

/* Words from their parts. */
extern pmID pmiID(int domain, int cluster, int item);
extern pmID pmiCluster(int domain, int cluster);
extern pmInDom pmiInDom(int domain, int serial);
extern pmUnits pmiUnits(int dim_space, int dim_time, int dim_count, int scale_space, int scale_time,
                        int scale_count);

/* Diagnosis.  Every message fits into a buffer of this size. */
#define PMI_MAXERRMSGLEN 128
extern const char *pmiErrStr(int code);
extern char *pmiErrStr_r(int code, char *buf, int buflen);
extern void pmiDump(void);

#define PMI_ERR_BASE 20000
#define PMI_ERR_DUPMETRICNAME (-PMI_ERR_BASE - 1)
#define PMI_ERR_DUPMETRICID (-PMI_ERR_BASE - 2)
#define PMI_ERR_DUPINSTNAME (-PMI_ERR_BASE - 3)
#define PMI_ERR_DUPINSTID (-PMI_ERR_BASE - 4)
#define PMI_ERR_INSTNOTNULL (-PMI_ERR_BASE - 5)
#define PMI_ERR_INSTNULL (-PMI_ERR_BASE - 6)
#define PMI_ERR_BADHANDLE (-PMI_ERR_BASE - 7)
#define PMI_ERR_DUPVALUE (-PMI_ERR_BASE - 8)
#define PMI_ERR_BADTYPE (-PMI_ERR_BASE - 9)
#define PMI_ERR_BADSEM (-PMI_ERR_BASE - 10)
#define PMI_ERR_NODATA (-PMI_ERR_BASE - 11)
#define PMI_ERR_BADMETRICNAME (-PMI_ERR_BASE - 12)
#define PMI_ERR_BADTIMESTAMP (-PMI_ERR_BASE - 13)
#define PMI_ERR_BADTEXTTYPE (-PMI_ERR_BASE - 14)
#define PMI_ERR_BADTEXTCLASS (-PMI_ERR_BASE - 15)
#define PMI_ERR_BADTEXTID (-PMI_ERR_BASE - 16)
#define PMI_ERR_EMPTYTEXTCONTENT (-PMI_ERR_BASE - 17)
#define PMI_ERR_DUPTEXT (-PMI_ERR_BASE - 18)
#define PMI_ERR_BADLABELTYPE (-PMI_ERR_BASE - 19)
#define PMI_ERR_BADLABELID (-PMI_ERR_BASE - 20)
#define PMI_ERR_BADLABELINSTANCE (-PMI_ERR_BASE - 21)
#define PMI_ERR_EMPTYLABELNAME (-PMI_ERR_BASE - 22)
#define PMI_ERR_EMPTYLABELVALUE (-PMI_ERR_BASE - 23)
#define PMI_ERR_ADDLABELERROR (-PMI_ERR_BASE - 24)
#define PMI_ERR_BADVERSION (-PMI_ERR_BASE - 25)

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* PCP_IMPORT_H */
