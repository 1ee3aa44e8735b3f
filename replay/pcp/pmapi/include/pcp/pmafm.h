/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Record mode: programs that start recorders.  See pmRecordSetup(3).
 */

#ifndef PCP_PMAFM_H
#define PCP_PMAFM_H

#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct {
  FILE *f_config; /* the program writes the recorder's configuration here */
  int fd_ipc;
  char *logfile;
  pid_t pid;
  int status; /* -1 if unknown */
} pmRecordHost;

#define PM_REC_ON 40
#define PM_REC_OFF 41
#define PM_REC_DETACH 43
#define PM_REC_STATUS 44
#define PM_REC_SETARG 45

extern FILE *pmRecordSetup(const char *folio, const char *creator, int replay);
extern int pmRecordAddHost(const char *host, int isdefault, pmRecordHost **rhp);
extern int pmRecordControl(pmRecordHost *rhp, int request, const char *options);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* PCP_PMAFM_H */
