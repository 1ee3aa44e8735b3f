/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The functions that agents call: about results, requests, and their own process.
 */

#include <unistd.h>

#include "hidden_calls.h"

static void labels(void) {
  const char *const names[] = {"sample",    "pmdasample", "sample DSO", "pmdasample DSO",
                               "two words", "DSO",        " DSO",       "a DSO DSO",
                               "a DSOx",    "pmda",       "pmda_x",     ""};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    pmLabelSet *set = NULL;
    int sts = __pmGetDomainLabels(29, names[i], &set);
    printf("%s: %d %s\n", names[i], sts, set != NULL ? set->json : "-");
    if (set != NULL) pmFreeLabelSets(set, 1);
  }
}

static void profiles(void) {
  int instances[] = {7, 3, 5};
  pmInDomProfile domains[] = {
      {.indom = 1, .state = PM_PROFILE_INCLUDE, .instances_len = 3, .instances = instances},
      {.indom = 2, .state = PM_PROFILE_EXCLUDE, .instances_len = 3, .instances = instances},
      {.indom = 3, .state = PM_PROFILE_EXCLUDE}};
  for (int state = 0; state < 2; state++) {
    pmProfile profile = {.state = state ? PM_PROFILE_EXCLUDE : PM_PROFILE_INCLUDE,
                         .profile_len = 3,
                         .profile = domains};
    for (pmInDom indom = 1; indom < 5; indom++)
      for (int instance = 2; instance < 8; instance++)
        printf("%d", __pmInProfile(indom, &profile, instance) != 0);
    putchar('\n');
  }
}

static void results(void) {
  pmInResult *instances = calloc(1, sizeof *instances);
  instances->numinst = 2;
  instances->instlist = calloc(2, sizeof(int));
  instances->namelist = calloc(2, sizeof(char *));
  for (int i = 0; i < 2; i++) instances->namelist[i] = strdup("name");
  __pmFreeInResult(instances);
  instances = calloc(1, sizeof *instances);
  instances->numinst = 1;
  __pmFreeInResult(instances);

  pmResult *values = calloc(1, sizeof *values + 3 * sizeof values->vset[0]);
  values->numpmid = 3;
  for (int i = 0; i < 3; i++) {
    const int count = i == 2 ? PM_ERR_PMID : i;
    pmValueSet *set = values->vset[i] = calloc(1, sizeof *set + sizeof(pmValue));
    pmAtomValue text = {.cp = "text"};
    set->numval = count;
    set->valfmt = i == 1 ? __pmStuffValue(&text, &set->vlist[0], PM_TYPE_STRING) : PM_VAL_INSITU;
  }
  __pmFreeResultValues(values);
  free(values);
}

static void messages(void) {
  int ends[2];
  unsigned char bytes[64];
  if (pipe(ends) != 0) return;
  printf("%d:", __pmSendError(ends[1], 77, PM_ERR_PMID) < 0);
  const ssize_t size = __pmRead(ends[0], bytes, sizeof bytes);
  for (ssize_t i = 0; i < size; i++) printf(" %02x", bytes[i]);
  putchar('\n');
  close(ends[0]);
  close(ends[1]);
}

static void processes(void) {
  double user = -1, system = -1;
  unsigned long size = 0;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, NULL, 0);
  printf("exist: %d %d %d\n", __pmProcessExists(getpid()) != 0, __pmProcessExists(1) != 0,
         __pmProcessExists(child) != 0);
  for (int at_once = 0; at_once < 3; at_once++) {
    const pid_t other = fork();
    if (other == 0)
      for (;;) pause();
    int status = 0;
    printf("end: %d", __pmProcessTerminate(other, at_once));
    waitpid(other, &status, 0);
    printf(" %d", WTERMSIG(status));
    printf(" %d\n", __pmProcessTerminate(other, at_once));
  }
  int sts = __pmProcessRunTimes(&user, &system);
  printf("times: %d %d\n", sts, user >= 0 && system >= 0);
  sbrk(1 << 16);
  sts = __pmProcessDataSize(NULL);
  printf("size: %d %d\n", sts, __pmProcessDataSize(&size));
  // Less than at first.
  sbrk(-8000);
  sts = __pmProcessDataSize(&size);
  printf("size: %d %ld\n", sts, (long)size);
  sts = __pmSetProgname("/a/path/to/twin");
  printf("name: %d %s\n", sts, pmGetProgname());
}

int main(void) {
  labels();
  profiles();
  results();
  messages();
  processes();
  return 0;
}
