// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Prints the values of a metric of this machine.  usage: machine METRIC [DIRECTORY]
// With a directory, that is where /proc and /sys are.

#include <fdr/replay/sources/local/local_context.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace {

fdr::Timestamp Now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return fdr::Timestamp{}.Plus(std::chrono::nanoseconds(now).count());
}

int Complain(const fdr::Error& error) {
  std::fprintf(stderr, "%s\n", error.Message().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  fdr::LocalOptions options;
  options.clock = Now;
  if (argc > 2) {
    options.proc = std::string(argv[2]) + "/proc";
    options.sys = std::string(argv[2]) + "/sys";
  }
  const auto machine = fdr::LocalContext::Open(options);
  if (!machine) return Complain(machine.error());
  const auto id = (*machine)->Find(argc > 1 ? argv[1] : "kernel.percpu.cpu.user");
  if (!id) return Complain(id.error());
  fdr::FetchResult result;
  if (const auto fetched = (*machine)->Fetch(std::span(&*id, 1), result); !fetched)
    return Complain(fetched.error());
  const auto desc = (*machine)->DescOf(*id);
  if (!desc) return Complain(desc.error());
  // A metric without instances has one value; bits are the value of integers only.
  const auto instances = (*machine)->Instances(desc->indom);
  for (const fdr::FetchedValue& value : result.AllValues()) {
    std::string name = desc->indom.IsNull() ? "value" : "?";
    if (instances)
      for (const fdr::NamedInstance& instance : *instances)
        if (instance.id == value.instance) name = instance.name;
    std::printf("%s: %llu\n", name.c_str(), static_cast<unsigned long long>(value.bits));
  }
  return 0;
}
