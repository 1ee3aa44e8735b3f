/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Asks a host.  Its collector pauses, dies, comes back and loses agents, as this program orders.
 *
 * usage: host_life HOST COMMANDS REPLIES (lost | late | silent | agents)
 *
 * COMMANDS and REPLIES are pipes.  A command is done when its reply comes.
 */

#include <errno.h>
#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SHOW(call) show(#call, call)

static FILE *commands, *replies;
static const char *load = "kernel.all.load";
static const pmInDom loads = 0xf000002; /* 60.2 */
static pmID id;

static void show(const char *call, int sts) {
  printf("%s %d %s\n", call, sts, sts < 0 ? pmErrStr(sts) : "");
}

static void tell(const char *command) {
  char reply[16];
  printf("%s\n", command);
  fprintf(commands, "%s\n", command);
  fflush(commands);
  if (fgets(reply, sizeof reply, replies) == NULL) exit(3);
}

static int fetch(void) {
  pmResult *result;
  const int sts = pmFetch(1, &id, &result);
  if (sts >= 0) {
    printf(" numval %d\n", result->vset[0]->numval);
    pmFreeResult(result);
  }
  return sts;
}

static int fetch_highres(void) {
  pmHighResResult *result;
  const int sts = pmFetchHighRes(1, &id, &result);
  if (sts >= 0) pmFreeHighResResult(result);
  return sts;
}

static void ignore(const char *name) { (void)name; }

static void ask_all(pmResult *stored) {
  const char *two[] = {load, load};
  pmID ids[] = {id, id};
  pmDesc descs[2];
  pmLabelSet *sets;
  int *instances;
  char **names, *text;
  SHOW(pmLookupName(1, &load, ids));
  SHOW(pmLookupName(2, two, ids));
  SHOW(pmNameID(id, &text));
  SHOW(pmNameAll(id, &names));
  SHOW(pmGetChildrenStatus("kernel", &names, &instances));
  SHOW(pmTraversePMNS("kernel", ignore));
  SHOW(pmLookupDesc(id, descs));
  SHOW(pmLookupDescs(2, ids, descs));
  SHOW(pmGetInDom(loads, &instances, &names));
  SHOW(pmLookupInDom(loads, "1 minute"));
  SHOW(pmNameInDom(loads, 1, &text));
  SHOW(pmLookupText(id, PM_TEXT_HELP, &text));
  SHOW(pmLookupInDomText(loads, PM_TEXT_HELP, &text));
  SHOW(pmGetContextLabels(&sets));
  SHOW(pmGetItemLabels(id, &sets));
  SHOW(pmLookupLabels(id, &sets));
  SHOW(pmStore(stored));
  SHOW(pmGetPMNSLocation());
  SHOW(pmAddProfile(loads, 0, NULL));
  SHOW(fetch());
  SHOW(fetch_highres());
}

/* Tries until the library asks the collector again. */
static int reconnect(int context) {
  int sts = pmReconnectContext(context);
  for (; sts == -ETIMEDOUT; sts = pmReconnectContext(context)) usleep(20000);
  return sts;
}

/* Runs with PMCD_RECONNECT_TIMEOUT=10: a collector starts in less time. */
static void lose(int context) {
  pmResult *stored;
  int one = 1;
  pmFG group;
  if (pmFetch(1, &id, &stored) < 0) return;
  SHOW(pmDupContext());
  SHOW(pmUseContext(context));
  SHOW(pmDelProfile(loads, 0, NULL));
  SHOW(pmAddProfile(loads, 1, &one));
  tell("kill");
  SHOW(fetch());
  ask_all(stored);
  SHOW(pmDupContext());
  SHOW(pmUseContext(context));
  SHOW(pmReconnectContext(context));
  SHOW(pmCreateFetchGroup(&group, PM_CONTEXT_HOST, pmGetContextHostName(-1)));
  tell("start");
  SHOW(fetch());
  SHOW(pmReconnectContext(context));
  SHOW(reconnect(context));
  SHOW(pmReconnectContext(context));
  SHOW(fetch());
  SHOW(pmAddProfile(loads, 0, NULL));
  SHOW(fetch());
  SHOW(pmUseContext(context + 1));
  SHOW(pmWhichContext());
  SHOW(pmReconnectContext(context + 1));
  SHOW(fetch());
  SHOW(pmDestroyContext(context));
  SHOW(fetch());
  pmFreeResult(stored);
}

/* Runs with PMCD_REQUEST_TIMEOUT=3: a collector answers in less time. */
static void be_late(int context) {
  pmDesc desc;
  char *text;
  tell("pause");
  SHOW(fetch());
  SHOW(fetch());
  SHOW(pmLookupDesc(id, &desc));
  tell("continue");
  SHOW(fetch());
  SHOW(pmReconnectContext(context));
  SHOW(fetch());
  tell("pause");
  SHOW(pmLookupText(id, PM_TEXT_ONELINE, &text));
  SHOW(pmLookupText(id, PM_TEXT_ONELINE, &text));
  tell("continue");
  SHOW(pmReconnectContext(context));
  SHOW(pmLookupText(id, PM_TEXT_ONELINE, &text));
  free(text);
}

/* Shows whether the call took as long as a process waits for its first greeting. */
#define SHOW_PATIENCE(call)                                      \
  do {                                                           \
    const time_t before = time(NULL);                            \
    SHOW(call);                                                  \
    printf(" %s\n", time(NULL) - before < 9 ? "short" : "long"); \
  } while (0)

/* Runs with PMCD_REQUEST_TIMEOUT=3. */
static void be_silent(int context, const char *host) {
  tell("pause");
  SHOW_PATIENCE(pmNewContext(PM_CONTEXT_HOST, host));
  SHOW_PATIENCE(pmReconnectContext(context));
  tell("continue");
}

/* Waits until the collector reports a change, and returns it. */
static int await_change(void) {
  for (int i = 0; i < 5000; i++) {
    pmResult *result;
    const int sts = pmFetch(1, &id, &result);
    if (sts >= 0) pmFreeResult(result);
    if (sts != 0) return sts;
    usleep(20000);
  }
  return 0;
}

static void change_agents(void) {
  pmDesc desc;
  SHOW(fetch());
  tell("drop");
  SHOW(await_change());
  SHOW(fetch());
  SHOW(pmLookupDesc(id, &desc));
  tell("add");
  SHOW(await_change());
  SHOW(fetch());
  SHOW(pmLookupDesc(id, &desc));
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  commands = fopen(argv[2], "w");
  replies = fopen(argv[3], "r");
  if (commands == NULL || replies == NULL) return 2;
  const int context = pmNewContext(PM_CONTEXT_HOST, argv[1]);
  show("context", context);
  SHOW(pmLookupName(1, &load, &id));
  if (strcmp(argv[4], "lost") == 0) lose(context);
  if (strcmp(argv[4], "late") == 0) be_late(context);
  if (strcmp(argv[4], "silent") == 0) be_silent(context, argv[1]);
  if (strcmp(argv[4], "agents") == 0) change_agents();
  tell("end");
  return 0;
}
