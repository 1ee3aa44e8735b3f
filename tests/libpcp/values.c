/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Values out of texts, values in results, labels, names of metrics.
 */

#include "hidden_calls.h"

static const char *numbers[] = {"",
                                " ",
                                "0",
                                "1",
                                "-1",
                                "+1",
                                " 12",
                                "12 ",
                                "12x",
                                "010",
                                "0x10",
                                "0X1f",
                                "0x",
                                "x",
                                "1e3",
                                "1.5",
                                "-1.5e-3",
                                ".5",
                                "5.",
                                "inf",
                                "nan",
                                "0x1p3",
                                "2147483647",
                                "2147483648",
                                "-2147483648",
                                "-2147483649",
                                "4294967295",
                                "4294967296",
                                "9223372036854775807",
                                "9223372036854775808",
                                "-9223372036854775808",
                                "-9223372036854775809",
                                "18446744073709551615",
                                "18446744073709551616",
                                "1e40",
                                "1e-50",
                                "1e400",
                                "-0x10",
                                "- 1",
                                "\t7",
                                "7\n",
                                "00x1",
                                "0b1",
                                "1,5"};

static void texts(void) {
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    for (int type = -1; type <= PM_TYPE_HIGHRES_EVENT + 1; type++) {
      pmAtomValue atom = {.ull = 0};
      int sts;
      errno = 0;
      sts = __pmStringValue(numbers[i], &atom, type);
      printf("\"%s\" as %d: %d", numbers[i], type, sts);
      if (sts >= 0 && type == PM_TYPE_STRING)
        printf(" \"%s\"", atom.cp);
      else if (sts >= 0)
        printf(" %llx", (unsigned long long)atom.ull);
      putchar('\n');
    }
}

static void stuff(void) {
  struct {
    pmValueBlock head;
    char more[20];
  } block;
  memset(&block, 'b', sizeof block);
  block.head.vlen = 13;
  block.head.vtype = PM_TYPE_AGGREGATE;
  for (int type = -1; type <= PM_TYPE_HIGHRES_EVENT + 1; type++)
    for (int i = 0; i < 3; i++) {
      pmAtomValue atom = {.ull = 0x123456789abcdef0ull + (unsigned)i};
      pmValue value = {0};
      char text[40];
      int sts;
      snprintf(text, sizeof text, "%.*s", i * 3, "abcdefgh");
      if (type == PM_TYPE_STRING) atom.cp = text;
      if (type >= PM_TYPE_AGGREGATE) atom.vbp = &block.head;
      sts = __pmStuffValue(&atom, &value, type);
      printf("stuff %d: %d", type, sts);
      if (sts == PM_VAL_INSITU) printf(" %x", (unsigned)value.value.lval);
      if (sts == PM_VAL_SPTR) printf(" same %d", value.value.pval == &block.head);
      if (sts == PM_VAL_DPTR) {
        const pmValueBlock *made = value.value.pval;
        printf(" type %d of %d:", made->vtype, made->vlen);
        for (unsigned b = 0; b + PM_VAL_HDR_SIZE < made->vlen; b++)
          printf(" %02x", made->vbuf[b] & 255);
        free(value.value.pval);
      }
      putchar('\n');
    }
}

static const char *objects[] = {"{\"b\":1,\"a\":\"two\"}",
                                "{\"a\":true,\"c\":null}",
                                "{\"z\":{\"y\":1,\"x\":2},\"b\":2.5}",
                                "{\"a\":[1,2,3]}",
                                "{}",
                                "{\"c\":\"again\",\"a\":1,\"d\":\"e f\"}",
                                "{\"bad\":",
                                "nothing",
                                "",
                                "{ \"w\" : 1 , \"v\" : \"x y\" }",
                                "{\"k-y\":1}",
                                "{\"b\":1,\"b\":2}"};
#define OBJECTS (sizeof objects / sizeof *objects)

static void show(const char *what, int sts, const pmLabelSet *set) {
  printf("%s: %d", what, sts);
  if (set != NULL) {
    printf(" inst %u, %d labels, %d bytes \"%s\"", set->inst, set->nlabels, set->jsonlen,
           set->json);
    for (int i = 0; i < set->nlabels; i++) {
      const pmLabel *label = &set->labels[i];
      printf(" [%.*s=%.*s %x]", label->namelen, set->json + label->name, (int)label->valuelen,
             set->json + label->value, label->flags);
    }
  }
  putchar('\n');
}

static void labels(void) {
  const int flags[] = {0, PM_LABEL_OPTIONAL, PM_LABEL_CLUSTER,
                       PM_LABEL_CONTEXT | PM_LABEL_OPTIONAL};
  for (size_t a = 0; a < OBJECTS; a++)
    for (size_t b = 0; b < OBJECTS; b++) {
      pmLabelSet *set = NULL;
      int sts = __pmAddLabels(&set, objects[a], flags[a % 4]);
      show(objects[a], sts, set);
      sts = __pmAddLabels(&set, objects[b], flags[b % 4]);
      show(objects[b], sts, set);
      sts = __pmAddLabels(&set, "{\"aa\":0}", PM_LABEL_INSTANCES);
      show("more", sts, set);
      pmFreeLabelSets(set, 1);
    }
}

/* The text of a set has a limit. */
static void long_labels(void) {
  static char text[80000] = "{\"a\":\"";
  const size_t lengths[] = {65525, 65526, 70000};
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    pmLabelSet *set = NULL;
    memset(text + 6, 'x', lengths[i]);
    strcpy(text + 6 + lengths[i], "\"}");
    printf("%zu %d\n", lengths[i], __pmAddLabels(&set, text, 0));
    if (set != NULL) pmFreeLabelSets(set, 1);
  }
}

int main(void) {
  char *names[] = {"one", "two.three", "four"};
  texts();
  stuff();
  labels();
  long_labels();
  for (int n = -1; n <= 3; n++) {
    __pmPrintMetricNames(stdout, n, names, " or ");
    putchar('\n');
  }
  for (int n = 0; n < 4; n++) {
    char *result = __pmAllocResult(n);
    memset(result, 0, 16 + (size_t)n * sizeof(void *));
    free(result);
  }
  return 0;
}
