/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The C interface for memory mapped values: mmv_stats_registry(3), mmv_lookup_value_desc(3),
 * mmv_inc_value(3), mmv_set_value(3).  Programs that include PCP's <pcp/mmv_stats.h> compile
 * unchanged.
 */

#ifndef PCP_MMV_STATS_H
#define PCP_MMV_STATS_H

#include <pcp/pmapi.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

#define MMV_NAMEMAX 64
#define MMV_LABELMAX 244
#define MMV_STRINGMAX 256

typedef enum mmv_metric_type {
  MMV_TYPE_NOSUPPORT = PM_TYPE_NOSUPPORT,
  MMV_TYPE_I32 = PM_TYPE_32,
  MMV_TYPE_U32 = PM_TYPE_U32,
  MMV_TYPE_I64 = PM_TYPE_64,
  MMV_TYPE_U64 = PM_TYPE_U64,
  MMV_TYPE_FLOAT = PM_TYPE_FLOAT,
  MMV_TYPE_DOUBLE = PM_TYPE_DOUBLE,
  MMV_TYPE_STRING = PM_TYPE_STRING,
  MMV_TYPE_ELAPSED = 9 /* a time in microseconds, which passes while an interval runs */
} mmv_metric_type_t;

typedef enum mmv_metric_sem {
  MMV_SEM_COUNTER = PM_SEM_COUNTER,
  MMV_SEM_INSTANT = PM_SEM_INSTANT,
  MMV_SEM_DISCRETE = PM_SEM_DISCRETE
} mmv_metric_sem_t;

enum { MMV_INDOM_NULL = PM_INDOM_NULL };

/* Instances and instance domains; those of version 2 have names of up to 255 bytes. */
typedef struct mmv_instances {
  __int32_t internal;
  char external[MMV_NAMEMAX];
} mmv_instances_t;

typedef struct mmv_instances2 {
  __int32_t internal;
  const char *external;
} mmv_instances2_t;

typedef struct mmv_indom {
  __uint32_t serial; /* 1 to 2047 */
  __uint32_t count;
  mmv_instances_t *instances;
  char *shorttext; /* may be NULL */
  char *helptext;  /* may be NULL */
} mmv_indom_t;

typedef struct mmv_indom2 {
  __uint32_t serial;
  __uint32_t count;
  mmv_instances2_t *instances;
  char *shorttext;
  char *helptext;
} mmv_indom2_t;

typedef struct mmv_metric {
  char name[MMV_NAMEMAX];
  __uint32_t item; /* up to 1023 */
  mmv_metric_type_t type;
  mmv_metric_sem_t semantics;
  pmUnits dimension;
  __uint32_t indom; /* the serial of its domain; 0 or PM_INDOM_NULL: none */
  char *shorttext;
  char *helptext;
} mmv_metric_t;

typedef struct mmv_metric2 {
  char *name;
  __uint32_t item;
  mmv_metric_type_t type;
  mmv_metric_sem_t semantics;
  pmUnits dimension;
  __uint32_t indom;
  char *shorttext;
  char *helptext;
} mmv_metric2_t;

typedef struct mmv_label {
  __uint32_t flags;
  __uint32_t identity;
  __int32_t internal;
  char payload[MMV_LABELMAX];
} mmv_label_t;

typedef enum mmv_stats_flags {
  MMV_FLAG_NOPREFIX = 0x1, /* names begin without the name of the file */
  MMV_FLAG_PROCESS = 0x2,  /* values count while this process runs */
  MMV_FLAG_SENTINEL = 0x4  /* 64 ones are no value, nor is an empty string */
} mmv_stats_flags_t;

typedef enum mmv_value_type {
  MMV_STRING_TYPE = 0x1,
  MMV_NUMBER_TYPE = 0x2,
  MMV_BOOLEAN_TYPE = 0x3,
  MMV_NULL_TYPE = 0x4,
  MMV_ARRAY_TYPE = 0x5,
  MMV_MAP_TYPE = 0x6
} mmv_value_type_t;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define MMV_UNITS(a, b, c, d, e, f) \
  { a, b, c, d, e, f, 0 }
#else
#define MMV_UNITS(a, b, c, d, e, f) \
  { 0, f, e, d, c, b, a }
#endif

struct mmv_registry;
typedef struct mmv_registry mmv_registry_t;

/* A registry gathers what a file will have.  The functions that add something return 0, or -1 with
 * errno.  A registry keeps copies of all texts.
 */
extern mmv_registry_t *mmv_stats_registry(const char *file, int cluster, mmv_stats_flags_t flags);
extern int mmv_stats_add_indom(mmv_registry_t *registry, int serial, const char *shorttext,
                               const char *helptext);
extern int mmv_stats_add_metric(mmv_registry_t *registry, const char *name, int item,
                                mmv_metric_type_t type, mmv_metric_sem_t semantics, pmUnits units,
                                int serial, const char *shorttext, const char *helptext);
extern int mmv_stats_add_instance(mmv_registry_t *registry, int serial, int instance,
                                  const char *name);
extern int mmv_stats_add_registry_label(mmv_registry_t *registry, const char *name,
                                        const char *value, mmv_value_type_t type, int optional);
extern int mmv_stats_add_indom_label(mmv_registry_t *registry, int serial, const char *name,
                                     const char *value, mmv_value_type_t type, int optional);
extern int mmv_stats_add_metric_label(mmv_registry_t *registry, int item, const char *name,
                                      const char *value, mmv_value_type_t type, int optional);
extern int mmv_stats_add_instance_label(mmv_registry_t *registry, int serial, int instance,
                                        const char *name, const char *value, mmv_value_type_t type,
                                        int optional);

/* Makes the file; NULL with errno if that fails. */
extern void *mmv_stats_start(mmv_registry_t *registry);
extern void mmv_stats_free(mmv_registry_t *registry);

/* The value of an instance; NULL if there is none.  The search is linear: keep the result. */
extern pmAtomValue *mmv_lookup_value_desc(void *addr, const char *metric, const char *instance);

/* These do nothing without a value. */
extern void mmv_inc(void *addr, pmAtomValue *value);
extern void mmv_add(void *addr, pmAtomValue *value, void *count);
extern void mmv_inc_atomvalue(void *addr, pmAtomValue *value, pmAtomValue *count);
extern void mmv_inc_value(void *addr, pmAtomValue *value, double count);
extern void mmv_set(void *addr, pmAtomValue *value, void *to);
extern void mmv_set_atomvalue(void *addr, pmAtomValue *value, pmAtomValue *to);
extern void mmv_set_value(void *addr, pmAtomValue *value, double to);
extern void mmv_set_string(void *addr, pmAtomValue *value, const char *string, int size);

/* The same by names. */
extern void mmv_stats_add(void *addr, const char *metric, const char *instance, double count);
extern void mmv_stats_inc(void *addr, const char *metric, const char *instance);
extern void mmv_stats_set(void *addr, const char *metric, const char *instance, double to);
extern void mmv_stats_add_fallback(void *addr, const char *metric, const char *instance,
                                   const char *other_instance, double count);
extern void mmv_stats_inc_fallback(void *addr, const char *metric, const char *instance,
                                   const char *other_instance);
extern pmAtomValue *mmv_stats_interval_start(void *addr, pmAtomValue *value, const char *metric,
                                             const char *instance);
extern void mmv_stats_interval_end(void *addr, pmAtomValue *value);
extern void mmv_stats_set_string(void *addr, const char *metric, const char *instance,
                                 const char *string);
extern void mmv_stats_set_strlen(void *addr, const char *metric, const char *instance,
                                 const char *string, size_t size);

/* The older way, without a registry. */
extern void *mmv_stats_init(const char *file, int cluster, mmv_stats_flags_t flags,
                            const mmv_metric_t *metrics, int metric_count,
                            const mmv_indom_t *indoms, int indom_count);
extern void *mmv_stats2_init(const char *file, int cluster, mmv_stats_flags_t flags,
                             const mmv_metric2_t *metrics, int metric_count,
                             const mmv_indom2_t *indoms, int indom_count);
/* Unmaps.  The file stays. */
extern void mmv_stats_stop(const char *file, void *addr);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif /* PCP_MMV_STATS_H */
