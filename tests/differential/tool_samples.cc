// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/tool_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <thread>
#include <utility>

#include "fdr/archive/archive.h"
#include "fdr/archive/source/compression.h"
#include "fdr/replay/time/stamp_format.h"
#include "fdr/tests/support/peer.h"

namespace fdr::test {

std::string Join(const CommandWords& words) {
  std::string text;
  for (const std::string& word : words) text += word + ' ';
  return text;
}

ChildOutcome RunTool(const std::string& zone, CommandWords argv, std::chrono::minutes time_limit) {
  const auto outcome = RunChild({.argv = std::move(argv),
                                 .environment = {"PCP_DERIVED_CONFIG=", "TZ=" + zone},
                                 .time_limit = time_limit});
  EXPECT_TRUE(outcome) << "cannot be run: is the peer installed?";
  return outcome ? *outcome : ChildOutcome{};
}

CommandWords Command(CommandWords command, const CommandWords& arguments) {
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

std::string FirstDifference(const std::string& peer, const std::string& ours) {
  const auto [p, o] = std::mismatch(peer.begin(), peer.end(), ours.begin(), ours.end());
  const auto at = static_cast<std::size_t>(p - peer.begin());
  std::size_t from = at;
  for (int lines = 0; from > 0 && (peer[from - 1] != '\n' || ++lines < 2);) --from;
  return "peer: " + peer.substr(from, 300) + "\nours: " + ours.substr(from, 300);
}

void ForEach(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto loop = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::thread second(loop);
  loop();
  second.join();
}

std::vector<Sample> Samples() {
  std::vector<Sample> samples;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kPeerArchives)) {
    const std::string path = entry.path().string();
    const std::size_t end = path.find(".meta");
    if (end == std::string::npos) continue;
    const auto files = FindArchive(path);
    if (!files || !files->CheckComplete()) continue;
    Sample sample{.base = path.substr(0, end)};
    for (const VolumeFile& volume : files->volumes) {
      const std::uintmax_t factor = CompressionSuffix(volume.path).empty() ? 1 : 20;
      sample.size += factor * std::filesystem::file_size(volume.path);
    }
    samples.push_back(sample);
  }
  std::sort(samples.begin(), samples.end(),
            [](const Sample& a, const Sample& b) { return a.base < b.base; });
  return samples;
}

CommandWords SomeNames(const std::string& base, std::mt19937& random) {
  const auto archive = Archive::Open(base);
  if (!archive) return {};
  const auto metrics = (*archive)->metadata().metrics();
  CommandWords names;
  for (std::size_t i = 1 + random() % 4; i-- > 0;) {
    for (const std::string_view name :
         (*archive)->metadata().NamesOf(metrics[random() % metrics.size()].id)) {
      const std::size_t dot =
          random() % 3 == 0 ? name.find('.', random() % name.size()) : name.npos;
      names.emplace_back(name.substr(0, dot));
    }
  }
  return names;
}

std::optional<CommandWords> SomeWindow(const std::string& base, std::mt19937& random) {
  const auto archive = Archive::Open(base);
  const auto end = archive ? (*archive)->End() : Fail(archive.error());
  if (!end) return std::nullopt;
  const std::int64_t start = (*archive)->label().start.sec;
  const auto span =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(end->sec - start, 1, 1 << 30));
  const auto time = [&]() -> std::string {
    const auto seconds = static_cast<std::int64_t>(1 + random() % span);
    switch (random() % 3) {
      case 0:
        return std::to_string(seconds) + "sec";
      case 1:
        return "-" + std::to_string(seconds) + "sec";
      default:
        std::array<char, 64> text;
        StampFormatter formatter(Zone::FromTz("Australia/Melbourne"));
        const Timestamp t{start + seconds, 0};
        return "@" + std::string(text.data(), formatter.Dated(t, Fraction::kNone, text.data()));
    }
  };
  CommandWords window;
  if (random() % 4 != 0) window.insert(window.end(), {"-S", time()});
  if (random() % 4 != 0) window.insert(window.end(), {"-T", time()});
  return window;
}

}  // namespace fdr::test
