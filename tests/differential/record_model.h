// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Record replay by its definition, over the plain list of everything on a timeline: what tells
// which of two different answers is right.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/timeline/timeline_cursor.h"
#include "fdr/tests/differential/peer_reader.h"
#include "fdr/tests/differential/replay_operations.h"

namespace fdr::test {

struct ListedEvent {
  Timestamp stamp;
  bool is_mark = false;
  bool is_seam = false;       ///< the mark between two archives
  Timestamp backward = {};    ///< the stamp of a seam that is met going back
  bool is_senseless = false;  ///< a record that is an error, once
  bool is_damage = false;     ///< where reading ends with an error, in either direction
  bool is_torn_end = false;   ///< damage at the end of a volume: passed over, but for the very last
  TimelinePosition record = {};
  std::vector<MetricId> metrics = {};
  std::vector<MetricId> several = {};  ///< those of them with several values
};

/// Everything on the timeline, in file order.
std::vector<ListedEvent> ListEvents(const Timeline& timeline);

/// Whether an index entry of an archive leads to a record, or behind the last one of a volume.
bool LeadsToARecord(const Timeline& timeline, const std::vector<ListedEvent>& events,
                    std::size_t archive, const IndexEntry& entry);

/// Whether any entry, as it is in the file, leads to no record.
bool HasWrongIndex(const Timeline& timeline, const std::vector<ListedEvent>& events);

/// Where the peer departs from the definition.
struct Departure {
  std::size_t skip = 0;          ///< so many events are passed over at the start
  bool loses_at_seams = false;   ///< so are records that the mark between two archives overtakes
  bool fails = false;            ///< nothing can be read from there
  bool stops_at_damage = false;  ///< where a volume has a torn end, too
  /// Reads as PeerReader does, with the index or without it; of the first archive only.
  enum class Reader { kDefinition, kPeers, kPeersByIndex } reader = Reader::kDefinition;
};

/// What a fetch behind one that was an error of damage does: it is the same error, as of the
/// engine, or goes on behind the damage, as the C API does.
enum class OnDamage { kStays, kGoesOn };

/// Answers the operations mode (F and B), fetch, record, include and exclude.  A value: copy it.
class RecordModel {
 public:
  explicit RecordModel(const Timeline& timeline, OnDamage damage = OnDamage::kStays);

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
  const ListedEvent* StepAsThePeer();
  std::string Show(const ListedEvent& event, std::span<const MetricId> wanted) const;

  const Timeline* timeline_;
  OnDamage damage_;
  std::shared_ptr<const std::vector<ListedEvent>> events_;
  bool forward_ = true;
  bool started_ = false;
  std::size_t next_ = 0;
  Timestamp origin_, reached_;
  Departure departure_;
  PeerReader peer_;
  ListedEvent found_;  // by the peer's reader
  Profile profile_;
};

}  // namespace fdr::test
