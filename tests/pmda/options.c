/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The options of agents.  The first argument says how they are read: "new", "own" (with an
 * override) or "old".
 */

#include "tell.h"

static pmdaInterface dispatch;

static pmLongOptions long_options[] = {PMDA_OPTIONS_HEADER("Options"),
                                       PMOPT_DEBUG,
                                       PMDAOPT_DOMAIN,
                                       PMDAOPT_HELPTEXT,
                                       PMDAOPT_LOGFILE,
                                       PMDAOPT_USERNAME,
                                       PMDA_OPTIONS_TEXT("\nExactly one of these:"),
                                       PMDAOPT_INET,
                                       PMDAOPT_PIPE,
                                       PMDAOPT_UNIX,
                                       PMDAOPT_IPV6,
                                       {"extra", 1, 'x', "N", "one more"},
                                       PMOPT_HELP,
                                       PMDA_OPTIONS_END};

static int is_own(int option, pmdaOptions *options) {
  (void)options;
  return option == 'l';
}

static const char *text_of(const char *text) { return text != NULL ? text : "(none)"; }

static void show(void) {
  const pmdaExt *ext = dispatch.version.any.ext;
  printf("domain %d %d socket %s log %s help %s port %d io %d status %d\n", dispatch.domain,
         ext->e_domain, text_of(ext->e_sockname), text_of(ext->e_logfile), text_of(ext->e_helptext),
         ext->e_port, ext->e_io, dispatch.status);
}

static void read_old(int argc, char **argv) {
  int errors = 0, option;
  while ((option = pmdaGetOpt(argc, argv, "D:d:h:i:l:pu:6:x:?", &dispatch, &errors)) != EOF)
    printf("option %c %s, at %d, %d errors\n", option, text_of(optarg), optind, errors);
  printf("end at %d, %d errors\n", optind, errors);
  show();
}

static void read_new(int argc, char **argv, int has_own) {
  pmdaOptions options = {.short_options = "D:d:h:i:l:pu:U:6:x:?",
                         .long_options = long_options,
                         .short_usage = "[options] file",
                         .override = has_own ? is_own : NULL};
  int option;
  while ((option = pmdaGetOptions(argc, argv, &options, &dispatch)) != EOF)
    printf("option %c %s, at %d, %d errors\n", option, text_of(options.optarg), options.optind,
           options.errors);
  printf("end at %d, %d errors, user %s, flags %x\n", options.optind, options.errors,
         text_of(options.username), options.flags);
  show();
  fflush(stdout);
  if (options.errors > 0) pmdaUsageMessage(&options);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  pmSetProgname("options");
  setvbuf(stdout, NULL, _IOLBF, 0);
  pmdaDaemon(&dispatch, PMDA_INTERFACE_7, "toy", 77, "toy.log", "toy.help");
  if (strcmp(argv[1], "old") == 0)
    read_old(argc - 1, argv + 1);
  else
    read_new(argc - 1, argv + 1, strcmp(argv[1], "own") == 0);
  return 0;
}
