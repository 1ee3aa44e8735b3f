// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/peer_findings.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

namespace fdr::test {
namespace {

using enum CheckCode;
using enum PeerPlace;

struct Form {
  const char* text;  // a regular expression for the text behind the file
  PeerPlace place;
  std::vector<CheckCode> codes;
};

const std::vector<CheckCode> kAnyError;
const std::vector<CheckCode> kNoLabel = {kLabelMissing, kLabelBad, kLabelVersion};

// A line begins with the file, and may have a record, an entry or a time in brackets.
const std::vector<Form>& FormsOfFiles() {
  static const std::vector<Form> forms = {
      // 64-bit values without a type have the wrong byte order for the peer.
      {"([^\\s\\[]+)( or [^\\s\\[]+)*(\\[.*\\])?: (un)?signed (32|64)-bit wrap",
       kMetric,
       {kDataCounter, kDataBlockUntyped}},
      {"last valid record ends at offset .*", kDetail, {}},
      {"contains no PCP data",
       kFile,
       {kLabelMissing, kFileNoRecords, kArchiveNoMetrics, kLabelBad}},
      {"illegal header record length .* in label record", kFile, kNoLabel},
      {"illegal trailer record length .* in label record", kFile, kNoLabel},
      {"unexpected EOF in label record .*", kFile, kNoLabel},
      {"label record length mismatch: .*", kFile, kNoLabel},
      {"bad label magic number: .*", kFile, kNoLabel},
      {"bad label version: .*", kFile, kNoLabel},
      {"cannot load label record: .*", kFile, kNoLabel},
      {"mismatched label version: .*", kFile, {kLabelMismatch}},
      {"illegal header record length .*", kFile, {kFrameLength, kFrameZeros}},
      {"illegal trailer record length .*", kFile, {kFrameMismatch, kFrameLength}},
      {"length mismatch: header .*", kFile, {kFrameMismatch, kFrameLength}},
      {"unexpected EOF in record .*", kFile, {kFrameTruncated, kFrameLength}},
      {"unexpected EOF in index entry.*", kFile, {kIndexPartial}},
      {"unexpected record type .*", kFile, {kMetaVersion}},
      {"missing metadata file", kArchive, {kFileNoMetadata}},
      {"missing log file", kArchive, {kFileNoVolume}},

      {"warning temporal index is missing", kArchive, {kFileNoIndex, kLabelMissing}},
      {"illegal negative volume number .*", kEntry, {kIndexVolumeNumber}},
      {"file missing for log volume .*", kIndex, {kIndexVolumeMissing}},
      {"illegal negative timestamp value .*", kEntry, {kIndexStampInvalid}},
      {"illegal timestamp nsec value .*", kEntry, {kIndexStampInvalid}},
      // A part that is filled with zeros is a single finding of ours.
      {"offset to metadata .* (before end of label|past end of file).*",
       kEntry,
       {kIndexMetaOffset, kIndexZeros}},
      {"offset to log .* (before end of label|past end of file).*",
       kEntry,
       {kIndexDataOffset, kIndexZeros}},
      // Microseconds of more than a second overflow in the peer, and give an earlier time.
      {"timestamp .* less than log label timestamp .*",
       kEntry,
       {kIndexBeforeStart, kIndexStampInvalid, kIndexZeros}},
      {"timestamp .* went backwards in time .*",
       kEntry,
       {kIndexBackwards, kIndexStampInvalid, kIndexZeros}},
      {"volume number .* decreased .*", kEntry, {kIndexVolumeBackwards, kIndexZeros}},
      {"offset to metadata .* decreased .*", kEntry, {kIndexMetaBackwards, kIndexZeros}},
      {"offset to log .* decreased .*", kEntry, {kIndexDataBackwards, kIndexZeros}},

      {"PMID (\\S+): no name in PMNS: .*", kMetric, {kDescNoName, kDescId}},
      {".*\\[(\\S+)\\]: bad type .*", kMetric, {kDescType}},
      {".*\\[(\\S+)\\]: domain of pmid .*", kMetric, {kDescIndom, kDescIndomDerived}},
      {".*\\[(\\S+)\\]: bad semantics .*", kMetric, {kDescSemantics}},
      {".*\\[(\\S+)\\]: bad dimension .*", kMetric, {kDescDimension}},
      {".*\\[(\\S+)\\]: non-zero scale .*", kMetric, {kDescScaleUnused}},
      {".*\\[(\\S+)\\]: bad scale .*", kMetric, {kDescScale}},

      // The peer has the same messages for invalid stamps.
      {"timestamp before label timestamp: .*", kVolume, {kDataBeforeStart, kDataStampInvalid}},
      {"timestamp went backwards, prior timestamp: .*",
       kVolume,
       {kDataBackwards, kDataStretch, kDataStampInvalid}},
      {"(\\S+): pmLookupDesc failed: .*", kMetric, {kDataNoDesc, kDataNoDescNoValues}},
      {"(\\S+)( or \\S+)*: encoding botch valfmt=.*",
       kMetric,
       {kDataFormatChanged, kDataPointerKind}},
      {"([^\\s\\[]+)( or [^\\s\\[]+)*(\\[.*\\])?: pmExtractValue failed: .*",
       kMetric,
       {kDataFormat, kDataBlockType, kDataBlockSize}},
  };
  return forms;
}

const std::vector<Form>& FormsOfArchives() {
  static const std::vector<Form> forms = {
      {"", kDetail, {}},
      {"\tvalue .* at .*", kDetail, {}},
      {"Checking abandoned\\.", kDetail, {}},
      {"Due to earlier errors, cannot continue \\.\\.\\. bye", kDetail, {}},
      {"pmlogcheck: cannot open archive .*", kArchive, kAnyError},
      {"\\[after .*\\]: pmFetch: error: .*", kArchive, kAnyError},
      {"pmlogcheck: Cannot locate end of archive .*", kArchive, kAnyError},
      {"WARNING: This archive is sufficiently damaged .*", kArchive, kAnyError},
      {" +produce complete information.*", kDetail, {}},
      {"pmlogcheck: possibly corrupt archive\\?", kArchive, kAnyError},
  };
  return forms;
}

const std::regex& Compiled(const Form& form) {
  static std::map<const Form*, std::regex> cache;
  const auto it = cache.find(&form);
  return it != cache.end() ? it->second : cache.emplace(&form, form.text).first->second;
}

bool Match(const std::string& text, const std::vector<Form>& forms, PeerMessage& message) {
  for (const Form& form : forms) {
    std::smatch match;
    if (!std::regex_match(text, match, Compiled(form))) continue;
    message.place = form.place;
    message.codes = form.codes;
    if (form.place == kMetric) message.metric = match[1];
    return true;
  }
  return false;
}

// "BASE.0[record 3]: what", "BASE.0:[18:34:35.258] what", "BASE.0:[18:34:35.258]: what", "BASE:
// what".
bool ParseFileLine(const std::string& rest, PeerMessage& message) {
  static const std::regex kHead(
      "(\\.[^:\\[ ]*)?"  // file
      "( \\(or similar\\))?"
      "(\\[(record|entry) (-?[0-9]+)\\])?: ?"  // place
      "(\\[[^\\]]*\\]:? ?)?"                   // time
      "(.*)");
  std::smatch match;
  if (!std::regex_match(rest, match, kHead)) return false;
  message.file = match[1];
  if (match[4] == "entry") message.entry = std::stol(match[5]);
  const std::string text = match[7];
  if (!Match(text, FormsOfFiles(), message)) return false;
  if (match[3].str() == "[record 0]") message.codes = kNoLabel;
  return true;
}

}  // namespace

std::vector<PeerMessage> ParsePeerFindings(const std::string& base, const std::string& output) {
  std::vector<PeerMessage> messages;
  std::istringstream in(output);
  for (std::string line; std::getline(in, line);) {
    PeerMessage message;
    message.line = line;
    const bool of_file = line.starts_with(base);
    const bool known = of_file ? ParseFileLine(line.substr(base.size()), message)
                               : Match(line, FormsOfArchives(), message);
    EXPECT_TRUE(known) << "not known: " << line;
    if (known && message.place != kDetail) messages.push_back(std::move(message));
  }
  return messages;
}

}  // namespace fdr::test
