/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Arrays and queues of events.
 */

#include "tell.h"

static pmAtomValue value;

static const void *bytes_of(int handle, int is_highres) {
  return is_highres ? (const void *)pmdaEventGetHighResAddr(handle)
                    : (const void *)pmdaEventGetAddr(handle);
}

/* All bytes but those that fill up a value. */
static void show_array(int handle, int is_highres) {
  const unsigned char *bytes = bytes_of(handle, is_highres);
  if (bytes == NULL) {
    printf("no array\n");
    return;
  }
  const pmEventArray *array = (const pmEventArray *)bytes;
  printf("type %d length %d records %d:", array->ea_type, array->ea_len, array->ea_nrecords);
  for (unsigned i = 0; i < array->ea_len; i++) printf("%s%02x", i % 4 == 0 ? " " : "", bytes[i]);
  printf("\n");
}

static void add_parameters(int handle, int (*add)(int, pmID, int, pmAtomValue *)) {
  value.l = 42;
  TELL(add(handle, 0x55, PM_TYPE_32, &value));
  TELL(add(handle, 0x55, PM_TYPE_U32, &value));
  value.ll = -42;
  TELL(add(handle, 0x55, PM_TYPE_64, &value));
  TELL(add(handle, 0x55, PM_TYPE_U64, &value));
  value.d = 1.5;
  TELL(add(handle, 0x55, PM_TYPE_DOUBLE, &value));
  value.f = 1.5;
  TELL(add(handle, 0x55, PM_TYPE_FLOAT, &value));
  value.cp = "abcd";
  TELL(add(handle, 0x55, PM_TYPE_STRING, &value));
  value.cp = "";
  TELL(add(handle, 0x55, PM_TYPE_STRING, &value));
  pmValueBlock *block = calloc(1, 20);
  block->vlen = PM_VAL_HDR_SIZE + 8;
  block->vtype = PM_TYPE_AGGREGATE;
  memcpy(block->vbuf, "12345678", 8);
  value.vbp = block;
  TELL(add(handle, 0x55, PM_TYPE_AGGREGATE, &value));
  TELL(add(handle, 0x55, PM_TYPE_AGGREGATE_STATIC, &value));
  TELL(add(handle, 0x55, PM_TYPE_EVENT, &value));
  TELL(add(handle, 0x55, 99, &value));
  free(block);
}

static void arrays(void) {
  struct timeval stamp = {100, 5};
  TELL(pmdaEventResetArray(0));
  TELL(pmdaEventGetAddr(0));
  TELL(pmdaEventNewArray());
  TELL(pmdaEventNewArray());
  TELL(pmdaEventResetArray(5));
  TELL(pmdaEventResetArray(-1));
  TELL(pmdaEventAddRecord(3, &stamp, 0));
  TELL(pmdaEventAddRecord(0, &stamp, (int)PM_EVENT_FLAG_MISSED));
  TELL(pmdaEventAddRecord(0, &stamp, 3));
  add_parameters(0, pmdaEventAddParam);
  TELL(pmdaEventAddMissedRecord(0, &stamp, 9));
  TELL(pmdaEventAddMissedRecord(0, &stamp, -9));
  TELL(pmdaEventAddRecord(0, &stamp, 0));
  show_array(0, 0);
  TELL(pmdaEventResetArray(0));
  show_array(0, 0);
  TELL(pmdaEventReleaseArray(0));
  TELL(pmdaEventReleaseArray(0));
  TELL(pmdaEventAddRecord(0, &stamp, 3));
  TELL(pmdaEventGetAddr(0));
  TELL(pmdaEventNewArray());
}

static void highres_arrays(void) {
  struct timespec stamp = {100, 7};
  TELL(pmdaEventNewHighResArray());
  TELL(pmdaEventAddHighResRecord(2, &stamp, 1));
  add_parameters(2, pmdaEventAddHighResParam);
  TELL(pmdaEventAddHighResRecord(2, &stamp, 1));
  add_parameters(2, pmdaEventHighResAddParam);
  TELL(pmdaEventAddHighResMissedRecord(2, &stamp, 4));
  show_array(2, 1);
  TELL(pmdaEventHighResGetAddr(2) == pmdaEventGetHighResAddr(2));
  TELL(pmdaEventResetHighResArray(2));
  show_array(2, 1);
  TELL(pmdaEventReleaseHighResArray(2));
  TELL(pmdaEventReleaseHighResArray(2));
}

static int decode(int array, void *event, size_t size, struct timeval *stamp, void *data) {
  printf(" event %.*s of %zu at %ld.%06ld %s\n", (int)size, (const char *)event, size,
         (long)stamp->tv_sec, (long)stamp->tv_usec, (const char *)data);
  const int sts = pmdaEventAddRecord(array, stamp, PM_EVENT_FLAG_POINT);
  return sts < 0 ? sts : 1;
}

static void records(int queue, int client) {
  value.vbp = NULL;
  printf("records of %d for %d", queue, client);
  tell("", pmdaEventQueueRecords(queue, &value, client, decode, "data"));
  if (value.vbp != NULL) printf(" %d records\n", ((pmEventArray *)value.vbp)->ea_nrecords);
}

static void statistics(int queue) {
  TELL(pmdaEventQueueCounter(queue, &value));
  printf(" %u\n", value.ul);
  TELL(pmdaEventQueueBytes(queue, &value));
  printf(" %llu\n", (unsigned long long)value.ull);
  TELL(pmdaEventQueueClients(queue, &value));
  printf(" %u\n", value.ul);
  TELL(pmdaEventQueueMemory(queue, &value));
  printf(" %llu\n", (unsigned long long)value.ull);
}

static void append(int queue, const char *text) {
  static struct timeval stamp = {100, 5};
  stamp.tv_sec++;
  printf("append %s", text);
  tell("", pmdaEventQueueAppend(queue, (void *)text, strlen(text) + 1, &stamp));
}

static int drops(void *data, void *event, size_t size) {
  printf(" filter %s: %s %zu\n", (const char *)data, (const char *)event, size);
  return ((const char *)event)[0] == 'b';
}

static void release(void *data) { printf(" release %s\n", (const char *)data); }

static void clients(void) {
  TELL(pmdaEventClients(&value));
  TELL(pmdaEventNewClient(7));
  TELL(pmdaEventNewClient(7));
  TELL(pmdaEventNewClient(8));
  TELL(pmdaEventClients(&value));
  printf(" %u\n", value.ul);
}

static void queues(void) {
  TELL(pmdaEventQueueHandle("q"));
  TELL(pmdaEventQueueClients(0, &value));
  TELL(pmdaEventNewQueue("q", 20));
  TELL(pmdaEventNewQueue("q", 10));
  TELL(pmdaEventNewQueue("r", 100));
  TELL(pmdaEventQueueHandle("q"));
  TELL(pmdaEventQueueHandle("nothing"));
  TELL(pmdaEventNewQueue("empty", 0));
  TELL(pmdaEventQueueAppend(55, "zz", 3, NULL));
  append(0, "before");
  statistics(0);
  records(0, 99);
  records(55, 7);
  TELL(pmdaEventSetAccess(9, 0, 1));
  TELL(pmdaEventSetAccess(7, 55, 1));
  TELL(pmdaEventSetFilter(99, 0, "none", drops, release));
  TELL(pmdaEventSetFilter(7, 44, "none", drops, release));
}

/* One client at a time: with several, PCP loses events. */
static void one_client(void) {
  TELL(pmdaEventSetAccess(7, 0, 1));
  records(0, 7);
  statistics(0);
  append(0, "one");
  append(0, "two");
  statistics(0);
  records(0, 7);
  records(0, 7);
  statistics(0);
  TELL(pmdaEventSetAccess(7, 0, 0));
  append(0, "hidden");
  records(0, 7);
  TELL(pmdaEventSetAccess(7, 0, 1));
  records(0, 7);
  TELL(pmdaEventSetFilter(7, 0, "first", drops, release));
  append(0, "a1");
  append(0, "b1");
  records(0, 7);
  TELL(pmdaEventSetFilter(7, 0, "second", drops, release));
  for (int i = 0; i < 6; i++) {
    char text[8];
    pmsprintf(text, sizeof text, "e%03d", i);
    append(0, text);
  }
  statistics(0);
  records(0, 7);
  append(0, "this is more than a queue of twenty bytes can hold");
  records(0, 7);
  statistics(0);
  tell_messages();
  TELL(pmdaEventEndClient(7));
  TELL(pmdaEventEndClient(7));
  records(0, 7);
  statistics(0);
}

static void two_clients(void) {
  TELL(pmdaEventNewClient(9));
  records(1, 8);
  records(1, 9);
  TELL(pmdaEventSetAccess(8, 1, 1));
  TELL(pmdaEventSetAccess(9, 1, 1));
  append(1, "for both");
  records(1, 8);
  statistics(1);
  records(1, 9);
  statistics(1);
}

static void texts(void) {
  const char *const events[] = {"a\tb\n\001z", "abcdefghijklmnop", "abc", "abcdefg", "abcdefgh"};
  char buffer[8];
  for (int i = 0; i < 5; i++)
    for (int more = 0; more < 2; more++) {
      const int length = (int)strlen(events[i]) + more;
      printf("[%s]\n", __pmdaEventPrint(events[i], length, buffer, sizeof buffer));
    }
}

int main(void) {
  keep_messages("events");
  arrays();
  highres_arrays();
  clients();
  queues();
  one_client();
  two_clients();
  texts();
  return 0;
}
