// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers the requests of one client, one after the other.  See docs/pmcd-protocol.md.

#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/serve/access/access_statements.h"
#include "fdr/replay/serve/internal/message_handler.h"
#include "fdr/replay/serve/pmcd/served_source.h"
#include "fdr/replay/serve/pmcd/server_facts.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// Borrows the source and the facts.
class ClientRequests : public MessageHandler {
 public:
  /// `number`: of the client, in the facts.
  ClientRequests(ServedSource& source, ServerFacts& facts, std::uint32_t number)
      : source_(source), facts_(facts), number_(number) {}

  void Greet(ByteBuffer& out) override;
  void Answer(const Pdu& request, ByteBuffer& out, Answered answered) override;

  /// Reports changes to the client before its next values: CollectorChange.
  void Announce(std::uint32_t changes) { changes_ |= changes; }
  /// What the client may do: a sum of AccessOperation.  By default, everything.
  void SetRights(std::uint8_t rights) { rights_ = rights; }
  std::size_t Memory() const override;

 private:
  void Dispatch(const Pdu& request);
  bool IsPermitted(PduType request) const;

  void TakeCredentials(Bytes body);
  void TakeAttribute(Bytes body);
  void TakeProfile(Bytes body);
  void Fetch(const Pdu& request);
  void OnFetched(PduType type, Result<bool> fetched);
  void DescribeOne(Bytes body);
  void DescribeMany(Bytes body);
  void ListInstances(Bytes body);
  void ShowText(Bytes body);
  void OnNoText(std::uint32_t id, bool is_metric, const Error& error);
  void FindIds(Bytes body);
  void FindNames(Bytes body);
  void ListChildren(Bytes body);
  void Traverse(Bytes body);
  void ShowLabels(Bytes body);
  void Store(const Pdu& request);

  /// Sends a message as the answer.
  template <class Message>
  void Reply(PduType type, const Message& message) {
    facts_.out.Count(type);
    message.Encode(*out_);
    Finish();
  }
  void ReplyNames(const std::vector<std::string>& names);
  void Refuse(std::int32_t number);
  void Finish(const std::string& end = "") { std::exchange(answered_, nullptr)(end); }
  void EndWithoutGreeting() { Finish("it did not greet as a client"); }

  ServedSource& source_;
  ServerFacts& facts_;
  std::uint32_t number_;
  bool is_greeted_ = false;
  std::uint8_t rights_ = kMayAll;
  struct SentProfile {
    Profile profile;
    std::size_t size = 0;  // of its message
  };
  std::unordered_map<std::uint32_t, SentProfile> profiles_;
  std::uint32_t changes_ = 0;

  // These belong to the present request.
  ByteBuffer* out_ = nullptr;
  Answered answered_;
  std::vector<MetricId> ids_;
  std::vector<std::string> names_;
  FetchResult result_;
  ResultEncoder encoder_;
};

}  // namespace fdr
