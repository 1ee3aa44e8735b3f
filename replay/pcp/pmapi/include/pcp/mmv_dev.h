/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a file of memory mapped values consists of: mmv(5).  For programs that write or read such
 * files by themselves.
 */

#ifndef PCP_MMV_DEV_H
#define PCP_MMV_DEV_H

#include <pcp/mmv_stats.h>

#define MMV_VERSION1 1
#define MMV_VERSION2 2 /* long names */
#define MMV_VERSION3 3 /* labels */
#define MMV_VERSION 1

typedef enum mmv_toc_type {
  MMV_TOC_INDOMS = 1,
  MMV_TOC_INSTANCES = 2,
  MMV_TOC_METRICS = 3,
  MMV_TOC_VALUES = 4,
  MMV_TOC_STRINGS = 5,
  MMV_TOC_LABELS = 6
} mmv_toc_type_t;

/* All offsets are from the start of the file. */
typedef struct mmv_disk_header {
  char magic[4];
  __int32_t version;
  __uint64_t g1; /* the generation */
  __uint64_t g2; /* 0 until the file is finished, then the same */
  __int32_t tocs;
  mmv_stats_flags_t flags;
  __int32_t process;
  __int32_t cluster;
} mmv_disk_header_t;

typedef struct mmv_disk_toc {
  mmv_toc_type_t type;
  __int32_t count;
  __uint64_t offset;
} mmv_disk_toc_t;

typedef struct mmv_disk_indom {
  __uint32_t serial;
  __uint32_t count;
  __uint64_t offset; /* of its first instance */
  __uint64_t shorttext;
  __uint64_t helptext;
} mmv_disk_indom_t;

typedef struct mmv_disk_instance {
  __uint64_t indom;
  __uint32_t padding;
  __int32_t internal;
  char external[MMV_NAMEMAX];
} mmv_disk_instance_t;

typedef struct mmv_disk_instance2 {
  __uint64_t indom;
  __uint32_t padding;
  __int32_t internal;
  __uint64_t external; /* the offset of its name */
} mmv_disk_instance2_t;

typedef struct mmv_disk_metric {
  char name[MMV_NAMEMAX];
  __uint32_t item;
  mmv_metric_type_t type;
  mmv_metric_sem_t semantics;
  pmUnits dimension;
  __int32_t indom;
  __uint32_t padding;
  __uint64_t shorttext;
  __uint64_t helptext;
} mmv_disk_metric_t;

typedef struct mmv_disk_metric2 {
  __uint64_t name; /* the offset of its name */
  __uint32_t item;
  mmv_metric_type_t type;
  mmv_metric_sem_t semantics;
  pmUnits dimension;
  __int32_t indom;
  __uint32_t padding;
  __uint64_t shorttext;
  __uint64_t helptext;
} mmv_disk_metric2_t;

typedef struct mmv_disk_value {
  pmAtomValue value; /* of a string: its length */
  __int64_t extra;   /* the negative start of an interval, or the offset of a string */
  __uint64_t metric;
  __uint64_t instance;
} mmv_disk_value_t;

typedef struct mmv_disk_string {
  char payload[MMV_STRINGMAX];
} mmv_disk_string_t;

typedef struct mmv_disk_label {
  __uint32_t flags;
  __uint32_t identity;
  __int32_t internal;
  char payload[MMV_LABELMAX];
} mmv_disk_label_t;

#endif /* PCP_MMV_DEV_H */
