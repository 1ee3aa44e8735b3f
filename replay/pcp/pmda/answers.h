// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What agents hand over, as messages.

#pragma once

#include <pcp/pmda.h>

#include "fdr/replay/sources/pdu/label_pdu.h"

namespace fdr::pmda {

void WriteDesc(const pmDesc& desc, ByteBuffer& out);
void WriteInstances(const pmInResult& result, ByteBuffer& out);
/// `states` may be null.
void WriteNames(char* const* names, const int* states, int count, ByteBuffer& out);
void WriteLabels(const LabelRequestPdu& request, const pmLabelSet* sets, int count,
                 ByteBuffer& out);

}  // namespace fdr::pmda
