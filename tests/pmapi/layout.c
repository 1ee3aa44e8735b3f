/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints the layout of the structures in <pcp/pmapi.h>, <pcp/pmafm.h> and <pcp/pmtime.h>, bit by
 * bit, and its constants.
 */

#include <pcp/pmapi.h>

#include <pcp/pmafm.h>
#include <pcp/pmtime.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define SIZE(type) printf("%s %zu\n", #type, sizeof(type))
#define FIELD(type, field) \
  printf("%s.%s %zu %zu\n", #type, #field, offsetof(type, field), sizeof(((type *)0)->field))
/* Sets all bits of a bit field and no others: this shows the place of the bit field. */
#define BITS(type, field)                                                    \
  do {                                                                       \
    type object;                                                             \
    memset(&object, 0, sizeof object);                                       \
    object.field = ~object.field;                                            \
    printf("%s.%s %s", #type, #field, object.field < 0 ? "signed" : "bits"); \
    for (size_t i = 0; i < sizeof object; i++)                               \
      if (((unsigned char *)&object)[i] != 0)                                \
        printf(" %zu:%02x", i, ((unsigned char *)&object)[i]);               \
    printf("\n");                                                            \
  } while (0)
#define NUMBER(name) printf("%s %lld\n", #name, (long long)(name))
#define TEXT(name) printf("%s %s\n", #name, name)

static void print_gui_structures(void) {
  SIZE(pmRecordHost);
  FIELD(pmRecordHost, f_config);
  FIELD(pmRecordHost, fd_ipc);
  FIELD(pmRecordHost, logfile);
  FIELD(pmRecordHost, pid);
  FIELD(pmRecordHost, status);
  NUMBER(PM_REC_ON);
  NUMBER(PM_REC_OFF);
  NUMBER(PM_REC_DETACH);
  NUMBER(PM_REC_STATUS);
  NUMBER(PM_REC_SETARG);
  SIZE(pmTime);
  FIELD(pmTime, magic);
  FIELD(pmTime, length);
  FIELD(pmTime, command);
  FIELD(pmTime, source);
  FIELD(pmTime, state);
  FIELD(pmTime, mode);
  FIELD(pmTime, delta);
  FIELD(pmTime, position);
  FIELD(pmTime, start);
  FIELD(pmTime, end);
  FIELD(pmTime, data);
  SIZE(pmTimeControls);
  FIELD(pmTimeControls, resume);
  FIELD(pmTimeControls, rewind);
  FIELD(pmTimeControls, exited);
  FIELD(pmTimeControls, boundary);
  FIELD(pmTimeControls, position);
  FIELD(pmTimeControls, interval);
  FIELD(pmTimeControls, stepped);
  FIELD(pmTimeControls, newzone);
  FIELD(pmTimeControls, delta);
  FIELD(pmTimeControls, fd);
  FIELD(pmTimeControls, showgui);
  FIELD(pmTimeControls, context);
  FIELD(pmTimeControls, padding);
  NUMBER(PMTIME_MAGIC);
  NUMBER(PM_TCTL_SET);
  NUMBER(PM_TCTL_STEP);
  NUMBER(PM_TCTL_TZ);
  NUMBER(PM_TCTL_VCRMODE);
  NUMBER(PM_TCTL_VCRMODE_DRAG);
  NUMBER(PM_TCTL_GUISHOW);
  NUMBER(PM_TCTL_GUIHIDE);
  NUMBER(PM_TCTL_BOUNDS);
  NUMBER(PM_TCTL_ACK);
  NUMBER(PM_STATE_STOP);
  NUMBER(PM_STATE_FORWARD);
  NUMBER(PM_STATE_BACKWARD);
  NUMBER(PM_MODE_STEP);
  NUMBER(PM_MODE_NORMAL);
  NUMBER(PM_MODE_FAST);
  NUMBER(PM_SOURCE_NONE);
  NUMBER(PM_SOURCE_HOST);
  NUMBER(PM_SOURCE_ARCHIVE);
}

static void print_structures(void) {
  SIZE(pmUnits);
  BITS(pmUnits, dimSpace);
  BITS(pmUnits, dimTime);
  BITS(pmUnits, dimCount);
  BITS(pmUnits, scaleSpace);
  BITS(pmUnits, scaleTime);
  BITS(pmUnits, scaleCount);
  BITS(pmUnits, pad);
  SIZE(pmDesc);
  FIELD(pmDesc, pmid);
  FIELD(pmDesc, type);
  FIELD(pmDesc, indom);
  FIELD(pmDesc, sem);
  FIELD(pmDesc, units);
  SIZE(pmValueBlock);
  FIELD(pmValueBlock, vbuf);
  BITS(pmValueBlock, vtype);
  BITS(pmValueBlock, vlen);
  SIZE(pmValue);
  FIELD(pmValue, inst);
  FIELD(pmValue, value.pval);
  FIELD(pmValue, value.lval);
  SIZE(pmValueSet);
  FIELD(pmValueSet, pmid);
  FIELD(pmValueSet, numval);
  FIELD(pmValueSet, valfmt);
  FIELD(pmValueSet, vlist);
  SIZE(pmResult);
  FIELD(pmResult, timestamp);
  FIELD(pmResult, numpmid);
  FIELD(pmResult, vset);
  SIZE(pmHighResResult);
  FIELD(pmHighResResult, timestamp);
  FIELD(pmHighResResult, numpmid);
  FIELD(pmHighResResult, vset);
  SIZE(pmAtomValue);
  FIELD(pmAtomValue, l);
  FIELD(pmAtomValue, ul);
  FIELD(pmAtomValue, ll);
  FIELD(pmAtomValue, ull);
  FIELD(pmAtomValue, f);
  FIELD(pmAtomValue, d);
  FIELD(pmAtomValue, cp);
  FIELD(pmAtomValue, vbp);
  SIZE(pmLabel);
  BITS(pmLabel, name);
  BITS(pmLabel, namelen);
  BITS(pmLabel, flags);
  BITS(pmLabel, value);
  BITS(pmLabel, valuelen);
  SIZE(pmLabelSet);
  FIELD(pmLabelSet, inst);
  FIELD(pmLabelSet, nlabels);
  FIELD(pmLabelSet, json);
  FIELD(pmLabelSet, labels);
  FIELD(pmLabelSet, hash);
  BITS(pmLabelSet, jsonlen);
  BITS(pmLabelSet, padding);
  BITS(pmLabelSet, compound);
  SIZE(pmLogLabel);
  FIELD(pmLogLabel, ll_magic);
  FIELD(pmLogLabel, ll_pid);
  FIELD(pmLogLabel, ll_start);
  FIELD(pmLogLabel, ll_hostname);
  FIELD(pmLogLabel, ll_tz);
  SIZE(pmHighResLogLabel);
  FIELD(pmHighResLogLabel, magic);
  FIELD(pmHighResLogLabel, pid);
  FIELD(pmHighResLogLabel, start);
  FIELD(pmHighResLogLabel, hostname);
  FIELD(pmHighResLogLabel, timezone);
  FIELD(pmHighResLogLabel, zoneinfo);
  SIZE(pmTimeval);
  FIELD(pmTimeval, tv_sec);
  FIELD(pmTimeval, tv_usec);
  SIZE(pmTimespec);
  FIELD(pmTimespec, tv_sec);
  FIELD(pmTimespec, tv_nsec);
  SIZE(pmEventParameter);
  FIELD(pmEventParameter, ep_pmid);
  BITS(pmEventParameter, ep_type);
  BITS(pmEventParameter, ep_len);
  SIZE(pmEventRecord);
  FIELD(pmEventRecord, er_timestamp);
  FIELD(pmEventRecord, er_flags);
  FIELD(pmEventRecord, er_nparams);
  FIELD(pmEventRecord, er_param);
  SIZE(pmHighResEventRecord);
  FIELD(pmHighResEventRecord, er_timestamp);
  FIELD(pmHighResEventRecord, er_flags);
  FIELD(pmHighResEventRecord, er_nparams);
  FIELD(pmHighResEventRecord, er_param);
  SIZE(pmEventArray);
  FIELD(pmEventArray, ea_nrecords);
  FIELD(pmEventArray, ea_record);
  BITS(pmEventArray, ea_type);
  BITS(pmEventArray, ea_len);
  SIZE(pmHighResEventArray);
  FIELD(pmHighResEventArray, ea_nrecords);
  FIELD(pmHighResEventArray, ea_record);
  BITS(pmHighResEventArray, ea_type);
  BITS(pmHighResEventArray, ea_len);
  SIZE(pmMetricSpec);
  FIELD(pmMetricSpec, isarch);
  FIELD(pmMetricSpec, source);
  FIELD(pmMetricSpec, metric);
  FIELD(pmMetricSpec, ninst);
  FIELD(pmMetricSpec, inst);
  SIZE(pmLongOptions);
  FIELD(pmLongOptions, long_opt);
  FIELD(pmLongOptions, has_arg);
  FIELD(pmLongOptions, short_opt);
  FIELD(pmLongOptions, argname);
  FIELD(pmLongOptions, message);
  SIZE(pmOptions);
  FIELD(pmOptions, version);
  FIELD(pmOptions, flags);
  FIELD(pmOptions, short_options);
  FIELD(pmOptions, long_options);
  FIELD(pmOptions, short_usage);
  FIELD(pmOptions, override);
  FIELD(pmOptions, index);
  FIELD(pmOptions, optind);
  FIELD(pmOptions, opterr);
  FIELD(pmOptions, optopt);
  FIELD(pmOptions, optarg);
  FIELD(pmOptions, __initialized);
  FIELD(pmOptions, __nextchar);
  FIELD(pmOptions, __ordering);
  FIELD(pmOptions, __posixly_correct);
  FIELD(pmOptions, __first_nonopt);
  FIELD(pmOptions, __last_nonopt);
  FIELD(pmOptions, errors);
  FIELD(pmOptions, context);
  FIELD(pmOptions, nhosts);
  FIELD(pmOptions, narchives);
  FIELD(pmOptions, hosts);
  FIELD(pmOptions, archives);
  FIELD(pmOptions, start);
  FIELD(pmOptions, finish);
  FIELD(pmOptions, origin);
  FIELD(pmOptions, interval);
  FIELD(pmOptions, align_optarg);
  FIELD(pmOptions, start_optarg);
  FIELD(pmOptions, finish_optarg);
  FIELD(pmOptions, origin_optarg);
  FIELD(pmOptions, guiport_optarg);
  FIELD(pmOptions, timezone);
  FIELD(pmOptions, samples);
  FIELD(pmOptions, guiport);
  FIELD(pmOptions, padding);
  BITS(pmOptions, guiflag);
  BITS(pmOptions, tzflag);
  BITS(pmOptions, nsflag);
  BITS(pmOptions, Lflag);
  BITS(pmOptions, zeroes);
  SIZE(pmdebugoptions_t);
  FIELD(pmdebugoptions_t, pdu);
  FIELD(pmdebugoptions_t, fetch);
  FIELD(pmdebugoptions_t, profile);
  FIELD(pmdebugoptions_t, value);
  FIELD(pmdebugoptions_t, context);
  FIELD(pmdebugoptions_t, indom);
  FIELD(pmdebugoptions_t, pdubuf);
  FIELD(pmdebugoptions_t, log);
  FIELD(pmdebugoptions_t, logmeta);
  FIELD(pmdebugoptions_t, optfetch);
  FIELD(pmdebugoptions_t, af);
  FIELD(pmdebugoptions_t, appl0);
  FIELD(pmdebugoptions_t, appl1);
  FIELD(pmdebugoptions_t, appl2);
  FIELD(pmdebugoptions_t, pmns);
  FIELD(pmdebugoptions_t, libpmda);
  FIELD(pmdebugoptions_t, timecontrol);
  FIELD(pmdebugoptions_t, pmc);
  FIELD(pmdebugoptions_t, derive);
  FIELD(pmdebugoptions_t, lock);
  FIELD(pmdebugoptions_t, interp);
  FIELD(pmdebugoptions_t, config);
  FIELD(pmdebugoptions_t, pmapi);
  FIELD(pmdebugoptions_t, fault);
  FIELD(pmdebugoptions_t, auth);
  FIELD(pmdebugoptions_t, discovery);
  FIELD(pmdebugoptions_t, attr);
  FIELD(pmdebugoptions_t, http);
  FIELD(pmdebugoptions_t, desperate);
  FIELD(pmdebugoptions_t, deprecated);
  FIELD(pmdebugoptions_t, exec);
  FIELD(pmdebugoptions_t, labels);
  FIELD(pmdebugoptions_t, series);
  FIELD(pmdebugoptions_t, libweb);
  FIELD(pmdebugoptions_t, alloc);
  FIELD(pmdebugoptions_t, services);
  FIELD(pmdebugoptions_t, appl3);
  FIELD(pmdebugoptions_t, appl4);
  FIELD(pmdebugoptions_t, appl5);
  FIELD(pmdebugoptions_t, access);
  FIELD(pmdebugoptions_t, qa);
  FIELD(pmdebugoptions_t, search);
  FIELD(pmdebugoptions_t, query);
  FIELD(pmdebugoptions_t, compress);
  FIELD(pmdebugoptions_t, dev0);
  FIELD(pmdebugoptions_t, dev1);
  FIELD(pmdebugoptions_t, dev2);
  FIELD(pmdebugoptions_t, pmlc);
  FIELD(pmdebugoptions_t, appl6);
  FIELD(pmdebugoptions_t, appl7);
  FIELD(pmdebugoptions_t, appl8);
  FIELD(pmdebugoptions_t, appl9);
  FIELD(pmdebugoptions_t, tls);
}

static void print_constants(void) {
  NUMBER(PMAPI_VERSION_2);
  NUMBER(PMAPI_VERSION_3);
  NUMBER(PM_VERSION_CURRENT);
  NUMBER(PM_ID_NULL);
  NUMBER(PM_INDOM_NULL);
  NUMBER(PM_IN_NULL);
  NUMBER(PM_SPACE_BYTE);
  NUMBER(PM_SPACE_KBYTE);
  NUMBER(PM_SPACE_MBYTE);
  NUMBER(PM_SPACE_GBYTE);
  NUMBER(PM_SPACE_TBYTE);
  NUMBER(PM_SPACE_PBYTE);
  NUMBER(PM_SPACE_EBYTE);
  NUMBER(PM_SPACE_ZBYTE);
  NUMBER(PM_SPACE_YBYTE);
  NUMBER(PM_TIME_NSEC);
  NUMBER(PM_TIME_USEC);
  NUMBER(PM_TIME_MSEC);
  NUMBER(PM_TIME_SEC);
  NUMBER(PM_TIME_MIN);
  NUMBER(PM_TIME_HOUR);
  NUMBER(PM_COUNT_ONE);
  NUMBER(PM_TYPE_NOSUPPORT);
  NUMBER(PM_TYPE_32);
  NUMBER(PM_TYPE_U32);
  NUMBER(PM_TYPE_64);
  NUMBER(PM_TYPE_U64);
  NUMBER(PM_TYPE_FLOAT);
  NUMBER(PM_TYPE_DOUBLE);
  NUMBER(PM_TYPE_STRING);
  NUMBER(PM_TYPE_AGGREGATE);
  NUMBER(PM_TYPE_AGGREGATE_STATIC);
  NUMBER(PM_TYPE_EVENT);
  NUMBER(PM_TYPE_HIGHRES_EVENT);
  NUMBER(PM_TYPE_UNKNOWN);
  NUMBER(PM_SEM_COUNTER);
  NUMBER(PM_SEM_INSTANT);
  NUMBER(PM_SEM_DISCRETE);
  NUMBER(PM_VAL_HDR_SIZE);
  NUMBER(PM_VAL_VLEN_MAX);
  NUMBER(PM_VAL_INSITU);
  NUMBER(PM_VAL_DPTR);
  NUMBER(PM_VAL_SPTR);
  NUMBER(PM_CONTEXT_UNDEF);
  NUMBER(PM_CONTEXT_HOST);
  NUMBER(PM_CONTEXT_ARCHIVE);
  NUMBER(PM_CONTEXT_LOCAL);
  NUMBER(PM_CONTEXT_TYPEMASK);
  NUMBER(PM_CTXFLAG_SHALLOW);
  NUMBER(PM_CTXFLAG_EXCLUSIVE);
  NUMBER(PM_CTXFLAG_SECURE);
  NUMBER(PM_CTXFLAG_COMPRESS);
  NUMBER(PM_CTXFLAG_RELAXED);
  NUMBER(PM_CTXFLAG_AUTH);
  NUMBER(PM_CTXFLAG_CONTAINER);
  NUMBER(PM_CTXFLAG_NO_FEATURE_CHECK);
  NUMBER(PMNS_LOCAL);
  NUMBER(PMNS_REMOTE);
  NUMBER(PMNS_ARCHIVE);
  NUMBER(PMNS_LEAF_STATUS);
  NUMBER(PMNS_NONLEAF_STATUS);
  NUMBER(PM_TEXT_ONELINE);
  NUMBER(PM_TEXT_HELP);
  NUMBER(PM_TEXT_PMID);
  NUMBER(PM_TEXT_INDOM);
  NUMBER(PM_TEXT_DIRECT);
  NUMBER(PM_LABEL_CONTEXT);
  NUMBER(PM_LABEL_DOMAIN);
  NUMBER(PM_LABEL_INDOM);
  NUMBER(PM_LABEL_CLUSTER);
  NUMBER(PM_LABEL_ITEM);
  NUMBER(PM_LABEL_INSTANCES);
  NUMBER(PM_LABEL_COMPOUND);
  NUMBER(PM_LABEL_OPTIONAL);
  NUMBER(PM_MAXLABELS);
  NUMBER(PM_MAXLABELJSONLEN);
  NUMBER(PM_PROFILE_INCLUDE);
  NUMBER(PM_PROFILE_EXCLUDE);
  NUMBER(PM_MODE_LIVE);
  NUMBER(PM_MODE_INTERP);
  NUMBER(PM_MODE_FORW);
  NUMBER(PM_MODE_BACK);
  NUMBER(PM_XTB_FLAG);
  NUMBER(PM_TZ_MAXLEN);
  NUMBER(PM_LOG_MAXHOSTLEN);
  NUMBER(PM_MAX_HOSTNAMELEN);
  NUMBER(PM_MAX_TIMEZONELEN);
  NUMBER(PM_MAX_ZONEINFOLEN);
  NUMBER(PM_LOG_MAGIC);
  NUMBER(PM_LOG_VERS02);
  NUMBER(PM_LOG_VERS03);
  NUMBER(PM_LOG_VOL_TI);
  NUMBER(PM_LOG_VOL_META);
  NUMBER(PM_LOG_FEATURE_NONE);
  NUMBER(PM_LOG_FEATURE_QA);
  NUMBER(PM_LOG_FEATURES);
  NUMBER(PM_MAX_TIME_T);
  NUMBER(PM_EVENT_FLAG_POINT);
  NUMBER(PM_EVENT_FLAG_START);
  NUMBER(PM_EVENT_FLAG_END);
  NUMBER(PM_EVENT_FLAG_ID);
  NUMBER(PM_EVENT_FLAG_PARENT);
  NUMBER(PM_EVENT_FLAG_MISSED);
  NUMBER(PMCD_NO_CHANGE);
  NUMBER(PMCD_ADD_AGENT);
  NUMBER(PMCD_RESTART_AGENT);
  NUMBER(PMCD_DROP_AGENT);
  NUMBER(PMCD_AGENT_CHANGE);
  NUMBER(PMCD_LABEL_CHANGE);
  NUMBER(PMCD_NAMES_CHANGE);
  NUMBER(PCP_DERIVED_GLOBAL_LIMIT);
  NUMBER(PCP_DERIVED_CONTEXT_LIMIT);
  NUMBER(PCP_DERIVED_DEBUG_SYNTAX);
  NUMBER(PCP_DERIVED_DEBUG_SEMANTICS);
  NUMBER(PCP_DERIVED_DEBUG_EVAL);
  NUMBER(PM_OPTFLAG_INIT);
  NUMBER(PM_OPTFLAG_DONE);
  NUMBER(PM_OPTFLAG_MULTI);
  NUMBER(PM_OPTFLAG_USAGE_ERR);
  NUMBER(PM_OPTFLAG_RUNTIME_ERR);
  NUMBER(PM_OPTFLAG_EXIT);
  NUMBER(PM_OPTFLAG_POSIX);
  NUMBER(PM_OPTFLAG_MIXED);
  NUMBER(PM_OPTFLAG_ENV_ONLY);
  NUMBER(PM_OPTFLAG_LONG_ONLY);
  NUMBER(PM_OPTFLAG_BOUNDARIES);
  NUMBER(PM_OPTFLAG_STDOUT_TZ);
  NUMBER(PM_OPTFLAG_NOFLUSH);
  NUMBER(PM_OPTFLAG_QUIET);
  TEXT(PMAPI_OPTIONS);
  TEXT(PMLONGOPT_ALIGN);
  TEXT(PMLONGOPT_ARCHIVE);
  TEXT(PMLONGOPT_ARCHIVE_FOLIO);
  TEXT(PMLONGOPT_ARCHIVE_LIST);
  TEXT(PMLONGOPT_CONTAINER);
  TEXT(PMLONGOPT_DEBUG);
  TEXT(PMLONGOPT_DERIVED);
  TEXT(PMLONGOPT_FINISH);
  TEXT(PMLONGOPT_GUIMODE);
  TEXT(PMLONGOPT_GUIPORT);
  TEXT(PMLONGOPT_HELP);
  TEXT(PMLONGOPT_HOST);
  TEXT(PMLONGOPT_HOST_LIST);
  TEXT(PMLONGOPT_HOSTSFILE);
  TEXT(PMLONGOPT_HOSTZONE);
  TEXT(PMLONGOPT_INTERVAL);
  TEXT(PMLONGOPT_LOCALPMDA);
  TEXT(PMLONGOPT_NAMESPACE);
  TEXT(PMLONGOPT_ORIGIN);
  TEXT(PMLONGOPT_SAMPLES);
  TEXT(PMLONGOPT_SPECLOCAL);
  TEXT(PMLONGOPT_START);
  TEXT(PMLONGOPT_TIMEZONE);
  TEXT(PMLONGOPT_UNIQNAMES);
  TEXT(PMLONGOPT_VERSION);
  NUMBER(PM_FATAL_ERR);
  NUMBER(PM_RECOV_ERR);
  NUMBER(PM_MAXERRMSGLEN);
  NUMBER(PM_ERR_BASE2);
  NUMBER(PM_ERR_BASE);
  NUMBER(PM_ERR_GENERIC);
  NUMBER(PM_ERR_PMNS);
  NUMBER(PM_ERR_NOPMNS);
  NUMBER(PM_ERR_DUPPMNS);
  NUMBER(PM_ERR_TEXT);
  NUMBER(PM_ERR_APPVERSION);
  NUMBER(PM_ERR_VALUE);
  NUMBER(PM_ERR_TIMEOUT);
  NUMBER(PM_ERR_NODATA);
  NUMBER(PM_ERR_RESET);
  NUMBER(PM_ERR_NAME);
  NUMBER(PM_ERR_PMID);
  NUMBER(PM_ERR_INDOM);
  NUMBER(PM_ERR_INST);
  NUMBER(PM_ERR_UNIT);
  NUMBER(PM_ERR_CONV);
  NUMBER(PM_ERR_TRUNC);
  NUMBER(PM_ERR_SIGN);
  NUMBER(PM_ERR_PROFILE);
  NUMBER(PM_ERR_IPC);
  NUMBER(PM_ERR_EOF);
  NUMBER(PM_ERR_NOTHOST);
  NUMBER(PM_ERR_EOL);
  NUMBER(PM_ERR_MODE);
  NUMBER(PM_ERR_LABEL);
  NUMBER(PM_ERR_LOGREC);
  NUMBER(PM_ERR_NOTARCHIVE);
  NUMBER(PM_ERR_LOGFILE);
  NUMBER(PM_ERR_NOCONTEXT);
  NUMBER(PM_ERR_PROFILESPEC);
  NUMBER(PM_ERR_PMID_LOG);
  NUMBER(PM_ERR_INDOM_LOG);
  NUMBER(PM_ERR_INST_LOG);
  NUMBER(PM_ERR_NOPROFILE);
  NUMBER(PM_ERR_NOAGENT);
  NUMBER(PM_ERR_PERMISSION);
  NUMBER(PM_ERR_CONNLIMIT);
  NUMBER(PM_ERR_AGAIN);
  NUMBER(PM_ERR_ISCONN);
  NUMBER(PM_ERR_NOTCONN);
  NUMBER(PM_ERR_NEEDPORT);
  NUMBER(PM_ERR_NONLEAF);
  NUMBER(PM_ERR_TYPE);
  NUMBER(PM_ERR_THREAD);
  NUMBER(PM_ERR_NOCONTAINER);
  NUMBER(PM_ERR_BADSTORE);
  NUMBER(PM_ERR_LOGOVERLAP);
  NUMBER(PM_ERR_LOGHOST);
  NUMBER(PM_ERR_LOGCHANGETYPE);
  NUMBER(PM_ERR_LOGCHANGESEM);
  NUMBER(PM_ERR_LOGCHANGEINDOM);
  NUMBER(PM_ERR_LOGCHANGEUNITS);
  NUMBER(PM_ERR_NEEDCLIENTCERT);
  NUMBER(PM_ERR_BADDERIVE);
  NUMBER(PM_ERR_NOLABELS);
  NUMBER(PM_ERR_PMDAFENCED);
  NUMBER(PM_ERR_RECTYPE);
  NUMBER(PM_ERR_FEATURE);
  NUMBER(PM_ERR_TLS);
  NUMBER(PM_ERR_BOTCH);
  NUMBER(PM_ERR_TOOSMALL);
  NUMBER(PM_ERR_TOOBIG);
  NUMBER(PM_ERR_FAULT);
  NUMBER(PM_ERR_PMDAREADY);
  NUMBER(PM_ERR_PMDANOTREADY);
  NUMBER(PM_ERR_NYI);
}

static void print_options(void) {
  pmLongOptions options[] = {PMAPI_OPTIONS_HEADER("header"),
                             PMAPI_OPTIONS_TEXT("text"),
                             PMAPI_GENERAL_OPTIONS,
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
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    printf("%s %d %d %s %s\n", options[i].long_opt != NULL ? options[i].long_opt : "-",
           options[i].has_arg, options[i].short_opt,
           options[i].argname != NULL ? options[i].argname : "-",
           options[i].message != NULL ? options[i].message : "-");
}

int main(void) {
  print_structures();
  print_gui_structures();
  print_constants();
  print_options();
  NUMBER(PM_VERSION(6, 0, 3));
  NUMBER(PM_XTB_GET(PM_MODE_INTERP | PM_XTB_SET(PM_TIME_MIN)));
  NUMBER(PM_XTB_GET(PM_MODE_INTERP));
  return 0;
}
