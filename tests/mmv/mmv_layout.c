/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints the layout of the types of <pcp/mmv_stats.h> and <pcp/mmv_dev.h>, and all constants.
 * Compiled with our headers and with PCP's: see mmv_api_test.cc.
 */

#include <pcp/pmapi.h>
// After pmapi.h, on which it depends.
#include <pcp/mmv_stats.h>
// After mmv_stats.h, on which it depends.
#include <pcp/mmv_dev.h>

#include <stddef.h>
#include <stdio.h>

#define SIZE(type) printf(#type " %zu\n", sizeof(type))
#define FIELD(type, field) \
  printf(#type "." #field " %zu %zu\n", offsetof(type, field), sizeof(((type *)0)->field))
#define NUMBER(name) printf(#name " %ld\n", (long)name)

int main(void) {
  SIZE(mmv_instances_t);
  FIELD(mmv_instances_t, internal);
  FIELD(mmv_instances_t, external);
  SIZE(mmv_instances2_t);
  FIELD(mmv_instances2_t, internal);
  FIELD(mmv_instances2_t, external);
  SIZE(mmv_indom_t);
  FIELD(mmv_indom_t, serial);
  FIELD(mmv_indom_t, count);
  FIELD(mmv_indom_t, instances);
  FIELD(mmv_indom_t, shorttext);
  FIELD(mmv_indom_t, helptext);
  SIZE(mmv_indom2_t);
  FIELD(mmv_indom2_t, serial);
  FIELD(mmv_indom2_t, count);
  FIELD(mmv_indom2_t, instances);
  FIELD(mmv_indom2_t, shorttext);
  FIELD(mmv_indom2_t, helptext);
  SIZE(mmv_metric_t);
  FIELD(mmv_metric_t, name);
  FIELD(mmv_metric_t, item);
  FIELD(mmv_metric_t, type);
  FIELD(mmv_metric_t, semantics);
  FIELD(mmv_metric_t, dimension);
  FIELD(mmv_metric_t, indom);
  FIELD(mmv_metric_t, shorttext);
  FIELD(mmv_metric_t, helptext);
  SIZE(mmv_metric2_t);
  FIELD(mmv_metric2_t, name);
  FIELD(mmv_metric2_t, item);
  FIELD(mmv_metric2_t, type);
  FIELD(mmv_metric2_t, semantics);
  FIELD(mmv_metric2_t, dimension);
  FIELD(mmv_metric2_t, indom);
  FIELD(mmv_metric2_t, shorttext);
  FIELD(mmv_metric2_t, helptext);
  SIZE(mmv_label_t);
  FIELD(mmv_label_t, flags);
  FIELD(mmv_label_t, identity);
  FIELD(mmv_label_t, internal);
  FIELD(mmv_label_t, payload);
  SIZE(mmv_disk_header_t);
  FIELD(mmv_disk_header_t, magic);
  FIELD(mmv_disk_header_t, version);
  FIELD(mmv_disk_header_t, g1);
  FIELD(mmv_disk_header_t, g2);
  FIELD(mmv_disk_header_t, tocs);
  FIELD(mmv_disk_header_t, flags);
  FIELD(mmv_disk_header_t, process);
  FIELD(mmv_disk_header_t, cluster);
  SIZE(mmv_disk_toc_t);
  FIELD(mmv_disk_toc_t, type);
  FIELD(mmv_disk_toc_t, count);
  FIELD(mmv_disk_toc_t, offset);
  SIZE(mmv_disk_indom_t);
  FIELD(mmv_disk_indom_t, serial);
  FIELD(mmv_disk_indom_t, count);
  FIELD(mmv_disk_indom_t, offset);
  FIELD(mmv_disk_indom_t, shorttext);
  FIELD(mmv_disk_indom_t, helptext);
  SIZE(mmv_disk_instance_t);
  FIELD(mmv_disk_instance_t, indom);
  FIELD(mmv_disk_instance_t, padding);
  FIELD(mmv_disk_instance_t, internal);
  FIELD(mmv_disk_instance_t, external);
  SIZE(mmv_disk_instance2_t);
  FIELD(mmv_disk_instance2_t, indom);
  FIELD(mmv_disk_instance2_t, padding);
  FIELD(mmv_disk_instance2_t, internal);
  FIELD(mmv_disk_instance2_t, external);
  SIZE(mmv_disk_metric_t);
  FIELD(mmv_disk_metric_t, name);
  FIELD(mmv_disk_metric_t, item);
  FIELD(mmv_disk_metric_t, type);
  FIELD(mmv_disk_metric_t, semantics);
  FIELD(mmv_disk_metric_t, dimension);
  FIELD(mmv_disk_metric_t, indom);
  FIELD(mmv_disk_metric_t, padding);
  FIELD(mmv_disk_metric_t, shorttext);
  FIELD(mmv_disk_metric_t, helptext);
  SIZE(mmv_disk_metric2_t);
  FIELD(mmv_disk_metric2_t, name);
  FIELD(mmv_disk_metric2_t, item);
  FIELD(mmv_disk_metric2_t, type);
  FIELD(mmv_disk_metric2_t, semantics);
  FIELD(mmv_disk_metric2_t, dimension);
  FIELD(mmv_disk_metric2_t, indom);
  FIELD(mmv_disk_metric2_t, padding);
  FIELD(mmv_disk_metric2_t, shorttext);
  FIELD(mmv_disk_metric2_t, helptext);
  SIZE(mmv_disk_value_t);
  FIELD(mmv_disk_value_t, value);
  FIELD(mmv_disk_value_t, extra);
  FIELD(mmv_disk_value_t, metric);
  FIELD(mmv_disk_value_t, instance);
  SIZE(mmv_disk_string_t);
  FIELD(mmv_disk_string_t, payload);
  SIZE(mmv_disk_label_t);
  FIELD(mmv_disk_label_t, flags);
  FIELD(mmv_disk_label_t, identity);
  FIELD(mmv_disk_label_t, internal);
  FIELD(mmv_disk_label_t, payload);
  NUMBER(MMV_NAMEMAX);
  NUMBER(MMV_LABELMAX);
  NUMBER(MMV_STRINGMAX);
  NUMBER(MMV_TYPE_NOSUPPORT);
  NUMBER(MMV_TYPE_I32);
  NUMBER(MMV_TYPE_U32);
  NUMBER(MMV_TYPE_I64);
  NUMBER(MMV_TYPE_U64);
  NUMBER(MMV_TYPE_FLOAT);
  NUMBER(MMV_TYPE_DOUBLE);
  NUMBER(MMV_TYPE_STRING);
  NUMBER(MMV_TYPE_ELAPSED);
  NUMBER(MMV_SEM_COUNTER);
  NUMBER(MMV_SEM_INSTANT);
  NUMBER(MMV_SEM_DISCRETE);
  NUMBER(MMV_INDOM_NULL);
  NUMBER(MMV_FLAG_NOPREFIX);
  NUMBER(MMV_FLAG_PROCESS);
  NUMBER(MMV_FLAG_SENTINEL);
  NUMBER(MMV_STRING_TYPE);
  NUMBER(MMV_NUMBER_TYPE);
  NUMBER(MMV_BOOLEAN_TYPE);
  NUMBER(MMV_NULL_TYPE);
  NUMBER(MMV_ARRAY_TYPE);
  NUMBER(MMV_MAP_TYPE);
  NUMBER(MMV_VERSION1);
  NUMBER(MMV_VERSION2);
  NUMBER(MMV_VERSION3);
  NUMBER(MMV_VERSION);
  NUMBER(MMV_TOC_INDOMS);
  NUMBER(MMV_TOC_INSTANCES);
  NUMBER(MMV_TOC_METRICS);
  NUMBER(MMV_TOC_VALUES);
  NUMBER(MMV_TOC_STRINGS);
  NUMBER(MMV_TOC_LABELS);
  const union {
    pmUnits units;
    unsigned word;
  } units = {MMV_UNITS(1, -1, 2, 3, 4, 5)};
  printf("units %08x\n", units.word);
  return 0;
}
