// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An agent that knows the queues of a file.  usage: spool FILE

#include <fdr/replay/sources/agent_kit/agent.h>

#include <fstream>
#include <string>
#include <vector>

struct Queue {
  std::string name;
  std::uint64_t jobs = 0, bytes = 0;
};

std::vector<Queue> ReadSpool(const char* path) {
  std::vector<Queue> queues;
  std::ifstream file(path);
  for (Queue q; file >> q.name >> q.jobs >> q.bytes;) queues.push_back(q);
  return queues;
}

int main(int, char** argv) {
  std::uint32_t limit = 10;
  fdr::agent::Agent agent("spool", 240);
  agent.AddLabel({"team", "mail"});
  auto queues =
      agent.AddTable([&] { return ReadSpool(argv[1]); }, &Queue::name, {.help = "queues"});
  queues.Add("jobs", {.help = "jobs that wait"}, &Queue::jobs);
  queues.Add("bytes", {.help = "their size", .units = {.dim_space = 1}}, &Queue::bytes);
  agent.Add("limit", {.help = "jobs in a queue that is full"}, [&] { return limit; })
      .StoreInto(limit, [](std::uint32_t wanted) { return wanted > 0; });
  return agent.Run();
}
