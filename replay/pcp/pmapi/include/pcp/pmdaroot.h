/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The messages between pmdaroot(1) and its clients.  A message begins with four words in the byte
 * order of the host, of which the second is its length.
 */

#ifndef PCP_PMDAROOT_H
#define PCP_PMDAROOT_H

#include "pmda.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)
/* The names are PCP's. NOLINTBEGIN(bugprone-reserved-identifier) */

#define ROOT_PDU_VERSION1 1
#define ROOT_PDU_VERSION2 2
#define ROOT_PDU_VERSION ROOT_PDU_VERSION2

#define PDUROOT_INFO 0x9000
#define PDUROOT_HOSTNAME_REQ 0x9001
#define PDUROOT_HOSTNAME 0x9002
#define PDUROOT_PROCESSID_REQ 0x9003
#define PDUROOT_PROCESSID 0x9004
#define PDUROOT_CGROUPNAME_REQ 0x9005
#define PDUROOT_CGROUPNAME 0x9006
#define PDUROOT_STARTPMDA_REQ 0x9007
#define PDUROOT_STARTPMDA 0x9008
#define PDUROOT_STOPPMDA_REQ 0x9009
#define PDUROOT_STOPPMDA 0x900a

typedef enum {
  PDUROOT_FLAG_HOSTNAME = 0x1,
  PDUROOT_FLAG_PROCESSID = 0x2,
  PDUROOT_FLAG_CGROUPNAME = 0x4
} __pmdaRootServerFeature;

typedef struct {
  int type;
  int length;
  int status;
  int version;
} __pmdaRootPDUHdr;

typedef struct {
  __pmdaRootPDUHdr hdr;
  int features;
  int zeroed;
} __pmdaRootPDUInfo;

typedef struct {
  __pmdaRootPDUHdr hdr;
  int pid;
  int namelen;
  char name[MAXPATHLEN]; /* shorter in messages */
} __pmdaRootPDUContainer;

#define MAXPMDALEN 64

typedef struct {
  __pmdaRootPDUHdr hdr;
  int pid;
  int infd;
  int outfd;
  int ipctype; /* 1 a socket, 2 pipes */
  int namelen;
  int argslen;
  char name[MAXPMDALEN];
  char args[MAXPATHLEN]; /* shorter in messages */
} __pmdaRootPDUStart;

typedef struct {
  __pmdaRootPDUHdr hdr;
  int pid;
  int code;  /* as waitpid(2) tells it */
  int force; /* ends the process, and does not wait */
  int zeroed;
} __pmdaRootPDUStop;

extern int __pmdaSendRootPDUInfo(int, int, int);
extern int __pmdaRecvRootPDUInfo(int, int *, int *);
extern int __pmdaSendRootPDUContainer(int, int, int, const char *, int, int);
extern int __pmdaRecvRootPDUContainer(int, int, void *, int);
extern int __pmdaDecodeRootPDUContainer(void *, int, int *, char *, int);
extern int __pmdaSendRootPDUStartReq(int, int, const char *, int, const char *, int);
extern int __pmdaRecvRootPDUStartReq(int, void *, int);
extern int __pmdaSendRootPDUStart(int, int, int, int, const char *, int, int);
extern int __pmdaRecvRootPDUStart(int, void *, int);
extern int __pmdaDecodeRootPDUStart(void *, int, int *, int *, int *, int *, char *, int, char *,
                                    int);
extern int __pmdaSendRootPDUStop(int, int, int, int, int, int);
extern int __pmdaRecvRootPDUStop(int, int, void *, int);
extern int __pmdaDecodeRootPDUStop(void *, int, int *, int *, int *);

/* NOLINTEND(bugprone-reserved-identifier) */
#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* PCP_PMDAROOT_H */
