// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/notes.h"

#include <utility>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/http/digest.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/text/json_syntax.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

constexpr std::size_t kLongestNote = 4096, kLongestAuthor = 128, kMostNotes = 10'000;
constexpr std::size_t kIdDigits = 16;
constexpr std::size_t kLongestLine = 32 * 1024;  // no note makes a longer one

std::string NoteLine(const Note& note, Timestamp now) {
  std::string rest;
  JsonWriter json(rest);
  json.BeginObject();
  WriteTime(json.Key("t"), note.at);
  if (note.to)
    WriteTime(json.Key("to"), *note.to);
  else
    json.Key("to").Null();
  json.Key("text").String(note.text).Key("author").String(note.author);
  WriteTime(json.Key("made"), NanosOf(now));
  json.EndObject();
  return "{\"id\":\"" + Sha1Hex(rest).substr(0, kIdDigits) + "\"," + rest.substr(1);
}

}  // namespace

Result<std::string> AddNote(TextStore& store, const std::string& key, const Note& note,
                            Timestamp now) {
  if (note.text.empty() || note.text.size() > kLongestNote || note.author.size() > kLongestAuthor)
    return Fail(Errc::kInvalidArgument, "text has 1 to 4096 bytes, and author at most 128");
  std::string line = NoteLine(note, now);
  const auto lock = store.Lock(key);
  if (!lock) return Fail(lock.error());
  auto notes = store.Load(key);
  if (!notes) return Fail(notes.error());
  if (notes->size() >= kMostNotes) return Fail(Errc::kTooLarge, "There are too many notes");
  notes->push_back(line);
  const AnswerMemory::WithoutRefusal whole;  // asked again, it would be noted twice
  if (const Result<void> saved = store.Save(key, *notes); !saved) return Fail(saved.error());
  return line;
}

Result<void> RemoveNote(TextStore& store, const std::string& key, std::string_view id) {
  const std::string quoted = '"' + std::string(id) + '"';
  const auto lock = store.Lock(key);
  if (!lock) return Fail(lock.error());
  auto notes = store.Load(key);
  if (!notes) return Fail(notes.error());
  if (std::erase_if(*notes, [&](const std::string& note) {
        return IsNote(note) && JsonMember(note, "id") == quoted;
      }) == 0)
    return Fail(Errc::kNotFound, "There is no such note");
  const AnswerMemory::WithoutRefusal whole;  // asked again, it would not be found
  return store.Save(key, *notes);
}

bool IsNote(std::string_view line) { return line.size() <= kLongestLine && IsJsonObject(line); }

}  // namespace fdr
