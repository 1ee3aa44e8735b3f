/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Carries out orders with a fetch group, and prints all results.  There is one order per line, its
 * fields separated by '|'; "-" is NULL.  OUT has a letter for each wanted output.
 *
 *   create|TYPE|NAME
 *   item|METRIC|INSTANCE|SCALE|TYPE|OUT                  v: value, s: status
 *   indom|METRIC|SCALE|TYPE|MOST|OUT                     c: codes, n: names, v, s, S: statuses,
 *                                                        #: number
 *   event|METRIC|INSTANCE|FIELD|SCALE|TYPE|MOST|OUT      t: times, v, s, S, #
 *   stamp|KIND                                           timestamp, timeval or timespec, or none
 *   mode|MODE|SEC|NSEC|DELTA                             DELTA in milliseconds
 *   fetch|TIMES
 *   profile|METRIC                                       fetches with the group's context itself
 *   clear, destroy, other (makes a new context the current one)
 */

#include <pcp/pmapi.h>

/* The peer has these functions, but its header does not declare them. */
extern int pmExtendFetchGroup_timeval(pmFG, struct timeval *);
extern int pmExtendFetchGroup_timespec(pmFG, struct timespec *);
extern int pmClearFetchGroup(pmFG);

enum { kMostRequests = 100, kMostFields = 10, kMostValues = 300 };

static char *fields[kMostFields];

static const char *field(int i) {
  return fields[i] == NULL || strcmp(fields[i], "-") == 0 ? NULL : fields[i];
}
static long number(int i) { return fields[i] == NULL ? 0 : strtol(fields[i], NULL, 10); }

static struct request {
  char kind; /* of the order */
  int type;
  unsigned int most, count;
  int wants_value, wants_status, wants_each, wants_codes, wants_names, wants_times, wants_count;
  int status;
  int codes[kMostValues], statuses[kMostValues];
  char *names[kMostValues];
  pmAtomValue values[kMostValues];
  struct timespec times[kMostValues];
  struct timeval low_stamp;
} requests[kMostRequests];
static int used, asked_for_output;

static pmFG group;

/* Starts a request.  Its outputs get values that no fetch writes. */
static struct request *next_request(char kind, int type, unsigned int most, const char *out) {
  struct request *r = &requests[used];
  asked_for_output = 1;
  memset(r, 0, sizeof *r);
  r->kind = kind;
  r->type = type;
  r->most = most < kMostValues ? most : kMostValues;
  r->count = 4711;
  r->status = 4712;
  for (int i = 0; i < kMostValues; i++) {
    r->codes[i] = r->statuses[i] = 4713;
    r->times[i].tv_sec = 4714;
    r->values[i].ull = type == PM_TYPE_STRING ? 0 : 0x5555555555555555u;
  }
  r->low_stamp.tv_sec = 4715;
  r->wants_value = strchr(out, 'v') != NULL;
  r->wants_status = strchr(out, 's') != NULL;
  r->wants_each = strchr(out, 'S') != NULL;
  r->wants_codes = strchr(out, 'c') != NULL;
  r->wants_names = strchr(out, 'n') != NULL;
  r->wants_times = strchr(out, 't') != NULL;
  r->wants_count = strchr(out, '#') != NULL;
  return r;
}

static void print_value(const pmAtomValue *value, int type) {
  switch (type) {
    case PM_TYPE_32:
      printf(" %d", value->l);
      break;
    case PM_TYPE_U32:
      printf(" %u", value->ul);
      break;
    case PM_TYPE_64:
      printf(" %lld", (long long)value->ll);
      break;
    case PM_TYPE_U64:
      printf(" %llu", (unsigned long long)value->ull);
      break;
    case PM_TYPE_FLOAT:
      printf(" %.9g", value->f);
      break;
    case PM_TYPE_DOUBLE:
      printf(" %.17g", value->d);
      break;
    case PM_TYPE_STRING:
      printf(" '%s'", value->cp == NULL ? "NULL" : value->cp);
      break;
    default:
      printf(" ?");
  }
}

static int fetched; /* what the last fetch returned */

/* If a fetch finds something, pmFetch(3) decides which positive number it returns. */
static int fetch(void) {
  const int status = pmFetchGroup(group);
  return fetched = status > 0 ? 0 : status;
}

static void print_request(const struct request *r) {
  printf(" %c", r->kind);
  if (r->wants_status) printf(" status %d", r->status);
  switch (r->kind) {
    case 'i':
      if (r->wants_value) print_value(&r->values[0], r->type);
      break;
    case 't':
      if (fetched >= 0) printf(" %ld.%06ld", r->low_stamp.tv_sec, r->low_stamp.tv_usec);
      break;
    case 'T':
      if (fetched >= 0) printf(" %ld.%09ld", r->times[0].tv_sec, r->times[0].tv_nsec);
      break;
    default: {
      /* Without a number, prints as many as there is room for. */
      const unsigned int count = r->wants_count && r->count < r->most ? r->count : r->most;
      if (r->wants_count) printf(" count %u", r->count);
      for (unsigned int i = 0; i < count; i++) {
        printf(" [");
        if (r->wants_times) printf("%ld.%09ld", r->times[i].tv_sec, r->times[i].tv_nsec);
        if (r->wants_codes) printf("%d", r->codes[i]);
        if (r->wants_names) printf(" %s", r->names[i] == NULL ? "NULL" : r->names[i]);
        if (r->wants_each) printf(" (%d)", r->statuses[i]);
        if (r->wants_value) print_value(&r->values[i], r->type);
        printf("]");
      }
    }
  }
  putchar('\n');
}

static void print_all(void) {
  for (int i = 0; i < used; i++) print_request(&requests[i]);
}

static int *unless(int wanted, int *output) { return wanted ? output : NULL; }

static int extend_item(void) {
  struct request *r = next_request('i', (int)number(4), 1, fields[5]);
  return pmExtendFetchGroup_item(group, field(1), field(2), field(3),
                                 r->wants_value ? r->values : NULL, r->type,
                                 unless(r->wants_status, &r->status));
}

static int extend_indom(void) {
  struct request *r = next_request('d', (int)number(3), (unsigned int)number(4), fields[5]);
  return pmExtendFetchGroup_indom(
      group, field(1), field(2), unless(r->wants_codes, r->codes), r->wants_names ? r->names : NULL,
      r->wants_value ? r->values : NULL, r->type, unless(r->wants_each, r->statuses), r->most,
      r->wants_count ? &r->count : NULL, unless(r->wants_status, &r->status));
}

static int extend_event(void) {
  struct request *r = next_request('e', (int)number(5), (unsigned int)number(6), fields[7]);
  return pmExtendFetchGroup_event(
      group, field(1), field(2), field(3), field(4), r->wants_times ? r->times : NULL,
      r->wants_value ? r->values : NULL, r->type, unless(r->wants_each, r->statuses), r->most,
      r->wants_count ? &r->count : NULL, unless(r->wants_status, &r->status));
}

static int extend_stamp(void) {
  const char *kind = field(1);
  struct request *r;
  if (strcmp(kind, "none") == 0) return pmExtendFetchGroup_timestamp(group, NULL);
  r = next_request(strcmp(kind, "timespec") == 0 ? 'T' : 't', 0, 1, "");
  if (strcmp(kind, "timespec") == 0) return pmExtendFetchGroup_timespec(group, r->times);
  if (strcmp(kind, "timeval") == 0) return pmExtendFetchGroup_timeval(group, &r->low_stamp);
  return pmExtendFetchGroup_timestamp(group, &r->low_stamp);
}

static int count_values(void) {
  const char *name = field(1);
  const int before = pmWhichContext();
  pmID pmid;
  pmResult *result;
  pmUseContext(pmGetFetchGroupContext(group));
  int status = pmLookupName(1, &name, &pmid);
  if (status >= 0) status = pmFetch(1, &pmid, &result);
  if (status >= 0) {
    status = result->vset[0]->numval;
    pmFreeResult(result);
  }
  pmUseContext(before);
  return status;
}

static int set_mode(void) {
  const struct timespec when = {number(2), number(3)};
  const struct timespec delta = {number(4) / 1000, number(4) % 1000 * 1000000};
  const int before = pmWhichContext();
  pmUseContext(pmGetFetchGroupContext(group));
  const int status = pmSetModeHighRes((int)number(1), &when, &delta);
  pmUseContext(before);
  return status;
}

/* Strings and names are freed afterwards. */
static void print_left(void) {
  for (int i = 0; i < used; i++) {
    const struct request *r = &requests[i];
    printf(" %c value %s name %s\n", r->kind,
           r->wants_value && r->type == PM_TYPE_STRING && r->values[0].cp == NULL ? "gone" : "left",
           r->wants_names && r->names[0] == NULL ? "gone" : "left");
  }
  used = 0;
}

static void obey(const char *order) {
  int status = 0;
  asked_for_output = 0;
  if (used == kMostRequests) return;
  if (strcmp(order, "create") == 0) {
    status = pmCreateFetchGroup(&group, (int)number(1), field(2));
    printf("%s ", group == NULL ? "none" : "made");
  } else if (strcmp(order, "item") == 0) {
    status = extend_item();
  } else if (strcmp(order, "indom") == 0) {
    status = extend_indom();
  } else if (strcmp(order, "event") == 0) {
    status = extend_event();
  } else if (strcmp(order, "stamp") == 0) {
    status = extend_stamp();
  } else if (strcmp(order, "mode") == 0) {
    status = set_mode();
  } else if (strcmp(order, "profile") == 0) {
    status = count_values();
  } else if (strcmp(order, "fetch") == 0) {
    for (long i = number(1); i > 1; i--) {
      printf("fetch %d\n", fetch());
      print_all();
    }
    status = fetch();
  } else if (strcmp(order, "clear") == 0) {
    status = pmClearFetchGroup(group);
    print_left();
  } else if (strcmp(order, "destroy") == 0) {
    status = pmDestroyFetchGroup(group);
    group = NULL;
    print_left();
  } else if (strcmp(order, "other") == 0) {
    status = pmNewContext(PM_CONTEXT_ARCHIVE, field(1));
  } else {
    printf("unknown ");
  }
  if (status >= 0 && *order != '\0' && strchr("ies", *order) != NULL) used += asked_for_output;
  printf("%s %d, context %d of group %d\n", order, status, pmWhichContext(),
         group == NULL ? -1 : pmGetFetchGroupContext(group));
  if (strcmp(order, "create") != 0) print_all();
}

int main(void) {
  static char line[4096];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *rest = line;
    line[strcspn(line, "\n")] = '\0';
    printf("> %s\n", line);
    memset(fields, 0, sizeof fields);
    for (int i = 0; i < kMostFields && rest != NULL; i++) fields[i] = strsep(&rest, "|");
    obey(fields[0]);
  }
  return 0;
}
