// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of the viewer's paths, and JSON that clients keep on the server.

#include "fdr/replay/serve/viewer/asked_instances.h"
#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/json_syntax.h"
#include "fdr/replay/serve/viewer/name_letters.h"
#include "fdr/replay/serve/viewer/next_search.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/tests/fuzz/fuzz.h"

using namespace fdr;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(IsJsonObject(text));
  static_cast<void>(HasLetters("kernel.all.load", text));
  if (const auto at = ParseSeconds(text)) {
    std::string written;
    JsonWriter json(written);
    WriteTime(json, *at);
    fuzz::Require(ParseSeconds(written) == at, "a time reads back");
  }
  Parameters parameters;
  if (!parameters.AddEncoded(text)) return 0;
  if (const auto query = BucketQuery::Of(parameters)) {
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
