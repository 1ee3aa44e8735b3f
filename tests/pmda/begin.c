/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * How an agent begins: pmdaDaemon(), pmdaDSO(), the setters, and pmdaInit() with tables that are
 * right and wrong.
 */

#include "tell.h"

static pmdaInterface dispatch;

static int no_value(pmdaMetric *metric, unsigned int instance, pmAtomValue *value) {
  (void)metric, (void)instance, (void)value;
  return 0;
}

static int no_labels(pmInDom indom, unsigned int instance, pmLabelSet **set) {
  (void)indom, (void)instance, (void)set;
  return 0;
}

static int no_check(void) { return 0; }
static void no_end(void) {}
static void no_context(int context) { (void)context; }

static const char *text_of(const char *text) { return text != NULL ? text : "(none)"; }

static void show(const char *what) {
  const pmdaExt *ext = dispatch.version.any.ext;
  printf("%s: domain %d interface %d api %d flags %x status %d\n", what, dispatch.domain,
         dispatch.comm.pmda_interface, dispatch.comm.pmapi_version, dispatch.comm.flags,
         dispatch.status);
  tell_messages();
  if (ext == NULL) return;
  printf("  flags %x socket %s name %s log %s help %s status %d in %d out %d port %d\n",
         ext->e_flags, text_of(ext->e_sockname), ext->e_name, text_of(ext->e_logfile),
         text_of(ext->e_helptext), ext->e_status, ext->e_infd, ext->e_outfd, ext->e_port);
  printf("  singular %d ordinal %d direct %d domain %d metrics %d indoms %d help %d io %d\n",
         ext->e_singular, ext->e_ordinal, ext->e_direct, ext->e_domain, ext->e_nmetrics,
         ext->e_nindoms, ext->e_help, ext->e_io);
  printf("  profile %d callbacks %d %d %d %d %d %d context %d\n", ext->e_prof != NULL,
         ext->e_resultCallBack != NULL, ext->e_fetchCallBack != NULL, ext->e_checkCallBack != NULL,
         ext->e_doneCallBack != NULL, ext->e_endCallBack != NULL, ext->e_labelCallBack != NULL,
         ext->e_context);
}

static void show_functions(void) {
  printf("  functions %d%d%d%d%d%d %d%d%d %d %d\n", dispatch.version.any.profile == pmdaProfile,
         dispatch.version.any.fetch == pmdaFetch, dispatch.version.any.desc == pmdaDesc,
         dispatch.version.any.instance == pmdaInstance, dispatch.version.any.text == pmdaText,
         dispatch.version.any.store == pmdaStore, dispatch.version.four.pmid == pmdaPMID,
         dispatch.version.four.name == pmdaName, dispatch.version.four.children == pmdaChildren,
         dispatch.version.six.attribute == pmdaAttribute,
         dispatch.version.seven.label == pmdaLabel);
}

static void begin(int version, const char *help) {
  memset(&dispatch, 0, sizeof dispatch);
  pmdaDaemon(&dispatch, version, "toy", 77, "toy.log", help);
}

static void begin_dso(int known, int version) {
  memset(&dispatch, 0, sizeof dispatch);
  dispatch.domain = 30;
  dispatch.comm.pmda_interface = known & 0xff;
  pmdaDSO(&dispatch, version, "toy dso", "/nowhere/help");
  show("dso");
}

static void begin_all(void) {
  for (int version = 0; version <= 9; version++) {
    begin(version, "/nowhere/help");
    show("daemon");
    if (dispatch.status == 0) show_functions();
  }
  begin_dso(255, 7);
  begin_dso(3, 7);
  begin_dso(255, 9);
}

static void set_all(void) {
  pmdaSetFetchCallBack(&dispatch, no_value);
  pmdaSetLabelCallBack(&dispatch, no_labels);
  pmdaSetEndContextCallBack(&dispatch, no_context);
  pmdaSetCheckCallBack(&dispatch, no_check);
  pmdaSetDoneCallBack(&dispatch, no_end);
  pmdaSetFlags(&dispatch, PMDA_EXT_LABEL_CHANGE);
  pmdaSetCommFlags(&dispatch, PMDA_FLAG_AUTHORIZE);
  pmdaSetData(&dispatch, &dispatch);
}

static void set_in_versions(void) {
  for (int version = 2; version <= 7; version++) {
    begin(version, NULL);
    set_all();
    show("set");
    printf("  data %d\n", pmdaExtGetData(dispatch.version.any.ext) == &dispatch);
  }
  dispatch.comm.pmda_interface = 12;
  set_all();
  pmdaInit(&dispatch, NULL, 0, NULL, 0);
  pmdaInterfaceMoved(&dispatch);
  pmdaConnect(&dispatch);
  show("unknown version");
  TELL(__pmdaInFd(&dispatch));
  pmdaSendError(&dispatch, PM_ERR_PMDAREADY);
  TELL(__pmdaMainPDU(&dispatch));
  pmdaMain(&dispatch);
  tell_messages();
}

static void connect_again(void) {
  begin(7, NULL);
  dispatch.version.any.ext->e_flags |= PMDA_EXT_CONNECTED;
  pmdaConnect(&dispatch);
  show("connected already");
}

static pmdaInstid letters[] = {{0, "a"}, {1, "b c"}, {2, "d"}};

static void init(int flags, unsigned serial, int first_item, const char *help) {
  pmdaIndom indoms[] = {{3, 3, letters}, {5, 0, NULL}};
  pmdaMetric metrics[] = {
      {NULL,
       {PMDA_PMID(0, 0), PM_TYPE_U32, PM_INDOM_NULL, PM_SEM_INSTANT,
        PMDA_PMUNITS(0, 0, 0, 0, 0, 0)}},
      {NULL, {PMDA_PMID(0, 1), PM_TYPE_U32, 3, PM_SEM_INSTANT, PMDA_PMUNITS(0, 0, 0, 0, 0, 0)}},
      {NULL, {PMDA_PMID(1, 2), PM_TYPE_U32, 5, PM_SEM_INSTANT, PMDA_PMUNITS(0, 0, 0, 0, 0, 0)}}};
  metrics[2].m_desc.indom = serial;
  metrics[2].m_desc.pmid = PMDA_PMID(1, first_item);
  begin(7, help);
  pmdaSetFetchCallBack(&dispatch, no_value);
  pmdaSetFlags(&dispatch, flags);
  pmdaInit(&dispatch, indoms, 2, metrics, 3);
  show("init");
  for (int i = 0; i < 2; i++) printf("  indom %x\n", indoms[i].it_indom);
  for (int i = 0; i < 3; i++)
    printf("  metric %x %x\n", metrics[i].m_desc.pmid, metrics[i].m_desc.indom);
}

int main(void) {
  keep_messages("begin");
  begin_all();
  set_in_versions();
  connect_again();
  begin(7, NULL);
  pmdaInit(&dispatch, NULL, 0, NULL, 0);
  show("no callback");
  init(0, 5, 2, NULL);
  init(0, 5, 2, "/nowhere/help");
  init(PMDA_EXT_FLAG_DIRECT, 5, 2, NULL);
  init(PMDA_EXT_FLAG_DIRECT, 5, 7, NULL);
  init(PMDA_EXT_FLAG_HASHED, 5, 7, NULL);
  init(0, 6, 2, NULL);
  printf("context %d\n", pmdaGetContext());
  return 0;
}
