/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Calls every function of <pcp/mmv_stats.h>, and prints what comes back.  Linked with our library
 * and with PCP's, it must print the same, and leave the same files: see mmv_api_test.cc.
 */

#include <pcp/pmapi.h>
// After pmapi.h, on which it depends.
#include <pcp/mmv_stats.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const pmUnits kCount = MMV_UNITS(0, 0, 1, 0, 0, PM_COUNT_ONE);
static const pmUnits kNone = MMV_UNITS(0, 0, 0, 0, 0, 0);
static const pmUnits kTime = MMV_UNITS(0, 1, 0, 0, PM_TIME_USEC, 0);

static mmv_instances_t instances[] = {{0, "zero"}, {7, "seven"}};
static mmv_indom_t indoms[] = {
    {.serial = 1, .count = 2, .instances = instances, .shorttext = "short", .helptext = "long"}};
static mmv_metric_t metrics[] = {
    {.name = "i32",
     .item = 1,
     .type = MMV_TYPE_I32,
     .semantics = MMV_SEM_COUNTER,
     .indom = 1,
     .shorttext = "one line",
     .helptext = "many lines"},
    {.name = "u32", .item = 2, .type = MMV_TYPE_U32, .semantics = MMV_SEM_INSTANT},
    {.name = "i64", .item = 3, .type = MMV_TYPE_I64, .semantics = MMV_SEM_DISCRETE},
    {.name = "u64", .item = 4, .type = MMV_TYPE_U64, .semantics = MMV_SEM_COUNTER},
    {.name = "float", .item = 5, .type = MMV_TYPE_FLOAT, .semantics = MMV_SEM_INSTANT},
    {.name = "double", .item = 6, .type = MMV_TYPE_DOUBLE, .semantics = MMV_SEM_INSTANT},
    {.name = "string", .item = 7, .type = MMV_TYPE_STRING, .semantics = MMV_SEM_INSTANT},
    {.name = "elapsed", .item = 8, .type = MMV_TYPE_ELAPSED, .semantics = MMV_SEM_COUNTER},
    {.name = "strings",
     .item = 9,
     .type = MMV_TYPE_STRING,
     .semantics = MMV_SEM_INSTANT,
     .indom = 1},
    {.name = "nothing",
     .item = 10,
     .type = MMV_TYPE_NOSUPPORT,
     .semantics = MMV_SEM_INSTANT,
     .indom = PM_INDOM_NULL},
};

static mmv_instances2_t long_instances[] = {
    {3, "three"}, {1, "an instance with a name that has many more than sixty-three characters"}};
static mmv_indom2_t long_indoms[] = {{.serial = 5, .count = 2, .instances = long_instances}};
static mmv_metric2_t long_metrics[] = {
    {.name = "a.rather.long.name.of.a.metric.with.many.more.than.sixty.three.characters",
     .item = 1,
     .type = MMV_TYPE_U64,
     .semantics = MMV_SEM_COUNTER,
     .indom = 5,
     .shorttext = ""},
    {.name = "text", .item = 2, .type = MMV_TYPE_STRING, .semantics = MMV_SEM_INSTANT},
};
static mmv_metric2_t short_metrics[] = {
    {.name = "brief", .item = 1, .type = MMV_TYPE_U64, .semantics = MMV_SEM_COUNTER}};

static void Show(void *map, const char *metric, const char *instance) {
  pmAtomValue *value = mmv_lookup_value_desc(map, metric, instance);
  printf("%s[%s]: ", metric, instance != NULL ? instance : "NULL");
  if (value == NULL)
    printf("none\n");
  else
    printf("%016llx\n", (unsigned long long)value->ull);
}

static void ShowText(void *map, const char *metric, const char *instance) {
  pmAtomValue *value = mmv_lookup_value_desc(map, metric, instance);
  if (value == NULL) return;
  unsigned long long at;
  memcpy(&at, (char *)value + 8, sizeof at);
  char *text = (char *)map + at;
  printf("%s[%s]: %lld '%.30s' %d\n", metric, instance, (long long)value->ll, text,
         (int)strlen(text));
}

static void Check(const char *what, const void *map) {
  printf("%s: %s\n", what, map != NULL ? "made" : strerror(errno));
}

static void Update(void *map) {
  static const char *const names[] = {"i32", "u32", "i64", "u64", "float", "double", "elapsed"};
  for (int i = 0; i < 7; ++i) {
    const char *instance = i == 0 ? "seven" : "";
    pmAtomValue *value = mmv_lookup_value_desc(map, names[i], instance);
    mmv_inc(map, value);
    Show(map, names[i], instance);
    mmv_inc_value(map, value, 41.75);
    Show(map, names[i], instance);
    mmv_inc_value(map, value, -3);
    Show(map, names[i], instance);
    pmAtomValue by = {.ll = 0};
    if (i == 4)
      by.f = 0.5;
    else if (i == 5)
      by.d = 0.25;
    else
      by.l = 9;
    mmv_inc_atomvalue(map, value, &by);
    Show(map, names[i], instance);
    mmv_add(map, value, &by);
    Show(map, names[i], instance);
    mmv_set_value(map, value, -2.5);
    Show(map, names[i], instance);
    mmv_set_value(map, value, 3e9);
    Show(map, names[i], instance);
    mmv_set_atomvalue(map, value, &by);
    Show(map, names[i], instance);
    mmv_set(map, value, &by);
    Show(map, names[i], instance);
    mmv_stats_add(map, names[i], instance, 2.5);
    mmv_stats_inc(map, names[i], instance);
    Show(map, names[i], instance);
    mmv_stats_set(map, names[i], instance, 17);
    Show(map, names[i], instance);
  }
  Show(map, "i32", NULL);
  Show(map, "i32", "");
  Show(map, "i32", "zer");
  Show(map, "u32", NULL);
  Show(map, "u32", "zero");
  Show(map, "missing", NULL);
  mmv_stats_inc(map, "missing", NULL);
  mmv_stats_set(map, "i32", "missing", 3);
  mmv_stats_add_fallback(map, "i32", "missing", "zero", 5);
  mmv_stats_add_fallback(map, "i32", "seven", "zero", 6);
  mmv_stats_inc_fallback(map, "i32", "missing", "zero");
  mmv_stats_inc_fallback(map, "i32", "missing", "gone");
  Show(map, "i32", "zero");
  Show(map, "i32", "seven");
  mmv_inc(map, NULL);
  mmv_inc_value(map, NULL, 1);
  mmv_set_value(map, NULL, 1);
}

static void UpdateStrings(void *map) {
  char text[400];
  memset(text, 'x', sizeof text);
  text[399] = 0;
  pmAtomValue *value = mmv_lookup_value_desc(map, "string", NULL);
  mmv_set_string(map, value, "hello", 5);
  ShowText(map, "string", "");
  mmv_set_string(map, value, "hello", 3);
  ShowText(map, "string", "");
  mmv_set_string(map, value, "longer", 0);
  ShowText(map, "string", "");
  for (int size = 254; size < 258; ++size) {
    mmv_set_string(map, value, text, size);
    ShowText(map, "string", "");
  }
  mmv_set_string(map, value, text, 399);
  ShowText(map, "string", "");
  mmv_set_string(map, value, "ok", 2);
  mmv_stats_set_string(map, "string", "", "by name");
  ShowText(map, "string", "");
  mmv_stats_set_string(map, "string", "", text);
  ShowText(map, "string", "");
  mmv_stats_set_strlen(map, "strings", "zero", "0123456789", 4);
  ShowText(map, "strings", "zero");
  mmv_stats_set_strlen(map, "strings", "seven", "", 0);
  ShowText(map, "strings", "seven");
  mmv_stats_set_string(map, "strings", "missing", "x");
  mmv_set_string(map, mmv_lookup_value_desc(map, "u32", NULL), "no string", 9);
  mmv_set_value(map, value, 5);
  ShowText(map, "string", "");
  mmv_inc(map, value);
  ShowText(map, "string", "");
}

static void Measure(void *map) {
  pmAtomValue *value = mmv_lookup_value_desc(map, "elapsed", NULL);
  mmv_set_value(map, value, 100);
  pmAtomValue *started = mmv_stats_interval_start(map, NULL, "elapsed", "");
  printf("same value: %d\n", started == value);
  usleep(2000);
  mmv_stats_interval_end(map, started);
  printf("grown: %d\n", value->ll > 2000 && value->ll < 2000000);
  started = mmv_stats_interval_start(map, value, NULL, NULL);
  printf("same value: %d\n", started == value);
  mmv_stats_interval_end(map, started);
  printf("missing: %d\n", mmv_stats_interval_start(map, NULL, "missing", "") == NULL);
  mmv_set_value(map, value, 0);
}

static void Register(void) {
  mmv_registry_t *r = mmv_stats_registry("registry", 77, MMV_FLAG_SENTINEL);
  printf("indom %d", mmv_stats_add_indom(r, 1, "short", "long"));
  printf(" %d\n", mmv_stats_add_indom(r, 2, NULL, ""));
  mmv_stats_add_instance(r, 1, 0, "zero"); /* PCP's returns -1, although it adds the instance */
  mmv_stats_add_instance(r, 1, 3, "three");
  mmv_stats_add_instance(r, 2, 9, "nine");
  printf("metric %d",
         mmv_stats_add_metric(r, "u32", 1, MMV_TYPE_U32, MMV_SEM_COUNTER, kCount, 1, "s", "l"));
  printf(" %d", mmv_stats_add_metric(r, "text", 2, MMV_TYPE_STRING, MMV_SEM_DISCRETE, kNone, 2,
                                     NULL, NULL));
  printf(" %d\n",
         mmv_stats_add_metric(r, "time", 3, MMV_TYPE_ELAPSED, MMV_SEM_COUNTER, kTime, 0, "", "l"));
  static const struct {
    const char *value;
    int type;
  } values[] = {
      {"\"text\"", MMV_STRING_TYPE},
      {"text", MMV_STRING_TYPE},
      {"\"te\"xt\"", MMV_STRING_TYPE},
      {"\"", MMV_STRING_TYPE},
      {"\"\\x\"", MMV_STRING_TYPE},
      {"17", MMV_NUMBER_TYPE},
      {"-1.5e3", MMV_NUMBER_TYPE},
      {"\"17\"", MMV_NUMBER_TYPE},
      {"1.2.3", MMV_NUMBER_TYPE},
      {"01", MMV_NUMBER_TYPE},
      {"true", MMV_BOOLEAN_TYPE},
      {"True", MMV_BOOLEAN_TYPE},
      {"\"true\"", MMV_BOOLEAN_TYPE},
      {"null", MMV_NULL_TYPE},
      {"[1,2]", MMV_ARRAY_TYPE},
      {"[1,2", MMV_ARRAY_TYPE},
      {"1,2]", MMV_ARRAY_TYPE},
      {"[1 2]", MMV_ARRAY_TYPE},
      {"{\"a\":1,\"b\":2}", MMV_MAP_TYPE},
      {"{\"a\":1", MMV_MAP_TYPE},
      {"{a:1}", MMV_MAP_TYPE},
      {"true", MMV_NUMBER_TYPE},
      {"17", MMV_STRING_TYPE},
      {"null", MMV_BOOLEAN_TYPE},
      {"17", 9},
      {"", MMV_NUMBER_TYPE},
  };
  for (unsigned i = 0; i < sizeof values / sizeof values[0]; ++i) {
    char name[8];
    snprintf(name, sizeof name, "n%u", i);
    const int sts = mmv_stats_add_registry_label(r, name, values[i].value, values[i].type, i % 2);
    printf("label %s %d: %d\n", values[i].value, values[i].type, sts);
  }
  printf("name %d %d %d\n", mmv_stats_add_registry_label(r, "1x", "1", MMV_NUMBER_TYPE, 0),
         mmv_stats_add_registry_label(r, "", "1", MMV_NUMBER_TYPE, 0),
         mmv_stats_add_registry_label(r, "a b", "1", MMV_NUMBER_TYPE, 0));
  printf("others %d %d %d\n", mmv_stats_add_indom_label(r, 1, "i", "1", MMV_NUMBER_TYPE, 1),
         mmv_stats_add_metric_label(r, 2, "m", "1", MMV_NUMBER_TYPE, 0),
         mmv_stats_add_instance_label(r, 1, 3, "x", "1", MMV_NUMBER_TYPE, 0));
  printf("unknown %d %d %d\n", mmv_stats_add_indom_label(r, 9, "i", "1", MMV_NUMBER_TYPE, 1),
         mmv_stats_add_metric_label(r, 99, "m", "1", MMV_NUMBER_TYPE, 0),
         mmv_stats_add_instance_label(r, 9, 3, "x", "1", MMV_NUMBER_TYPE, 0));
  char value[300];
  memset(value, '1', sizeof value);
  value[299] = 0;
  printf("long %d", mmv_stats_add_registry_label(r, "long", value, MMV_NUMBER_TYPE, 0));
  for (int size = 230; size < 238; ++size) {
    value[size - 1] = '1';
    value[size] = 0;
    printf(" %d", mmv_stats_add_metric_label(r, 1, "l", value, MMV_NUMBER_TYPE, 0));
  }
  printf("\n");
  void *map = mmv_stats_start(r);
  Check("registry", map);
  mmv_stats_add(map, "u32", "three", 9);
  Show(map, "u32", "three");
  mmv_stats_free(r);
}

static void Fail(void) {
  mmv_metric_t unnamed[] = {{.name = "", .item = 1, .type = MMV_TYPE_U64}};
  errno = 0;
  Check("no name", mmv_stats_init("fail", 0, 0, unnamed, 1, NULL, 0));
  mmv_metric_t lost[] = {{.name = "x", .item = 1, .type = MMV_TYPE_U64, .indom = 4}};
  errno = 0;
  Check("no domain", mmv_stats_init("fail", 0, 0, lost, 1, indoms, 1));
  errno = 0;
  Check("no metrics", mmv_stats_init("empty", 0, 0, NULL, 0, NULL, 0));
  mmv_registry_t *r = mmv_stats_registry("nothing", 5, 0);
  errno = 0;
  Check("empty registry", mmv_stats_start(r));
  mmv_stats_free(r);
}

int main(void) {
  void *map = mmv_stats_init("v1", 321, MMV_FLAG_PROCESS, metrics, 10, indoms, 1);
  Check("v1", map);
  void *v2 = mmv_stats2_init("v2", 0, MMV_FLAG_NOPREFIX, long_metrics, 2, long_indoms, 1);
  Check("v2", v2);
  Show(v2, long_metrics[0].name, long_instances[1].external);
  mmv_stats_inc(v2, long_metrics[0].name, "three");
  Show(v2, long_metrics[0].name, "three");
  mmv_stats_set_string(v2, "text", NULL, "of version 2");
  ShowText(v2, "text", "");
  Check("brief", mmv_stats2_init("brief", 4095, 0, short_metrics, 1, NULL, 0));
  Register();
  Fail();
  Update(map);
  UpdateStrings(map);
  Measure(map);
  void *gone = mmv_stats2_init("gone", 3, 0, short_metrics, 1, NULL, 0);
  mmv_stats_stop("gone", gone);
  void *again = mmv_stats_init("v1", 322, 0, metrics, 10, indoms, 1);
  Check("again", again);
  return 0;
}
