// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/json_scrubber.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "fdr/replay/copy/scrub/plain_forms.h"
#include "fdr/replay/copy/scrub/text_scrubber.h"
#include "fdr/replay/text/json_syntax.h"
#include "fdr/replay/text/json_text.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

constexpr std::size_t kLongestJson = 64 << 10;

struct LabelForm {
  std::string_view label;
  TextForm form;
};

// What the values of known labels are.  The others are of unknown form.
constexpr std::array kForms = {
    LabelForm{"hostname", TextForm::kHost},
    LabelForm{"domainname", TextForm::kHost},
    LabelForm{"userid", TextForm::kUser},
    LabelForm{"groupid", TextForm::kGroup},
    LabelForm{"containername", TextForm::kControlGroup},
    LabelForm{"device_name", TextForm::kDisc},
    LabelForm{"interface", TextForm::kInterface},
    LabelForm{"agent", TextForm::kCollector},
    LabelForm{"device_type", TextForm::kWord},
    LabelForm{"indom_name", TextForm::kVersion},
    LabelForm{"statistic", TextForm::kWord},
    LabelForm{"of", TextForm::kMetricName},
    LabelForm{"hardware", TextForm::kWord},
};

TextForm FormOf(std::string_view label) {
  for (const LabelForm& known : kForms)
    if (known.label == label) return known.form;
  return TextForm::kUnknown;
}

bool IsUserNumber(std::string_view label) { return label == "userid" || label == "groupid"; }
bool IsInterval(std::string_view label) { return label == "interval" || label == "thinned"; }

// The text is known to be JSON, so nothing is checked again.
class JsonRewriter {
 public:
  JsonRewriter(std::string_view text, TextScrubber& scrubber) : rest_(text), scrubber_(scrubber) {}

  std::string Rewrite() {
    std::string out;
    JsonWriter json(out);
    Value({}, json);
    return out;
  }

 private:
  void SkipBlanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }
  char Take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  // With its quotes.
  std::string_view TakeString() {
    std::size_t end = 1;
    while (rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    const std::string_view string = rest_.substr(0, end + 1);
    rest_.remove_prefix(end + 1);
    return string;
  }
  std::string_view TakeWord() {
    const std::string_view word = rest_.substr(0, rest_.find_first_of(" \t\r\n,]}"));
    rest_.remove_prefix(word.size());
    return word;
  }

  // `label` is the key of the value, or of the array that has it.  The depth is that of the JSON
  // that was accepted.
  void Value(std::string_view label, JsonWriter& json) {
    SkipBlanks();
    switch (rest_.front()) {
      case '{':
        return Object(json);
      case '[':
        return Array(label, json);
      case '"':
        json.String(Text(label, UnquotedJson(TakeString())));
        return;
      default:
        return Word(label, TakeWord(), json);
    }
  }

  void Object(JsonWriter& json) {
    Take();
    json.BeginObject();
    for (SkipBlanks(); rest_.front() != '}'; SkipBlanks()) {
      if (rest_.front() == ',') Take();
      SkipBlanks();
      const std::string key = UnquotedJson(TakeString());
      SkipBlanks();
      Take();  // the colon
      json.Key(scrubber_.ScrubLabelName(key));
      Value(key, json);
    }
    Take();
    json.EndObject();
  }

  void Array(std::string_view label, JsonWriter& json) {
    Take();
    json.BeginArray();
    for (SkipBlanks(); rest_.front() != ']'; SkipBlanks()) {
      if (rest_.front() == ',') Take();
      Value(label, json);
    }
    Take();
    json.EndArray();
  }

  // JSON in a string of JSON is a text as any other: so no depth leads to another.
  std::string Text(std::string_view label, const std::string& text) {
    if (IsInterval(label) && scrubber_.keeper().Stays(IsShortDuration(text), text)) return text;
    const TextForm form = FormOf(label);
    const bool is_nested =
        form == TextForm::kUnknown && (text.starts_with('{') || text.starts_with('['));
    return is_nested ? scrubber_.names().Of(NameKind::kText, text) : scrubber_.Scrub(form, text);
  }

  void Word(std::string_view label, std::string_view word, JsonWriter& json) {
    if (word == "true" || word == "false" || word == "null") {
      json.Raw(word);
      return;
    }
    std::uint64_t number = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool is_plain = read.ec == std::errc() && read.ptr == word.data() + word.size();
    if (IsUserNumber(label) && is_plain)
      json.UInt(scrubber_.names().Of(number));
    else if (scrubber_.keeper().Stays(IsShortNumber(word, 3), word))
      json.Raw(word);
    else
      json.String(scrubber_.names().Of(NameKind::kNumber, word));
  }

  std::string_view rest_;
  TextScrubber& scrubber_;
};

}  // namespace

std::optional<std::string> ScrubbedJson(std::string_view text, TextScrubber& scrubber) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == text.npos || (text[start] != '{' && text[start] != '[')) return std::nullopt;
  if (text.size() > kLongestJson || !IsJson(text)) return std::nullopt;
  return JsonRewriter(text, scrubber).Rewrite();
}

}  // namespace fdr
