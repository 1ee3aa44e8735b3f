/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints the layout of the structures in <pcp/pmda.h> and <pcp/pmdaroot.h>, and their constants.
 */

#include <pcp/pmapi.h>
#include <pcp/pmda.h>
#include <pcp/pmdaroot.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define SIZE(type) printf("%s %zu\n", #type, sizeof(type))
#define FIELD(type, field) \
  printf("%s.%s %zu %zu\n", #type, #field, offsetof(type, field), sizeof(((type *)0)->field))
#define NUMBER(name) printf("%s %lld\n", #name, (long long)(name))
#define TEXT(name) printf("%s %s\n", #name, name)

int main(void) {
  SIZE(pmdaInstid);
  FIELD(pmdaInstid, i_inst);
  FIELD(pmdaInstid, i_name);
  SIZE(pmdaIndom);
  FIELD(pmdaIndom, it_indom);
  FIELD(pmdaIndom, it_numinst);
  FIELD(pmdaIndom, it_set);
  SIZE(pmdaMetric);
  FIELD(pmdaMetric, m_user);
  FIELD(pmdaMetric, m_desc);
  SIZE(pmdaExt);
  FIELD(pmdaExt, e_flags);
  FIELD(pmdaExt, e_ext);
  FIELD(pmdaExt, e_sockname);
  FIELD(pmdaExt, e_name);
  FIELD(pmdaExt, e_logfile);
  FIELD(pmdaExt, e_helptext);
  FIELD(pmdaExt, e_status);
  FIELD(pmdaExt, e_infd);
  FIELD(pmdaExt, e_outfd);
  FIELD(pmdaExt, e_port);
  FIELD(pmdaExt, e_singular);
  FIELD(pmdaExt, e_ordinal);
  FIELD(pmdaExt, e_direct);
  FIELD(pmdaExt, e_domain);
  FIELD(pmdaExt, e_nmetrics);
  FIELD(pmdaExt, e_nindoms);
  FIELD(pmdaExt, e_help);
  FIELD(pmdaExt, e_prof);
  FIELD(pmdaExt, e_io);
  FIELD(pmdaExt, e_indoms);
  FIELD(pmdaExt, e_idp);
  FIELD(pmdaExt, e_metrics);
  FIELD(pmdaExt, e_resultCallBack);
  FIELD(pmdaExt, e_fetchCallBack);
  FIELD(pmdaExt, e_checkCallBack);
  FIELD(pmdaExt, e_doneCallBack);
  FIELD(pmdaExt, e_context);
  FIELD(pmdaExt, e_endCallBack);
  FIELD(pmdaExt, e_labelCallBack);
  SIZE(pmdaInterface);
  FIELD(pmdaInterface, domain);
  FIELD(pmdaInterface, comm);
  FIELD(pmdaInterface, status);
  FIELD(pmdaInterface, version);
  FIELD(pmdaInterface, version.any.ext);
  FIELD(pmdaInterface, version.any.profile);
  FIELD(pmdaInterface, version.any.fetch);
  FIELD(pmdaInterface, version.any.desc);
  FIELD(pmdaInterface, version.any.instance);
  FIELD(pmdaInterface, version.any.text);
  FIELD(pmdaInterface, version.any.store);
  FIELD(pmdaInterface, version.two.store);
  FIELD(pmdaInterface, version.three.store);
  FIELD(pmdaInterface, version.four.pmid);
  FIELD(pmdaInterface, version.four.name);
  FIELD(pmdaInterface, version.four.children);
  FIELD(pmdaInterface, version.five.children);
  FIELD(pmdaInterface, version.six.attribute);
  FIELD(pmdaInterface, version.seven.ext);
  FIELD(pmdaInterface, version.seven.profile);
  FIELD(pmdaInterface, version.seven.fetch);
  FIELD(pmdaInterface, version.seven.desc);
  FIELD(pmdaInterface, version.seven.instance);
  FIELD(pmdaInterface, version.seven.text);
  FIELD(pmdaInterface, version.seven.store);
  FIELD(pmdaInterface, version.seven.pmid);
  FIELD(pmdaInterface, version.seven.name);
  FIELD(pmdaInterface, version.seven.children);
  FIELD(pmdaInterface, version.seven.attribute);
  FIELD(pmdaInterface, version.seven.label);
  SIZE(__pmDSO);
  FIELD(__pmDSO, domain);
  FIELD(__pmDSO, name);
  FIELD(__pmDSO, init);
  FIELD(__pmDSO, handle);
  FIELD(__pmDSO, ctx_last_prof);
  FIELD(__pmDSO, dispatch);
  SIZE(pmdaOptions);
  FIELD(pmdaOptions, version);
  FIELD(pmdaOptions, flags);
  FIELD(pmdaOptions, short_options);
  FIELD(pmdaOptions, long_options);
  FIELD(pmdaOptions, short_usage);
  FIELD(pmdaOptions, override);
  FIELD(pmdaOptions, index);
  FIELD(pmdaOptions, optind);
  FIELD(pmdaOptions, opterr);
  FIELD(pmdaOptions, optopt);
  FIELD(pmdaOptions, optarg);
  FIELD(pmdaOptions, __initialized);
  FIELD(pmdaOptions, __nextchar);
  FIELD(pmdaOptions, __ordering);
  FIELD(pmdaOptions, __posixly_correct);
  FIELD(pmdaOptions, __first_nonopt);
  FIELD(pmdaOptions, __last_nonopt);
  FIELD(pmdaOptions, errors);
  FIELD(pmdaOptions, username);
  SIZE(__pmdaRootPDUHdr);
  FIELD(__pmdaRootPDUHdr, type);
  FIELD(__pmdaRootPDUHdr, length);
  FIELD(__pmdaRootPDUHdr, status);
  FIELD(__pmdaRootPDUHdr, version);
  SIZE(__pmdaRootPDUInfo);
  FIELD(__pmdaRootPDUInfo, hdr);
  FIELD(__pmdaRootPDUInfo, features);
  FIELD(__pmdaRootPDUInfo, zeroed);
  SIZE(__pmdaRootPDUContainer);
  FIELD(__pmdaRootPDUContainer, hdr);
  FIELD(__pmdaRootPDUContainer, pid);
  FIELD(__pmdaRootPDUContainer, namelen);
  FIELD(__pmdaRootPDUContainer, name);
  SIZE(__pmdaRootPDUStart);
  FIELD(__pmdaRootPDUStart, hdr);
  FIELD(__pmdaRootPDUStart, pid);
  FIELD(__pmdaRootPDUStart, infd);
  FIELD(__pmdaRootPDUStart, outfd);
  FIELD(__pmdaRootPDUStart, ipctype);
  FIELD(__pmdaRootPDUStart, namelen);
  FIELD(__pmdaRootPDUStart, argslen);
  FIELD(__pmdaRootPDUStart, name);
  FIELD(__pmdaRootPDUStart, args);
  SIZE(__pmdaRootPDUStop);
  FIELD(__pmdaRootPDUStop, hdr);
  FIELD(__pmdaRootPDUStop, pid);
  FIELD(__pmdaRootPDUStop, code);
  FIELD(__pmdaRootPDUStop, force);
  FIELD(__pmdaRootPDUStop, zeroed);
  NUMBER(PMDA_INTERFACE_2);
  NUMBER(PMDA_INTERFACE_3);
  NUMBER(PMDA_INTERFACE_4);
  NUMBER(PMDA_INTERFACE_5);
  NUMBER(PMDA_INTERFACE_6);
  NUMBER(PMDA_INTERFACE_7);
  NUMBER(PMDA_INTERFACE_LATEST);
  NUMBER(pmdaPipe);
  NUMBER(pmdaInet);
  NUMBER(pmdaUnix);
  NUMBER(pmdaUnknown);
  NUMBER(pmdaIPv6);
  NUMBER(PMDA_FETCH_NOVALUES);
  NUMBER(PMDA_FETCH_STATIC);
  NUMBER(PMDA_FETCH_DYNAMIC);
  NUMBER(PMDA_EXT_FLAG_DIRECT);
  NUMBER(PMDA_EXT_FLAG_HASHED);
  NUMBER(PMDA_EXT_SETUPDONE);
  NUMBER(PMDA_EXT_CONNECTED);
  NUMBER(PMDA_EXT_NOTREADY);
  NUMBER(PMDA_EXT_LABEL_CHANGE);
  NUMBER(PMDA_EXT_NAMES_CHANGE);
  NUMBER(PMDA_FLAG_AUTHORIZE);
  NUMBER(PMDA_FLAG_CONTAINER);
  NUMBER(PMDA_ATTR_USERNAME);
  NUMBER(PMDA_ATTR_USERID);
  NUMBER(PMDA_ATTR_GROUPID);
  NUMBER(PMDA_ATTR_PROCESSID);
  NUMBER(PMDA_ATTR_CONTAINER);
  NUMBER(PMDA_CACHE_LOAD);
  NUMBER(PMDA_CACHE_ADD);
  NUMBER(PMDA_CACHE_HIDE);
  NUMBER(PMDA_CACHE_CULL);
  NUMBER(PMDA_CACHE_EMPTY);
  NUMBER(PMDA_CACHE_SAVE);
  NUMBER(PMDA_CACHE_STRINGS);
  NUMBER(PMDA_CACHE_ACTIVE);
  NUMBER(PMDA_CACHE_INACTIVE);
  NUMBER(PMDA_CACHE_SIZE);
  NUMBER(PMDA_CACHE_SIZE_ACTIVE);
  NUMBER(PMDA_CACHE_SIZE_INACTIVE);
  NUMBER(PMDA_CACHE_REUSE);
  NUMBER(PMDA_CACHE_WALK_REWIND);
  NUMBER(PMDA_CACHE_WALK_NEXT);
  NUMBER(PMDA_CACHE_CHECK);
  NUMBER(PMDA_CACHE_REORG);
  NUMBER(PMDA_CACHE_SYNC);
  NUMBER(PMDA_CACHE_DUMP);
  NUMBER(PMDA_CACHE_DUMP_ALL);
  NUMBER(ROOT_PDU_VERSION);
  NUMBER(PDUROOT_INFO);
  NUMBER(PDUROOT_HOSTNAME_REQ);
  NUMBER(PDUROOT_HOSTNAME);
  NUMBER(PDUROOT_PROCESSID_REQ);
  NUMBER(PDUROOT_PROCESSID);
  NUMBER(PDUROOT_CGROUPNAME_REQ);
  NUMBER(PDUROOT_CGROUPNAME);
  NUMBER(PDUROOT_STARTPMDA_REQ);
  NUMBER(PDUROOT_STARTPMDA);
  NUMBER(PDUROOT_STOPPMDA_REQ);
  NUMBER(PDUROOT_STOPPMDA);
  NUMBER(PDUROOT_FLAG_HOSTNAME);
  NUMBER(PDUROOT_FLAG_PROCESSID);
  NUMBER(PDUROOT_FLAG_CGROUPNAME);
  NUMBER(MAXPMDALEN);
  NUMBER(PMDA_PMID(0x1fff, 0x7ff));
  TEXT(PMDA_OPTIONS);

  pmdaInterface interface;
  memset(&interface, 0, sizeof interface);
  interface.comm.pmda_interface = 1;
  interface.comm.pmapi_version = 2;
  interface.comm.flags = 3;
  unsigned word;
  memcpy(&word, &interface.comm, sizeof word);
  printf("comm %x\n", word);

  const pmUnits units = PMDA_PMUNITS(1, -2, 3, 4, 5, -6);
  memcpy(&word, &units, sizeof word);
  printf("units %x\n", word);

  const pmLongOptions options[] = {PMDA_OPTIONS_HEADER("header"),
                                   PMDA_OPTIONS_TEXT("text"),
                                   PMDAOPT_DEBUG,
                                   PMDAOPT_DOMAIN,
                                   PMDAOPT_HELPTEXT,
                                   PMDAOPT_INET,
                                   PMDAOPT_IPV6,
                                   PMDAOPT_LOGFILE,
                                   PMDAOPT_PIPE,
                                   PMDAOPT_UNIX,
                                   PMDAOPT_USERNAME,
                                   PMDA_OPTIONS_END};
  for (const pmLongOptions *option = options; option->long_opt != NULL; option++)
    printf("%s %d %c %s: %s\n", option->long_opt, option->has_arg, option->short_opt,
           option->argname != NULL ? option->argname : "-",
           option->message != NULL ? option->message : "-");
  return 0;
}
