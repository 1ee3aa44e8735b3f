// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of metrics: the result of a fetch, or values to store.  After its head, the message is
// a record of an archive: see docs/format/volume.md.

#pragma once

#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// Decodes kResult or kHighresResult, and checks all of it.  `record` borrows from the body.
Result<void> DecodeResultPdu(const Pdu& pdu, ResultRecord& record);

/// Encodes kResult or kHighresResult.
void EncodeResultPdu(PduType type, const ResultEncoder& encoder, ByteBuffer& out);

/// Adds the values of a result to a record that has been begun.
void AddSets(const FetchResult& result, ResultEncoder& encoder);

}  // namespace fdr
