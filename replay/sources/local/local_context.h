// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine behind the fetch interface, without a daemon or special rights.  The metrics, and
// the kernel files that they come from: docs/metrics.md.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/immediate_context.h"

namespace fdr {

/// Which processes of a machine fetches return: those that use most CPU time, disk or memory.  See
/// docs/guide/processes.md.
struct BusyOptions {
  std::size_t most = 10;  ///< processes in each order
  /// Each process is recorded at least once in this many fetches, or in more if there are
  /// thousands.
  std::size_t round = 60;
  /// Every change of the instance domain costs as much as the whole domain: see DomainRecords.
  bool rewrites_domain = false;
};

struct LocalOptions {
  /// Returns the present time.  Required: the collector never reads a clock itself.
  std::function<Timestamp()> clock = {};
  /// The host's time zone as in TZ; default: from the file etc/localtime.
  std::string timezone = {};
  /// Default: every process.
  std::optional<BusyOptions> busy = {};

  /// Where programs keep memory mapped values: PCP's folder tmp/mmv.  Default: nowhere.
  std::string mmv = {};
  /// Takes sentences about files of programs that are refused, each once.
  std::function<void(const std::string& line)> log = {};

  /// Directories of the kernel's and the system's files.  Tests use others.
  std::string proc = "/proc";
  std::string sys = "/sys";
  std::string etc = "/etc";
  std::string run = "/run";
  /// Above var/lib, var/log and home directories, whose files name containers.
  std::string root = {};
};

/// Every fetch reads only the files that it needs, each once.  Instances keep their identifiers as
/// long as the context lives.
class LocalContext final : public ImmediateContext {
 public:
  /// kInvalidArgument without a clock.  A few free descriptors are enough; without them, this and
  /// fetches fail with kIo.
  static Result<std::unique_ptr<LocalContext>> Open(LocalOptions options);
  ~LocalContext() override;

  std::string HostName() const override;
  std::string TimeZone() const override;

  /// Only kLive is supported, without an origin.
  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override;
  Mode mode() const override { return Mode::kLive; }
  /// The present time.
  Timestamp origin() const override;
  Timestamp Now() const override;

  using Context::Find;
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names) override;
  Result<std::vector<std::string>> NamesOf(MetricId id) override;
  Result<std::vector<NameChild>> Children(std::string_view name) override;
  Result<std::vector<std::string>> Traverse(std::string_view name) override;
  Result<Desc> DescOf(MetricId id) override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override;
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom) override;
  Result<std::string> Text(TextKind kind, std::uint32_t id) override;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override;
  using Context::Fetch;
  Fetched Fetch(std::span<const MetricId> metrics, const Profile& profile,
                FetchResult& result) override;
  Fetched FetchRecord(FetchResult& result) override;

  /// The domains of all metrics that it knows: the first parts of their identifiers.
  static std::vector<std::uint32_t> Domains();
  /// Agents answer for the metrics of these domains, which become unknown here.  The metrics of the
  /// domains of an earlier call are known again.
  void Hide(const std::vector<std::uint32_t>& domains);

  /// With LocalOptions::busy, for recordings.  The lower values of the processes that the last
  /// fetch returned and the one before did not, with a stamp right behind the one before; they
  /// belong between the two.  Without them, the rate at which a process became busy would count
  /// from its last value, however old.  Contains only metrics of the request with values.
  /// False if there are none.
  bool FetchEarlier(std::span<const MetricId> metrics, FetchResult& result);
  /// The changes that were noticed since the last call: CollectorChange.  Programs whose values are
  /// mapped come and go.
  std::uint32_t TakeChanges();
  /// The next fetch is the first of another recording: it returns all processes.
  void BeginRecording();

 private:
  struct Parts;
  explicit LocalContext(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace fdr
