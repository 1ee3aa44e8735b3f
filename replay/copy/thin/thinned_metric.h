// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The samples of one metric on their way to a thinned archive.  docs/thinning.md has the rules.
//
//   sample       5       12    20    29    |    71           an interval of 30, a hole from 29 to
//   71 stretch      [---------------------]        [- written      5                     29 71 its
//   ends as they are; the grid between
//
// All instances of a sample have one stamp, so a metric has one state, and not each instance.

#pragma once

#include <vector>

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/copy/thin/thin_grid.h"
#include "fdr/replay/copy/thin/thin_output.h"

namespace fdr {

/// Borrows the output.
class ThinnedMetric {
 public:
  ThinnedMetric(MetricId metric, ThinOutput& output) : metric_(metric), output_(output) {}
  virtual ~ThinnedMetric() = default;
  ThinnedMetric(const ThinnedMetric&) = delete;
  ThinnedMetric& operator=(const ThinnedMetric&) = delete;

  /// Takes a set with values; their times ascend.  Returns false, and the stretch ends, if they are
  /// not stored as the type demands.
  bool Take(const ValueSet& set, GridSteps& steps);

  /// The stretch ends: its last sample is written as it is.
  void Close();
  /// Nothing is known from here on: a mark.
  void Forget();

  /// Whether a stretch goes on, so that a record with the time last().at or a later one may come.
  bool is_open() const { return is_open_; }
  const GridTime& last() const { return last_; }

 protected:
  /// Reads the next sample, beside the last one.
  virtual bool Read(const ValueSet& set) = 0;
  /// Whether something begins again, from the last sample to the next.
  virtual bool BeginsAgain() const { return false; }
  /// Writes the last sample, and the last values of instances that have gone in its interval.
  virtual void WriteLast(OutputPlace place) = 0;
  /// Writes what holds at a time between the last sample and the next, and the same others.
  virtual void WriteBetween(OutputPlace place, const GridTime& next) {
    static_cast<void>(next);
    WriteLast(place);
  }
  /// The last sample holds for so long, within one interval, until the next one.
  virtual void Hold(double seconds) { static_cast<void>(seconds); }
  /// An interval ends, and what was written of it has this time.
  virtual void EndInterval(Timestamp at) { static_cast<void>(at); }
  /// The next sample becomes the last one.  Instances that it lacks have gone; if the last sample
  /// is not `written`, their values have to be.  `seconds` is the step, 0 if there is none.
  virtual void Accept(bool written, double seconds) = 0;
  /// The same for a part of a sample: what it lacks has not gone.
  virtual void Join() = 0;
  /// How many instances have gone, and were not written since.
  virtual std::size_t CountGone() const = 0;
  virtual void ForgetValues() = 0;

  MetricId metric() const { return metric_; }
  ThinOutput& output() { return output_; }

 private:
  void Step(const GridStep& step, const GridTime& now);
  void WriteLastAsItIs();

  MetricId metric_;
  ThinOutput& output_;
  PlacesOfMetric places_;
  bool is_open_ = false;
  bool is_written_ = true;  // the last sample
  GridTime last_;
};

}  // namespace fdr
