// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A variable that libpcp_trace.so.2 has.  Only PCP's own agent, trace, uses it, which runs with
// PCP's libraries in any case.

// NOLINTNEXTLINE(bugprone-reserved-identifier): PCP chose the name.
extern "C" [[gnu::visibility("default")]] int __pmstate;
int __pmstate = 0;
