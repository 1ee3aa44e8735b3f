/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Calls functions with NULL for each of their pointers.  Prints one line for each call, and
 * "dies = " before a call that dies.  Arguments: none, or an archive and one of its metrics with
 * instances.
 */

#include <pcp/pmapi.h>
#include <sys/wait.h>

/* The header does not declare these functions. */
extern int pmExtendFetchGroup_timeval(pmFG, struct timeval *);
extern int pmExtendFetchGroup_timespec(pmFG, struct timespec *);
extern int pmClearFetchGroup(pmFG);

/* Makes a call in a new process, which prints the result. */
static int in_child(const char *call) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    FILE *errors = freopen("/dev/null", "w", stderr);
    return errors != NULL;
  }
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status) || WEXITSTATUS(status) != 0) printf("dies");
  printf(" = %s\n", call);
  return 0;
}

static void print_number(int number) {
  printf("%d", number);
  fflush(stdout);
  _exit(0);
}

static void print_text(const char *text) {
  printf("%s", text != NULL ? text : "NULL");
  fflush(stdout);
  _exit(0);
}

#define NUMBER(call) \
  if (in_child(#call)) print_number(call)
#define TEXT(call) \
  if (in_child(#call)) print_text(call)
#define NOTHING(call) \
  if (in_child(#call)) (call), print_number(0)

static char *text;
static char **texts;
static int *numbers;
static int number, instance;
static double ratio;
static char buffer[100];

static void names(const char *metric, pmID id, pmInDom indom, int inst) {
  const char *nothing[2] = {NULL, NULL};
  const char *half[2] = {metric, NULL};
  pmID ids[2];
  pmDesc desc;
  NUMBER(pmLookupName(1, NULL, ids));
  NUMBER(pmLookupName(1, nothing, ids));
  NUMBER(pmLookupName(2, half, ids));
  NUMBER(pmLookupName(1, half, NULL));
  NUMBER(pmLookupName(0, NULL, NULL));
  NUMBER(pmNameID(id, NULL));
  NUMBER(pmNameID(PM_ID_NULL, NULL));
  NUMBER(pmNameAll(id, NULL));
  NUMBER(pmNameAll(PM_ID_NULL, NULL));
  NUMBER(pmGetChildren(NULL, &texts));
  NUMBER(pmGetChildren("", NULL));
  NUMBER(pmGetChildren("nonexistent", NULL));
  NUMBER(pmGetChildrenStatus(NULL, &texts, &numbers));
  NUMBER(pmGetChildrenStatus("", NULL, &numbers));
  NUMBER(pmGetChildrenStatus("", &texts, NULL));
  NUMBER(pmTraversePMNS(NULL, NULL));
  NUMBER(pmTraversePMNS("", NULL));
  NUMBER(pmTraversePMNS("nonexistent", NULL));
  NUMBER(pmTraversePMNS_r(NULL, NULL, NULL));
  NUMBER(pmTraversePMNS_r("", NULL, NULL));
  NUMBER(pmTraversePMNS_r("nonexistent", NULL, NULL));
  NUMBER(pmLookupDesc(id, NULL));
  NUMBER(pmLookupDesc(PM_ID_NULL, NULL));
  NUMBER(pmLookupDescs(1, NULL, &desc));
  NUMBER(pmLookupDescs(1, &id, NULL));
  NUMBER(pmLookupDescs(0, NULL, NULL));
  NUMBER(pmGetInDom(indom, NULL, &texts));
  NUMBER(pmGetInDom(indom, &numbers, NULL));
  NUMBER(pmGetInDom(PM_INDOM_NULL, NULL, NULL));
  NUMBER(pmGetInDom(pmInDom_build(500, 1), NULL, NULL));
  NUMBER(pmGetInDomArchive(indom, NULL, &texts));
  NUMBER(pmGetInDomArchive(indom, &numbers, NULL));
  NUMBER(pmGetInDomArchive(PM_INDOM_NULL, NULL, NULL));
  NUMBER(pmGetInDomArchive(pmInDom_build(500, 1), NULL, NULL));
  NUMBER(pmLookupInDom(indom, NULL));
  NUMBER(pmLookupInDom(PM_INDOM_NULL, NULL));
  NUMBER(pmLookupInDom(pmInDom_build(500, 1), NULL));
  NUMBER(pmLookupInDomArchive(indom, NULL));
  NUMBER(pmLookupInDomArchive(PM_INDOM_NULL, NULL));
  NUMBER(pmLookupInDomArchive(pmInDom_build(500, 1), NULL));
  NUMBER(pmNameInDom(indom, inst, NULL));
  NUMBER(pmNameInDom(indom, 123456789, NULL));
  NUMBER(pmNameInDomArchive(indom, inst, NULL));
  NUMBER(pmNameInDomArchive(indom, 123456789, NULL));
  NUMBER(pmLookupText(id, PM_TEXT_ONELINE, NULL));
  NUMBER(pmLookupText(PM_ID_NULL, PM_TEXT_ONELINE, NULL));
  NUMBER(pmLookupInDomText(indom, PM_TEXT_ONELINE, NULL));
  NUMBER(pmLookupInDomText(PM_INDOM_NULL, PM_TEXT_ONELINE, NULL));
}

static void labels(pmID id, pmInDom indom) {
  pmLabelSet *none[1] = {NULL};
  char *no_text[1] = {NULL};
  NUMBER(pmLookupLabels(id, NULL));
  NUMBER(pmGetContextLabels(NULL));
  NUMBER(pmGetDomainLabels(60, NULL));
  NUMBER(pmGetInDomLabels(indom, NULL));
  NUMBER(pmGetClusterLabels(id, NULL));
  NUMBER(pmGetItemLabels(id, NULL));
  NUMBER(pmGetInstancesLabels(indom, NULL));
  NUMBER(pmMergeLabels(NULL, 1, buffer, sizeof buffer));
  NUMBER(pmMergeLabels(NULL, 0, buffer, sizeof buffer));
  NUMBER(pmMergeLabels(no_text, 1, buffer, sizeof buffer));
  NUMBER(pmMergeLabels(no_text, 1, NULL, 100));
  NUMBER(pmMergeLabels(no_text, 1, NULL, 0));
  NUMBER(pmMergeLabelSets(NULL, 1, buffer, sizeof buffer, NULL, NULL));
  NUMBER(pmMergeLabelSets(NULL, 0, buffer, sizeof buffer, NULL, NULL));
  NUMBER(pmMergeLabelSets(none, 1, buffer, sizeof buffer, NULL, NULL));
  NUMBER(pmMergeLabelSets(none, 1, NULL, 0, NULL, NULL));
  NOTHING(pmPrintLabelSets(stdout, 1, PM_LABEL_CONTEXT, NULL, 0));
  NOTHING(pmPrintLabelSets(stdout, 1, PM_LABEL_CONTEXT, NULL, 1));
  NOTHING(pmFreeLabelSets(NULL, 0));
  NOTHING(pmFreeLabelSets(NULL, 1));
}

static void fetches(pmID id, pmInDom indom) {
  pmResult *result;
  pmHighResResult *high_res;
  struct timespec second = {1, 0};
  pmResult empty;
  memset(&empty, 0, sizeof empty);
  NUMBER(pmAddProfile(indom, 1, NULL));
  NUMBER(pmAddProfile(indom, 0, NULL));
  NUMBER(pmAddProfile(PM_INDOM_NULL, 1, NULL));
  NUMBER(pmDelProfile(indom, 1, NULL));
  NUMBER(pmDelProfile(indom, 0, NULL));
  NUMBER(pmDelProfile(PM_INDOM_NULL, 1, NULL));
  NUMBER(pmSetMode(PM_MODE_FORW, NULL, 0));
  NUMBER(pmSetMode(PM_MODE_INTERP, NULL, 1000));
  NUMBER(pmSetModeHighRes(PM_MODE_FORW, NULL, NULL));
  NUMBER(pmSetModeHighRes(PM_MODE_FORW, NULL, &second));
  NUMBER(pmSetModeHighRes(PM_MODE_INTERP, NULL, NULL));
  NUMBER(pmSetModeHighRes(PM_MODE_INTERP, NULL, &second));
  NUMBER(pmFetch(1, NULL, &result));
  NUMBER(pmFetch(0, NULL, &result));
  NUMBER(pmFetch(1, &id, NULL));
  NUMBER(pmFetchHighRes(1, NULL, &high_res));
  NUMBER(pmFetchHighRes(0, NULL, &high_res));
  NUMBER(pmFetchHighRes(1, &id, NULL));
  NUMBER(pmFetchArchive(NULL));
  NUMBER(pmFetchHighResArchive(NULL));
  NOTHING(pmFreeResult(NULL));
  NOTHING(pmFreeHighResResult(NULL));
  NOTHING(pmSortInstances(NULL));
  NOTHING(pmSortHighResInstances(NULL));
  NUMBER(pmStore(NULL));
  NUMBER(pmStore(&empty));
  NUMBER(pmStoreHighRes(NULL));
  NUMBER(pmGetArchiveLabel(NULL));
  NUMBER(pmGetHighResArchiveLabel(NULL));
  NUMBER(pmGetArchiveEnd(NULL));
  NUMBER(pmGetHighResArchiveEnd(NULL));
  NUMBER(pmUnpackEventRecords(NULL, 0, NULL));
  NUMBER(pmUnpackHighResEventRecords(NULL, 0, NULL));
  NOTHING(pmFreeEventResult(NULL));
  NOTHING(pmFreeHighResEventResult(NULL));
}

static void groups(const char *metric, const char *archive) {
  pmFG group;
  pmAtomValue value;
  NUMBER(pmCreateFetchGroup(NULL, PM_CONTEXT_ARCHIVE, archive));
  NUMBER(pmCreateFetchGroup(&group, PM_CONTEXT_ARCHIVE, NULL));
  NUMBER(pmGetFetchGroupContext(NULL));
  NUMBER(pmExtendFetchGroup_item(NULL, metric, NULL, NULL, &value, PM_TYPE_DOUBLE, NULL));
  NUMBER(pmExtendFetchGroup_indom(NULL, metric, NULL, NULL, NULL, NULL, PM_TYPE_DOUBLE, NULL, 0,
                                  NULL, NULL));
  NUMBER(pmExtendFetchGroup_event(NULL, metric, NULL, NULL, NULL, NULL, NULL, PM_TYPE_DOUBLE, NULL,
                                  0, NULL, NULL));
  NUMBER(pmExtendFetchGroup_timestamp(NULL, NULL));
  NUMBER(pmExtendFetchGroup_timeval(NULL, NULL));
  NUMBER(pmExtendFetchGroup_timespec(NULL, NULL));
  NUMBER(pmFetchGroup(NULL));
  NUMBER(pmClearFetchGroup(NULL));
  NUMBER(pmDestroyFetchGroup(NULL));
  if (archive == NULL || pmCreateFetchGroup(&group, PM_CONTEXT_ARCHIVE, archive) < 0) return;
  NUMBER(pmExtendFetchGroup_item(group, NULL, NULL, NULL, &value, PM_TYPE_DOUBLE, NULL));
  NUMBER(pmExtendFetchGroup_item(group, metric, NULL, NULL, NULL, PM_TYPE_DOUBLE, NULL));
  NUMBER(pmExtendFetchGroup_indom(group, NULL, NULL, NULL, NULL, NULL, PM_TYPE_DOUBLE, NULL, 0,
                                  NULL, NULL));
  NUMBER(pmExtendFetchGroup_indom(group, metric, NULL, NULL, NULL, NULL, PM_TYPE_DOUBLE, NULL, 0,
                                  NULL, NULL));
  NUMBER(pmExtendFetchGroup_indom(group, metric, NULL, NULL, NULL, NULL, PM_TYPE_DOUBLE, NULL, 1,
                                  NULL, NULL));
  NUMBER(pmExtendFetchGroup_event(group, NULL, NULL, NULL, NULL, NULL, NULL, PM_TYPE_DOUBLE, NULL,
                                  0, NULL, NULL));
  NUMBER(pmExtendFetchGroup_timestamp(group, NULL));
  NUMBER(pmExtendFetchGroup_timeval(group, NULL));
  NUMBER(pmExtendFetchGroup_timespec(group, NULL));
}

static void texts_of_values(void) {
  pmAtomValue value = {.l = 1};
  pmValue word = {.inst = -1};
  pmUnits units;
  memset(&units, 0, sizeof units);
  NUMBER(pmExtractValue(PM_VAL_INSITU, NULL, PM_TYPE_32, &value, PM_TYPE_32));
  NUMBER(pmExtractValue(PM_VAL_INSITU, &word, PM_TYPE_32, NULL, PM_TYPE_32));
  NUMBER(pmExtractValue(PM_VAL_SPTR, &word, PM_TYPE_STRING, &value, PM_TYPE_STRING));
  NUMBER(pmConvScale(PM_TYPE_32, NULL, &units, &value, &units));
  NUMBER(pmConvScale(PM_TYPE_32, &value, NULL, &value, &units));
  NUMBER(pmConvScale(PM_TYPE_32, &value, &units, NULL, &units));
  NUMBER(pmConvScale(PM_TYPE_32, &value, &units, &value, NULL));
  TEXT(pmIDStr_r(1, NULL, 0));
  TEXT(pmIDStr_r(1, NULL, 100));
  TEXT(pmInDomStr_r(1, NULL, 100));
  TEXT(pmTypeStr_r(1, NULL, 100));
  TEXT(pmSemStr_r(1, NULL, 100));
  TEXT(pmUnitsStr(NULL));
  TEXT(pmUnitsStr_r(NULL, buffer, sizeof buffer));
  TEXT(pmUnitsStr_r(&units, NULL, 100));
  TEXT(pmAtomStr(NULL, PM_TYPE_32));
  TEXT(pmAtomStr(NULL, PM_TYPE_STRING));
  TEXT(pmAtomStr(NULL, PM_TYPE_AGGREGATE));
  TEXT(pmAtomStr(NULL, PM_TYPE_EVENT));
  TEXT(pmAtomStr(NULL, PM_TYPE_NOSUPPORT));
  value.cp = NULL;
  TEXT(pmAtomStr(&value, PM_TYPE_STRING));
  TEXT(pmAtomStr(&value, PM_TYPE_AGGREGATE));
  TEXT(pmAtomStr(&value, PM_TYPE_EVENT));
  TEXT(pmAtomStr_r(&value, PM_TYPE_STRING, NULL, 100));
  TEXT(pmNumberStr_r(1, NULL, 100));
  TEXT(pmEventFlagsStr_r(1, NULL, 100));
  TEXT(pmErrStr_r(-1, NULL, 100));
  NOTHING(pmPrintValue(stdout, PM_VAL_INSITU, PM_TYPE_32, NULL, 1));
  NOTHING(pmPrintDesc(stdout, NULL));
}

static void parsers(void) {
  pmMetricSpec *spec;
  pmUnits units;
  struct timeval begin = {0, 0}, end = {1, 0}, from, to, offset;
  struct timespec interval;
  struct tm calendar;
  time_t now = 0;
  NUMBER(pmParseMetricSpec(NULL, 0, NULL, &spec, &text));
  NUMBER(pmParseMetricSpec("a", 0, NULL, NULL, &text));
  NUMBER(pmParseMetricSpec("a", 0, NULL, &spec, NULL));
  NUMBER(pmParseMetricSpec("a[", 0, NULL, &spec, NULL));
  NOTHING(pmFreeMetricSpec(NULL));
  NUMBER(pmParseUnitsStr(NULL, &units, &ratio, &text));
  NUMBER(pmParseUnitsStr("byte", NULL, &ratio, &text));
  NUMBER(pmParseUnitsStr("byte", &units, NULL, &text));
  NUMBER(pmParseUnitsStr("byte", &units, &ratio, NULL));
  NUMBER(pmParseUnitsStr("wrong", &units, &ratio, NULL));
  NUMBER(pmParseInterval(NULL, &from, &text));
  NUMBER(pmParseInterval("1s", NULL, &text));
  NUMBER(pmParseInterval("1s", &from, NULL));
  NUMBER(pmParseInterval("wrong", &from, NULL));
  NUMBER(pmParseHighResInterval(NULL, &interval, &text));
  NUMBER(pmParseHighResInterval("1s", NULL, &text));
  NUMBER(pmParseHighResInterval("wrong", &interval, NULL));
  NUMBER(pmParseTimeWindow(NULL, NULL, NULL, NULL, &begin, &end, &from, &to, &offset, &text));
  NUMBER(pmParseTimeWindow(NULL, NULL, NULL, NULL, NULL, &end, &from, &to, &offset, &text));
  NUMBER(pmParseTimeWindow(NULL, NULL, NULL, NULL, &begin, NULL, &from, &to, &offset, &text));
  NUMBER(pmParseTimeWindow(NULL, NULL, NULL, NULL, &begin, &end, NULL, &to, &offset, &text));
  NUMBER(pmParseTimeWindow(NULL, NULL, NULL, NULL, &begin, &end, &from, NULL, &offset, &text));
  NUMBER(pmParseTimeWindow(NULL, NULL, NULL, NULL, &begin, &end, &from, &to, NULL, &text));
  NUMBER(pmParseTimeWindow(NULL, NULL, NULL, NULL, &begin, &end, &from, &to, &offset, NULL));
  NUMBER(pmParseTimeWindow("wrong", NULL, NULL, NULL, &begin, &end, &from, &to, &offset, NULL));
  NUMBER(pmNewZone(NULL));
  NUMBER(pmWhichZone(NULL));
  TEXT(pmCtime(NULL, buffer));
  TEXT(pmCtime(&now, NULL));
  NOTHING(pmLocaltime(NULL, &calendar));
  NOTHING(pmLocaltime(&now, NULL));
}

static void times(void) {
  struct timeval value = {0, 0};
  struct timespec exact = {0, 0};
  NOTHING(pmtimevalNow(NULL));
  NOTHING(pmtimevalInc(NULL, &value));
  NOTHING(pmtimevalInc(&value, NULL));
  NUMBER((int)pmtimevalAdd(NULL, &value));
  NUMBER((int)pmtimevalToReal(NULL));
  NOTHING(pmtimevalFromReal(1, NULL));
  NOTHING(pmPrintStamp(stdout, NULL));
  NOTHING(pmtimespecNow(NULL));
  NOTHING(pmtimespecInc(NULL, &exact));
  NUMBER((int)pmtimespecToReal(NULL));
  NOTHING(pmtimespecFromReal(1, NULL));
  NOTHING(pmPrintHighResStamp(stdout, NULL));
}

static void derived(void) {
  NUMBER(pmLoadDerivedConfig(NULL));
  TEXT(pmRegisterDerived(NULL, "1"));
  TEXT(pmRegisterDerived("nulls.a", NULL));
  NUMBER(pmRegisterDerivedMetric(NULL, "1", &text));
  NUMBER(pmRegisterDerivedMetric("nulls.a", NULL, &text));
  NUMBER(pmRegisterDerivedMetric("nulls.a", "1", NULL));
  NUMBER(pmRegisterDerivedMetric("nulls.a", "1 +", NULL));
  TEXT(pmAddDerived(NULL, "1"));
  TEXT(pmAddDerived("nulls.a", NULL));
  NUMBER(pmAddDerivedMetric(NULL, "1", &text));
  NUMBER(pmAddDerivedMetric("nulls.a", NULL, &text));
  NUMBER(pmAddDerivedMetric("nulls.a", "1", NULL));
  NUMBER(pmAddDerivedMetric("nulls.a", "1 +", NULL));
  TEXT(pmDerivedErrStr());
  NUMBER(pmGetDerivedControl(PCP_DERIVED_GLOBAL_LIMIT, NULL));
  NUMBER(pmGetDerivedControl(123, NULL));
}

static void contexts(int handle) {
  NUMBER(pmNewContext(PM_CONTEXT_ARCHIVE, NULL));
  NUMBER(pmNewContext(123, NULL));
  TEXT(pmGetContextHostName_r(handle, NULL, 0));
  TEXT(pmGetContextHostName_r(handle, NULL, 100));
  NUMBER(pmGetHostName(handle, NULL, 0));
  NUMBER(pmGetHostName(handle, NULL, 100));
  NUMBER(pmLoadNameSpace("/nonexistent"));
  NUMBER(pmLoadASCIINameSpace("/nonexistent", 1));
}

static void process(void) {
  char *words[] = {"nulls", NULL};
  pmOptions options;
  FILE *file = fopen("/dev/null", "r");
  char log_name[] = "/tmp/nullsXXXXXX"; /* pmOpenLog() deletes an existing file */
  close(mkstemp(log_name));
  memset(&options, 0, sizeof options);
  TEXT(pmSpecLocalPMDA(NULL));
  NUMBER(pmgetopt_r(1, words, NULL));
  NUMBER(pmgetopt_r(0, NULL, &options));
  NUMBER(pmGetOptions(1, words, NULL));
  NUMBER(pmGetContextOptions(0, NULL));
  NOTHING(pmUsageMessage(NULL));
  NOTHING(pmFreeOptions(NULL));
  NOTHING(pmSetProgname(NULL));
  NUMBER(pmSetProcessIdentity(NULL));
  NUMBER(pmGetUsername(NULL));
  TEXT(pmGetConfig(NULL));
  TEXT(pmGetOptionalConfig(NULL));
  TEXT(pmGetAPIConfig(NULL));
  NOTHING(pmOpenLog("nulls", NULL, stderr, &number));
  NOTHING(pmOpenLog("nulls", log_name, NULL, &number));
  NOTHING(pmOpenLog("nulls", log_name, stderr, NULL));
  NOTHING(pmOpenLog(NULL, log_name, stderr, &number));
  NUMBER(pmstrncpy(NULL, 0, "a"));
  NUMBER(pmstrncpy(buffer, sizeof buffer, NULL));
  NUMBER(pmstrncat(NULL, 0, "a"));
  NUMBER(pmstrncat(buffer, sizeof buffer, NULL));
  NUMBER((int)pmfstring(NULL, &text));
  NUMBER((int)pmfstring(file, NULL));
  NUMBER(pmSetDebug(NULL));
  NUMBER(pmClearDebug(NULL));
  unlink(log_name);
}

int main(int argc, char **argv) {
  pmID id = PM_ID_NULL;
  pmDesc desc = {.indom = pmInDom_build(60, 1)};
  const char *archive = argc == 3 ? argv[1] : NULL;
  const char *metric = argc == 3 ? argv[2] : "";
  struct timeval end;
  int handle = -1;
  if (archive != NULL) {
    handle = pmNewContext(PM_CONTEXT_ARCHIVE, archive);
    if (handle < 0 || pmLookupName(1, &metric, &id) != 1 || pmLookupDesc(id, &desc) < 0) return 1;
    if (pmGetInDomArchive(desc.indom, &numbers, &texts) < 1) return 1;
    if (pmGetArchiveEnd(&end) < 0 || pmSetMode(PM_MODE_INTERP, &end, 0) < 0) return 1;
    instance = numbers[0];
  }
  contexts(handle);
  names(metric, id, desc.indom, instance);
  labels(id, desc.indom);
  fetches(id, desc.indom);
  groups(metric, archive);
  texts_of_values();
  parsers();
  times();
  derived();
  process();
  return 0;
}
