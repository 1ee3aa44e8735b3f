/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * options.c with times of nanoseconds.
 */

#define PMAPI_VERSION 3
#include "options.c"
