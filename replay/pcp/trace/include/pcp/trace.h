/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Tells a collector of traces what this program does: PMTRACE(3).  Link with -lfdr_trace.
 *
 * A call returns 0 or more for success, and otherwise a negative code for pmtraceerrstr().  Threads
 * may call at the same time.  A tag has 1 to 254 characters.
 */

#ifndef PCP_TRACE_H
#define PCP_TRACE_H

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* A transaction.  pmtraceend() sends the time since pmtracebegin(), which any thread may have
 * called; pmtraceabort() forgets it. */
extern int pmtracebegin(const char *tag);
extern int pmtraceend(const char *tag);
extern int pmtraceabort(const char *tag);

/* The program passes a point; it observes a value; it gives the value of a counter. */
extern int pmtracepoint(const char *tag);
extern int pmtraceobs(const char *tag, double value);
extern int pmtracecounter(const char *tag, double value);

/* A static text; do not free it. */
extern char *pmtraceerrstr(int code);

#define PMTRACE_ERR_BASE 12000
#define PMTRACE_ERR_TAGNAME (-PMTRACE_ERR_BASE - 0)
#define PMTRACE_ERR_INPROGRESS (-PMTRACE_ERR_BASE - 1)
#define PMTRACE_ERR_NOPROGRESS (-PMTRACE_ERR_BASE - 2)
#define PMTRACE_ERR_NOSUCHTAG (-PMTRACE_ERR_BASE - 3)
#define PMTRACE_ERR_TAGTYPE (-PMTRACE_ERR_BASE - 4)
#define PMTRACE_ERR_TAGLENGTH (-PMTRACE_ERR_BASE - 5)
#define PMTRACE_ERR_IPC (-PMTRACE_ERR_BASE - 6)
#define PMTRACE_ERR_ENVFORMAT (-PMTRACE_ERR_BASE - 7)
#define PMTRACE_ERR_TIMEOUT (-PMTRACE_ERR_BASE - 8)
#define PMTRACE_ERR_VERSION (-PMTRACE_ERR_BASE - 9)
#define PMTRACE_ERR_PERMISSION (-PMTRACE_ERR_BASE - 10)
#define PMTRACE_ERR_CONNLIMIT (-PMTRACE_ERR_BASE - 11)

/* Sets the sum of flags, and returns the previous sum.  PMTRACE_STATE_ASYNC counts only before the
 * first of the other calls; after it, this returns -EINVAL. */
extern int pmtracestate(int flags);

#define PMTRACE_STATE_NONE 0     /* A call waits until its data have arrived. */
#define PMTRACE_STATE_API 1      /* Shows calls, on standard error, */
#define PMTRACE_STATE_COMMS 2    /* connections, */
#define PMTRACE_STATE_PDU 4      /* messages, */
#define PMTRACE_STATE_PDUBUF 8   /* and buffers. */
#define PMTRACE_STATE_NOAGENT 16 /* Sends nothing. */
#define PMTRACE_STATE_ASYNC 32   /* A call only adds to a buffer, which a thread sends. */

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif /* PCP_TRACE_H */
