// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/machine_course.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "fdr/replay/why/course.h"

namespace fdr::why {
namespace {

// Of all series together: their lines, while they are made, take 8 bytes for each.
constexpr std::size_t kMostCells = std::size_t{4} << 20;
constexpr std::size_t kMostSeries = 4096;
// A short recording has this many cells at least; a long one those of a second.
constexpr double kLeastCells = 64, kLongestCell = 1;
constexpr const char* kUptime = "kernel.all.uptime";

struct Metric {
  std::string name;
  Desc desc;
  std::vector<InstanceLine> lines = {};
  std::vector<Course> courses = {};  // of the lines
  std::unordered_map<InstanceId, std::size_t> places = {};
  SampleTimes times = {};
  bool is_after_gap = false;  // since the last sample
};

// How many series each metric may have, so that all have no more than `most`.  Those with few have
// all of them: many disks must not take the place of the processors.
std::size_t ShareOfSeries(std::span<const Metric> metrics, std::size_t most) {
  std::vector<std::size_t> sizes;
  for (const Metric& metric : metrics) sizes.push_back(metric.lines.size());
  std::ranges::sort(sizes);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t share = most / (sizes.size() - i);
    if (sizes[i] > share) return std::max<std::size_t>(share, 1);
    most -= sizes[i];
  }
  return std::numeric_limits<std::size_t>::max();
}

TimeGrid GridOf(Timestamp start, Timestamp end, std::size_t series) {
  const double seconds = std::max(SecondsBetween(start, end), 1e-3);
  const auto most = static_cast<double>(kMostCells / std::max<std::size_t>(series, 1));
  const double cell = std::max(std::min(kLongestCell, seconds / kLeastCells), seconds / most);
  return {start, cell, static_cast<std::size_t>(std::ceil(seconds / cell))};
}

class CourseReader {
 public:
  CourseReader(ArchiveContext& archive, CourseFacts& facts) : archive_(archive), facts_(facts) {}

  Result<void> Choose(std::span<const std::string> names) {
    const auto found = archive_.Find(names);
    if (!found) return Fail(found.error());
    for (std::size_t i = 0; i < names.size(); ++i) Choose(names[i], (*found)[i]);
    LeaveSome();
    return ChoosePrograms();
  }

  Result<void> Read(const GoOn& go_on) {
    const Result<Timestamp> end = archive_.EndTime();
    if (!end) return Fail(end.error());
    const Timestamp start = archive_.label().start;
    facts_.grid = GridOf(start, *end, series_);
    for (Metric& metric : metrics_)
      for (std::size_t i = 0; i < metric.lines.size(); ++i)
        metric.courses.emplace_back(metric.desc, facts_.grid);
    programs_.Begin(facts_.grid, program_descs_);
    if (const auto set = archive_.SetMode(Mode::kForward, start); !set) return set;
    FetchResult result;
    Fetched more = false;
    while ((more = archive_.Fetch(ids_, result)) && *more) {
      Take(result);
      if (!go_on(result.stamp())) break;
    }
    Finish();
    if (!more) return Fail(more.error());
    return {};
  }

 private:
  void Choose(const std::string& name, const Result<MetricId>& id) {
    const Result<Desc> desc = id ? archive_.DescOf(*id) : Fail(id.error());
    Metric metric{.name = name, .desc = desc ? *desc : Desc{}};
    if (desc && IsNumeric(desc->type) && std::ranges::find(ids_, *id) == ids_.end())
      AddInstances(metric);
    if (metric.lines.empty()) {
      facts_.missing.push_back(name);
      return;
    }
    ids_.push_back(*id);
    metrics_.push_back(std::move(metric));
  }

  void LeaveSome() {
    const std::size_t share = ShareOfSeries(metrics_, kMostSeries);
    for (Metric& metric : metrics_) {
      if (metric.lines.size() > share) {
        facts_.in_part.push_back(metric.name);
        std::erase_if(metric.places, [&](const auto& place) { return place.second >= share; });
        metric.lines.resize(share);
      }
      series_ += metric.lines.size();
    }
  }

  Result<void> ChoosePrograms() {
    const std::vector<std::string> names = ProgramCourses::Metrics();
    const auto found = archive_.Find(names);
    if (!found) return Fail(found.error());
    for (const Result<MetricId>& id : *found) {
      const Result<Desc> desc = id ? archive_.DescOf(*id) : Fail(id.error());
      const bool is_of_processes = desc && !desc->indom.IsNull();
      program_descs_.push_back(is_of_processes ? *desc : Desc{});
      if (is_of_processes) ids_.push_back(*id);
    }
    return {};
  }

  // An archive may have any number of instances.
  void AddInstances(Metric& metric) {
    const auto add = [&](InstanceId id, std::string name) {
      if (metric.lines.size() > kMostSeries) return;
      if (metric.places.emplace(id, metric.lines.size()).second)
        metric.lines.push_back({std::move(name), {}});
    };
    if (metric.desc.indom.IsNull()) return add(kSingular, "");
    auto instances = archive_.AllInstances(metric.desc.indom);
    if (!instances) return;
    for (NamedInstance& instance : *instances) add(instance.id, std::string(instance.name));
  }

  void Take(const FetchResult& result) {
    const double at = SecondsBetween(facts_.grid.start, result.stamp());
    std::optional<double> uptime;
    for (std::size_t i = 0; i < metrics_.size(); ++i) {
      Metric& metric = metrics_[i];
      metric.is_after_gap |= result.after_gap();
      if (result.after_gap())
        for (Course& course : metric.courses) course.Break();
      const FetchedSet& set = result.sets()[i];
      if (set.status != SetStatus::kValues) continue;
      metric.times.Take(result.stamp(), metric.is_after_gap);
      metric.is_after_gap = false;
      for (const FetchedValue& value : result.Values(set)) {
        const auto bits = value.NumberBits(metric.desc.type);
        const auto place =
            metric.places.find(metric.desc.indom.IsNull() ? kSingular : value.instance);
        if (!bits || place == metric.places.end()) continue;
        metric.courses[place->second].Take(at, *bits);
        if (metric.name == kUptime) uptime = NumberFrom(metric.desc.type, *bits);
      }
    }
    programs_.Take(result, result.sets().subspan(metrics_.size()));
    if (uptime)
      for (Metric& metric : metrics_) metric.times.TakeUptime(result.stamp(), *uptime);
  }

  // Recorders write other metrics at other times, and values of processes between samples.  So the
  // samples are the records of one metric: the one with most of them.
  void FinishTimes() {
    const auto most = std::ranges::max_element(
        metrics_, {}, [](const Metric& metric) { return metric.times.samples(); });
    facts_.interval = facts_.grid.seconds();
    if (most == metrics_.end()) return;
    facts_.sampled = most->name;
    facts_.interval = most->times.interval().value_or(facts_.interval);
    facts_.gaps = most->times.Gaps();
    facts_.steps = most->times.steps();
  }

  void Finish() {
    FinishTimes();
    for (Metric& metric : metrics_) {
      for (std::size_t i = 0; i < metric.lines.size(); ++i)
        metric.lines[i].line = metric.courses[i].Finish();
      facts_.lines.emplace(metric.name, std::move(metric.lines));
    }
    facts_.programs = programs_.Finish();
    facts_.names = programs_.TakeNames();
  }

  ArchiveContext& archive_;
  CourseFacts& facts_;
  std::vector<Metric> metrics_;
  std::vector<MetricId> ids_;
  std::vector<Desc> program_descs_;
  std::size_t series_ = 0;
  ProgramCourses programs_;
};

}  // namespace

Result<MachineCourse> MachineCourse::Read(ArchiveContext& archive,
                                          std::span<const std::string> metrics, const GoOn& go_on) {
  CourseFacts facts;
  CourseReader reader(archive, facts);
  if (const auto chosen = reader.Choose(metrics); !chosen) return Fail(chosen.error());
  if (const auto read = reader.Read(go_on); !read) return Fail(read.error());
  return MachineCourse(std::move(facts));
}

std::span<const InstanceLine> MachineCourse::Of(std::string_view metric) const {
  const auto found = facts_.lines.find(metric);
  if (found == facts_.lines.end()) return {};
  return found->second;
}

double MachineCourse::processors() const {
  const double recorded = QuantileOf(Single("hinv.ncpu"), 0.5);
  // Of what a damaged archive says, no sum must be infinite.
  constexpr double kMost = 1e6;
  return std::clamp(recorded, 1.0, kMost);
}

const Line& MachineCourse::Single(std::string_view metric) const {
  static const Line kNone;
  const auto lines = Of(metric);
  return lines.empty() ? kNone : lines.front().line;
}

const Line& MachineCourse::Of(std::string_view metric, std::string_view instance) const {
  static const Line kNone;
  for (const InstanceLine& one : Of(metric))
    if (one.name == instance) return one.line;
  return kNone;
}

}  // namespace fdr::why
