// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The questions that replay tests ask the peer (peer_replay.c) and fdr in the same words.  Each
// operation is a line, and each answer is a line.
//
//   open NAMES               "ok"; the other operations are about the archives opened last
//   mode F|B|I ORIGIN DELTA  ORIGIN is SEC.NSEC, or "-" for the present time; DELTA in nanoseconds
//   fetch METRIC...          "at SEC.NSEC METRIC=INSTANCE/VALUE,... ...", instances ascending
//   record                   the same of a whole record; "mark SEC.NSEC"
//   include INDOM [INSTANCE...]  and  exclude INDOM [INSTANCE...]: the profile; without instances,
//                            all of the domain or, of the null domain, of all domains
//   label, end, desc METRIC, find NAME, names METRIC, children NAME, traverse NAME
//   instances INDOM, allinstances INDOM, text KIND ID, labels LEVEL ID
//
// Numbers are decimal, names of metrics hexadecimal.  A value in place is its word in hexadecimal,
// another number TYPE:BITS, the rest TYPE:SIZE:DIGEST.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr::test {

/// Error codes of the peer, which replace the values of a set in answers.
inline constexpr int kUnknownMetricCode = -12378, kWrongTypeCode = -12397;

using Operations = std::vector<std::string>;
using Answers = std::vector<std::string>;

std::string OpenOperation(const std::string& names);
std::string ModeOperation(Mode mode, std::optional<Timestamp> origin, std::int64_t delta = 0);
std::string FetchOperation(std::span<const MetricId> metrics);
/// The new profile of the domain replaces the old one, with only these instances or with all but
/// these.
Operations IncludeOperations(InDomId indom, std::span<const InstanceId> instances);
Operations ExcludeOperations(InDomId indom, std::span<const InstanceId> instances);
/// An operation on a name.
std::string NameOperation(const std::string& operation, std::string_view name);

struct ModeWords {
  Mode mode = Mode::kForward;
  std::optional<Timestamp> origin = {};
  std::int64_t delta = 0;
};
ModeWords ReadMode(const std::string& operation);
/// Applies an "include" or "exclude" operation.
void ChangeProfile(Profile& profile, const std::string& operation);

/// A fetched result as an answer.  For an unknown metric the peer has no set in a record, and an
/// error code in an interpolated result.
std::string ToAnswer(const FetchResult& result, bool interpolated);
/// Shortens a long answer as peer_replay.c does, so that long answers can be compared, too.
std::string Shortened(std::string answer);

/// Answers the operations with the engine, by the value rule of PCP 6.0.3.
class OurReplay {
 public:
  std::string Answer(const std::string& operation);
  /// The context of the archives that were opened last; null if they could not be opened.
  ArchiveContext* context() { return context_.get(); }

 private:
  std::string Open(const std::string& names);
  std::string Fetched(const Result<bool>& fetched) const;
  std::string OfName(const std::string& what, const std::string& name);
  std::string Labels(LabelLevel level, std::uint32_t id) const;

  std::unique_ptr<ArchiveContext> context_;
  FetchResult result_;
};

}  // namespace fdr::test
