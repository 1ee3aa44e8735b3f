// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

// Fetches the values of some metrics, record by record: forward, then backward from the end.

#include <fdr/replay/recorded/archive_context.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

// A value as text: by the type in its metric's descriptor.
std::string Text(const fdr::FetchedValue& value, fdr::Type type) {
  // Very old archives have numbers in blocks that do not say what they are.
  if (fdr::IsNumeric(type) && value.header != 0 && !value.IsNumber()) return "?";
  switch (type) {
    case fdr::Type::k32:
      return std::to_string(static_cast<std::int32_t>(value.Word()));
    case fdr::Type::kU32:
      return std::to_string(value.Word());
    case fdr::Type::k64:
      return std::to_string(static_cast<std::int64_t>(value.bits));
    case fdr::Type::kU64:
      return std::to_string(value.bits);
    case fdr::Type::kFloat:
      return std::to_string(value.AsFloat());
    case fdr::Type::kDouble:
      return std::to_string(value.AsDouble());
    case fdr::Type::kString:
      return std::string(value.Text().value_or("?"));
    default:
      return value.header == 0 ? "?" : "(" + std::to_string(value.size()) + " bytes)";
  }
}

void Print(const fdr::FetchResult& result, const std::vector<fdr::Desc>& descs,
           fdr::Timestamp start) {
  std::printf("+%.3f s%s\n", fdr::SecondsBetween(start, result.stamp()),
              result.after_gap() ? ", behind an interruption" : "");
  for (std::size_t i = 0; i < descs.size(); ++i) {  // one set for each metric, in their order
    for (const fdr::FetchedValue& value : result.Values(result.sets()[i])) {
      std::printf("  %s", fdr::ToString(descs[i].id).c_str());
      if (value.instance != fdr::kSingular) std::printf("[%d]", value.instance);
      std::printf(" %s\n", Text(value, descs[i].type).c_str());
    }
  }
}

int Complain(const fdr::Error& error) {
  std::fprintf(stderr, "%s\n", error.Message().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const auto opened = fdr::ArchiveContext::Open(argc > 1 ? argv[1] : "");
  if (!opened) return Complain(opened.error());
  fdr::ArchiveContext& context = **opened;

  std::vector<fdr::MetricId> metrics;
  std::vector<fdr::Desc> descs;
  for (const char* name : {"hinv.ncpu", "kernel.all.load", "pmcd.version"}) {
    const auto id = context.Find(name);
    if (!id) return Complain(id.error());
    const auto desc = context.DescOf(*id);
    if (!desc) return Complain(desc.error());
    std::printf("%s is %s\n", name, fdr::ToString(*id).c_str());
    metrics.push_back(*id);
    descs.push_back(*desc);
  }

  // Of the load averages only that of 15 minutes, whose instance is 15.
  fdr::Profile profile;
  profile.Set(descs[1].indom, false);
  profile.Include(descs[1].indom, {15});
  context.SetProfile(profile);

  fdr::FetchResult result;  // reused: a fetch allocates nothing once it has seen the largest
  auto fetched = context.Fetch(metrics, result);
  for (; fetched && *fetched; fetched = context.Fetch(metrics, result))
    Print(result, descs, context.label().start);
  if (!fetched) return Complain(fetched.error());

  std::printf("once more, the last\n");
  if (const auto set = context.SetMode(fdr::Mode::kBackward); !set) return Complain(set.error());
  fetched = context.Fetch(metrics, result);
  if (!fetched) return Complain(fetched.error());
  if (*fetched) Print(result, descs, context.label().start);
  return 0;
}
