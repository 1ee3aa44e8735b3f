/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Unpacks event arrays.
 *
 *   events SEED COUNT   generated arrays, sound and damaged
 *   events ARCHIVE      all records of an archive, and the arrays as they are fetched
 */

#include <pcp/pmapi.h>

#include "random.h"

static void print_bytes(const char *bytes, int count) {
  for (int i = 0; i < count; i++) printf("%02x", (unsigned char)bytes[i]);
}

static void print_set(const pmValueSet *set) {
  printf("  %s numval %d valfmt %d", pmIDStr(set->pmid), set->numval, set->valfmt);
  for (int i = 0; i < set->numval; i++) {
    printf(" inst %d ", set->vlist[i].inst);
    if (set->valfmt == PM_VAL_INSITU) {
      printf("%d", set->vlist[i].value.lval);
    } else {
      const pmValueBlock *block = set->vlist[i].value.pval;
      printf("vtype %d vlen %d ", block->vtype, block->vlen);
      print_bytes(block->vbuf, (int)block->vlen - PM_VAL_HDR_SIZE);
    }
  }
  putchar('\n');
}

static void unpack(pmValueSet *set, int index) {
  pmResult **results = NULL;
  const int count = pmUnpackEventRecords(set, index, &results);
  printf(" %d%s\n", count, results == NULL ? " none" : "");
  for (int i = 0; i < count; i++) {
    printf(" %ld.%ld %d\n", results[i]->timestamp.tv_sec, results[i]->timestamp.tv_usec,
           results[i]->numpmid);
    for (int k = 0; k < results[i]->numpmid; k++) print_set(results[i]->vset[k]);
  }
  if (count > 0 && results[count] != NULL) puts(" no end");
  if (count >= 0) pmFreeEventResult(results);
}

static void unpack_highres(pmValueSet *set, int index) {
  pmHighResResult **results = NULL;
  const int count = pmUnpackHighResEventRecords(set, index, &results);
  printf(" highres %d%s\n", count, results == NULL ? " none" : "");
  for (int i = 0; i < count; i++) {
    printf(" %ld.%ld %d\n", results[i]->timestamp.tv_sec, results[i]->timestamp.tv_nsec,
           results[i]->numpmid);
    for (int k = 0; k < results[i]->numpmid; k++) print_set(results[i]->vset[k]);
  }
  if (count > 0 && results[count] != NULL) puts(" no end");
  if (count >= 0) pmFreeHighResEventResult(results);
}

static void unpack_both(pmValueSet *set, int index) {
  unpack(set, index);
  unpack_highres(set, index);
}

/* An array, in words.  The words behind it are zero. */
enum { kMostWords = 1024 };
static uint32_t words[kMostWords];
static int used;

static void word(uint32_t w) { words[used++] = w; }

static void add_parameter(void) {
  static const int types[] = {PM_TYPE_32,     PM_TYPE_U32,       PM_TYPE_64,
                              PM_TYPE_U64,    PM_TYPE_FLOAT,     PM_TYPE_DOUBLE,
                              PM_TYPE_STRING, PM_TYPE_AGGREGATE, PM_TYPE_AGGREGATE_STATIC};
  const int type = below(40) == 0 ? below(256) : PICK(types);
  int length = below(20);
  if (type == PM_TYPE_32 || type == PM_TYPE_U32 || type == PM_TYPE_FLOAT) length = 4;
  if (type == PM_TYPE_64 || type == PM_TYPE_U64 || type == PM_TYPE_DOUBLE) length = 8;
  word((uint32_t)random_bits());
  word((uint32_t)type << 24 | (uint32_t)(below(40) == 0 ? below(24) : 4 + length));
  for (int i = 0; i < (length + 3) / 4; i++) word((uint32_t)random_bits());
}

static void add_record(int highres) {
  const uint32_t flags = below(4) == 0    ? PM_EVENT_FLAG_MISSED
                         : below(30) == 0 ? (uint32_t)random_word()
                                          : (uint32_t)below(32);
  const int parameters = below(4);
  for (int i = 0; i < (highres ? 4 : 2); i++) word((uint32_t)random_word());
  word(flags);
  if ((flags & PM_EVENT_FLAG_MISSED) != 0) {
    word((uint32_t)random_word());
    return;
  }
  word((uint32_t)(below(40) == 0 ? below(9) : parameters));
  for (int i = 0; i < parameters; i++) add_parameter();
}

/* The peer writes out of bounds if a record has a negative number of parameters, or if a text is
 * shorter than the word with its length.  The program does not try arrays of this kind. */
static int is_harmless(int highres, uint32_t length) {
  const uint32_t end = length / 4, stamp = highres ? 4 : 2;
  uint32_t at = 2;
  for (int32_t i = 0; i < (int32_t)words[1]; i++) {
    if (at + stamp + 2 > end) return 1;
    const uint32_t flags = words[at + stamp];
    const int32_t parameters = (int32_t)words[at + stamp + 1];
    at += stamp + 2;
    if ((flags & PM_EVENT_FLAG_MISSED) != 0) continue;
    if (parameters < 0) return 0;
    for (int32_t k = 0; k < parameters; k++) {
      if (at + 2 > end) return 1;
      const uint32_t header = words[at + 1], size = header & 0xffffff;
      if (header >> 24 >= PM_TYPE_STRING && size < 4) return 0;
      at += 1 + (size + 3) / 4;
      if (at > end) return 1;
    }
  }
  return 1;
}

static void make_one(void) {
  const int highres = below(2);
  int type = highres ? PM_TYPE_HIGHRES_EVENT : PM_TYPE_EVENT;
  int records = below(4);
  pmValueSet set = {.pmid = 1, .numval = 1, .valfmt = PM_VAL_DPTR};
  memset(words, 0, sizeof words);
  used = 2;
  for (int i = 0; i < records; i++) add_record(highres);
  if (below(20) == 0) records = below(2) ? (int)random_word() : below(6);
  if (below(20) == 0) type = below(12);
  /* The peer looks for a value even in a set that has none. */
  if (below(20) == 0) set.numval = below(2) ? 2 : -1 - below(3);
  if (below(20) == 0) set.valfmt = below(4);
  words[1] = (uint32_t)records;
  uint32_t length = (uint32_t)used * 4;
  if (below(10) == 0) length = (uint32_t)below((int)length + 12);
  memset((char *)words + length, 0, sizeof words - length);
  words[0] = (uint32_t)type << 24 | length;
  if (!is_harmless(type == PM_TYPE_HIGHRES_EVENT, length)) return;
  set.vlist[0].value.pval = (pmValueBlock *)words;
  printf("made %u %d %d %d\n", length, type, set.numval, set.valfmt);
  unpack_both(&set, 0);
}

static void walk(const char *archive) {
  pmHighResResult *result;
  int status = pmNewContext(PM_CONTEXT_ARCHIVE, archive);
  if (status < 0) {
    printf("%s: %s\n", archive, pmErrStr(status));
    return;
  }
  while ((status = pmFetchHighResArchive(&result)) >= 0) {
    for (int i = 0; i < result->numpmid; i++) {
      pmValueSet *set = result->vset[i];
      if (set->valfmt == PM_VAL_INSITU) continue;
      for (int k = 0; k < set->numval; k++) {
        const int type = set->vlist[k].value.pval->vtype;
        if (type != PM_TYPE_EVENT && type != PM_TYPE_HIGHRES_EVENT) continue;
        printf("%ld.%09ld\n", result->timestamp.tv_sec, result->timestamp.tv_nsec);
        print_set(set);
        unpack_both(set, k);
      }
    }
    pmFreeHighResResult(result);
  }
  printf("%s\n", pmErrStr(status));
}

int main(int argc, char **argv) {
  /* The peer writes to standard error what is wrong with an array. */
  if (freopen("/dev/null", "w", stderr) == NULL) return 1;
  if (argc == 2) {
    walk(argv[1]);
  } else {
    for (long count = seeded(argc, argv); count > 0; count--) make_one();
    pmFreeEventResult(NULL);
    pmFreeHighResEventResult(NULL);
  }
  return 0;
}
