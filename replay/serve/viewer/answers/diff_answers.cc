// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/diff_answers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/digest.h"
#include "fdr/replay/serve/viewer/opened_source.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/time/interval.h"

namespace fdr {
namespace {

constexpr std::uint64_t kMostDiffRows = 1000, kDiffRows = 50;
constexpr std::size_t kMostDiffMetrics = 1000;
constexpr std::string_view kSearchBase = "search";

using SharedArchive = std::shared_ptr<ArchiveSource>;

// "-1d", or "FROM,TO", or nothing: the time before.  A search has no such window.
Result<void> ReadBaseWindow(std::string_view text, CompareQuestion& question) {
  const auto wrong = [] {
    return Fail(Errc::kInvalidArgument, "base is a shift such as -1d, or FROM,TO, or search");
  };
  CompareQuestion::Side& base = question.before;
  if (const std::size_t comma = text.find(','); comma != std::string_view::npos) {
    const auto from = ParseSeconds(text.substr(0, comma)),
               to = ParseSeconds(text.substr(comma + 1));
    if (!from || !to || *to <= *from) return wrong();
    base.start = StampAt(*from);
    base.end = StampAt(*to);
    return {};
  }
  Nanos shift = NanosOf(question.after.start) - NanosOf(question.after.end);
  if (!text.empty()) {
    if (!text.starts_with('-')) return wrong();
    const auto back = ParseInterval(text.substr(1), IntervalRules::kPlain);
    if (!back || back->sec >= kMostSeconds) return wrong();
    shift = -(back->sec * kNanosPerSecond + back->nsec);
  }
  base.start = question.after.start.Plus(shift);
  base.end = question.after.end.Plus(shift);
  return {};
}

// A list of names is several metrics; a comma in brackets belongs to instances.
Result<std::vector<std::string>> ComparedMetrics(const Parameters& parameters) {
  std::vector<std::string> metrics;
  for (const auto& [name, value] : parameters.all()) {
    if (name != "m") continue;
    std::string_view text = value;
    while (!text.empty()) {
      const std::size_t bracket = text.find('['), comma = text.find(',');
      const std::size_t end = bracket < comma ? text.size() : std::min(comma, text.size());
      if (end > 0) metrics.emplace_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (metrics.size() > kMostDiffMetrics)
      return Fail(Errc::kTooLarge,
                  "m: more than " + std::to_string(kMostDiffMetrics) + " metrics are named");
  }
  return metrics;
}

Result<void> ReadComparedWindows(const Parameters& parameters, CompareQuestion& question) {
  const std::string_view base = parameters.Get("base");
  question.searches = base == kSearchBase;
  if (question.searches && parameters.Has("base_s"))
    return Fail(Errc::kInvalidArgument, "base_s: a search is in one archive");
  const Result<Nanos> from = RequiredTime(parameters, "from");
  if (!from) return Fail(from.error());
  const Result<Nanos> to = RequiredTime(parameters, "to");
  if (!to) return Fail(to.error());
  if (*to <= *from) return Fail(Errc::kInvalidArgument, "to must be behind from");
  question.after.start = StampAt(*from);
  question.after.end = StampAt(*to);
  return question.searches ? Result<void>() : ReadBaseWindow(base, question);
}

Result<CompareQuestion> CompareQuestionIn(const Parameters& parameters) {
  CompareQuestion question;
  if (const Result<void> read = ReadComparedWindows(parameters, question); !read)
    return Fail(read.error());
  auto metrics = ComparedMetrics(parameters);
  if (!metrics) return Fail(metrics.error());
  question.metrics = std::move(*metrics);
  const auto top = parameters.Count("top", kMostDiffRows);
  if (!top) return Fail(top.error());
  question.top = std::max<std::uint64_t>(top->value_or(kDiffRows), 1);
  question.instances = parameters.Get("instances") == "1";
  return question;
}

std::string KeyOfComparison(const CompareQuestion& question, const WebSource& source,
                            const WebSource* base) {
  std::string key = source.id() + '\n' + (base != nullptr ? base->id() : "") + '\n';
  for (const Timestamp t :
       {question.after.start, question.after.end, question.before.start, question.before.end})
    key += std::to_string(NanosOf(t)) + ' ';
  key += std::to_string(question.top) + (question.instances ? 'i' : ' ') +
         (question.searches ? 's' : ' ');
  for (const std::string& metric : question.metrics) key += '\n' + metric;
  return Sha1Hex(key);
}

// What is compared, while it is open.
struct OpenedPair {
  OpenedSource after;
  std::optional<OpenedSource> before;  // another one
};

std::string VersionOfPair(std::uint64_t generation, const std::optional<std::uint64_t>& base) {
  return std::to_string(generation) + (base ? '-' + std::to_string(*base) : "");
}

Result<LongWork> BeginComparing(const SharedArchive& source, const SharedArchive& base,
                                CompareQuestion question, const CompareWindows& compare) {
  auto after = OpenedSource::Open(source);
  if (!after) return Fail(after.error());
  const auto pair = std::make_shared<OpenedPair>(OpenedPair{std::move(*after), std::nullopt});
  std::optional<std::uint64_t> version;
  if (base) {
    auto before = OpenedSource::Open(base);
    if (!before) return Fail(before.error());
    version = before->generation();
    pair->before.emplace(std::move(*before));
  }
  const OpenedSource& other = pair->before ? *pair->before : pair->after;
  question.after.archive = pair->after.archive();
  question.after.name = source->id();
  question.before.archive = other.archive();
  question.before.name = other.source().id();
  return LongWork{VersionOfPair(pair->after.generation(), version),
                  [pair, question = std::move(question), &compare](const CheckLimit& check) {
                    return compare(question, check);
                  }};
}

}  // namespace

Result<HttpResponse> DiffAnswers::Answer(const SharedArchive& source, const HttpRequest& request) {
  if (!options_.compare) return FailedResponse(403, "This server compares nothing");
  const Result<CompareQuestion> question = CompareQuestionIn(request.parameters);
  if (!question) return Fail(question.error());
  SharedArchive base;
  if (const std::string* const id = request.parameters.Find("base_s"); id && *id != source->id()) {
    base = std::dynamic_pointer_cast<ArchiveSource>(sources_.Find(*id));
    if (!base) return Fail(Errc::kNotFound, "base_s: there is no such archive");
  }
  const auto generation = source->Generation();
  if (!generation) return Fail(generation.error());
  std::optional<std::uint64_t> of_base;
  if (base) {
    const auto known = base->Generation();
    if (!known) return Fail(known.error());
    of_base = *known;
  }
  return answers_.Answer(
      {.key = KeyOfComparison(*question, *source, base.get()),
       .version = VersionOfPair(*generation, of_base),
       .begin = [source, base, question = *question,
                 this] { return BeginComparing(source, base, question, options_.compare); },
       .type = "application/x-ndjson"},
      request);
}

}  // namespace fdr
