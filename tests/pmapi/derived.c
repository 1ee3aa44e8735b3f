// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// usage: derived archive|host NAME forward|backward|onward|back|live SAMPLES BATCH < EXPRESSIONS
//
// Defines a metric for each line of standard input.  Prints the message of its definition, its
// descriptor, and its values in SAMPLES fetches.  BATCH metrics at a time run in their own process,
// which may die.  "onward" and "back" are interpolated.

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kMostLines = 20000, kMostText = 65536, kMostBatch = 256 };
enum { kStep = 7, kSecond = 1000 };

static char* expressions[kMostLines];
static pmID ids[kMostLines];
static pmDesc descs[kMostLines];
static int is_good[kMostLines];
static int count;

static void ReadExpressions(void) {
  static char line[kMostText];
  while (count < kMostLines && fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    expressions[count++] = strdup(line);
  }
}

static void Define(int i) {
  char name[32];
  char* message = NULL;
  snprintf(name, sizeof name, "d.m%d", i);
  const int status = pmRegisterDerivedMetric(name, expressions[i], &message);
  if (status == 0) return;
  printf("%d: %s", status, message);
  free(message);
  expressions[i] = NULL;
}

static void Describe(int i) {
  char name[32];
  snprintf(name, sizeof name, "d.m%d", i);
  const char* names[] = {name};
  const int found = pmLookupName(1, names, &ids[i]);
  const int status = found == 1 ? pmLookupDesc(ids[i], &descs[i]) : found;
  is_good[i] = status >= 0;
  fflush(stdout);
  printf("%s = %s\n  %d", name, expressions[i], status);
  if (is_good[i])
    printf(" type %s indom %s sem %d units %s", pmTypeStr(descs[i].type),
           pmInDomStr(descs[i].indom), descs[i].sem, pmUnitsStr(&descs[i].units));
  putchar('\n');
}

static void PrintValue(const pmDesc* desc, const pmValueSet* set, int i) {
  const pmValue* value = &set->vlist[i];
  pmAtomValue atom;
  printf(" %d:", value->inst);
  const int status = pmExtractValue(set->valfmt, value, desc->type, &atom, desc->type);
  if (status < 0) {
    printf("(%d)", status);
    return;
  }
  switch (desc->type) {
    case PM_TYPE_FLOAT:
      printf("%.9g", atom.f);
      break;
    case PM_TYPE_DOUBLE:
      printf("%.17g", atom.d);
      break;
    case PM_TYPE_STRING:
      printf("\"%s\"", atom.cp);
      free(atom.cp);
      break;
    case PM_TYPE_32:
      printf("%d", atom.l);
      break;
    case PM_TYPE_U32:
      printf("%u", atom.ul);
      break;
    case PM_TYPE_64:
      printf("%lld", (long long)atom.ll);
      break;
    case PM_TYPE_U64:
      printf("%llu", (unsigned long long)atom.ull);
      break;
    default:
      printf("(%d bytes)", value->value.pval->vlen);
      if (desc->type == PM_TYPE_AGGREGATE) free(atom.vbp);
  }
}

static void PrintSet(int metric, const pmValueSet* set) {
  printf("  m%d %d", metric, set->numval);
  if (set->numval > 0) printf(" f%d", set->valfmt);
  for (int i = 0; i < set->numval; ++i) PrintValue(&descs[metric], set, i);
  putchar('\n');
}

static void SetMode(const char* mode, const struct timeval* begin, const struct timeval* end) {
  int status = 0;
  if (strcmp(mode, "forward") == 0) status = pmSetMode(PM_MODE_FORW, begin, 0);
  if (strcmp(mode, "backward") == 0) status = pmSetMode(PM_MODE_BACK, end, 0);
  if (strcmp(mode, "onward") == 0) status = pmSetMode(PM_MODE_INTERP, begin, kStep * kSecond);
  if (strcmp(mode, "back") == 0) status = pmSetMode(PM_MODE_INTERP, end, -kStep * kSecond);
  if (status < 0) printf("pmSetMode %d\n", status);
}

// Fetches some metrics together.
static void Fetch(int first, int behind, int samples) {
  pmID wanted[kMostBatch];
  int metrics[kMostBatch], n = 0;
  for (int i = first; i < behind; ++i) {
    if (expressions[i] == NULL || !is_good[i]) continue;
    metrics[n] = i;
    wanted[n++] = ids[i];
  }
  for (int sample = 0; n > 0 && sample < samples; ++sample) {
    pmResult* result;
    const int status = pmFetch(n, wanted, &result);
    if (status < 0) {
      printf("fetch %d\n", status);
      break;
    }
    printf("fetch %d: %d\n", sample, result->numpmid);
    for (int i = 0; i < result->numpmid; ++i) PrintSet(metrics[i], result->vset[i]);
    pmFreeResult(result);
  }
}

static int Run(char** argv, int first, int behind) {
  const int is_archive = strcmp(argv[1], "archive") == 0;
  for (int i = first; i < behind; ++i) Define(i);
  const int context = pmNewContext(is_archive ? PM_CONTEXT_ARCHIVE : PM_CONTEXT_HOST, argv[2]);
  if (context < 0) {
    printf("context %d\n", context);
    return 1;
  }
  for (int i = first; i < behind; ++i)
    if (expressions[i] != NULL) Describe(i);
  struct timeval begin = {0, 0}, end = {0, 0};
  pmLogLabel label;
  if (is_archive && pmGetArchiveLabel(&label) == 0) begin = label.ll_start;
  if (is_archive) pmGetArchiveEnd(&end);
  SetMode(argv[3], &begin, &end);
  Fetch(first, behind, atoi(argv[4]));
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const int batch = atoi(argv[5]);
  ReadExpressions();
  dup2(STDOUT_FILENO, STDERR_FILENO);
  for (int first = 0; first < count; first += batch) {
    const int behind = first + batch < count ? first + batch : count;
    printf("# %d\n", first);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      const int status = Run(argv, first, behind);
      fflush(stdout);
      _exit(status);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) printf("died of %d\n", WTERMSIG(status));
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) printf("failed\n");
  }
  return 0;
}
