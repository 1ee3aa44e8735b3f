// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An agent that knows the queues of a file.  usage: spool FILE

#include <fdr/replay/agent_kit/agent.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

struct Queue {
  std::string name;
  std::uint64_t jobs = 0, bytes = 0;
};

int main(int, char** argv) {
  std::vector<Queue> queues;
  std::uint32_t limit = 10;
  fdr::agent::Agent agent("spool", 240);
  agent.AddLabel({"team", "mail"});
  const auto queue = agent.AddDomain(
      [&](fdr::agent::Members& members) {
        queues.clear();
        std::ifstream file(argv[1]);
        for (Queue q; file >> q.name >> q.jobs >> q.bytes;) queues.push_back(q);
        for (const Queue& q : queues) members.Add(q.name);
      },
      {.help = "the queues"});
  agent.Add("jobs", {.help = "jobs that wait", .domain = queue},
            [&](const fdr::agent::Member& member) { return queues[member.index].jobs; });
  agent.Add("bytes", {.help = "their size", .units = {.dim_space = 1}, .domain = queue},
            [&](const fdr::agent::Member& member) { return queues[member.index].bytes; });
  agent.Add("limit", {.help = "jobs in a queue that is full"}, [&] { return limit; })
      .OnStore([&](std::uint32_t wanted) {
        if (wanted == 0) return fdr::agent::Stored::kBadValue;
        limit = wanted;
        return fdr::agent::Stored::kDone;
      });
  if (const auto served = agent.Serve(); !served)
    std::fprintf(stderr, "spool: %s\n", served.error().Message().c_str());
}
