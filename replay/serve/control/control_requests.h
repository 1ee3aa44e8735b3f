// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers one program that controls a logger.  See docs/log-control.md.

#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "fdr/replay/serve/control/controlled_logger.h"
#include "fdr/replay/serve/internal/message_handler.h"

namespace fdr {

/// What a program may do; a sum of these.
enum ControlRight : std::uint8_t {
  kMayAdvise = 1,
  kMayCommand = 2,
  kMayEnquire = 4,
  kMayControlAll = 7,
};

/// Borrows the logger.
class ControlRequests : public MessageHandler {
 public:
  /// `client`: where it is, for people.
  ControlRequests(ControlledLogger& logger, std::string client, std::uint8_t rights)
      : logger_(logger), client_(std::move(client)), rights_(rights) {}

  void Greet(ByteBuffer& out) override;
  void Answer(const Pdu& request, ByteBuffer& out, Answered answered) override;
  std::size_t Memory() const override { return 0; }

 private:
  void TakeCredentials(Bytes body);
  void TakeRequest(Bytes body);
  void TakeOrder(Bytes body);
  void Reply(std::int32_t number);
  void ReplyError(const Error& error);
  void EndConversation(const std::string& why);
  void Finish(const std::string& end = "") { std::exchange(answered_, nullptr)(end); }
  bool May(ControlRight right) const { return (rights_ & right) != 0; }

  ControlledLogger& logger_;
  std::string client_;
  std::uint8_t rights_;
  int version_ = 0;  // that the client speaks; 0: it has not said so

  // These belong to the present request.
  ByteBuffer* out_ = nullptr;
  Answered answered_;
};

}  // namespace fdr
