// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/source_answers.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/copy/copy_files.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/archive_gaps.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

// A recorder whose last record is older has ended.
constexpr std::int64_t kMostSilence = 300;  // seconds
constexpr std::size_t kMostGaps = 1000;

constexpr std::array<std::string_view, 3> kKinds = {"archive", "local", "live"};

void WriteGaps(JsonWriter& json, const ArchiveGaps& found) {
  json.Key("gaps").BeginArray();
  for (const auto& [from, to] : found.gaps) {
    json.BeginArray();
    WriteTime(json, from);
    WriteTime(json, to);
    json.EndArray();
  }
  json.EndArray().Key("marks").BeginArray();
  for (const Nanos mark : found.marks) WriteTime(json, mark);
  json.EndArray();
}

// Without the directory of the server.
void WriteProblems(JsonWriter& json, const std::vector<Problem>& problems) {
  json.Key("problems").BeginArray();
  for (const Problem& problem : problems) {
    json.BeginObject();
    json.Key("file").String(std::filesystem::path(problem.file).filename().string());
    json.Key("offset").UInt(problem.offset).Key("lost").UInt(problem.bytes_lost);
    json.Key("text").String(ShownMessage(problem.what)).EndObject();
  }
  json.EndArray();
}

std::uint64_t BytesOf(const Timeline& timeline) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < timeline.size(); ++i)
    bytes += SizeOnDisk(timeline.archive(i).files());
  return bytes;
}

Result<void> WriteArchive(JsonWriter& json, const OpenedSource& source,
                          const ViewerOptions& options, const HttpRequest& request) {
  ArchiveContext& archive = *source.archive();
  const Timeline& timeline = archive.timeline();
  const Result<Timestamp> end = archive.EndTime();
  const Timestamp last = end.value_or(timeline.start());
  const auto gaps = GapsOf(timeline, kMostGaps, [&] { return request.CheckLimit(); });
  if (!gaps) return Fail(gaps.error());
  WriteTime(json.Key("start"), NanosOf(timeline.start()));
  WriteTime(json.Key("end"), NanosOf(last));
  const Timestamp now = options.wall_clock();
  json.Key("growing").Bool(last <= now && now.sec - last.sec <= kMostSilence);
  json.Key("generation").String(std::to_string(source.generation()));
  json.Key("archives").UInt(timeline.size()).Key("bytes").UInt(BytesOf(timeline));
  json.Key("metrics").UInt(timeline.metadata().metrics().size());
  WriteGaps(json, *gaps);
  WriteProblems(json, static_cast<const ArchiveSource&>(source.source()).Problems());
  return {};
}

Result<void> WriteSource(JsonWriter& json, const OpenedSource& source, const ViewerOptions& options,
                         const HttpRequest& request) {
  json.Key("host").String(source.context().HostName());
  json.Key("zone").String(source.context().TimeZone());
  if (source.archive() != nullptr) return WriteArchive(json, source, options, request);
  const auto names = source.context().Traverse("");
  json.Key("metrics").UInt(names ? names->size() : 0);
  return {};
}

void BeginSource(JsonWriter& json, const WebSource& source) {
  json.BeginObject().Key("id").String(source.id());
  json.Key("kind").String(kKinds[static_cast<std::size_t>(source.kind())]);
}

TextParts SourcesText(std::vector<std::shared_ptr<WebSource>> sources,
                      std::vector<RefusedArchive> refused) {
  std::string text;
  JsonWriter json(text);
  json.BeginArray();
  for (const std::shared_ptr<WebSource>& source : sources) {
    BeginSource(json, *source);
    json.EndObject();
    co_yield text;
  }
  for (const RefusedArchive& archive : refused) {
    json.BeginObject().Key("id").String(archive.name).Key("kind").String(kKinds[0]);
    json.Key("message").String(ShownMessage(archive.reason)).EndObject();
    co_yield text;
  }
  json.EndArray();
  co_return text;
}

}  // namespace

Result<HttpResponse> AnswerSourceList(WebSources& sources) {
  std::vector<std::shared_ptr<WebSource>> list = sources.List();
  return Written(SourcesText(std::move(list), sources.Refused()));
}

Result<HttpResponse> AnswerSource(const std::shared_ptr<WebSource>& source,
                                  const ViewerOptions& options, const HttpRequest& request) {
  HttpResponse response;
  JsonWriter json(response.body);
  json.BeginArray();
  BeginSource(json, *source);
  const Result<OpenedSource> opened = OpenedSource::Open(source);
  if (opened) {
    if (const auto written = WriteSource(json, *opened, options, request); !written)
      return Fail(written.error());
  } else {
    json.Key("message").String(ShownMessage(opened.error().what));
  }
  json.EndObject().EndArray();
  return response;
}

}  // namespace fdr
