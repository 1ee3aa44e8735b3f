// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The fetch interface: one for an archive, several archives, a live host, and this machine.
//
//   ReplayOptions options;
//   options.on_damage = [](const Problem& problem) { ... };  // then fetches go on behind damage
//   auto context = ArchiveContext::Open("/var/log/pcp/today", options);
//   const Result<MetricId> load = (*context)->Find("kernel.all.load");
//   FetchResult result;
//   Fetched more = false;
//   while ((more = (*context)->Fetch(std::span(&*load, 1), result)) && *more) { ... }
//   if (!more) return Fail(more.error());  // the log was not read to its end
//
// Underneath, Start() starts a question, and one call of its Done ends it.  Programs that talk to
// many hosts at a time use this; the other functions wait for the answer.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/fetched.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/question.h"

namespace fdr {

enum class Mode : std::uint8_t {
  kLive,          ///< the values now; the only mode of a live host
  kForward,       ///< record by record
  kBackward,      ///< record by record, from the last to the first
  kInterpolated,  ///< at any times, evenly spaced
};

/// One thread at a time.  docs/replay-semantics.md defines the answers, rule by rule.  Each
/// question exists twice: asked, where the call waits for the answer, and started.  A kind of
/// context implements one of the two: sources that never wait derive from ImmediateContext, and
/// others implement Start().
class Context {
 public:
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// The host that the values are from.
  virtual std::string HostName() const = 0;
  /// The host's time zone, as in TZ; "" if it is not known.
  virtual std::string TimeZone() const = 0;

  // Names.

  /// Returns the metrics of these names, in their order, each with an outcome of its own: kNotFound
  /// for an unknown name, kNotAMetric for a name with others below.
  virtual Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names);
  Result<MetricId> Find(std::string_view name);
  /// All names of a metric; kNotFound if there is none.
  virtual Result<std::vector<std::string>> NamesOf(MetricId id);
  /// Returns the nodes directly below a name ("" is the top); none below a metric.  kNotFound if
  /// there is no such name.
  virtual Result<std::vector<NameChild>> Children(std::string_view name);
  /// The names of all metrics at and below a name.
  virtual Result<std::vector<std::string>> Traverse(std::string_view name);

  // Metadata.

  /// Returns descriptors in the order of `ids`; kNotFound for an unknown metric.
  virtual Result<std::vector<Result<Desc>>> Descs(std::span<const MetricId> ids);
  virtual Result<Desc> DescOf(MetricId id);
  /// Called when a metric's descriptor turned out to be wrong: a context that caches descriptors
  /// must ask for it again.
  virtual void ForgetDesc(MetricId) {}
  /// The members of a domain at Now(), ascending by identifier.  kNotFound if the domain is
  /// unknown, or was unknown at that time.
  virtual Result<std::vector<NamedInstance>> Instances(InDomId indom);
  /// Returns all members that ever were, the newest first, with their newest names.  For a live
  /// host: Instances().
  virtual Result<std::vector<NamedInstance>> AllInstances(InDomId indom);
  /// Help text about a metric or an instance domain, by its identifier's value.  kNotFound if there
  /// is none.
  virtual Result<std::string> Text(TextKind kind, std::uint32_t id);
  /// Returns the labels at Now() of an object of the level.  `id` is the object's identifier: any
  /// for kContext, the number of a domain, for a cluster that of its metric with item 0.  For
  /// kInstances, returns the labels of each instance of a domain.  Without labels, the answer is
  /// empty.
  virtual Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id);

  // Position and fetch.

  /// Sets the instances that fetches return, from the next fetch on.  Metrics without instances and
  /// whole records ignore it.
  void SetProfile(Profile profile) { profile_ = std::move(profile); }
  const Profile& profile() const { return profile_; }

  /// Sets the mode and origin of the next fetches, and for kInterpolated their distance in
  /// nanoseconds, positive, negative or 0.  Without an origin, fetches go on from the present one.
  /// Any origin is accepted: outside of the log, the fetch shows it.  kInvalidArgument, without any
  /// change, for a mode that this kind of context does not have.
  virtual Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                               std::int64_t delta = 0) = 0;
  virtual Mode mode() const = 0;
  /// The time from which the next fetch goes on: the stamp of the last record read, even if it was
  /// skipped, or the next time of kInterpolated.
  virtual Timestamp origin() const = 0;
  /// The time of Instances() and Labels(): that of the last fetch since SetMode() that returned
  /// something; without one, the origin.
  virtual Timestamp Now() const = 0;

  /// Fetches the values of these metrics, in their order, one set for each.  False, with `result`
  /// unchanged, at the end of the log, and for kInterpolated at every time outside of the log.
  /// After the error of a damaged record, the next call goes on behind the record; other damage
  /// shows itself again, until SkipDamage(); for kInterpolated, the next call tries the same time
  /// again.  An ArchiveContext with ReplayOptions::on_damage passes damage by itself.
  Fetched Fetch(std::span<const MetricId> metrics, FetchResult& result) {
    return Fetch(metrics, profile_, result);
  }
  /// The same with a profile of its own.
  virtual Fetched Fetch(std::span<const MetricId> metrics, const Profile& profile,
                        FetchResult& result);
  /// Fetches the next whole record or mark, in the modes kForward and kBackward of archives;
  /// kInvalidArgument in other modes.
  virtual Fetched FetchRecord(FetchResult& result);

  // The same questions, started.

  virtual void Start(Question question) = 0;

  void StartFind(std::span<const std::string> names, Done<std::vector<Result<MetricId>>> done) {
    Start(FindQuestion{names, std::move(done)});
  }
  void StartNamesOf(MetricId id, Done<std::vector<std::string>> done) {
    Start(NamesOfQuestion{id, std::move(done)});
  }
  void StartChildren(std::string_view name, Done<std::vector<NameChild>> done) {
    Start(ChildrenQuestion{name, std::move(done)});
  }
  void StartTraverse(std::string_view name, Done<std::vector<std::string>> done) {
    Start(TraverseQuestion{name, std::move(done)});
  }
  void StartDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) {
    Start(DescsQuestion{ids, std::move(done)});
  }
  void StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) {
    Start(InstancesQuestion{indom, std::move(done)});
  }
  void StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) {
    Start(AllInstancesQuestion{indom, std::move(done)});
  }
  void StartText(TextKind kind, std::uint32_t id, Done<std::string> done) {
    Start(TextQuestion{kind, id, std::move(done)});
  }
  void StartLabels(LabelLevel level, std::uint32_t id, Done<std::vector<OwnedLabelSet>> done) {
    Start(LabelsQuestion{level, id, std::move(done)});
  }
  void StartFetch(std::span<const MetricId> metrics, const Profile& profile, FetchResult& result,
                  Done<bool> done) {
    Start(FetchQuestion{metrics, profile, result, std::move(done)});
  }
  void StartFetchRecord(FetchResult& result, Done<bool> done) {
    Start(FetchRecordQuestion{result, std::move(done)});
  }

  /// Lets started questions make progress, and returns when something has happened.  Call it until
  /// the answer is there; each source ensures an answer by its own time limit.
  virtual void Wait() = 0;

 protected:
  Context() = default;

  /// Waits for the answer to a question that `start(Done<T>)` starts.
  template <class T, class Start>
  Result<T> Answer(Start start) {
    std::optional<Result<T>> answer;
    start([&answer](Result<T> result) { answer.emplace(std::move(result)); });
    while (!answer) Wait();
    return std::move(*answer);
  }

 private:
  Profile profile_;
};

}  // namespace fdr
