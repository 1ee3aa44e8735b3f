// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which side frees the values of pmdaFetch().  Each library that is made of these sources has an
// answer.

#pragma once

namespace fdr::pmda {

/// Whether agents may free them with a function of libpcp.so.3, which knows only malloc().
bool AgentsFreeValues();

}  // namespace fdr::pmda
