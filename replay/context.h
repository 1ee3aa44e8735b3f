// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The fetch interface: one for an archive, several archives, a live host, and this machine.
//
//   Result<std::unique_ptr<ArchiveContext>> context = ArchiveContext::Open("/var/log/pcp/today");
//   const Result<MetricId> load = (*context)->Find("kernel.all.load");
//   FetchResult result;
//   while ((*context)->Fetch(std::span(&*load, 1), result).value_or(false)) { ... }
//
// Underneath, every question is started with a Start...() and ends, once, in a call of its Done.
// Those are for programs that talk to many hosts at a time; the others wait for the answer.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/record/labelset_record.h"
#include "fdr/archive/record/text_record.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/profile.h"

namespace fdr {

enum class Mode : std::uint8_t {
  kLive,          ///< what is now; the only mode of a live host, which knows no other
  kForward,       ///< record by record
  kBackward,      ///< ... from the last to the first
  kInterpolated,  ///< at any times, evenly spaced
};

/// A node of the name space below another one.
struct NameChild {
  std::string name;      ///< the last part of the path
  bool is_leaf = false;  ///< a metric; else there is more below

  friend bool operator==(const NameChild&, const NameChild&) = default;
};

/// A member of an instance domain.
struct NamedInstance {
  InstanceId id = 0;
  std::string name;

  friend bool operator==(const NamedInstance&, const NamedInstance&) = default;
};

/// The labels of one thing, or of one instance of a domain.
struct OwnedLabelSet {
  InstanceId instance = kSingular;
  std::string json;
  std::vector<LabelEntry> entries;  ///< into the JSON
  std::int32_t code = 0;            ///< not 0 where the collector had an error, as recorded
};

/// What a question ends with, exactly once: perhaps before the call that started it returns, else
/// while somebody waits.  Whoever starts the next question from inside must not count on a stack
/// that lasts: an archive answers at once, every time.  A context that goes away ends what is still
/// open with kCancelled.
template <class T>
using Done = std::function<void(Result<T>)>;

/// One thread at a time.  What the answers are, rule by rule: docs/replay-semantics.md.
class Context {
 public:
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// The host that the values are from.
  virtual std::string HostName() const = 0;
  /// Its time zone, as in TZ; "" where it is not known.
  virtual std::string TimeZone() const = 0;

  // Names.

  /// The metrics of these names, in their order, each with an outcome of its own: kNotFound for a
  /// name that is none, kNotAMetric for one that has others below.
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names);
  Result<MetricId> Find(std::string_view name);
  /// All names of a metric; kNotFound if there is none.
  Result<std::vector<std::string>> NamesOf(MetricId id);
  /// What is directly below a name, "" for the top; none below a metric.  kNotFound if there is no
  /// such name.
  Result<std::vector<NameChild>> Children(std::string_view name);
  /// The names of all metrics at and below a name.
  Result<std::vector<std::string>> Traverse(std::string_view name);

  // What metrics are.

  /// In the order of `ids`; kNotFound for a metric that is not known.
  Result<std::vector<Result<Desc>>> Descs(std::span<const MetricId> ids);
  virtual Result<Desc> DescOf(MetricId id);
  /// What was known of that metric turned out to be wrong: who keeps descriptors asks again.
  virtual void ForgetDesc(MetricId) {}
  /// The members of a domain at Now(), ascending by identifier.  kNotFound if nothing is known
  /// about it, or was at that time.
  Result<std::vector<NamedInstance>> Instances(InDomId indom);
  /// Every member that there ever was, the newest first, with its newest name.  Of a live host:
  /// Instances().
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom);
  /// Help text about a metric or an instance domain, by its identifier's value.  kNotFound if there
  /// is none.
  Result<std::string> Text(TextKind kind, std::uint32_t id);
  /// The labels at Now() of what the level says, by its identifier's value (for kContext any, a
  /// cluster is its metric with item 0); for kInstances those of each instance of a domain.  None
  /// is an answer.
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id);

  // Position and fetch.

  /// Which instances a fetch returns, from the next one on.  Metrics without instances and whole
  /// records ignore it.
  void SetProfile(Profile profile) { profile_ = std::move(profile); }
  const Profile& profile() const { return profile_; }

  /// How, from where, and for kInterpolated at what distance (in nanoseconds, of either sign or
  /// none) the next fetches go; without an origin, from where we are.  Any origin will do: what
  /// lies outside of the log shows when fetching.  kInvalidArgument, and nothing changes, for a
  /// mode that this kind of context has not.
  virtual Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                               std::int64_t delta = 0) = 0;
  virtual Mode mode() const = 0;
  /// Where the next fetch goes on from: the stamp of the last record that was read, even if it was
  /// passed over, or the next time of kInterpolated.
  virtual Timestamp origin() const = 0;
  /// The time that Instances() and Labels() speak of: that of the last fetch since SetMode() that
  /// returned something, else the origin.
  virtual Timestamp Now() const = 0;

  /// The values of these metrics, in their order, one set for each.  False, and `result` as it was,
  /// at the end of the log, and for kInterpolated at every time outside of it.  After the error of
  /// a damaged record the next call goes on behind it; for kInterpolated it tries the same time
  /// again.
  Result<bool> Fetch(std::span<const MetricId> metrics, FetchResult& result);
  /// The next whole record or mark, in the modes kForward and kBackward of archives;
  /// kInvalidArgument in others.
  Result<bool> FetchRecord(FetchResult& result);

  // The same, started.  What they refer to must outlive the answer.

  virtual void StartFind(std::span<const std::string> names,
                         Done<std::vector<Result<MetricId>>> done) = 0;
  virtual void StartNamesOf(MetricId id, Done<std::vector<std::string>> done) = 0;
  virtual void StartChildren(std::string_view name, Done<std::vector<NameChild>> done) = 0;
  virtual void StartTraverse(std::string_view name, Done<std::vector<std::string>> done) = 0;
  virtual void StartDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) = 0;
  virtual void StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) = 0;
  virtual void StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) = 0;
  virtual void StartText(TextKind kind, std::uint32_t id, Done<std::string> done) = 0;
  virtual void StartLabels(LabelLevel level, std::uint32_t id,
                           Done<std::vector<OwnedLabelSet>> done) = 0;
  virtual void StartFetch(std::span<const MetricId> metrics, const Profile& profile,
                          FetchResult& result, Done<bool> done) = 0;
  virtual void StartFetchRecord(FetchResult& result, Done<bool> done) = 0;

  /// Lets what was started make progress, and returns when something has happened.  To be called
  /// until the answer is there, which a source makes sure of by a time limit of its own.
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
