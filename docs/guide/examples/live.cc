// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fetches a metric from many hosts at a time.  usage: live METRIC HOST...

#include <fdr/replay/sources/live/live_context.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

// What is asked of a host, one question after the other, and what comes of it.
struct Inquiry {
  Inquiry(std::shared_ptr<fdr::EventLoop> loop, fdr::HostSpec host)
      : context(std::move(loop), std::move(host)) {}

  void Start(const std::string& metric) {
    const auto end = [this](std::string text) { answer = std::move(text); };
    name = metric;
    context.StartConnect([this, end](const fdr::Result<void>& connected) {
      if (!connected) return end(connected.error().Message());
      context.StartFind(std::span(&name, 1), [this, end](const auto& ids) {
        if (!ids) return end(ids.error().Message());
        if (!ids->front()) return end(ids->front().error().Message());
        id = *ids->front();
        context.StartFetch(std::span(&id, 1), context.profile(), result,
                           [this, end](const fdr::Result<bool>& fetched) {
                             if (!fetched) return end(fetched.error().Message());
                             end(context.HostName() + " has " +
                                 std::to_string(result.sets()[0].count) + " values of " + name);
                           });
      });
    });
  }

  fdr::LiveContext context;
  // What the questions refer to has to be there until they are answered.
  std::string name;
  fdr::MetricId id;
  fdr::FetchResult result;
  std::optional<std::string> answer;
};

}  // namespace

int main(int argc, char** argv) {
  const auto made = fdr::EventLoop::Make();
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().Message().c_str());
    return 1;
  }
  const std::shared_ptr<fdr::EventLoop>& loop = *made;
  std::vector<std::unique_ptr<Inquiry>> inquiries;
  for (int i = 2; i < argc; ++i) {
    auto host = fdr::HostSpec::Parse(argv[i]);
    if (!host) {
      std::fprintf(stderr, "%s", host.error().what.c_str());
      return 2;
    }
    inquiries.push_back(std::make_unique<Inquiry>(loop, std::move(*host)));
    inquiries.back()->Start(argv[1]);
  }
  for (const auto& inquiry : inquiries) {
    while (!inquiry->answer) loop->RunOne();  // every question has a time limit of its own
    std::printf("%s\n", inquiry->answer->c_str());
  }
  return 0;
}
