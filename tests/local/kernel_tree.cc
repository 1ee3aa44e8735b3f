// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/local/kernel_tree.h"

#include <gtest/gtest.h>

#include <charconv>
#include <filesystem>

namespace fdr::test {
namespace {

template <class Number>
std::string Decimal(Number number) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

}  // namespace

std::string ValueText(Type type, const FetchedValue& value) {
  switch (type) {
    case Type::k32:
      return Decimal(static_cast<std::int32_t>(value.Word()));
    case Type::kU32:
      return Decimal(value.Word());
    case Type::k64:
      return Decimal(static_cast<std::int64_t>(value.bits));
    case Type::kU64:
      return Decimal(value.bits);
    case Type::kFloat:
      return Decimal(value.AsFloat());
    case Type::kDouble:
      return Decimal(value.AsDouble());
    default:
      return std::string(UpToNul(AsText(value.Payload())));
  }
}

KernelTree::KernelTree() {
  for (const char* name : {"proc", "sys", "etc", "run"})
    std::filesystem::create_directory(Path(name));
}

void KernelTree::Write(std::string_view path, std::string_view text) const {
  const std::filesystem::path file = Path(path);
  std::filesystem::create_directories(file.parent_path());
  WriteFile(file, AsBytes(text));
}

void KernelTree::Link(std::string_view path, std::string_view target) const {
  const std::filesystem::path link = Path(path);
  std::filesystem::create_directories(link.parent_path());
  std::filesystem::create_symlink(target, link);
}

void KernelTree::Remove(std::string_view path) const { std::filesystem::remove_all(Path(path)); }

LocalContext& KernelTree::context() {
  if (context_ == nullptr) {
    auto opened = LocalContext::Open({.clock = [this] { return clock; },
                                      .timezone = "UTC",
                                      .busy = busy,
                                      .mmv = Path("mmv"),
                                      .proc = Path("proc"),
                                      .sys = Path("sys"),
                                      .etc = Path("etc"),
                                      .run = Path("run"),
                                      .root = Path("root")});
    EXPECT_TRUE(opened);
    context_ = std::move(*opened);
  }
  return *context_;
}

std::string KernelTree::Value(std::string_view metric, std::string_view instance) {
  const Result<MetricId> id = context().Find(metric);
  if (!id) return "no such metric: " + std::string(metric);
  const Desc desc = *context().DescOf(*id);
  FetchResult result;
  EXPECT_TRUE(context().Fetch(std::span(&*id, 1), result));
  const auto values = result.Values(result.sets()[0]);
  if (instance.empty()) return values.empty() ? "" : ValueText(desc.type, values[0]);
  const auto members = context().Instances(desc.indom);
  for (const NamedInstance& member : members.value_or(std::vector<NamedInstance>()))
    for (const FetchedValue& value : values)
      if (member.name == instance && member.id == value.instance)
        return ValueText(desc.type, value);
  return "";
}

std::vector<std::string> KernelTree::Instances(std::string_view metric) {
  std::vector<std::string> names;
  const Result<MetricId> id = context().Find(metric);
  if (!id) return names;
  FetchResult result;
  EXPECT_TRUE(context().Fetch(std::span(&*id, 1), result));
  const auto members = context().Instances(context().DescOf(*id)->indom);
  for (const NamedInstance& member : members.value_or(std::vector<NamedInstance>()))
    for (const FetchedValue& value : result.Values(result.sets()[0]))
      if (member.id == value.instance) names.push_back(member.name);
  return names;
}

}  // namespace fdr::test
