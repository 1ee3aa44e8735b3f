// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives as a PMAPI context: the engine's, and how PCP moves through them.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/pmapi/api_context.h"
#include "fdr/replay/pmapi/peer_interpolation.h"
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

  int SetMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta) override;
  /// As if the mode that it has were set here: records of this time are fetched again.
  void SetModeAgain() { SetMode(mode_, std::nullopt, delta_); }
  int Fetch(std::span<const MetricId> metrics, ResultMaker& maker) override;
  int FetchRecord(ResultMaker& maker) override;
  int Store(const FetchResult& values) override;

 private:
  /// The time that instance domains and labels are asked for.
  Timestamp Now() const { return origin_.OnAxis(); }
  Result<InstanceList> Members(InDomId indom) const;
  const LabelRecord& LabelHere() const;
  int FetchSets(std::span<const MetricId> metrics, ResultMaker& maker);
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
  std::optional<PcpTime> reached_;  // where the last fetch was, since the mode was set
  double known_end_ = 0;  // of the log, in seconds since its start, as far as it was looked for
  PeerInterpolation peer_;
  std::string damage_;  // that the last fetch of records ran into
};

}  // namespace fdr::pmapi
