/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Carries out operations with the archive half of the PMAPI.  There is one operation per line and
 * one answer per line: the return code, and all output of the function.
 *
 *   open TYPE NAMES, dup, use H, which, destroy H, reconnect H, host H, zone
 *   mode MODE SEC.USEC|- DELTA      hmode MODE SEC.NSEC|- SEC.NSEC|-
 *   fetch, hfetch, sfetch, shfetch ID...      record, hrecord
 *   add, del INDOM N [INSTANCE...]            N < 0: a list that is NULL
 *   label, hlabel, end, hend, location
 *   desc ID   descs ID...   lookup NAME...   name ID   names ID
 *   children NAME   kids NAME   traverse NAME   rtraverse NAME
 *   indom, indoma ID   iname, inamea ID INSTANCE   ifind, ifinda ID NAME
 *   text, itext LEVEL ID   labels all|context|domain|indom|cluster|item|instances ID
 *
 * 'h' is for the functions with nanoseconds, 's' for sorted instances, 'a' for ...Archive.  In a
 * name, %XX stands for a byte; % alone is an empty name.
 */

#include <pcp/pmapi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *out;

static void die(const char *what) {
  fprintf(stderr, "replay_driver: %s\n", what);
  exit(1);
}

static void *checked(void *memory) {
  if (memory == NULL) die("no memory");
  return memory;
}

/* Requests */

static const char *next_word(void) { return strtok(NULL, " \n"); }

static const char *need_word(void) {
  const char *word = next_word();
  if (word == NULL) die("request too short");
  return word;
}

static int need_int(void) { return (int)strtol(need_word(), NULL, 10); }
static unsigned need_id(void) { return (unsigned)strtoul(need_word(), NULL, 10); }

/* All the numbers that are left on the line; to be freed. */
static int *rest_of_ids(int *count) {
  int *ids = NULL, room = 0;
  const char *word;
  *count = 0;
  while ((word = next_word()) != NULL) {
    if (*count == room) ids = checked(realloc(ids, sizeof *ids * (size_t)(room = 2 * room + 16)));
    ids[(*count)++] = (int)strtoll(word, NULL, 10);
  }
  return ids;
}

/* To be freed. */
static char *decoded(const char *word) {
  char *name = checked(strdup(word)), *to = name;
  while (*word != '\0') {
    unsigned byte;
    if (*word != '%') {
      *to++ = *word++;
    } else if (sscanf(word + 1, "%2x", &byte) == 1) {
      *to++ = (char)byte;
      word += 3;
    } else {
      word++;
    }
  }
  *to = '\0';
  return name;
}

/* Answers */

static void print_name(const char *name) {
  if (*name == '\0') putc('%', out);
  for (; *name != '\0'; name++) {
    const unsigned byte = (unsigned char)*name;
    if (byte > ' ' && byte < 0x7f && byte != '%')
      putc((int)byte, out);
    else
      fprintf(out, "%%%02x", byte);
  }
}

static void print_names(int count, char **names) {
  for (int i = 0; i < count; i++) {
    putc(' ', out);
    print_name(names[i]);
  }
}

/* FNV-1a. */
static uint64_t digest(const char *bytes, size_t n) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
  return hash;
}

/* A digest that does not depend on the order of the bytes: the library swaps numbers in events. */
static uint64_t unordered_digest(const char *bytes, size_t n) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++) sum += digest(bytes + i, 1);
  return sum;
}

static void print_block(const pmValueBlock *block) {
  const int size = (int)block->vlen - PM_VAL_HDR_SIZE, type = block->vtype;
  uint64_t wide;
  uint32_t word;
  if (size == 8 && (type == PM_TYPE_64 || type == PM_TYPE_U64 || type == PM_TYPE_DOUBLE)) {
    memcpy(&wide, block->vbuf, sizeof wide);
    fprintf(out, "%d:%llx", type, (unsigned long long)wide);
  } else if (size == 4 && type == PM_TYPE_FLOAT) {
    memcpy(&word, block->vbuf, sizeof word);
    fprintf(out, "%d:%x", type, word);
  } else {
    const size_t n = size > 0 ? (size_t)size : 0;
    fprintf(out, "%d:%d:", type, size);
    if (type == PM_TYPE_EVENT || type == PM_TYPE_HIGHRES_EVENT)
      fprintf(out, "%llx~", (unsigned long long)unordered_digest(block->vbuf, n));
    fprintf(out, "%llx", (unsigned long long)digest(block->vbuf, n));
  }
}

static void print_sets(int count, pmValueSet **sets) {
  fprintf(out, " %d", count);
  for (int i = 0; i < count; i++) {
    const pmValueSet *set = sets[i];
    fprintf(out, " %u=%d", set->pmid, set->numval);
    if (set->numval > 0) fprintf(out, ":%d:", set->valfmt);
    for (int v = 0; v < set->numval; v++) {
      fprintf(out, "%d/", set->vlist[v].inst);
      if (set->valfmt == PM_VAL_INSITU)
        fprintf(out, "%x", (unsigned)set->vlist[v].value.lval);
      else
        print_block(set->vlist[v].value.pval);
      putc(',', out);
    }
  }
}

static void print_result(int rc, pmResult *result, int sorted) {
  fprintf(out, "%d", rc);
  if (rc < 0) return;
  if (sorted) pmSortInstances(result);
  fprintf(out, " %lld.%06ld", (long long)result->timestamp.tv_sec, result->timestamp.tv_usec);
  print_sets(result->numpmid, result->vset);
  pmFreeResult(result);
}

static void print_highres_result(int rc, pmHighResResult *result, int sorted) {
  fprintf(out, "%d", rc);
  if (rc < 0) return;
  if (sorted) pmSortHighResInstances(result);
  fprintf(out, " %lld.%09ld", (long long)result->timestamp.tv_sec, result->timestamp.tv_nsec);
  print_sets(result->numpmid, result->vset);
  pmFreeHighResResult(result);
}

static void print_desc(const pmDesc *desc) {
  uint32_t units;
  memcpy(&units, &desc->units, sizeof units);
  fprintf(out, " %u:%d:%u:%d:%x", desc->pmid, desc->type, desc->indom, desc->sem, units);
}

/* Contexts */

static void open_context(void) {
  const int type = need_int();
  char *names = decoded(need_word());
  fprintf(out, "%d", pmNewContext(type, names));
  free(names);
}
static void dup_context(void) { fprintf(out, "%d", pmDupContext()); }
static void use_context(void) { fprintf(out, "%d", pmUseContext(need_int())); }
static void which_context(void) { fprintf(out, "%d", pmWhichContext()); }
static void destroy_context(void) { fprintf(out, "%d", pmDestroyContext(need_int())); }
static void reconnect_context(void) { fprintf(out, "%d", pmReconnectContext(need_int())); }
static void host(void) { print_name(pmGetContextHostName(need_int())); }
static void zone(void) {
  char *name;
  const int rc = pmNewContextZone();
  fprintf(out, "%d ", rc);
  if (rc >= 0 && pmWhichZone(&name) >= 0) print_name(name);
}

/* Positions */

static void set_mode(void) {
  const int mode = need_int();
  const char *origin = need_word();
  const int delta = need_int(), is_null = strcmp(origin, "-") == 0;
  struct timeval when = {0, 0};
  if (!is_null && sscanf(origin, "%ld.%ld", &when.tv_sec, &when.tv_usec) != 2) die("bad origin");
  fprintf(out, "%d", pmSetMode(mode, is_null ? NULL : &when, delta));
}

/* Whether there is a time. */
static int need_time(struct timespec *t) {
  const char *word = need_word();
  if (strcmp(word, "-") == 0) return 0;
  if (sscanf(word, "%ld.%ld", &t->tv_sec, &t->tv_nsec) != 2) die("bad time");
  return 1;
}

static void set_highres_mode(void) {
  const int mode = need_int();
  struct timespec when, delta;
  const int has_when = need_time(&when), has_delta = need_time(&delta);
  fprintf(out, "%d", pmSetModeHighRes(mode, has_when ? &when : NULL, has_delta ? &delta : NULL));
}

static void profile(int (*change)(pmInDom, int, int *)) {
  const pmInDom indom = need_id();
  int given = need_int(), count, *instances = rest_of_ids(&count);
  static int none;
  if (given > count) die("too few instances");
  if (given < 0)
    fprintf(out, "%d", change(indom, 0, NULL));
  else
    fprintf(out, "%d", change(indom, given, count > 0 ? instances : &none));
  free(instances);
}
static void add_profile(void) { profile(pmAddProfile); }
static void del_profile(void) { profile(pmDelProfile); }

/* Fetching */

static void fetch_into(int sorted) {
  int count, *ids = rest_of_ids(&count);
  pmResult *result = NULL;
  const int rc = pmFetch(count, (pmID *)ids, &result);
  print_result(rc, result, sorted);
  free(ids);
}
static void fetch(void) { fetch_into(0); }
static void sorted_fetch(void) { fetch_into(1); }

static void highres_fetch_into(int sorted) {
  int count, *ids = rest_of_ids(&count);
  pmHighResResult *result = NULL;
  const int rc = pmFetchHighRes(count, (pmID *)ids, &result);
  print_highres_result(rc, result, sorted);
  free(ids);
}
static void highres_fetch(void) { highres_fetch_into(0); }
static void sorted_highres_fetch(void) { highres_fetch_into(1); }

static void record(void) {
  pmResult *result = NULL;
  const int rc = pmFetchArchive(&result);
  print_result(rc, result, 0);
}
static void highres_record(void) {
  pmHighResResult *result = NULL;
  const int rc = pmFetchHighResArchive(&result);
  print_highres_result(rc, result, 0);
}

/* Archives */

static void label(void) {
  pmLogLabel label;
  const int rc = pmGetArchiveLabel(&label);
  fprintf(out, "%d", rc);
  if (rc < 0) return;
  fprintf(out, " %x %d %lld.%06ld ", (unsigned)label.ll_magic, (int)label.ll_pid,
          (long long)label.ll_start.tv_sec, label.ll_start.tv_usec);
  print_name(label.ll_hostname);
  putc(' ', out);
  print_name(label.ll_tz);
}

static void highres_label(void) {
  pmHighResLogLabel label;
  const int rc = pmGetHighResArchiveLabel(&label);
  fprintf(out, "%d", rc);
  if (rc < 0) return;
  fprintf(out, " %x %d %lld.%09ld ", (unsigned)label.magic, (int)label.pid,
          (long long)label.start.tv_sec, label.start.tv_nsec);
  print_name(label.hostname);
  putc(' ', out);
  print_name(label.timezone);
  putc(' ', out);
  print_name(label.zoneinfo);
}

static void archive_end(void) {
  struct timeval end = {-1, -1};
  const int rc = pmGetArchiveEnd(&end);
  fprintf(out, "%d", rc);
  if (rc != PM_ERR_NOCONTEXT) fprintf(out, " %lld.%06ld", (long long)end.tv_sec, end.tv_usec);
}
static void highres_archive_end(void) {
  struct timespec end = {-1, -1};
  const int rc = pmGetHighResArchiveEnd(&end);
  fprintf(out, "%d", rc);
  if (rc != PM_ERR_NOCONTEXT) fprintf(out, " %lld.%09ld", (long long)end.tv_sec, end.tv_nsec);
}

/* Names */

static void location(void) { fprintf(out, "%d", pmGetPMNSLocation()); }

static void lookup(void) {
  enum { kMost = 64 };
  char *names[kMost];
  pmID ids[kMost];
  const char *word;
  int count = 0;
  while (count < kMost && (word = next_word()) != NULL) {
    ids[count] = 0;
    names[count++] = decoded(word);
  }
  fprintf(out, "%d", pmLookupName(count, (const char **)names, ids));
  for (int i = 0; i < count; i++) {
    fprintf(out, " %u", ids[i]);
    free(names[i]);
  }
}

static void name_of(void) {
  char *name;
  const int rc = pmNameID(need_id(), &name);
  fprintf(out, "%d ", rc);
  if (rc < 0) return;
  print_name(name);
  free(name);
}

static void names_of(void) {
  char **names;
  const int count = pmNameAll(need_id(), &names);
  fprintf(out, "%d", count);
  if (count < 0) return;
  print_names(count, names);
  free(names);
}

static void children(void) {
  char *name = decoded(need_word()), **names = NULL;
  int *kinds = NULL;
  const int count = pmGetChildrenStatus(name, &names, &kinds);
  free(name);
  fprintf(out, "%d", count);
  if (count <= 0) return;
  print_names(count, names);
  for (int i = 0; i < count; i++) fprintf(out, " %d", kinds[i]);
  free(names);
  free(kinds);
}

static void kids(void) {
  char *name = decoded(need_word()), **names = NULL;
  const int count = pmGetChildren(name, &names);
  free(name);
  fprintf(out, "%d", count);
  if (count <= 0) return;
  print_names(count, names);
  free(names);
}

static void visit(const char *name) { print_names(1, (char **)&name); }
static void visit_with(const char *name, void *closure) {
  ++*(int *)closure;
  visit(name);
}

static void traverse(void) {
  char *name = decoded(need_word());
  fprintf(out, " = %d", pmTraversePMNS(name, visit));
  free(name);
}
static void reentrant_traverse(void) {
  char *name = decoded(need_word());
  int visited = 0;
  const int rc = pmTraversePMNS_r(name, visit_with, &visited);
  fprintf(out, " = %d %d", rc, visited);
  free(name);
}

/* Metadata */

static void desc(void) {
  pmDesc desc;
  const int rc = pmLookupDesc(need_id(), &desc);
  fprintf(out, "%d", rc);
  if (rc >= 0) print_desc(&desc);
}

static void descs(void) {
  int count, *ids = rest_of_ids(&count);
  pmDesc *descs = checked(calloc((size_t)count + 1, sizeof *descs));
  const int rc = pmLookupDescs(count, (pmID *)ids, descs);
  fprintf(out, "%d", rc);
  for (int i = 0; rc >= 0 && i < count; i++)
    if (descs[i].pmid == PM_ID_NULL)
      fputs(" -", out);
    else
      print_desc(&descs[i]);
  free(descs);
  free(ids);
}

static void members_with(int (*get)(pmInDom, int **, char ***)) {
  int *instances;
  char **names;
  const int count = get(need_id(), &instances, &names);
  fprintf(out, "%d", count);
  if (count <= 0) return;
  for (int i = 0; i < count; i++) {
    fprintf(out, " %d=", instances[i]);
    print_name(names[i]);
  }
  free(instances);
  free(names);
}
static void members(void) { members_with(pmGetInDom); }
static void all_members(void) { members_with(pmGetInDomArchive); }

static void member_name_with(int (*get)(pmInDom, int, char **)) {
  const pmInDom indom = need_id();
  char *name;
  const int rc = get(indom, need_int(), &name);
  fprintf(out, "%d ", rc);
  if (rc < 0) return;
  print_name(name);
  free(name);
}
static void member_name(void) { member_name_with(pmNameInDom); }
static void any_member_name(void) { member_name_with(pmNameInDomArchive); }

static void find_member_with(int (*find)(pmInDom, const char *)) {
  const pmInDom indom = need_id();
  char *name = decoded(need_word());
  fprintf(out, "%d", find(indom, name));
  free(name);
}
static void find_member(void) { find_member_with(pmLookupInDom); }
static void find_any_member(void) { find_member_with(pmLookupInDomArchive); }

static void text_with(int (*get)(unsigned, int, char **)) {
  const int level = need_int();
  char *text;
  const int rc = get(need_id(), level, &text);
  fprintf(out, "%d ", rc);
  if (rc < 0) return;
  print_name(text);
  free(text);
}
static void text(void) { text_with(pmLookupText); }
static void indom_text(void) { text_with(pmLookupInDomText); }

static int get_labels(const char *kind, unsigned id, pmLabelSet **sets) {
  if (strcmp(kind, "all") == 0) return pmLookupLabels(id, sets);
  if (strcmp(kind, "context") == 0) return pmGetContextLabels(sets);
  if (strcmp(kind, "domain") == 0) return pmGetDomainLabels((int)id, sets);
  if (strcmp(kind, "indom") == 0) return pmGetInDomLabels(id, sets);
  if (strcmp(kind, "cluster") == 0) return pmGetClusterLabels(id, sets);
  if (strcmp(kind, "item") == 0) return pmGetItemLabels(id, sets);
  if (strcmp(kind, "instances") == 0) return pmGetInstancesLabels(id, sets);
  die("unknown kind of labels");
  return 0;
}

static void labels(void) {
  pmLabelSet *sets = NULL;
  const char *kind = need_word();
  const int count = get_labels(kind, need_id(), &sets);
  fprintf(out, "%d", count);
  for (int i = 0; i < count; i++) {
    const pmLabelSet *set = &sets[i];
    fprintf(out, " %u:%d:%d:%d:", set->inst, set->nlabels, set->compound, set->jsonlen);
    if (set->json != NULL) print_name(set->json);
    for (int k = 0; k < set->nlabels; k++) {
      const pmLabel *one = &set->labels[k];
      fprintf(out, ";%u+%u:%u+%u:%u", one->name, one->namelen, one->value, one->valuelen,
              one->flags);
    }
  }
  if (count > 0) pmFreeLabelSets(sets, count);
}

static const struct {
  const char *name;
  void (*run)(void);
} operations[] = {{"open", open_context},
                  {"dup", dup_context},
                  {"use", use_context},
                  {"which", which_context},
                  {"destroy", destroy_context},
                  {"reconnect", reconnect_context},
                  {"host", host},
                  {"zone", zone},
                  {"mode", set_mode},
                  {"hmode", set_highres_mode},
                  {"add", add_profile},
                  {"del", del_profile},
                  {"fetch", fetch},
                  {"hfetch", highres_fetch},
                  {"sfetch", sorted_fetch},
                  {"shfetch", sorted_highres_fetch},
                  {"record", record},
                  {"hrecord", highres_record},
                  {"label", label},
                  {"hlabel", highres_label},
                  {"end", archive_end},
                  {"hend", highres_archive_end},
                  {"location", location},
                  {"lookup", lookup},
                  {"name", name_of},
                  {"names", names_of},
                  {"children", children},
                  {"kids", kids},
                  {"traverse", traverse},
                  {"rtraverse", reentrant_traverse},
                  {"desc", desc},
                  {"descs", descs},
                  {"indom", members},
                  {"indoma", all_members},
                  {"iname", member_name},
                  {"inamea", any_member_name},
                  {"ifind", find_member},
                  {"ifinda", find_any_member},
                  {"text", text},
                  {"itext", indom_text},
                  {"labels", labels}};

static void answer(const char *operation) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (strcmp(operations[i].name, operation) == 0) {
      operations[i].run();
      return;
    }
  die("unknown operation");
}

int main(void) {
  char *line = NULL, *text = NULL;
  size_t room = 0, n = 0;
  while (getline(&line, &room, stdin) > 0) {
    const char *operation = strtok(line, " \n");
    if (operation == NULL) die("empty request");
    out = checked(open_memstream(&text, &n));
    answer(operation);
    fclose(out);
    puts(text);
    fflush(stdout); /* the next operation may kill us */
    free(text);
  }
  free(line);
  return 0;
}
