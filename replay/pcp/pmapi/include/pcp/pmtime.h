/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Time control: programs that follow the clock of a time server.  See pmtime(3).
 */

#ifndef PCP_PMTIME_H
#define PCP_PMTIME_H

#include <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum pm_tctl_command {
  PM_TCTL_SET = 1 << 0,
  PM_TCTL_STEP = 1 << 1,
  PM_TCTL_TZ = 1 << 2,
  PM_TCTL_VCRMODE = 1 << 3,
  PM_TCTL_VCRMODE_DRAG = 1 << 4,
  PM_TCTL_GUISHOW = 1 << 5,
  PM_TCTL_GUIHIDE = 1 << 6,
  PM_TCTL_BOUNDS = 1 << 7,
  PM_TCTL_ACK = 1 << 8
} pm_tctl_command;

typedef enum pm_tctl_state { PM_STATE_STOP, PM_STATE_FORWARD, PM_STATE_BACKWARD } pm_tctl_state;

typedef enum { PM_MODE_STEP, PM_MODE_NORMAL, PM_MODE_FAST } pm_tctl_mode;

typedef enum pm_tctl_source {
  PM_SOURCE_NONE = -1,
  PM_SOURCE_HOST,
  PM_SOURCE_ARCHIVE
} pm_tctl_source;

#define PMTIME_MAGIC 0x54494D45

/* A message, as it is sent. */
typedef struct pmTime {
  unsigned int magic;
  unsigned int length; /* with the data */
  pm_tctl_command command;
  pm_tctl_source source;
  pm_tctl_state state;
  pm_tctl_mode mode;
  struct timeval delta;
  struct timeval position;
  struct timeval start; /* of archives, as end */
  struct timeval end;
  __extension__ char data[0]; /* a time zone and its label, each with a NUL */
} pmTime;

extern int pmTimeConnect(int port, pmTime *state);
extern int pmTimeDisconnect(int fd);
extern int pmTimeRecv(int fd, pmTime **state);
extern int pmTimeSendAck(int fd, struct timeval *position);
extern int pmTimeShowDialog(int fd, int show);

/* What a simple client does when something has changed; each has a default. */
typedef void (*pmTimeStateResume)(void);
typedef void (*pmTimeStateRewind)(void);
typedef void (*pmTimeStateExited)(void);
typedef void (*pmTimeStateBoundary)(void);
typedef void (*pmTimeStatePosition)(struct timeval position);
typedef void (*pmTimeStateInterval)(struct timeval delta);
typedef void (*pmTimeStateStepped)(struct timeval delta);
typedef void (*pmTimeStateNewZone)(char *zone, char *label);

typedef struct pmTimeControls {
  pmTimeStateResume resume;
  pmTimeStateRewind rewind;
  pmTimeStateExited exited;
  pmTimeStateBoundary boundary;
  pmTimeStatePosition position;
  pmTimeStateInterval interval;
  pmTimeStateStepped stepped;
  pmTimeStateNewZone newzone;
  struct timeval delta;
  int fd;
  int showgui;
  int context; /* PM_CONTEXT_ARCHIVE, ... */
  int padding;
} pmTimeControls;

extern pmTime *pmTimeStateSetup(pmTimeControls *controls, int context, int port,
                                struct timeval delta, struct timeval position, struct timeval start,
                                struct timeval end, char *zone, char *label);
extern int pmTimeStateVector(pmTimeControls *controls, pmTime *state);
extern void pmTimeStateAck(pmTimeControls *controls, pmTime *state);
extern void pmTimeStateBounds(pmTimeControls *controls, pmTime *state);
extern void pmTimeStateMode(int mode, struct timeval delta, struct timeval *position);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* PCP_PMTIME_H */
