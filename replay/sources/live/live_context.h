// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A host behind the fetch interface, through its collector (pmcd).
//
//     Result<std::unique_ptr<LiveContext>> host = LiveContext::Open("db1:44321");
//     const Result<MetricId> load = (*host)->Find("kernel.all.load");
//
// Or many hosts at a time, with one thread:
//
//     std::shared_ptr<EventLoop> loop = *EventLoop::Make();
//     LiveContext db1(loop, *HostSpec::Parse("db1")), db2(loop, *HostSpec::Parse("db2"));
//     db1.StartConnect(done);
//     db2.StartConnect(done);
//     while (!all_done) loop->RunOne();

#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/context.h"
#include "fdr/replay/sources/live/host_spec.h"
#include "fdr/replay/sources/live/live_options.h"
#include "fdr/replay/sources/net/event_loop.h"
#include "fdr/replay/sources/pdu/collector_change.h"

namespace fdr {

class LiveSession;

/// Supports only the mode kLive.  Once the connection is lost, everything fails until
/// StartConnect() succeeds; there is no automatic reconnection.  Errors name the host.  An error
/// from the collector has its number, `pcp_error`, and leaves the connection as it is.
class LiveContext final : public Context {
 public:
  /// Connects, with an event loop of its own if `loop` is null.
  static Result<std::unique_ptr<LiveContext>> Open(std::string_view host, LiveOptions options = {},
                                                   std::shared_ptr<EventLoop> loop = nullptr);

  /// Not connected yet.
  LiveContext(std::shared_ptr<EventLoop> loop, HostSpec host, LiveOptions options = {});
  ~LiveContext() override;

  /// Connects, the first time or again.  Open questions of an old connection end with
  /// kDisconnected.  After a failure, ends with kTimeout at once until the delay of
  /// LiveOptions::reconnect_delays is over.
  void StartConnect(Done<void> done);
  Result<void> Connect();
  bool IsConnected() const;
  /// Changes LiveOptions::handshake_timeout for the next attempt to connect.
  void SetHandshakeTimeout(std::chrono::nanoseconds timeout);
  /// Ends the connection, or the attempt to connect.  All open questions end with kCancelled,
  /// during the call.
  void Disconnect();

  const HostSpec& host() const;
  EventLoop& loop() { return *loop_; }

  /// The name that the collector reports, otherwise the name we connected to.
  std::string HostName() const override;
  /// The value of TZ at the collector.
  std::string TimeZone() const override;
  /// The same as a file name of the zone data base, ":Europe/Berlin"; "" if unknown.
  const std::string& zone_info() const;

  /// The changes that fetches have reported since the last call: CollectorChange.
  std::uint32_t TakeChanges();

  /// Like Fetch(), but without a copy of the values: `take` gets them as the collector sent them,
  /// one set for each metric, in the order of `metrics`.  They are valid only during that call,
  /// which comes before the answer.
  using TakeSets = std::function<void(const ResultRecord&)>;
  void StartFetchSets(std::span<const MetricId> metrics, const Profile& profile, TakeSets take,
                      Done<bool> done);
  Result<bool> FetchSets(std::span<const MetricId> metrics, TakeSets take);

  /// Has the collector's agents change the values of metrics; some may fail.  The error is one of
  /// the failures.
  void StartStore(const FetchResult& values, Done<void> done);
  Result<void> Store(const FetchResult& values);

  /// One instance of a domain, without the others: its name, or the identifier of a name, which the
  /// agent may match in its own way.  kNotFound if there is no such instance.
  void StartInstanceName(InDomId indom, InstanceId instance, Done<std::string> done);
  Result<std::string> InstanceName(InDomId indom, InstanceId instance);
  void StartFindInstance(InDomId indom, std::string_view name, Done<InstanceId> done);
  Result<InstanceId> FindInstance(InDomId indom, std::string_view name);

  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override;
  Mode mode() const override { return Mode::kLive; }
  Timestamp origin() const override { return Now(); }
  /// The stamp of the last fetch.  Metadata is always that of the time of the question.
  Timestamp Now() const override;

  void ForgetDesc(MetricId id) override;
  void Start(Question question) override;
  void Wait() override;

 private:
  std::shared_ptr<EventLoop> loop_;
  std::shared_ptr<LiveSession> session_;
};

}  // namespace fdr
