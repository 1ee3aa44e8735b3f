// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives as a PMAPI context: the engine's context, with PCP's way to move through an archive.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/error_place.h"
#include "fdr/replay/pcp/pmapi/contexts/api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/known_instances.h"
#include "fdr/replay/pcp/pmapi/contexts/peer_interpolation.h"
#include "fdr/replay/recorded/archive_context.h"

namespace fdr::pmapi {

class ArchiveApiContext final : public ApiContext {
 public:
  explicit ArchiveApiContext(std::unique_ptr<ArchiveContext> archive);

  Context& plain_source() override { return *archive_; }
  ArchiveApiContext* AsArchive() override { return this; }
  ArchiveContext& archive() { return *archive_; }
  const Metadata& metadata() const { return archive_->timeline().metadata(); }

  Result<std::shared_ptr<ApiContext>> Duplicate() override;

  int NamesLocation() const override;
  std::string HostName() const override { return std::string(LabelHere().host.view()); }
  std::string ZoneName() const override { return std::string(LabelHere().timezone.view()); }

  int UnknownMetric() const override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override;
  Result<std::string> InstanceName(InDomId indom, InstanceId instance) override;
  Result<InstanceId> FindInstance(InDomId indom, std::string_view name) override;
  Result<std::string> Text(TextKind kind, std::uint32_t id) override;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override;

  /// All instances of all times.  Valid until the next call.
  KnownInstances& Known(const InDomHistory& domain);

  Mode mode() const override { return mode_; }
  int SetMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta) override;
  /// Sets the present mode again: records at the present time are fetched once more.
  void SetModeAgain() { SetMode(mode_, std::nullopt, delta_); }
  int Fetch(std::span<const MetricId> metrics, ResultMaker& maker) override;
  int FetchRecord(ResultMaker& maker) override;
  int Store(const FetchResult& values) override;

 private:
  /// The time that questions about instance domains and labels refer to.
  Timestamp Now() const { return origin_.OnAxis(); }
  Result<InstanceList> Members(InDomId indom) const;
  const LabelRecord& LabelHere() const;
  int FetchSets(std::span<const MetricId> metrics, ResultMaker& maker);
  bool NoRecordHas(std::span<const MetricId> metrics);
  int FetchStamp(std::span<const MetricId> metrics, ResultMaker& maker);
  int FetchInterpolated(std::span<const MetricId> metrics, ResultMaker& maker);
  template <class Read>
  Result<bool> PastDamage(Read read);
  int Finish(const Result<bool>& found);
  bool IsInside(Timestamp t);
  bool GoesBack() const;
  std::size_t ArchiveToStartIn() const;
  std::size_t ArchiveReached() const;

  std::unique_ptr<ArchiveContext> archive_;
  Mode mode_ = Mode::kForward;
  PcpTime origin_;
  PcpTime delta_;
  std::optional<PcpTime> reached_;  // time of the last fetch since the mode was set
  double known_end_ = 0;            // end of the log, in seconds since its start, as far as known
  PeerInterpolation peer_;
  std::optional<ErrorPlace> damage_;                         // met by the last fetch of records
  std::unordered_map<std::uint32_t, KnownInstances> known_;  // by instance domain
};

}  // namespace fdr::pmapi
