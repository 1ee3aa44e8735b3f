/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Calls functions of LOGIMPORT(3) as standard input says, and prints the answers.
 *
 * A line has words with tabs between them: a function, without "pmi", and its arguments.  "NULL" is
 * a null pointer, and "\n" a line break.  A result is built by three more lines: "set" begins a set
 * of values, "word" adds a value in place, "block" adds a block.
 */

#include <pcp/pmapi.h>

#include <pcp/import.h>

/* The header of the peer lacks these. */
extern int pmiWrite2(int64_t sec, int usec);
extern int pmiHighResWrite(int64_t sec, int nsec);
extern int pmiPutHighResResult(const pmHighResResult *result);

#define MAX_WORDS 16
#define MAX_SETS 64
#define MAX_VALUES 64

static char *words[MAX_WORDS];
static int word_count;

static pmResult *result;

/* The word at this place; an empty text if there is none. */
static char *text(int at) {
  static char none[] = "";
  if (at >= word_count) return none;
  return strcmp(words[at], "NULL") == 0 ? NULL : words[at];
}

static long long number(int at) {
  const char *const word = text(at);
  return word == NULL ? 0 : strtoll(word, NULL, 0);
}

static int integer(int at) { return (int)number(at); }

static void split(char *line) {
  line[strcspn(line, "\n")] = '\0';
  word_count = 0;
  for (char *word; word_count < MAX_WORDS && (word = strsep(&line, "\t")) != NULL;) {
    char *to = word;
    words[word_count++] = word;
    for (char *from = word; *from != '\0'; from++)
      *to++ = from[0] == '\\' && from[1] == 'n' ? (from++, '\n') : *from;
    *to = '\0';
  }
}

static int add_metric(void) {
  const pmUnits units =
      pmiUnits(integer(6), integer(7), integer(8), integer(9), integer(10), integer(11));
  return pmiAddMetric(text(1), (pmID)number(2), integer(3), (pmInDom)number(4), integer(5), units);
}

static pmResult *new_result(void) {
  pmResult *const fresh = calloc(1, sizeof *fresh + MAX_SETS * sizeof fresh->vset[0]);
  if (fresh == NULL) abort();
  return fresh;
}

static void free_result(void) {
  for (int i = 0; i < result->numpmid; i++) {
    if (result->vset[i]->valfmt != PM_VAL_INSITU)
      for (int j = 0; j < result->vset[i]->numval; j++) free(result->vset[i]->vlist[j].value.pval);
    free(result->vset[i]);
  }
  free(result);
  result = new_result();
}

/* The metric, the format, and a number of values where there are none: an error. */
static int begin_set(void) {
  pmValueSet *const set = calloc(1, sizeof *set + MAX_VALUES * sizeof set->vlist[0]);
  if (set == NULL) abort();
  set->pmid = (pmID)number(1);
  set->valfmt = integer(2);
  set->numval = integer(3);
  if (result->numpmid < MAX_SETS) result->vset[result->numpmid++] = set;
  return 0;
}

static pmValue *next_value(void) {
  pmValueSet *const set = result->vset[result->numpmid - 1];
  if (set->numval < 0 || set->numval == MAX_VALUES) abort();
  pmValue *const value = &set->vlist[set->numval++];
  value->inst = integer(1);
  return value;
}

static int add_word(void) {
  next_value()->value.lval = integer(2);
  return 0;
}

/* The payload is a text; zeros follow, up to the length in the fourth word. */
static int add_block(void) {
  const size_t length = word_count > 4 ? (size_t)number(4) : strlen(text(3));
  pmValueBlock *const block = calloc(1, PM_VAL_HDR_SIZE + length + sizeof(long long));
  if (block == NULL) abort();
  block->vtype = (unsigned)integer(2);
  block->vlen = (unsigned)(PM_VAL_HDR_SIZE + length);
  memcpy(block->vbuf, text(3), strlen(text(3)) < length ? strlen(text(3)) : length);
  next_value()->value.pval = block;
  return 0;
}

static int put_result(void) {
  result->timestamp.tv_sec = (time_t)number(1);
  result->timestamp.tv_usec = (suseconds_t)number(2);
  const int status = pmiPutResult(result);
  free_result();
  return status;
}

/* The two kinds of results differ only in the unit of their time. */
static int put_high_res_result(void) {
  pmHighResResult *const high = (pmHighResResult *)result;
  high->timestamp.tv_sec = (time_t)number(1);
  high->timestamp.tv_nsec = (long)number(2);
  const int status = pmiPutHighResResult(high);
  free_result();
  return status;
}

static int tell_error(void) {
  printf("\"%s\"\n", pmiErrStr(integer(1)));
  return 0;
}

static int tell_error_r(void) {
  char buffer[2 * PMI_MAXERRMSGLEN] = "untouched";
  const char *const answer = pmiErrStr_r(integer(1), buffer, integer(2));
  printf("\"%s\" %s\n", buffer, answer == buffer ? "" : "elsewhere");
  return 0;
}

static int tell_ids(void) {
  const pmUnits units =
      pmiUnits(integer(1), integer(2), integer(3), integer(4), integer(5), integer(6));
  printf("%x %x %x %s\n", pmiID(integer(1), integer(2), integer(3)),
         pmiCluster(integer(1), integer(2)), pmiInDom(integer(1), integer(2)), pmUnitsStr(&units));
  return 0;
}

static int dump(void) {
  pmiDump();
  return 0;
}

/* The zone in which libpcp shows times is a side effect. */
static int tell_time(void) {
  const time_t zero = 0;
  char buffer[32];
  printf("%s", pmCtime(&zero, buffer));
  return 0;
}

static int start(void) { return pmiStart(text(1), integer(2)); }
static int use_context(void) { return pmiUseContext(integer(1)); }
static int set_host(void) { return pmiSetHostname(text(1)); }
static int set_zone(void) { return pmiSetTimezone(text(1)); }
static int set_version(void) { return pmiSetVersion(integer(1)); }
static int add_instance(void) { return pmiAddInstance((pmInDom)number(1), text(2), integer(3)); }
static int put_value(void) { return pmiPutValue(text(1), text(2), text(3)); }
static int get_handle(void) { return pmiGetHandle(text(1), text(2)); }
static int put_value_handle(void) { return pmiPutValueHandle(integer(1), text(2)); }
static int write_record(void) { return pmiWrite(integer(1), integer(2)); }
static int write2(void) { return pmiWrite2(number(1), integer(2)); }
static int high_res_write(void) { return pmiHighResWrite(number(1), integer(2)); }
static int put_text(void) {
  return pmiPutText((unsigned)number(1), (unsigned)number(2), (unsigned)number(3), text(4));
}
static int put_label(void) {
  return pmiPutLabel((unsigned)number(1), (unsigned)number(2), (unsigned)number(3), text(4),
                     text(5));
}

static const struct {
  const char *name;
  int (*call)(void);
} functions[] = {
    {"Start", start},
    {"UseContext", use_context},
    {"End", pmiEnd},
    {"SetHostname", set_host},
    {"SetTimezone", set_zone},
    {"SetVersion", set_version},
    {"AddMetric", add_metric},
    {"AddInstance", add_instance},
    {"PutValue", put_value},
    {"GetHandle", get_handle},
    {"PutValueHandle", put_value_handle},
    {"Write", write_record},
    {"Write2", write2},
    {"HighResWrite", high_res_write},
    {"PutResult", put_result},
    {"PutHighResResult", put_high_res_result},
    {"PutMark", pmiPutMark},
    {"PutText", put_text},
    {"PutLabel", put_label},
    {"ErrStr", tell_error},
    {"ErrStr_r", tell_error_r},
    {"IDs", tell_ids},
    {"Dump", dump},
    {"Time", tell_time},
    {"set", begin_set},
    {"word", add_word},
    {"block", add_block},
};

static void call(void) {
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    if (strcmp(functions[i].name, words[0]) != 0) continue;
    const int status = functions[i].call();
    printf("%s: %d%s%s\n", words[0], status, status < 0 ? " " : "",
           status < 0 ? pmiErrStr(status) : "");
    return;
  }
  printf("%s?\n", words[0]);
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  dup2(STDOUT_FILENO, STDERR_FILENO); /* where pmiDump() writes */
  pmSetProgname("import_driver");
  result = new_result();
  while (getline(&line, &size, stdin) > 0) {
    split(line);
    call();
    fflush(stdout); /* the peer may die in the next call */
  }
  free(line);
  free_result();
  free(result);
  return 0;
}
