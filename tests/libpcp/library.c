/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the library tells of itself, the data that it exports, and options one by one.
 */

#include "hidden_calls.h"

static void show_setting(char *name, char *prefix, char *value) {
  printf("%s|%s|%s\n", name, prefix != NULL ? prefix : "none", value != NULL ? value : "none");
}

/* Versions of other libraries, and what depends on them, differ. */
static void show_feature(const char *name, const char *value) {
  const char *other[] = {"openssl_version", "sasl_version", "secure_sockets", "authentication",
                         "compress_suffixes"};
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    if (strcmp(name, other[i]) == 0) value = "known";
  printf("%s=%s\n", name, value);
}

static void show_debug(const char *what, int sts) {
  const int *options = (const int *)&pmDebugOptions;
  printf("%s: %d %x", what, sts, (unsigned)pmDebug);
  for (size_t i = 0; i < sizeof pmDebugOptions / sizeof(int); i++)
    if (options[i] != 0) printf(" %zu", i);
  putchar('\n');
}

static void debugging(void) {
  const char *specs[] = {"appl0,fetch", "labels",    "desperate", "appl9,fetch",
                         "5",           "none such", "",          ",",
                         "28",          "268435456", "0x10",      "fetch,none"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    show_debug(specs[i], __pmParseDebug(specs[i]));
    show_debug(specs[i], pmSetDebug(specs[i]));
    show_debug("cleared", pmClearDebug("fetch"));
    show_debug("cleared", pmClearDebug("all"));
    pmDebug = 0;
  }
  const int bits[] = {0x800, 2, 0x1c, 0, 0x30000000};
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
    __pmSetDebugBits(bits[i]);
    show_debug("bits", bits[i]);
  }
  pmClearDebug("all");
}

static void show_options(const char *what, const pmOptions *options) {
  int flags = options->flags;
  /* Counts at the end, and PCP sets it only then. */
  if ((flags & PM_OPTFLAG_DONE) == 0) flags &= ~PM_OPTFLAG_USAGE_ERR;
  printf("%s: flags %x, %d errors, context %d, L %d;", what, (unsigned)flags, options->errors,
         options->context, options->Lflag);
  for (int i = 0; i < options->narchives; i++) printf(" archive %s", options->archives[i]);
  for (int i = 0; i < options->nhosts; i++) printf(" host %s", options->hosts[i]);
  putchar('\n');
}

static pmLongOptions long_options[] = {PMOPT_ARCHIVE,
                                       PMOPT_HOST,
                                       PMOPT_ARCHIVE_LIST,
                                       PMOPT_HOST_LIST,
                                       PMOPT_CONTAINER,
                                       PMOPT_HOSTZONE,
                                       {"own", 1, 'o', "X", "its own"},
                                       PMAPI_OPTIONS_END};

static void options(int flags) {
  pmOptions options = {.flags = flags, .long_options = long_options, .short_options = "a:h:"};
  setenv("PCP_INTERVAL", "3", 1);
  __pmStartOptions(&options);
  show_options("started", &options);
  printf("interval %ld\n", (long)options.interval.tv_sec);
  __pmAddOptArchive(&options, "one");
  __pmAddOptArchive(&options, "two");
  __pmAddOptArchive(&options, "one");
  show_options("archives", &options);
  __pmAddOptArchiveList(&options, strdup("three,four,one"));
  show_options("list", &options);
  __pmAddOptHost(&options, "near");
  __pmAddOptHostList(&options, strdup("far,away"));
  show_options("hosts", &options);
  for (int i = 0; long_options[i].long_opt != NULL; i++) {
    options.index = i;
    options.optarg = strdup("given"); /* the library writes to it */
    printf("%s: %d\n", long_options[i].long_opt, __pmGetLongOptions(&options));
  }
  show_options("long", &options);
  __pmAddOptContainer(&options, "box");
  printf("container %s\n", getenv("PCP_CONTAINER"));
  __pmEndOptions(&options);
  show_options("ended", &options);
  __pmEndOptions(&options);
  show_options("ended again", &options);
  pmflush();
  pmOptions local = {.flags = flags};
  __pmSetLocalContextFlag(&local);
  __pmEndOptions(&local);
  show_options("local", &local);
  pmOptions table = {.flags = flags};
  __pmSetLocalContextTable(&table, "nonsense");
  show_options("table", &table);
  setenv("PCP_ARCHIVE_DIR", "/directory", 1);
  pmOptions path = {.flags = flags};
  __pmAddOptArchivePath(&path);
  printf("%d %.11s\n", path.narchives, path.archives[0]);
  __pmAddOptArchiveFolio(&path, "/none/such");
  show_options("folio", &path);
  pmflush();
}

int main(void) {
  dup2(STDOUT_FILENO, STDERR_FILENO);
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("%s", pmProgname);
  pmSetProgname("a/library");
  printf(" %s", pmProgname);
  pmProgname = "poked";
  printf(" %s", pmGetProgname());
  pmSetProgname("library");
  printf(" %s\n", pmProgname);
  setenv("PCP_RUN_DIR", "/of/the/environment", 1);
  __pmConfig(show_setting);
  __pmAPIConfig(show_feature);
  __pmDumpErrTab(stdout);
  __pmDumpPDUCnt(stdout);
  for (int i = 0; i < 24; i++) printf("%u/%u ", __pmPDUCntIn[i], __pmPDUCntOut[i]);
  printf("%d\n", __pmLogReads);
  printf("%d ", pthread_mutex_lock(&__pmLock_libpcp) || pthread_mutex_unlock(&__pmLock_libpcp));
  printf("%d\n", pthread_mutex_lock(&__pmLock_extcall) || pthread_mutex_unlock(&__pmLock_extcall));
  setenv("OLD", "old", 1);
  char old[] = "OLD", quoted[] = "QUOTED", prefix[] = "/prefix", new[] = "new", text[] = "\"a b\"";
  __pmNativeConfig(old, prefix, new);
  __pmNativeConfig(quoted, prefix, text);
  printf("%s %s\n", getenv("OLD"), getenv("QUOTED"));
  debugging();
  options(0);
  options(PM_OPTFLAG_MULTI);
  options(PM_OPTFLAG_MULTI | PM_OPTFLAG_MIXED);
  __pmSetInternalState(0);
  __pmOverrideLastFd(3);
  return 0;
}
