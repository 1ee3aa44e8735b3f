// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/note_answers.h"

#include <utility>
#include <vector>

#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/notes.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

bool MayWrite(const ViewerOptions& options, const HttpRequest& request) {
  return options.notes != nullptr && request.role >= HttpRole::kStore;
}

HttpResponse Forbidden() { return FailedResponse(403, "Nothing can be noted here"); }

// Borrows the texts.
Result<Note> NoteIn(const Parameters& parameters) {
  const Result<Nanos> at = RequiredTime(parameters, "t");
  if (!at) return Fail(at.error());
  const auto to = TimeIn(parameters, "to");
  if (!to) return Fail(to.error());
  return Note{*at, *to, parameters.Get("text"), parameters.Get("author")};
}

TextParts NotesText(bool is_writable, std::vector<std::string> notes) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("writable").Bool(is_writable);
  json.Key("notes").BeginArray();
  for (const std::string& note : notes) {
    if (IsNote(note)) json.Raw(note);
    co_yield text;
  }
  json.EndArray().EndObject();
  co_return text;
}

}  // namespace

Result<HttpResponse> NoteBook::Answer(const OpenedSource& source, const HttpRequest& request) {
  const std::string& key = source.archive()->timeline().archive(0).files().base;
  if (request.method != HttpMethod::kPost) return List(key, request);
  if (!MayWrite(options_, request)) return Forbidden();
  const std::lock_guard guard(mutex_);
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
  const Result<Note> note = NoteIn(request.parameters);
  if (!note) return Fail(note.error());
  Result<std::string> line = AddNote(*options_.notes, key, *note, options_.wall_clock());
  if (!line) return Fail(std::move(line.error()));
  return HttpResponse{.body = std::move(*line)};
}

Result<HttpResponse> NoteBook::Delete(const std::string& key, const std::string& id) {
  if (Result<void> removed = RemoveNote(*options_.notes, key, id); !removed)
    return Fail(std::move(removed.error()));
  return HttpResponse{.body = R"({"success":true})"};
}

}  // namespace fdr
