// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Record replay by its definition, over the plain list of everything on a timeline: what tells
// which of two different answers is right.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/timeline.h"
#include "fdr/tests/differential/replay_operations.h"

namespace fdr::test {

struct ListedEvent {
  Timestamp stamp;
  bool is_mark = false;
  bool is_seam = false;      ///< the mark between two archives
  Timestamp backward = {};   ///< the stamp of a seam that is met going back
  bool is_damage = false;    ///< where reading forward ends with an error; going back, nothing
  bool is_torn_end = false;  ///< damage that there is more behind: it is passed over
  TimelinePosition record = {};
  std::vector<MetricId> metrics = {};
  std::vector<MetricId> several = {};  ///< those of them with several values
};

/// Everything on the timeline, in file order.  What is behind damage in an archive is left out, but
/// for that of a torn record at the end of a volume.
std::vector<ListedEvent> ListEvents(const Timeline& timeline);

/// Whether an index entry of an archive leads to a record, or behind the last one of a volume.
bool LeadsToARecord(const Timeline& timeline, const std::vector<ListedEvent>& events,
                    std::size_t archive, const IndexEntry& entry);

/// Where the peer departs from the definition.
struct Departure {
  std::size_t skip = 0;          ///< so many events are passed over at the start
  bool loses_at_seams = false;   ///< so are records that the mark between two archives overtakes
  bool fails = false;            ///< nothing can be read from there
  bool stops_at_damage = false;  ///< going back, and where a volume has a torn end, too
};

/// Answers the operations mode (F and B), fetch, record, include and exclude.  A value: copy it.
class RecordModel {
 public:
  explicit RecordModel(const Timeline& timeline);

  std::string Answer(const std::string& operation, Departure departure = {});

  const std::vector<ListedEvent>& events() const { return *events_; }
  /// Forward, the place of the next event; backward, one more.
  std::size_t next() const { return next_; }
  Timestamp origin() const { return origin_; }
  bool forward() const { return forward_; }
  const Timeline& timeline() const { return *timeline_; }

 private:
  void Start(Departure departure);
  const ListedEvent* Step();
  std::string Show(const ListedEvent& event, std::span<const MetricId> wanted) const;

  const Timeline* timeline_;
  std::shared_ptr<const std::vector<ListedEvent>> events_;
  bool forward_ = true;
  bool started_ = false;
  std::size_t next_ = 0;
  Timestamp origin_, reached_;
  Departure departure_;
  Profile profile_;
};

}  // namespace fdr::test
