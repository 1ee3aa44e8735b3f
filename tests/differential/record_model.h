// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Record replay by its definition, from a plain list of everything on a timeline.  It tells which
// of two different answers is right.

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
  bool is_damage = false;     ///< reading ends here with an error, in either direction
  bool is_torn_end = false;   ///< damage at the end of a volume; passed over unless it is the last
  TimelinePosition record = {};
  std::vector<MetricId> metrics = {};
  std::vector<MetricId> several = {};  ///< the metrics with several values
};

/// Everything on the timeline, in file order.
std::vector<ListedEvent> ListEvents(const Timeline& timeline);

/// Whether an index entry of an archive leads to a record, or behind the last one of a volume.
bool LeadsToARecord(const Timeline& timeline, const std::vector<ListedEvent>& events,
                    std::size_t archive, const IndexEntry& entry);

/// Whether any index entry in the files leads to no record.
bool HasWrongIndex(const Timeline& timeline, const std::vector<ListedEvent>& events);

/// The ways in which the peer departs from the definition.
struct Departure {
  std::size_t skip = 0;          ///< the number of events that are passed over at the start
  bool loses_at_seams = false;   ///< passes over records that the mark of a seam overtakes
  bool fails = false;            ///< nothing can be read from the start
  bool stops_at_damage = false;  ///< also at the torn end of a volume
  /// Reads as PeerReader does, with or without the index.  Only for the first archive.
  enum class Reader { kDefinition, kPeers, kPeersByIndex } reader = Reader::kDefinition;
};

/// The next fetch after an error of damage gives the same error, as in the engine.  Or it goes on
/// behind the damage, as in the C API.
enum class OnDamage { kStays, kGoesOn };

/// Answers the operations mode (F and B), fetch, record, include and exclude.  Can be copied.
class RecordModel {
 public:
  explicit RecordModel(const Timeline& timeline, OnDamage damage = OnDamage::kStays);

  std::string Answer(const std::string& operation, Departure departure = {});

  const std::vector<ListedEvent>& events() const { return *events_; }
  /// Forward, the place of the next event.  Backward, one more than that.
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
