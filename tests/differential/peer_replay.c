/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Replays archives with the installed PCP library.  One operation per line, one answer per line.
 * replay_operations.h describes the operations.  Names of metrics are hexadecimal; "." is an empty
 * name.  An answer is "end", "none", "overlap", "error", or the answer to the question.
 */

#include <pcp/pmapi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what) {
  fprintf(stderr, "peer_replay: %s\n", what);
  exit(1);
}

static const char *next_word(void) { return strtok(NULL, " \n"); }

static const char *need_word(void) {
  const char *word = next_word();
  if (word == NULL) die("request too short");
  return word;
}

static unsigned need_id(void) { return (unsigned)strtoul(need_word(), NULL, 10); }

/* The rest of the numbers on the line.  The caller frees them. */
static int *rest_of_ids(int *count) {
  int *ids = NULL, room = 0;
  const char *word;
  *count = 0;
  while ((word = next_word()) != NULL) {
    if (*count == room) ids = realloc(ids, sizeof *ids * (size_t)(room = 2 * room + 16));
    if (ids == NULL) die("no memory");
    ids[(*count)++] = (int)strtoll(word, NULL, 10);
  }
  return ids;
}

/* The next name on the line.  The caller frees it. */
static char *need_name(void) {
  const char *word = need_word();
  size_t i, n = strcmp(word, ".") == 0 ? 0 : strlen(word) / 2;
  char *name = malloc(n + 1);
  if (name == NULL) die("no memory");
  for (i = 0; i < n; i++) {
    unsigned byte;
    if (sscanf(word + 2 * i, "%2x", &byte) != 1) die("bad name");
    name[i] = (char)byte;
  }
  name[n] = '\0';
  return name;
}

/* FNV-1a. */
static uint64_t digest(const char *bytes, size_t n) {
  uint64_t hash = 0xcbf29ce484222325u;
  size_t i;
  for (i = 0; i < n; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
  return hash;
}

/* A digest that does not depend on the order of the bytes.  The library swaps the numbers inside
 * event arrays into the order of the host. */
static uint64_t unordered_digest(const char *bytes, size_t n) {
  uint64_t sum = 0;
  size_t i;
  for (i = 0; i < n; i++) sum += digest(bytes + i, 1);
  return sum;
}

static void print_failure(FILE *out, int rc) {
  switch (rc) {
    case PM_ERR_EOL:
      fputs("end", out);
      break;
    case PM_ERR_LOGOVERLAP:
      fputs("overlap", out);
      break;
    case PM_ERR_NAME:
    case PM_ERR_PMID:
    case PM_ERR_PMID_LOG:
    case PM_ERR_INDOM:
    case PM_ERR_INDOM_LOG:
    case PM_ERR_TEXT:
    case PM_ERR_NOTHOST:
      fputs("none", out);
      break;
    case PM_ERR_NONLEAF:
      fputs("nonleaf", out);
      break;
    default:
      fputs("error", out);
  }
}

static void print_block(FILE *out, const pmValueBlock *block) {
  const int size = block->vlen - PM_VAL_HDR_SIZE;
  if (size == 8 && (block->vtype == PM_TYPE_64 || block->vtype == PM_TYPE_U64 ||
                    block->vtype == PM_TYPE_DOUBLE)) {
    uint64_t bits;
    memcpy(&bits, block->vbuf, 8);
    fprintf(out, "%u:%llx", block->vtype, (unsigned long long)bits);
  } else if (size == 4 && block->vtype == PM_TYPE_FLOAT) {
    uint32_t bits;
    memcpy(&bits, block->vbuf, 4);
    fprintf(out, "%u:%x", block->vtype, bits);
  } else {
    const int is_event = block->vtype == PM_TYPE_EVENT || block->vtype == PM_TYPE_HIGHRES_EVENT;
    const size_t n = size > 0 ? (size_t)size : 0;
    fprintf(
        out, "%u:%d:%llx", block->vtype, size,
        (unsigned long long)(is_event ? unordered_digest(block->vbuf, n) : digest(block->vbuf, n)));
  }
}

static int by_instance(const void *a, const void *b) {
  const pmValue *const *x = a, *const *y = b;
  if ((*x)->inst != (*y)->inst) return (*x)->inst < (*y)->inst ? -1 : 1;
  return *x < *y ? -1 : *x > *y;
}

static void print_set(FILE *out, const pmValueSet *set) {
  const pmValue **sorted;
  int i;
  fprintf(out, " %u=", set->pmid);
  if (set->numval < 0) fprintf(out, "%d", set->numval);
  if (set->numval <= 0) return;
  sorted = malloc(sizeof *sorted * (size_t)set->numval);
  if (sorted == NULL) die("no memory");
  for (i = 0; i < set->numval; i++) sorted[i] = &set->vlist[i];
  qsort(sorted, (size_t)set->numval, sizeof *sorted, by_instance);
  for (i = 0; i < set->numval; i++) {
    fprintf(out, "%d/", sorted[i]->inst);
    if (set->valfmt == PM_VAL_INSITU)
      fprintf(out, "%x", (unsigned)sorted[i]->value.lval);
    else
      print_block(out, sorted[i]->value.pval);
    putc(',', out);
  }
  free(sorted);
}

/* Carries nanoseconds of a whole second or more. */
static void print_stamp(FILE *out, struct timespec t) {
  if (t.tv_nsec >= 1000000000) {
    t.tv_nsec -= 1000000000;
    t.tv_sec++;
  }
  fprintf(out, "%lld.%09ld", (long long)t.tv_sec, t.tv_nsec);
}

static void print_result(FILE *out, int rc, pmHighResResult *result) {
  int i;
  if (rc < 0) {
    print_failure(out, rc);
    return;
  }
  fputs(result->numpmid == 0 ? "mark " : "at ", out);
  print_stamp(out, result->timestamp);
  for (i = 0; i < result->numpmid; i++) print_set(out, result->vset[i]);
  pmFreeHighResResult(result);
}

static void open_archive(FILE *out) {
  static int context = -1;
  if (context >= 0) pmDestroyContext(context);
  context = pmNewContext(PM_CONTEXT_ARCHIVE, need_word());
  fputs(context < 0 ? "error" : "ok", out);
}

static void mode(FILE *out) {
  static const char letters[] = " IFB";
  const char *letter = strchr(letters, *need_word());
  const char *origin = need_word();
  const long long delta = strtoll(need_word(), NULL, 10);
  struct timespec when, step = {delta / 1000000000, delta % 1000000000};
  int rc;
  if (letter == NULL) die("bad mode");
  if (strcmp(origin, "-") != 0 && sscanf(origin, "%ld.%ld", &when.tv_sec, &when.tv_nsec) != 2)
    die("bad origin");
  rc = pmSetModeHighRes((int)(letter - letters), strcmp(origin, "-") != 0 ? &when : NULL, &step);
  fputs(rc < 0 ? "error" : "ok", out);
}

static void fetch(FILE *out) {
  int count;
  pmID *ids = (pmID *)rest_of_ids(&count);
  pmHighResResult *result = NULL;
  const int rc = pmFetchHighRes(count, ids, &result);
  print_result(out, rc, result);
  free(ids);
}

static void fetch_record(FILE *out) {
  pmHighResResult *result = NULL;
  const int rc = pmFetchHighResArchive(&result);
  print_result(out, rc, result);
}

static void profile(FILE *out, int (*change)(pmInDom, int, int *)) {
  const unsigned indom = need_id();
  int count, *ids = rest_of_ids(&count);
  fputs(change(indom, count, ids) < 0 ? "error" : "ok", out);
  free(ids);
}

static void label(FILE *out) {
  pmHighResLogLabel label;
  const int rc = pmGetHighResArchiveLabel(&label);
  if (rc < 0) {
    print_failure(out, rc);
    return;
  }
  print_stamp(out, label.start);
  fprintf(out, " %s %s", label.hostname, label.timezone);
}

static void end(FILE *out) {
  struct timespec end;
  const int rc = pmGetHighResArchiveEnd(&end);
  if (rc < 0)
    print_failure(out, rc);
  else
    print_stamp(out, end);
}

static void desc(FILE *out) {
  pmDesc desc;
  const int rc = pmLookupDesc(need_id(), &desc);
  if (rc < 0) {
    print_failure(out, rc);
    return;
  }
  fprintf(out, "%u %d %u %d %d %d %d %d %d %d", desc.pmid, desc.type, desc.indom, desc.sem,
          desc.units.dimSpace, desc.units.dimTime, desc.units.dimCount, desc.units.scaleSpace,
          desc.units.scaleTime, desc.units.scaleCount);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Prints the number of names, and the names in the order of their bytes. */
static void print_names(FILE *out, int count, char **names) {
  int i;
  qsort(names, (size_t)count, sizeof *names, by_text);
  fprintf(out, "%d", count);
  for (i = 0; i < count; i++) fprintf(out, " %s", names[i]);
}

static void find(FILE *out) {
  char *name = need_name();
  pmID id;
  const int rc = pmLookupName(1, (const char **)&name, &id);
  if (rc < 0)
    print_failure(out, rc);
  else
    fprintf(out, "%u", id);
  free(name);
}

static void names_of(FILE *out) {
  char **names;
  const int count = pmNameAll(need_id(), &names);
  if (count < 0) {
    print_failure(out, count);
    return;
  }
  print_names(out, count, names);
  free(names);
}

static void children(FILE *out) {
  char *name = need_name(), **names, **marked;
  int *leaf, i;
  const int count = pmGetChildrenStatus(name, &names, &leaf);
  free(name);
  if (count < 0) {
    print_failure(out, count);
    return;
  }
  marked = calloc((size_t)count + 1, sizeof *marked);
  for (i = 0; marked != NULL && i < count; i++)
    if (asprintf(&marked[i], "%s%s", names[i], leaf[i] == PMNS_LEAF_STATUS ? "" : "/") < 0)
      die("no memory");
  if (marked == NULL) die("no memory");
  print_names(out, count, marked);
  for (i = 0; i < count; i++) free(marked[i]);
  free(marked);
  if (count > 0) {
    free(names);
    free(leaf);
  }
}

static struct {
  char **names;
  int count, room;
} visited;

static void visit(const char *name) {
  if (visited.count == visited.room) {
    visited.room = 2 * visited.room + 64;
    visited.names = realloc(visited.names, sizeof *visited.names * (size_t)visited.room);
    if (visited.names == NULL) die("no memory");
  }
  visited.names[visited.count++] = strdup(name);
}

static void traverse(FILE *out) {
  char *name = need_name();
  int i, rc;
  visited.count = 0;
  rc = pmTraversePMNS(name, visit);
  free(name);
  if (rc < 0)
    print_failure(out, rc);
  else
    print_names(out, visited.count, visited.names);
  for (i = 0; i < visited.count; i++) free(visited.names[i]);
}

struct member {
  int instance;
  char *name;
};

static int by_member(const void *a, const void *b) {
  const struct member *x = a, *y = b;
  return x->instance < y->instance ? -1 : x->instance > y->instance;
}

static void instances(FILE *out, int (*get)(pmInDom, int **, char ***)) {
  int *ids = NULL, i;
  char **names = NULL;
  struct member *members;
  const int count = get(need_id(), &ids, &names);
  if (count < 0) {
    print_failure(out, count);
    return;
  }
  members = calloc((size_t)count + 1, sizeof *members);
  if (members == NULL) die("no memory");
  for (i = 0; i < count; i++) {
    members[i].instance = ids[i];
    members[i].name = names[i];
  }
  qsort(members, (size_t)count, sizeof *members, by_member);
  fprintf(out, "%d", count);
  for (i = 0; i < count; i++) fprintf(out, " %d=%s", members[i].instance, members[i].name);
  free(members);
  free(ids);
  free(names);
}

static void text(FILE *out) {
  const int kind = (int)need_id();
  const unsigned id = need_id();
  const int level = (kind & (PM_TEXT_ONELINE | PM_TEXT_HELP)) | PM_TEXT_DIRECT;
  char *text = NULL;
  const int rc = (kind & PM_TEXT_INDOM) != 0 ? pmLookupInDomText(id, level, &text)
                                             : pmLookupText(id, level, &text);
  if (rc < 0)
    print_failure(out, rc);
  else
    fprintf(out, "%zu %llx", strlen(text), (unsigned long long)digest(text, strlen(text)));
  if (rc >= 0) free(text);
}

static int label_sets(unsigned level, unsigned id, pmLabelSet **sets) {
  switch (level) {
    case PM_LABEL_CONTEXT:
      return pmGetContextLabels(sets);
    case PM_LABEL_DOMAIN:
      return pmGetDomainLabels((int)id, sets);
    case PM_LABEL_INDOM:
      return pmGetInDomLabels(id, sets);
    case PM_LABEL_CLUSTER:
      return pmGetClusterLabels(id, sets);
    case PM_LABEL_ITEM:
      return pmGetItemLabels(id, sets);
    default:
      return pmGetInstancesLabels(id, sets);
  }
}

static void labels(FILE *out) {
  const unsigned level = need_id(), id = need_id();
  pmLabelSet *sets = NULL;
  int i, k;
  const int count = label_sets(level, id, &sets);
  if (count < 0) {
    print_failure(out, count);
    return;
  }
  fprintf(out, "%d", count);
  for (i = 0; i < count; i++) {
    fprintf(out, " %d=", (int)sets[i].inst);
    for (k = 0; k < sets[i].nlabels; k++) {
      const pmLabel *one = &sets[i].labels[k];
      fprintf(out, "%.*s:%.*s:%u;", one->namelen, sets[i].json + one->name, one->valuelen,
              sets[i].json + one->value, one->flags);
    }
  }
  pmFreeLabelSets(sets, count);
}

static void answer(FILE *out, const char *operation) {
  if (strcmp(operation, "open") == 0)
    open_archive(out);
  else if (strcmp(operation, "mode") == 0)
    mode(out);
  else if (strcmp(operation, "fetch") == 0)
    fetch(out);
  else if (strcmp(operation, "record") == 0)
    fetch_record(out);
  else if (strcmp(operation, "include") == 0)
    profile(out, pmAddProfile);
  else if (strcmp(operation, "exclude") == 0)
    profile(out, pmDelProfile);
  else if (strcmp(operation, "label") == 0)
    label(out);
  else if (strcmp(operation, "end") == 0)
    end(out);
  else if (strcmp(operation, "desc") == 0)
    desc(out);
  else if (strcmp(operation, "find") == 0)
    find(out);
  else if (strcmp(operation, "names") == 0)
    names_of(out);
  else if (strcmp(operation, "children") == 0)
    children(out);
  else if (strcmp(operation, "traverse") == 0)
    traverse(out);
  else if (strcmp(operation, "instances") == 0)
    instances(out, pmGetInDom);
  else if (strcmp(operation, "allinstances") == 0)
    instances(out, pmGetInDomArchive);
  else if (strcmp(operation, "text") == 0)
    text(out);
  else if (strcmp(operation, "labels") == 0)
    labels(out);
  else
    die("unknown operation");
}

/* Prints the answer on one line.  Shortens a long answer to its start and a digest. */
static void print_answer(char *text, size_t n) {
  enum { kMost = 20000, kShown = 200 };
  size_t i;
  for (i = 0; i < n; i++)
    if (text[i] == '\n') text[i] = ' ';
  if (n <= kMost)
    printf("%s\n", text);
  else
    printf("%.*s... %llx\n", kShown, text, (unsigned long long)digest(text, n));
  fflush(stdout); /* so that it is not lost if the next operation kills us */
}

int main(void) {
  char *line = NULL, *text = NULL;
  size_t room = 0, n = 0;
  while (getline(&line, &room, stdin) > 0) {
    const char *operation = strtok(line, " \n");
    FILE *out = open_memstream(&text, &n);
    if (operation == NULL || out == NULL) die("empty request");
    answer(out, operation);
    fclose(out);
    print_answer(text, n);
    free(text);
  }
  free(line);
  return 0;
}
