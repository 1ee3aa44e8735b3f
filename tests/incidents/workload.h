/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the program that makes incidents share.  Its settings are variables of the
 * environment, so that no list of processes shows what they are: INCIDENT_ACTION, INCIDENT_SECONDS
 * and those that the actions name.
 */

#ifndef FDR_TESTS_INCIDENTS_WORKLOAD_H_
#define FDR_TESTS_INCIDENTS_WORKLOAD_H_

#include <stdatomic.h>
#include <stdint.h>

enum { MOST_PIDS = 1000 };

/* What all processes of one incident count together, in memory that they share.  Times are
 * nanoseconds since 1970. incidents.py has the same layout. */
struct counters {
  _Atomic uint64_t bytes, count, errors;
  _Atomic uint64_t begun, ended;
  _Atomic uint64_t workers;
  _Atomic uint64_t pids[MOST_PIDS];
};

extern struct counters *counters;

/* A setting; a required one that is missing ends the program. */
double number(const char *name);
double number_or(const char *name, double fallback);
const char *text(const char *name);

/* Seconds of the steady clock, and seconds since this program began. */
double steady(void);
double elapsed(void);
/* Whether INCIDENT_SECONDS have passed. */
int is_over(void);
void pause_for(double seconds);
/* Sleeps as long as the part of the time that was worked is above the share. */
void keep_share(double worked, double share);
/* Sleeps as long as there are more bytes a second than that. */
void keep_rate(uint64_t bytes, double rate);

/* Says what failed, and ends the program. */
void fail(const char *what);

/* The actions. */
void hog(void); /* CPU: SHARE of a processor */
void eat(void); /* memory: SIZE bytes within RAMP seconds */
void write_file(
    void);            /* PATH, SIZE, BLOCK, SHARE of the time; DIRECT, or a sync after each block */
void read_file(void); /* PATH, BLOCK, SHARE of the time; never from memory */
void copy_file(void); /* PATH, SIZE: written at once, to memory */
void fill(void);      /* PATH, RATE: until the file system is full; removes the file at the end */
void append(void);    /* PATH, RATE: small blocks, each with a sync */
void flood(void);     /* ADDRESS, PORT, RATE, TCP */
void sink(void);      /* PORT, in a network name space of its own */
void storm(void);     /* RATE processes a second, which end at once */
void repeat(
    void); /* PROGRAM, CHILD, LIFE: processes one after another, each with the action CHILD */

#endif /* FDR_TESTS_INCIDENTS_WORKLOAD_H_ */
