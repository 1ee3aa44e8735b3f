/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Values extracted as other types, and scaled to other units.
 */

#include "random_units.h"
#include "random_value.h"

static void print_atom(const pmAtomValue *atom, int type) {
  if (type == PM_TYPE_FLOAT && atom->f != atom->f)
    printf("nan\n"); /* its sign and payload mean nothing */
  else if (type == PM_TYPE_DOUBLE && atom->d != atom->d)
    printf("nan\n");
  else
    printf("%016llx\n", (unsigned long long)atom->ull);
}

static void print_bytes(const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
  printf("\n");
}

static void extract(void) {
  const int from = below(8) == 0 ? PICK(types) : below(6);
  const int to = below(4) == 0 ? PICK(types) : below(4) == 0 ? from : below(6);
  const int in_word = from <= PM_TYPE_U32 || from == PM_TYPE_UNKNOWN || from == PM_TYPE_FLOAT;
  const int odd = below(16) == 0;
  const int format = odd ? below(5) - 1 : in_word && below(8) ? PM_VAL_INSITU : 1 + below(2);
  pmValue value = {.inst = PM_IN_NULL};
  if (format == PM_VAL_INSITU) {
    value.value.lval = random_atom(from).l;
  } else {
    fill_block(from);
    value.value.pval = &any.block;
  }
  pmAtomValue result;
  memset(&result, 0xee, sizeof result);
  const int sts = pmExtractValue(format, &value, from, &result, to);
  printf("extract %d %d %d: %d ", format, from, to, sts);
  if (sts < 0 || to < PM_TYPE_STRING) {
    print_atom(&result, to);
    return;
  }
  if (to == PM_TYPE_STRING)
    print_bytes(result.cp, (size_t)any.block.vlen - PM_VAL_HDR_SIZE + 1);
  else
    print_bytes(result.vbp, any.block.vlen);
  free(result.cp);
}

/* Multiplies the factors of a ratio as the library does, modulo 2^64. */
static void multiply(uint64_t *side, uint64_t factor, int times) {
  for (; times > 0; times--) *side *= factor;
}

static void multiply_either(uint64_t ratio[2], uint64_t factor, int power) {
  multiply(&ratio[power < 0], factor, abs(power));
}

/* If powers of scales exceed 64 bits, the peer divides by zero or overflows in a division. */
static int kills_the_peer(pmUnits from, pmUnits to) {
  static const uint64_t times[] = {1000000000, 1000000, 1000, 1, 60, 3600};
  uint64_t ratio[2] = {1, 1};
  if (from.dimSpace == 0 && from.dimTime == 0 && from.dimCount == 0) from.dimCount = 1;
  multiply_either(ratio, 1024, ((int)from.scaleSpace - PM_SPACE_MBYTE) * from.dimSpace);
  multiply_either(ratio, 1024, (PM_SPACE_MBYTE - (int)to.scaleSpace) * from.dimSpace);
  if (from.scaleTime <= PM_TIME_HOUR && to.scaleTime <= PM_TIME_HOUR) {
    multiply_either(ratio, times[from.scaleTime],
                    from.scaleTime < PM_TIME_SEC ? -from.dimTime : from.dimTime);
    multiply_either(ratio, times[to.scaleTime],
                    to.scaleTime < PM_TIME_SEC ? from.dimTime : -from.dimTime);
  }
  multiply_either(ratio, 10, from.scaleCount * from.dimCount);
  multiply_either(ratio, 10, -to.scaleCount * from.dimCount);
  return ratio[1] == 0 || (ratio[0] == 1ull << 63 && ratio[1] == UINT64_MAX);
}

static void scale(void) {
  const pmUnits from = random_units(8, 8);
  pmUnits to = random_units(8, 8);
  if (below(8) != 0) {
    to.dimSpace = from.dimSpace;
    to.dimTime = from.dimTime;
    if (below(8) != 0) to.dimCount = from.dimCount;
  }
  const int type = below(8) == 0 ? PICK(types) : below(6);
  const pmAtomValue value = random_atom(type);
  if (kills_the_peer(from, to)) return;
  pmAtomValue result;
  memset(&result, 0xee, sizeof result);
  printf("scale %d: %d ", type, pmConvScale(type, &value, &from, &result, &to));
  print_atom(&result, type);
}

int main(int argc, char **argv) {
  const long count = seeded(argc, argv);
  for (long i = 0; i < count; i++) {
    extract();
    scale();
  }
  return 0;
}
