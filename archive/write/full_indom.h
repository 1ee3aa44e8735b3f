// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Encodes all members of an instance domain without a copy of their names: there may be a million.

#pragma once

#include "fdr/archive/base/instance.h"
#include "fdr/archive/record/indom_record.h"

namespace fdr {

/// Appends the framed record that EncodeMetadata() makes of an InDomBuilder with these instances.
void EncodeFullInDom(Version version, Timestamp stamp, InDomId indom, const InstanceList& instances,
                     ByteBuffer& buffer);

}  // namespace fdr
