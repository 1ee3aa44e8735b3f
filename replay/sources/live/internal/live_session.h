// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The state of a live context: its host, and the connection to it.  Every open question holds a
// reference, so that the session lives until the answer comes.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/context.h"
#include "fdr/replay/sources/live/internal/pmcd_connection.h"

namespace fdr {

class LiveSession : public std::enable_shared_from_this<LiveSession> {
 public:
  LiveSession(asio::io_context& io, HostSpec host, LiveOptions options);

  /// Closes the old connection and connects again, unless it is too early for that.
  void Connect(Done<void> done);
  void Close(const Error& error) { connection_->Close(error); }
  /// For the next Connect().
  void SetHandshakeTimeout(std::chrono::nanoseconds timeout) {
    options_.handshake_timeout = timeout;
  }

  PmcdConnection& connection() { return *connection_; }
  const PmcdConnection& connection() const { return *connection_; }

  /// Asks only for unknown descriptors.
  void ForgetDesc(MetricId id) { descs_.erase(id); }
  void FindDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done);

  using TakeSets = std::function<void(const ResultRecord&)>;
  void Fetch(std::span<const MetricId> metrics, const Profile& profile, TakeSets take,
             Done<bool> done);
  /// Sends the collector the instances to return from now on, unless it knows them already.  False,
  /// and nothing changes, if the profile is too large for the collector.
  bool SendProfile(const Profile& profile);
  void Store(const FetchResult& values, Done<void> done);
  std::uint32_t TakeChanges() { return std::exchange(changes_, 0); }
  /// While values are taken: whether other agents may have sent them than at the last fetch.
  bool has_other_agents() const { return has_other_agents_; }

  // The collector's answers about its host, from the time of connecting.
  const std::string& host_name() const { return host_name_; }
  const std::string& time_zone() const { return time_zone_; }
  const std::string& zone_info() const { return zone_info_; }

  const HostSpec& host() const { return host_; }
  Timestamp now() const { return now_; }

 private:
  struct Identification;

  void OnConnected(bool success);
  void Identify(Done<void> done);
  void OnIdentified(const Identification& identification);
  Result<bool> TakeResult(const Result<Pdu>& pdu, std::span<const MetricId> metrics,
                          const TakeSets& take);
  void EndFetch(Result<bool> taken, Done<bool> done);
  void HeedChanges();
  void Ask(std::span<const MetricId> metrics, TakeSets take, Done<bool> done);

  Error ErrorHere(Errc code, std::string what) const {
    return {code, std::move(what), host_.text, 0};
  }

  asio::io_context& io_;
  HostSpec host_;
  LiveOptions options_;
  std::shared_ptr<PmcdConnection> connection_;
  std::size_t failures_ = 0;  // failed connection attempts in a row
  SteadyClock::time_point not_before_ = SteadyClock::time_point::min();

  std::unordered_map<MetricId, Desc> descs_;
  std::optional<Profile> sent_profile_;
  ResultRecord record_;
  Timestamp now_;
  std::uint32_t changes_ = 0;

  bool is_identifying_ = false;
  bool has_other_agents_ = false;
  bool is_renamed_ = false;  // the collector reported a new host name, so it must be asked
  std::string host_name_;
  std::string time_zone_;
  std::string zone_info_;
};

}  // namespace fdr
