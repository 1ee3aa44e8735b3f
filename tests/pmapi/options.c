/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads command lines like a program that is written for PCP.  There is one case per line of
 * standard input, its fields separated by tabs:
 *
 *   MODE  TABLE  FLAGS  [+NAME=VALUE | +NAME]...  [ARGUMENT]...
 *
 * MODE is "getopt" (pmgetopt_r), "options" (pmGetOptions), "context" (pmGetContextOptions, too) or
 * "usage".  With "!" behind it, an override takes some of the options.  With "1", opterr is set.
 * TABLE is one of the tables below, and FLAGS is a number.  A field with a plus sign sets or unsets
 * an environment variable.  Every case runs in its own process.
 */

#include <pcp/pmapi.h>
#include <sys/wait.h>

#define MAX_FIELDS 64

static pmLongOptions general_options[] = {PMAPI_GENERAL_OPTIONS, PMAPI_OPTIONS_END};

static pmLongOptions all_options[] = {PMAPI_OPTIONS_HEADER("All of them"),
                                      PMOPT_ALIGN,
                                      PMOPT_ARCHIVE,
                                      PMOPT_ARCHIVE_FOLIO,
                                      PMOPT_ARCHIVE_LIST,
                                      PMOPT_CONTAINER,
                                      PMOPT_DEBUG,
                                      PMOPT_DERIVED,
                                      PMOPT_FINISH,
                                      PMOPT_GUIMODE,
                                      PMOPT_GUIPORT,
                                      PMOPT_HELP,
                                      PMOPT_HOST,
                                      PMOPT_HOST_LIST,
                                      PMOPT_HOSTSFILE,
                                      PMOPT_HOSTZONE,
                                      PMOPT_INTERVAL,
                                      PMAPI_OPTIONS_TEXT(""),
                                      PMAPI_OPTIONS_TEXT("Text in between."),
                                      PMAPI_OPTIONS_HEADER("More of them"),
                                      PMOPT_LOCALPMDA,
                                      PMOPT_NAMESPACE,
                                      PMOPT_ORIGIN,
                                      PMOPT_SAMPLES,
                                      PMOPT_SPECLOCAL,
                                      PMOPT_START,
                                      PMOPT_TIMEZONE,
                                      PMOPT_UNIQNAMES,
                                      PMOPT_VERSION,
                                      PMAPI_OPTIONS_END};

static pmLongOptions own_options[] = {
    PMAPI_OPTIONS_HEADER("Own options"),
    {"count", 1, 'c', "N", "a number"},
    {"counter", 0, 'C', NULL, "begins as another option"},
    {"verbose", 0, 'v', NULL, "no argument"},
    {"verbatim", 0, 0, NULL, "a long form only"},
    {"optional", 2, 'o', "X", "an argument that may be missing"},
    {"width", 1, 0, "WIDTH", "a long form with an argument"},
    {"a-very-long-name-of-an-option", 1, 'l', "ARGUMENT", "is wider than its column"},
    {"nothing-to-say", 0, 'q', NULL, NULL},
    {"", 1, 'f', "FILE", "a short form only"},
    PMOPT_START,
    PMOPT_SAMPLES,
    PMOPT_HELP,
    PMAPI_OPTIONS_END};

/* Options of lengths around the column of explanations, and options that tables should not have. */
static pmLongOptions odd_options[] = {
    {"long-of-17-chars-", 0, 0, NULL, "17"},
    {"long-of-18-chars--", 0, 0, NULL, "18"},
    {"long-of-19-chars---", 0, 0, NULL, "19"},
    {"long-of-20-chars----", 0, 0, NULL, "20"},
    {"long-of-21-chars-----", 0, 0, NULL, "21"},
    {"long-of-22-chars------", 0, 0, NULL, "22"},
    {"argument", 1, 'n', NULL, "no name for the argument"},
    {"no-argument", 0, 'x', "NAME", "a name for no argument"},
    {"", 0, 'y', NULL, "short"},
    {"", 1, 'z', NULL, "short, with an argument of no name"},
    {"empty", 0, 'e', NULL, ""},
    {"number", 0, 300, NULL, "a number"},
    {"letters", 2, 0, NULL, "a long form only, maybe with an argument"},
    {"letter", 1, 0, NULL, "a long form only, with an argument"},
    {"let", 1, 'q', NULL, "both"},
    {"letting", 1, 'q', NULL, "the same"},
    {"leave", 1, 'q', NULL, "the same"},
    {"", 0, '-', NULL, NULL},
    {"", 0, '|', NULL, NULL},
    PMAPI_OPTIONS_END};

static const struct {
  pmLongOptions *long_options;
  const char *short_options;
  const char *short_usage;
} tables[] = {
    {general_options, PMAPI_OPTIONS, "[options] metric ..."},
    {all_options, "A:a:D:gh:H:K:LN:n:O:p:S:s:T:t:VZ:z?", NULL},
    {own_options, "c:Cvo::l:qf:S:s:?", "[options]"},
    {NULL, "ab:c::A:a:S:z", "short options only"},
    {general_options, NULL, "long options only"},
    {own_options, "+c:v", "[options] arguments stay in order"},
    {own_options, "-c:v", "[options] arguments are options"},
    {own_options, ":c:v", NULL},
    {NULL, NULL, NULL},
    {own_options, "vW;c:", "[options] with -W"},
    {odd_options, "n:xyz:eq", "odd ones"},
};

static int override(int option, pmOptions *opts) {
  printf("override %d %s\n", option, opts->optarg != NULL ? opts->optarg : "-");
  return option == 's' || option == 'T' || option == 'v';
}

static void print_text(const char *name, const char *text) {
  printf(" %s=%s", name, text != NULL ? text : "NULL");
}

static void print_list(const char *name, int count, char **list) {
  printf(" %s=%d", name, count);
  for (int i = 0; i < count; i++) printf(":%s", list[i]);
}

static void print_getopt(int option, const pmOptions *opts) {
  printf("%d index=%d optind=%d opterr=%d optopt=%d", option, opts->index, opts->optind,
         opts->opterr, opts->optopt);
  print_text("optarg", opts->optarg);
  printf("\n");
}

#if PMAPI_VERSION >= PMAPI_VERSION_3
#define FRACTION(t) (long)(t).tv_nsec
#else
#define FRACTION(t) (long)(t).tv_usec
#endif
#define PRINT_TIME(name) \
  printf(" %s=%lld.%ld", #name, (long long)opts->name.tv_sec, FRACTION(opts->name))

static void print_options(const pmOptions *opts) {
  printf("version=%d flags=%#x errors=%d context=%d", opts->version, (unsigned)opts->flags,
         opts->errors, opts->context);
  print_list("hosts", opts->nhosts, opts->hosts);
  print_list("archives", opts->narchives, opts->archives);
  PRINT_TIME(start);
  PRINT_TIME(finish);
  PRINT_TIME(origin);
  PRINT_TIME(interval);
  print_text("align", opts->align_optarg);
  print_text("start", opts->start_optarg);
  print_text("finish", opts->finish_optarg);
  print_text("origin", opts->origin_optarg);
  print_text("guiport", opts->guiport_optarg);
  print_text("timezone", opts->timezone);
  printf(" samples=%d guiport=%d padding=%d gui=%u tz=%u ns=%u L=%u zeroes=%u\n", opts->samples,
         opts->guiport, opts->padding, opts->guiflag, opts->tzflag, opts->nsflag, opts->Lflag,
         opts->zeroes);
}

static void print_name(const char *name) { printf(" %s", name); }

static void print_names(void) {
  printf("names:");
  printf(" = %d\n", pmTraversePMNS("", print_name));
}

static void print_rest(int argc, char **argv, const pmOptions *opts) {
  char *zone = NULL;
  int debug = 0;
  printf("rest:");
  for (int i = 1; i < argc; i++) printf("%s%s", i == opts->optind ? " | " : " ", argv[i]);
  for (size_t i = 0; i < sizeof pmDebugOptions / sizeof(int); i++)
    debug += ((const int *)&pmDebugOptions)[i];
  printf("\nzone=%d", pmWhichZone(&zone));
  print_text("", zone);
  printf(" debug=%d progname=%s\n", debug, pmGetProgname());
}

static void use_context(pmOptions *opts) {
  const char *name = opts->context == PM_CONTEXT_ARCHIVE ? opts->archives[0]
                     : opts->context == PM_CONTEXT_HOST  ? opts->hosts[0]
                                                         : NULL;
  int handle = pmNewContext(opts->context, name);
  printf("context %d\n", handle);
  if (handle < 0) return;
  printf("sts=%d\n", pmGetContextOptions(handle, opts));
  print_options(opts);
  pmUseContext(handle); /* PCP leaves no context of several archives */
  printf("again %d\n", pmGetContextOptions(handle, opts));
  print_options(opts);
}

static void run(int count, char **fields) {
  const char *mode = fields[0];
  int first = 3, argc, option, calls = 0;
  char **argv;
  pmOptions opts;
  memset(&opts, 0, sizeof opts);
  opts.version = PMAPI_VERSION;
  opts.flags = atoi(fields[2]);
  opts.long_options = tables[atoi(fields[1])].long_options;
  opts.short_options = tables[atoi(fields[1])].short_options;
  opts.short_usage = tables[atoi(fields[1])].short_usage;
  if (strchr(mode, '!') != NULL) opts.override = override;
  for (; first < count && *fields[first] == '+'; first++) {
    if (strchr(fields[first], '=') != NULL)
      putenv(fields[first] + 1);
    else
      unsetenv(fields[first] + 1);
  }
  argv = fields + first - 1;
  argc = count - first + 1;
  argv[0] = (char *)"/usr/bin/twin";
  pmSetProgname("before"); /* the first call that reads options replaces it by argv[0] */
  if (strchr(mode, '1') != NULL) opts.opterr = 1;
  if (*mode == 'u') {
    pmUsageMessage(&opts);
    printf("flushed until here\n");
    pmflush();
    return;
  }
  do {
    option = *mode == 'g' ? pmgetopt_r(argc, argv, &opts) : pmGetOptions(argc, argv, &opts);
    print_getopt(option, &opts);
    if (++calls == 2) pmSetProgname("mine"); /* no further call replaces it */
    printf("%s\n", pmGetProgname());
  } while (option != -1);
  print_options(&opts);
  if (opts.nsflag != 0) print_names();
  printf("flushed until here\n");
  pmflush();
  if (*mode != 'g' && opts.errors != 0) {
    pmUsageMessage(&opts);
    pmflush();
    print_options(&opts);
  } else if (*mode == 'c') {
    use_context(&opts);
    pmflush();
  }
  print_rest(argc, argv, &opts);
  pmFreeOptions(&opts);
  printf("%d %d %d %d\n", opts.nhosts, opts.hosts != NULL, opts.narchives, opts.archives != NULL);
}

int main(int argc, char **argv) {
  static char line[65536];
  if (argc != 2 || chdir(argv[1]) < 0) return 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *fields[MAX_FIELDS] = {NULL};
    int count = 0, status = 0;
    printf("-- %s", line);
    line[strcspn(line, "\n")] = '\0';
    for (char *at = line; at != NULL && count < MAX_FIELDS - 1;)
      fields[count++] = strsep(&at, "\t");
    fflush(stdout);
    if (fork() == 0) {
      alarm(60);
      close(STDIN_FILENO); /* otherwise exit() moves our place in the file */
      dup2(STDOUT_FILENO, STDERR_FILENO);
      run(count, fields);
      exit(0);
    }
    wait(&status);
    if (status != 0) printf("exit status %d, signal %d\n", WEXITSTATUS(status), WTERMSIG(status));
  }
  return 0;
}
