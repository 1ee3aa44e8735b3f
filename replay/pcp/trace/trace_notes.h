// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What pmtracestate() lets this library show on standard error, in the words of PCP's library.

#pragma once

#include <string>

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/sources/trace/trace_pdu.h"

namespace fdr::trace_client {

/// The flags of pmtracestate().
int StateFlags();
/// Returns the previous ones.
int SetStateFlags(int flags);
bool Shows(int flags);

/// A line for those who show any of these flags.
[[gnu::format(printf, 2, 3)]] void Note(int flags, const char* format, ...);

/// A message that is sent through, or comes from, this descriptor.
void NoteMessage(const char* what, int fd, Bytes message);

}  // namespace fdr::trace_client
