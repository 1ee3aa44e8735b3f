// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmTimeConnect(3) and the functions beside it: single messages.

#include <pcp/pmapi.h>
#include <pcp/pmtime.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmgui/time_connection.h"
#include "fdr/replay/sources/time_control/time_socket.h"

using fdr::TimeCommand;
using fdr::pmapi::Guarded;
using fdr::pmgui::SendCommand;
using fdr::pmgui::SendTime;
using fdr::pmgui::StartTimeServer;
using fdr::pmgui::TakeTime;

namespace {

// The server confirms, in its first message, what it understood.
bool IsConfirmed(int fd, const pmTime& asked) {
  pmTime* answer = nullptr;
  const bool is_confirmed =
      TakeTime(fd, answer) == 0 && answer->command == PM_TCTL_ACK && answer->source == asked.source;
  std::free(answer);
  return is_confirmed;
}

}  // namespace

// Whatever is wrong is reported as PCP does it: -EINTR.
int pmTimeConnect(int port, pmTime* state) {
  return Guarded([&] {
    if (port < 0) port = StartTimeServer(state->source);
    if (port < 0) return port;
    fdr::Result<fdr::local::UniqueFd> socket =
        fdr::ConnectToTimeServer(static_cast<std::uint16_t>(port));
    if (!socket) return -EINTR;
    const int fd = socket->get();
    const bool is_served = SendTime(fd, *state) >= 0 && IsConfirmed(fd, *state);
    return is_served ? socket->Release() : -EINTR;
  });
}

int pmTimeDisconnect(int fd) {
  if (fd < 0) return -EINVAL;
  ::close(fd);
  return 0;
}

int pmTimeRecv(int fd, pmTime** state) {
  const int status = TakeTime(fd, *state);
  return status < 0 ? status : static_cast<int>((*state)->command);
}

int pmTimeSendAck(int fd, struct timeval* position) {
  return SendCommand(fd, TimeCommand::kConfirm, position);
}

int pmTimeShowDialog(int fd, int show) {
  return SendCommand(fd, show != 0 ? TimeCommand::kShow : TimeCommand::kHide);
}
