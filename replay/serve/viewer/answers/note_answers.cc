// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/note_answers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/http/digest.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/text/json_syntax.h"

namespace fdr {
namespace {

constexpr std::size_t kLongestNote = 4096, kLongestAuthor = 128, kMostNotes = 10'000;
constexpr std::size_t kIdDigits = 16;
constexpr std::size_t kLongestLine = 32 * 1024;  // no note makes a longer one

bool MayWrite(const ViewerOptions& options, const HttpRequest& request) {
  return options.notes != nullptr && request.role >= HttpRole::kStore;
}

HttpResponse Forbidden() { return FailedResponse(403, "Nothing can be noted here"); }

bool HasId(const std::string& note, const std::string& id) {
  return note.starts_with("{\"id\":\"" + id + "\"");
}

// A line of the file.  The identifier stands first, so that it is found without reading the rest.
Result<std::string> NoteOf(const Parameters& parameters, Timestamp now) {
  const Result<Nanos> at = RequiredTime(parameters, "t");
  if (!at) return Fail(at.error());
  const auto to = TimeIn(parameters, "to");
  if (!to) return Fail(to.error());
  const std::string_view text = parameters.Get("text"), author = parameters.Get("author");
  if (text.empty() || text.size() > kLongestNote || author.size() > kLongestAuthor)
    return Fail(Errc::kInvalidArgument, "text has 1 to 4096 bytes, and author at most 128");
  std::string rest;
  JsonWriter json(rest);
  json.BeginObject();
  WriteTime(json.Key("t"), *at);
  if (*to)
    WriteTime(json.Key("to"), **to);
  else
    json.Key("to").Null();
  json.Key("text").String(text).Key("author").String(author);
  WriteTime(json.Key("made"), NanosOf(now));
  json.EndObject();
  return "{\"id\":\"" + Sha1Hex(rest).substr(0, kIdDigits) + "\"," + rest.substr(1);
}

TextParts NotesText(bool is_writable, std::vector<std::string> notes) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("writable").Bool(is_writable);
  json.Key("notes").BeginArray();
  for (const std::string& note : notes) {
    // People may edit the file.
    if (note.size() <= kLongestLine && IsJsonObject(note)) json.Raw(note);
    co_yield text;
  }
  json.EndArray().EndObject();
  co_return text;
}

}  // namespace

Result<HttpResponse> NoteBook::Answer(const OpenedSource& source, const HttpRequest& request) {
  const std::string& key = source.archive()->timeline().archive(0).files().base;
  const std::lock_guard guard(mutex_);
  if (request.method != HttpMethod::kPost) return List(key, request);
  if (!MayWrite(options_, request)) return Forbidden();
  const std::string* const id = request.parameters.Find("delete");
  return id != nullptr ? Delete(key, *id) : Add(key, request);
}

Result<HttpResponse> NoteBook::List(const std::string& key, const HttpRequest& request) {
  std::vector<std::string> notes;
  if (options_.notes != nullptr) {
    auto loaded = options_.notes->Load(key);
    if (!loaded) return Fail(loaded.error());
    notes = std::move(*loaded);
  }
  return Written(NotesText(MayWrite(options_, request), std::move(notes)));
}

Result<HttpResponse> NoteBook::Add(const std::string& key, const HttpRequest& request) {
  const auto note = NoteOf(request.parameters, options_.wall_clock());
  if (!note) return Fail(note.error());
  auto notes = options_.notes->Load(key);
  if (!notes) return Fail(notes.error());
  if (notes->size() >= kMostNotes) return Fail(Errc::kTooLarge, "There are too many notes");
  notes->push_back(*note);
  const AnswerMemory::WithoutRefusal whole;  // asked again, it would be noted twice
  if (const Result<void> saved = options_.notes->Save(key, *notes); !saved)
    return Fail(saved.error());
  return HttpResponse{.body = *note};
}

Result<HttpResponse> NoteBook::Delete(const std::string& key, const std::string& id) {
  auto notes = options_.notes->Load(key);
  if (!notes) return Fail(notes.error());
  if (std::erase_if(*notes, [&](const std::string& note) { return HasId(note, id); }) == 0)
    return Fail(Errc::kNotFound, "There is no such note");
  const AnswerMemory::WithoutRefusal whole;  // asked again, it would not be found
  if (const Result<void> saved = options_.notes->Save(key, *notes); !saved)
    return Fail(saved.error());
  return HttpResponse{.body = R"({"success":true})"};
}

}  // namespace fdr
