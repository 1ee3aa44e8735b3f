// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/live_context.h"

#include <utility>

#include "fdr/replay/host_label.h"
#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/live/internal/live_session.h"
#include "fdr/replay/sources/live/internal/metadata_questions.h"
#include "fdr/replay/sources/live/internal/name_questions.h"
#include "fdr/replay/sources/net/event_loop_impl.h"

namespace fdr {
namespace {

// Passes questions on to the collector.
struct Asker {
  LiveSession& session;

  void operator()(FindQuestion& asked) {
    AskForIds(session.connection(), asked.names, std::move(asked.done));
  }
  void operator()(NamesOfQuestion& asked) {
    AskForNamesOf(session.connection(), asked.id, std::move(asked.done));
  }
  void operator()(ChildrenQuestion& asked) {
    AskForChildren(session.connection(), asked.name, std::move(asked.done));
  }
  void operator()(TraverseQuestion& asked) {
    AskForSubtree(session.connection(), asked.name, std::move(asked.done));
  }
  void operator()(DescsQuestion& asked) { session.FindDescs(asked.ids, std::move(asked.done)); }
  void operator()(InstancesQuestion& asked) {
    AskForInstances(session.connection(), asked.indom, std::move(asked.done));
  }
  void operator()(AllInstancesQuestion& asked) {
    AskForInstances(session.connection(), asked.indom, std::move(asked.done));
  }
  void operator()(TextQuestion& asked) {
    AskForText(session.connection(), asked.kind, asked.id, std::move(asked.done));
  }
  void operator()(LabelsQuestion& asked) {
    PmcdConnection& connection = session.connection();
    const GreetingPdu& collector = connection.greeting();
    const bool knows = collector.Has(kFeatureLabels) && !collector.Has(kFeatureBrokenLabels);
    // The collector returns only the instances in the profile, so the profile must have all.
    if (knows && asked.level == LabelLevel::kInstances) session.SendProfile(Profile());
    if (knows || !connection.IsOpen())
      return AskForLabels(connection, asked.level, asked.id, std::move(asked.done));
    std::vector<OwnedLabelSet> sets;
    if (asked.level == LabelLevel::kContext) sets.push_back(HostLabel(session.host_name()));
    asked.done(std::move(sets));
  }
  void operator()(FetchQuestion& asked) {
    const auto take = [&session = session, &result = asked.result](const ResultRecord& record) {
      SetRecorded(record, result);
      if (session.has_other_agents()) result.SetAfterGap(true);
    };
    session.Fetch(asked.metrics, asked.profile, take, std::move(asked.done));
  }
  void operator()(FetchRecordQuestion& asked) {
    asked.done(Fail(Errc::kInvalidArgument, "A live host has no records", session.host().text));
  }
};

}  // namespace

Result<std::unique_ptr<LiveContext>> LiveContext::Open(std::string_view host, LiveOptions options,
                                                       std::shared_ptr<EventLoop> loop) {
  Result<HostSpec> spec = HostSpec::Parse(host);
  if (!spec) return Fail(std::move(spec.error()));
  if (!loop) {
    Result<std::shared_ptr<EventLoop>> made = EventLoop::Make();
    if (!made) return Fail(std::move(made.error()));
    loop = std::move(*made);
  }
  auto context =
      std::make_unique<LiveContext>(std::move(loop), std::move(*spec), std::move(options));
  if (Result<void> connected = context->Connect(); !connected)
    return Fail(std::move(connected.error()));
  return context;
}

LiveContext::LiveContext(std::shared_ptr<EventLoop> loop, HostSpec host, LiveOptions options)
    : loop_(std::move(loop)),
      session_(
          std::make_shared<LiveSession>(loop_->impl().io, std::move(host), std::move(options))) {}

LiveContext::~LiveContext() {
  session_->Close({Errc::kCancelled, "The context is gone", host().text, 0});
}

void LiveContext::StartConnect(Done<void> done) { session_->Connect(std::move(done)); }

Result<void> LiveContext::Connect() {
  return Answer<void>([this](auto done) { StartConnect(std::move(done)); });
}

void LiveContext::Disconnect() {
  session_->Close({Errc::kCancelled, "The connection was given up", host().text, 0});
}

bool LiveContext::IsConnected() const { return session_->connection().IsOpen(); }
void LiveContext::SetHandshakeTimeout(std::chrono::nanoseconds timeout) {
  session_->SetHandshakeTimeout(timeout);
}

const HostSpec& LiveContext::host() const { return session_->host(); }
std::string LiveContext::HostName() const { return session_->host_name(); }
std::string LiveContext::TimeZone() const { return session_->time_zone(); }
const std::string& LiveContext::zone_info() const { return session_->zone_info(); }
Timestamp LiveContext::Now() const { return session_->now(); }
std::uint32_t LiveContext::TakeChanges() { return session_->TakeChanges(); }

void LiveContext::StartFetchSets(std::span<const MetricId> metrics, const Profile& profile,
                                 TakeSets take, Done<bool> done) {
  session_->Fetch(metrics, profile, std::move(take), std::move(done));
}

Result<bool> LiveContext::FetchSets(std::span<const MetricId> metrics, TakeSets take) {
  return Answer<bool>(
      [&](auto done) { StartFetchSets(metrics, profile(), std::move(take), std::move(done)); });
}

void LiveContext::StartStore(const FetchResult& values, Done<void> done) {
  session_->Store(values, std::move(done));
}

Result<void> LiveContext::Store(const FetchResult& values) {
  return Answer<void>([&](auto done) { StartStore(values, std::move(done)); });
}

void LiveContext::StartInstanceName(InDomId indom, InstanceId instance, Done<std::string> done) {
  AskForInstanceName(session_->connection(), indom, instance, std::move(done));
}

Result<std::string> LiveContext::InstanceName(InDomId indom, InstanceId instance) {
  return Answer<std::string>(
      [&](auto done) { StartInstanceName(indom, instance, std::move(done)); });
}

void LiveContext::StartFindInstance(InDomId indom, std::string_view name, Done<InstanceId> done) {
  AskForInstanceCalled(session_->connection(), indom, name, std::move(done));
}

Result<InstanceId> LiveContext::FindInstance(InDomId indom, std::string_view name) {
  return Answer<InstanceId>([&](auto done) { StartFindInstance(indom, name, std::move(done)); });
}

// An answer may destroy the context, and the loop with it.
void LiveContext::Wait() {
  const std::shared_ptr<EventLoop> loop = loop_;
  loop->RunOne();
}

Result<void> LiveContext::SetMode(Mode mode, std::optional<Timestamp> origin, std::int64_t delta) {
  if (mode == Mode::kLive && !origin && delta == 0) return {};
  return Fail(Errc::kInvalidArgument, "A live host has only present values", host().text);
}

void LiveContext::ForgetDesc(MetricId id) { session_->ForgetDesc(id); }
void LiveContext::Start(Question question) { std::visit(Asker{*session_}, question); }

}  // namespace fdr
