/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Values of all types, as results have them.
 */

#ifndef FDR_TESTS_PMAPI_RANDOM_VALUE_H
#define FDR_TESTS_PMAPI_RANDOM_VALUE_H

#include <pcp/pmapi.h>

#include "random.h"

static const int types[] = {-2,
                            PM_TYPE_NOSUPPORT,
                            PM_TYPE_32,
                            PM_TYPE_U32,
                            PM_TYPE_64,
                            PM_TYPE_U64,
                            PM_TYPE_FLOAT,
                            PM_TYPE_DOUBLE,
                            PM_TYPE_STRING,
                            PM_TYPE_AGGREGATE,
                            PM_TYPE_AGGREGATE_STATIC,
                            PM_TYPE_EVENT,
                            PM_TYPE_HIGHRES_EVENT,
                            11,
                            77,
                            PM_TYPE_UNKNOWN};

static inline int is_event(int type) {
  return type == PM_TYPE_EVENT || type == PM_TYPE_HIGHRES_EVENT;
}

static inline pmAtomValue random_atom(int type) {
  pmAtomValue atom;
  atom.ull = random_word();
  if (type == PM_TYPE_FLOAT) atom.f = random_float();
  if (type == PM_TYPE_DOUBLE) atom.d = random_double();
  return atom;
}

enum { kBlockSize = 1024 };

static union {
  pmValueBlock block;
  pmEventArray events;
  char bytes[kBlockSize];
} any;

/* The length is mostly that of the type, or close to it.  It is never less than that of the header:
 * the peer would read outside of the block. */
static inline void fill_block(int type) {
  pmValueBlock *const block = &any.block;
  const pmAtomValue atom = random_atom(type);
  memset(block->vbuf, 0, 64);
  memcpy(block->vbuf, &atom, sizeof atom);
  block->vtype = (unsigned)(below(8) == 0 ? PICK(types) : below(2) ? type : 0) & 0xff;
  block->vlen = (type == PM_TYPE_FLOAT ? 8 : 12) & 0xffffff;
  if (type > PM_TYPE_DOUBLE || below(10) == 0) {
    const int printable = below(4);
    block->vlen = (unsigned)(PM_VAL_HDR_SIZE + below(24)) & 0xffffff;
    for (int i = 0; i < 24; i++)
      block->vbuf[i] = (char)(printable ? ' ' + below(95) : (int)(random_bits() & 0xff));
  }
}

static inline char *put(char *at, const void *what, size_t size) {
  memcpy(at, what, size);
  return at + size;
}

static inline char *put_int(char *at, int value) { return put(at, &value, sizeof value); }

/* A sound array, as results of archives have it. */
static inline void fill_events(int type) {
  const int records = below(8) == 0 ? -below(3) : below(5);
  char *at = put_int(any.block.vbuf, records);
  memset(at, 0, (size_t)(any.bytes + kBlockSize - at));
  for (int i = 0; i < records; i++) {
    const int odd = below(8) == 0; /* its fraction is beyond a second */
    if (type == PM_TYPE_HIGHRES_EVENT) {
      const int64_t sec = (int64_t)(random_word() % 4000000000u);
      const int64_t nsec = odd ? (int64_t)random_word() : below(1000000000);
      at = put(put(at, &sec, sizeof sec), &nsec, sizeof nsec);
    } else {
      at = put_int(at, (int)random_word());
      at = put_int(at, odd ? (int)random_word() : below(1000000));
    }
    const unsigned flags =
        below(6) == 0 ? PM_EVENT_FLAG_MISSED | (unsigned)below(2) : (unsigned)below(32);
    const int missed = (flags & PM_EVENT_FLAG_MISSED) != 0;
    const int count = missed ? below(4) ? below(1000) : (int)random_word() : below(5) - 1;
    at = put_int(put_int(at, (int)flags), count);
    for (int p = 0; !missed && p < count; p++) {
      const int length = 4 + below(13); /* the value may end within a word */
      at = put_int(put_int(at, (int)random_word()), below(11) << 24 | length);
      at += (length + 3) / 4 * 4 - 4;
    }
  }
  any.block.vtype = (unsigned)type & 0xff;
  any.block.vlen = (unsigned)(at - any.bytes) & 0xffffff;
}

#endif
