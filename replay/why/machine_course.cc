// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/machine_course.h"

#include <algorithm>
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
constexpr const char* kAnchor = "kernel.all.cpu.idle";
constexpr const char* kUptime = "kernel.all.uptime";

struct Metric {
  std::string name;
  Desc desc;
  std::vector<InstanceLine> lines;
  std::vector<Course> courses;  // of the lines
  std::unordered_map<InstanceId, std::size_t> places;
};

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
    Metric metric{name, desc ? *desc : Desc{}, {}, {}, {}};
    if (desc && IsNumeric(desc->type) && std::ranges::find(ids_, *id) == ids_.end())
      AddInstances(metric);
    if (metric.lines.empty()) {
      facts_.missing.push_back(name);
      return;
    }
    series_ += metric.lines.size();
    ids_.push_back(*id);
    metrics_.push_back(std::move(metric));
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
      if (series_ + metric.lines.size() >= kMostSeries) return;
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
    const std::size_t anchor = Anchor();
    bool is_sample = false;
    is_after_gap_ |= result.after_gap();
    for (std::size_t i = 0; i < metrics_.size(); ++i) {
      Metric& metric = metrics_[i];
      if (result.after_gap())
        for (Course& course : metric.courses) course.Break();
      const FetchedSet& set = result.sets()[i];
      if (set.status != SetStatus::kValues) continue;
      is_sample |= i == anchor;
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
    // Recorders write other metrics at other times, and values of processes between samples.
    if (uptime) times_.TakeUptime(result.stamp(), *uptime);
    if (!is_sample) return;
    times_.Take(result.stamp(), is_after_gap_);
    is_after_gap_ = false;
  }

  // The metric whose records are the samples.
  std::size_t Anchor() const {
    const auto found = std::ranges::find(metrics_, std::string(kAnchor), &Metric::name);
    return found == metrics_.end() ? 0 : static_cast<std::size_t>(found - metrics_.begin());
  }

  void Finish() {
    for (Metric& metric : metrics_) {
      for (std::size_t i = 0; i < metric.lines.size(); ++i)
        metric.lines[i].line = metric.courses[i].Finish();
      facts_.lines.emplace(metric.name, std::move(metric.lines));
    }
    facts_.programs = programs_.Finish();
    facts_.names = programs_.TakeNames();
    facts_.interval = times_.interval().value_or(facts_.grid.seconds());
    facts_.gaps = times_.Gaps();
    facts_.steps = times_.steps();
  }

  ArchiveContext& archive_;
  CourseFacts& facts_;
  std::vector<Metric> metrics_;
  std::vector<MetricId> ids_;
  std::vector<Desc> program_descs_;
  std::size_t series_ = 0;
  bool is_after_gap_ = false;  // since the last sample
  SampleTimes times_;
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
