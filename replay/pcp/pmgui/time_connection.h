// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Messages to and from a time server, for programs that know them as pmTime: a message as it lies
// in memory, with the layout of time_message.h.

#pragma once

#include <pcp/pmtime.h>

#include "fdr/replay/sources/time_control/time_message.h"

namespace fdr::pmgui {

/// Starts pmtime for hosts or for archives.  Returns the port at which it listens; -errno if it
/// cannot be run, and -EINTR if it says nothing.
int StartTimeServer(pm_tctl_source source);

/// Returns the number of bytes, or -errno.
int SendTime(int fd, const pmTime& message);

/// A message of this command, without other fields, except a position if it is not null.
int SendCommand(int fd, TimeCommand command, const timeval* position = nullptr);

/// Takes one message into a block of malloc(), which is enlarged as needed.  Returns 0, -1 at the
/// end of the messages, or PM_ERR_IPC for a message of a wrong length.
int TakeTime(int fd, pmTime*& message);

}  // namespace fdr::pmgui
