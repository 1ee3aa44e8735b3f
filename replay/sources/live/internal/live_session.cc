// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/internal/live_session.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/live/internal/metadata_questions.h"
#include "fdr/replay/sources/live/internal/name_questions.h"
#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"

namespace fdr {

LiveSession::LiveSession(asio::io_context& io, HostSpec host, LiveOptions options)
    : io_(io),
      host_(std::move(host)),
      options_(std::move(options)),
      connection_(std::make_shared<PmcdConnection>(io_, host_, options_)),
      host_name_(host_.host) {}

void LiveSession::Connect(Done<void> done) {
  if (SteadyClock::now() < not_before_) {
    Error early = ErrorHere(Errc::kTimeout, "It is too early to connect again");
    early.system_error = ETIMEDOUT;
    return done(Fail(std::move(early)));
  }
  connection_->Close(ErrorHere(Errc::kDisconnected, "Connected again"));
  if (!connection_->IsClosed())  // a callback of Close() has already connected again
    return done(Fail(ErrorHere(Errc::kCancelled, "Connected already")));
  connection_ = std::make_shared<PmcdConnection>(io_, host_, options_);
  descs_.clear();
  sent_profile_.reset();
  connection_->Open([self = shared_from_this(), done = std::move(done)](Result<void> opened) {
    const auto finish = [self, done](Result<void> connected) {
      self->OnConnected(connected.has_value());
      done(std::move(connected));
    };
    opened ? self->Identify(finish) : finish(std::move(opened));
  });
}

void LiveSession::OnConnected(bool success) {
  const auto& delays = options_.reconnect_delays;
  if (success)
    failures_ = 0;
  else if (!delays.empty())
    not_before_ = SteadyClock::now() + delays[std::min(failures_++, delays.size() - 1)];
}

struct LiveSession::Identification {
  std::array<std::string, 3> names = {"pmcd.hostname", "pmcd.timezone", "pmcd.zoneinfo"};
  std::vector<MetricId> metrics;
  FetchResult result;
};

// A collector without these metrics is accepted, too.
void LiveSession::Identify(Done<void> done) {
  is_identifying_ = true;
  const auto identification = std::make_shared<Identification>();
  const auto finish = [self = shared_from_this(), identification,
                       done = std::move(done)](Result<bool> fetched) {
    self->is_identifying_ = false;
    if (fetched) self->OnIdentified(*identification);
    if (fetched || fetched.error().pcp_error != 0) return done({});
    done(Fail(std::move(fetched.error())));
  };
  AskForIds(*connection_, identification->names,
            [self = shared_from_this(), identification,
             finish](Result<std::vector<Result<MetricId>>> ids) {
              if (!ids) return finish(Fail(std::move(ids.error())));
              for (const Result<MetricId>& id : *ids)
                identification->metrics.push_back(id.value_or(MetricId{}));
              const auto take = [identification](const ResultRecord& record) {
                SetRecorded(record, identification->result);
              };
              self->Fetch(identification->metrics, Profile(), take, finish);
            });
}

void LiveSession::OnIdentified(const Identification& identification) {
  // Archives have room for 256 bytes of each, and servers repeat them in their answers.
  constexpr std::size_t kLongest = 1024;
  const FetchResult& result = identification.result;
  std::size_t next = 0;
  for (std::string* text : {&host_name_, &time_zone_, &zone_info_}) {
    const std::span<const FetchedValue> values = result.Values(result.sets()[next++]);
    if (values.empty() || values[0].type() != Type::kString) continue;
    const std::string_view value = values[0].Text().value_or("");
    if (!value.empty() && value.size() <= kLongest) *text = value;
  }
}

void LiveSession::FindDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) {
  if (!connection_->IsOpen()) return done(Fail(connection_->LostError()));
  std::vector<Result<Desc>> descs(ids.size());
  std::vector<MetricId> unknown;
  std::vector<std::size_t> places;  // of the unknown descriptors
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (const auto known = descs_.find(ids[i]); known != descs_.end()) {
      descs[i] = known->second;
    } else {
      unknown.push_back(ids[i]);
      places.push_back(i);
    }
  }
  if (unknown.empty()) return done(std::move(descs));
  AskForDescs(*connection_, std::move(unknown),
              [self = shared_from_this(), descs = std::move(descs), places = std::move(places),
               done = std::move(done)](Result<std::vector<Result<Desc>>> answers) mutable {
                if (!answers) return done(Fail(std::move(answers.error())));
                for (std::size_t i = 0; i < places.size(); ++i) {
                  const Result<Desc>& answer = descs[places[i]] = std::move((*answers)[i]);
                  if (answer) self->descs_.insert_or_assign(answer->id, *answer);
                }
                done(std::move(descs));
              });
}

void LiveSession::Fetch(std::span<const MetricId> metrics, const Profile& profile, TakeSets take,
                        Done<bool> done) {
  if (metrics.empty())
    return done(Fail(ErrorHere(Errc::kInvalidArgument, "A fetch of no metrics")));
  if (metrics.size() > FetchPdu::kMaxMetrics)
    return done(Fail(ErrorHere(Errc::kTooLarge, "More metrics than a collector takes at a time")));
  if (!SendProfile(profile))
    return done(Fail(ErrorHere(Errc::kTooLarge, "A larger profile than a collector takes")));
  Ask(metrics, std::move(take), std::move(done));
}

bool LiveSession::SendProfile(const Profile& profile) {
  if (!connection_->IsOpen() || (sent_profile_ && *sent_profile_ == profile)) return true;
  ByteBuffer message;
  ProfilePdu::Encode(0, profile, message);
  if (message.size() > kMaxRequestSize) return false;
  connection_->Tell([&](ByteBuffer& out) { ByteWriter(out).Raw(message); });
  sent_profile_ = profile;
  return true;
}

void LiveSession::Ask(std::span<const MetricId> metrics, TakeSets take, Done<bool> done) {
  const bool highres = connection_->greeting().Has(kFeatureHighres);
  connection_->Ask(
      highres ? PduType::kHighresResult : PduType::kResult,
      [&](ByteBuffer& out) {
        FetchPdu::Encode(highres ? PduType::kHighresFetch : PduType::kFetch, 0, metrics, out);
      },
      [self = shared_from_this(), metrics, take = std::move(take), done = std::move(done)](
          const Result<Pdu>& pdu) { self->EndFetch(self->TakeResult(pdu, metrics, take), done); });
}

// Asks for the new name of the host before the fetch ends: after the fetch, perhaps nothing runs
// the loop, and the answer would come too late.
void LiveSession::EndFetch(Result<bool> taken, Done<bool> done) {
  if (!std::exchange(is_renamed_, false) || is_identifying_) return done(std::move(taken));
  Identify([self = shared_from_this(), stamp = now_, taken = std::move(taken),
            done = std::move(done)](const Result<void>&) {
    self->now_ = stamp;
    done(taken);
  });
}

Result<bool> LiveSession::TakeResult(const Result<Pdu>& pdu, std::span<const MetricId> metrics,
                                     const TakeSets& take) {
  HeedChanges();
  if (!pdu) return Fail(pdu.error());
  if (Result<void> decoded = DecodeResultPdu(*pdu, record_); !decoded)
    return Fail(connection_->Reject(std::move(decoded.error())));
  const auto same = [](const ValueSet& set, MetricId id) { return set.id() == id; };
  if (!std::ranges::equal(record_.sets(), metrics, same))
    return Fail(connection_->Reject(BadPdu("result", "not of the metrics of the fetch").value()));
  take(record_);
  has_other_agents_ = false;
  now_ = record_.stamp();
  return true;
}

void LiveSession::HeedChanges() {
  constexpr std::uint32_t kOtherAgents = kAgentsAdded | kAgentsRestarted;
  constexpr std::uint32_t kMetrics = kOtherAgents | kAgentsDropped | kNamesChanged;
  const std::uint32_t changes = connection_->TakeChanges();
  if (changes == 0) return;
  changes_ |= changes;
  if ((changes & kOtherAgents) != 0) has_other_agents_ = true;
  if ((changes & kMetrics) != 0) descs_.clear();
  if ((changes & kHostNameChanged) != 0) is_renamed_ = true;
}

void LiveSession::Store(const FetchResult& values, Done<void> done) {
  ResultEncoder encoder;
  encoder.Begin({});
  AddSets(values, encoder);
  ByteBuffer message;
  EncodeResultPdu(PduType::kResult, encoder, message);
  if (encoder.overfull() || message.size() > kMaxRequestSize)
    return done(Fail(ErrorHere(Errc::kTooLarge, "More values than a collector takes at a time")));
  connection_->Ask(
      PduType::kError, [&](ByteBuffer& out) { ByteWriter(out).Raw(message); },
      [done = std::move(done)](Result<Pdu> answer) {
        if (!answer) return done(Fail(std::move(answer.error())));
        done({});
      });
}

}  // namespace fdr
