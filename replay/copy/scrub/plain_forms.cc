// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/plain_forms.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

// Takes parts of a text from its front.
class Parts {
 public:
  explicit Parts(std::string_view text) : rest_(text) {}

  bool Word(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool Number(std::size_t most) {
    std::size_t n = 0;
    while (n < rest_.size() && IsDigit(rest_[n])) ++n;
    rest_.remove_prefix(n);
    return n > 0 && n <= most;
  }
  // A number as people count: without zeros in front, up to four digits.
  std::optional<int> Counted() {
    int number = 0;
    const std::string_view before = rest_;
    if (!Number(4)) return std::nullopt;
    const std::string_view digits = before.substr(0, before.size() - rest_.size());
    if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
    for (const char digit : digits) number = 10 * number + (digit - '0');
    return number;
  }
  bool Letters(std::size_t most) {
    std::size_t n = 0;
    while (n < rest_.size() && rest_[n] >= 'a' && rest_[n] <= 'z') ++n;
    rest_.remove_prefix(n);
    return n > 0 && n <= most;
  }
  bool AtEnd() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// "sda", "sdab12": one or two letters, and perhaps a partition.
bool IsLettered(std::string_view text, std::string_view word) {
  Parts parts(text);
  if (!parts.Word(word) || !parts.Letters(2)) return false;
  return parts.AtEnd() || (parts.Number(2) && parts.AtEnd());
}

// "nvme0n1p2", "mmcblk0p1"
bool IsNumberedPart(std::string_view text, std::string_view word, bool has_space) {
  Parts parts(text);
  if (!parts.Word(word) || !parts.Number(2)) return false;
  if (has_space && (!parts.Word("n") || !parts.Number(2))) return false;
  return parts.AtEnd() || (parts.Word("p") && parts.Number(2) && parts.AtEnd());
}

// "enp0s31f6", "ens3", "eno1", as systemd names them.
bool IsPredictable(std::string_view text) {
  Parts parts(text);
  if (!parts.Word("en") && !parts.Word("wl")) return false;
  if (parts.Word("o")) return parts.Number(3) && parts.AtEnd();
  if (parts.Word("p") && !parts.Number(3)) return false;
  if (!parts.Word("s") || !parts.Number(3)) return false;
  if (parts.AtEnd()) return true;
  return parts.Word("f") && parts.Number(2) && parts.AtEnd();
}

}  // namespace

bool IsShortNumber(std::string_view text, std::size_t most) {
  Parts parts(text);
  return parts.Number(most) && parts.AtEnd();
}

bool IsNumbered(std::string_view text, std::string_view word, std::size_t most_digits) {
  Parts parts(text);
  return parts.Word(word) && parts.Number(most_digits) && parts.AtEnd();
}

bool IsDisc(std::string_view text) {
  for (const std::string_view word : {"sd", "hd", "vd", "xvd"})
    if (IsLettered(text, word)) return true;
  for (const std::string_view word :
       {"dm-", "md", "sr", "scd", "loop", "zram", "ram", "fd", "st", "nst"})
    if (IsNumbered(text, word, 3)) return true;
  return IsNumberedPart(text, "nvme", true) || IsNumberedPart(text, "mmcblk", false);
}

bool IsInterface(std::string_view text) {
  if (text == "lo") return true;
  if (const std::size_t dot = text.find('.'); dot != text.npos) {
    if (!IsShortNumber(text.substr(dot + 1), 4)) return false;
    text = text.substr(0, dot);
  }
  for (const std::string_view word :
       {"eth", "wlan", "br", "bond", "team", "virbr", "docker", "vnet", "tun", "tap", "ib", "sit",
        "dummy", "ppp", "usb", "wwan"})
    if (IsNumbered(text, word, 3)) return true;
  return IsPredictable(text);
}

bool IsLoadAverage(std::string_view text) {
  constexpr std::array<std::string_view, 7> kAverages = {
      "1 minute", "5 minute", "15 minute", "10 second", "60 second", "300 second", "1 second"};
  return std::find(kAverages.begin(), kAverages.end(), text) != kAverages.end();
}

bool IsNumberList(std::string_view text) {
  Parts parts(text);
  constexpr int kMostNumbers = 32;
  int last = -1;
  bool is_range = false;
  for (int n = 0; n < kMostNumbers; ++n) {
    const std::optional<int> number = parts.Counted();
    if (!number || *number <= last) return false;
    last = *number;
    if (parts.AtEnd()) return true;
    // "1-2-3" is no list, but may be a number of another kind.
    const bool was_range = std::exchange(is_range, parts.Word("-"));
    if (is_range ? was_range : !parts.Word(",")) return false;
  }
  return false;
}

bool IsShortDuration(std::string_view text) {
  Parts parts(text);
  if (!parts.Number(4)) return false;
  return (parts.Word("ms") || parts.Word("s") || parts.Word("m") || parts.Word("h") ||
          parts.Word("d")) &&
         parts.AtEnd();
}

}  // namespace fdr
