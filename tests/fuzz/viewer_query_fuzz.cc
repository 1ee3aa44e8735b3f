// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of the viewer's paths, and JSON that clients keep on the server.

#include "fdr/replay/search/metric_search.h"
#include "fdr/replay/serve/viewer/asked_instances.h"
#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/next_search.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/serve/viewer/states/state_runs.h"
#include "fdr/replay/text/json_syntax.h"
#include "fdr/tests/fuzz/fuzz.h"

using namespace fdr;

namespace {

// The bytes are texts and lengths of time.
void CheckStates(const BucketQuery& query, std::string_view bytes) {
  const StateWindow window{query.from, query.to, query.n};
  StateRuns runs(window);
  const Nanos part = (query.to - query.from) / 64 + 1;
  Nanos at = query.from - part;
  for (const char byte : bytes.substr(0, 4096)) {
    const Nanos end = at + part * (byte & 7) / (byte & 8 ? 64 : 1);
    runs.Add(at, end, {std::string(1, static_cast<char>('a' + (byte >> 4 & 3)))});
    at = byte & 64 ? end : end + part / 16;
    if (at > query.to) break;
  }
  runs.Finish();
  fuzz::Require(runs.runs().size() <= query.n, "a series has no more runs than were asked for");
  Nanos last = query.from;
  for (const StateRun& run : runs.runs()) {
    fuzz::Require(last <= run.from && run.from <= run.to && run.to <= query.to, "runs ascend");
    last = run.to;
  }
}

// The text is what is searched for, and where.
void CheckSearch(std::string_view text) {
  MetricInfo metric;
  metric.name = "kernel.all.load";
  metric.help = text;
  metric.instances = std::make_shared<const NamedInstances>(NamedInstances{{1, metric.help}});
  const SearchWords words(text);
  const MetricSearch search(std::span(&metric, 1));
  fuzz::Require(search.Find(words).size() == 1, "a text has its own words");
  std::size_t last = 0;
  for (const auto& [from, to] : words.PlacesIn(text)) {
    fuzz::Require(last <= from && from < to && to <= text.size(), "places ascend");
    last = to;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(IsJsonObject(text));
  CheckSearch(std::string_view(text).substr(0, 1024));
  if (const auto at = ParseSeconds(text)) {
    std::string written;
    JsonWriter json(written);
    WriteTime(json, *at);
    fuzz::Require(ParseSeconds(written) == at, "a time reads back");
  }
  Parameters parameters;
  if (!parameters.AddEncoded(text)) return 0;
  if (const auto query = BucketQuery::Of(parameters)) {
    CheckStates(*query, text);
    const TimeGrid grid = query->Grid(query->n);
    for (const Nanos at : {query->from, query->to - 1, query->from / 2 + query->to / 2}) {
      const std::size_t bucket = grid.BucketOf(at);
      fuzz::Require(grid.Border(bucket) <= at && at < grid.Border(bucket + 1),
                    "a time is in its bucket");
    }
  }
  if (const auto instances = AskedInstances::Of(parameters))
    static_cast<void>(instances->Includes("disk.dev.read", Desc(), 1, "sda"));
  static_cast<void>(NextCondition::Parse(parameters.Get("when")));
  return 0;
}
