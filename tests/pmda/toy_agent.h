/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An agent with every kind of answer: values of all types, instances from a table and from a cache,
 * a tree of names, labels, texts, and stores.
 */

#ifndef FDR_TESTS_PMDA_TOY_AGENT_H
#define FDR_TESTS_PMDA_TOY_AGENT_H

#include <pcp/pmapi.h>
#include <pcp/pmda.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { kToyDomain = 77 };

/* Completes an agent of PMDA_INTERFACE_7 that has begun. */
void toy_init(pmdaInterface *dispatch);

#ifdef __cplusplus
}
#endif

#endif
