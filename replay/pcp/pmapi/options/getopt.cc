// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmgetopt_r(3): parses the options of a command line one at a time, as getopt_long_only(3) of the
// C library does, with the same messages and the same permutation of the arguments.

#include <pcp/pmapi.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/debug_options.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace {

enum Ordering {
  kRequireOrder,   // options end where arguments begin
  kPermute,        // arguments are moved after the options
  kReturnInOrder,  // an argument is returned like an option, number 1
};

constexpr int kError = '?';
constexpr int kArgument = 1;
constexpr int kEnd = -1;

bool LooksLikeOption(const char* word) { return word[0] == '-' && word[1] != '\0'; }

std::string_view NameIn(const char* text) { return {text, strcspn(text, "=")}; }

// Reads one option of `opts`, which holds all state between calls.
class Reader {
 public:
  Reader(int argc, char* const* argv, pmOptions& opts)
      : argc_(argc), argv_(const_cast<char**>(argv)), opts_(opts), shorts_(opts.short_options) {}

  int Next() {
    Start();
    if (opts_.__nextchar == nullptr || *opts_.__nextchar == '\0') {
      const int found = FindOption();
      if (found != kOptionFound) return found;
    }
    const char* const word = argv_[opts_.optind];
    if (opts_.long_options != nullptr && MayBeLong(word)) {
      const int option = ReadLong(word);
      if (option != kNotLong) return option;
    }
    return ReadShort();
  }

 private:
  static constexpr int kOptionFound = -2;
  static constexpr int kNotLong = -2;

  void Start() {
    opts_.optarg = nullptr;
    if (opts_.__initialized == 0) pmSetProgname(argv_[0]);
    if (opts_.optind == 0 || opts_.__initialized == 0) {
      if (opts_.optind == 0) opts_.optind = 1;
      opts_.__first_nonopt = opts_.__last_nonopt = opts_.optind;
      opts_.__nextchar = nullptr;
      opts_.__posixly_correct =
          (opts_.flags & PM_OPTFLAG_POSIX) != 0 || getenv("POSIXLY_CORRECT") != nullptr;
      opts_.__ordering = *shorts_ == '-'                                   ? kReturnInOrder
                         : *shorts_ == '+' || opts_.__posixly_correct != 0 ? kRequireOrder
                                                                           : kPermute;
      opts_.__initialized = 1;
    }
    if (*shorts_ == '-' || *shorts_ == '+') ++shorts_;
    missing_argument_ = *shorts_ == ':' ? ':' : kError;
    is_quiet_ = *shorts_ == ':' || ((opts_.flags & PM_OPTFLAG_QUIET) != 0 && opts_.opterr == 0);
  }

  // The skipped arguments are in [first_nonopt, last_nonopt), the options after them up to optind.
  // Moves the options before the arguments.
  void Permute() {
    if (opts_.__first_nonopt != opts_.__last_nonopt && opts_.__last_nonopt != opts_.optind) {
      std::rotate(argv_ + opts_.__first_nonopt, argv_ + opts_.__last_nonopt, argv_ + opts_.optind);
      opts_.__first_nonopt += opts_.optind - opts_.__last_nonopt;
      opts_.__last_nonopt = opts_.optind;
    } else if (opts_.__last_nonopt != opts_.optind) {
      opts_.__first_nonopt = opts_.optind;
    }
  }

  int FindOption() {
    opts_.__last_nonopt = std::min(opts_.__last_nonopt, opts_.optind);
    opts_.__first_nonopt = std::min(opts_.__first_nonopt, opts_.optind);
    if (opts_.__ordering == kPermute) {
      Permute();
      while (opts_.optind < argc_ && !LooksLikeOption(argv_[opts_.optind])) ++opts_.optind;
      opts_.__last_nonopt = opts_.optind;
    }
    if (opts_.optind < argc_ && strcmp(argv_[opts_.optind], "--") == 0) {
      ++opts_.optind;
      if (opts_.__first_nonopt == opts_.__last_nonopt)
        opts_.__first_nonopt = opts_.optind;
      else
        Permute();
      opts_.__last_nonopt = opts_.optind = argc_;
    }
    if (opts_.optind >= argc_) {
      if (opts_.__first_nonopt != opts_.__last_nonopt) opts_.optind = opts_.__first_nonopt;
      return kEnd;
    }
    char* const word = argv_[opts_.optind];
    if (!LooksLikeOption(word)) {
      if (opts_.__ordering == kRequireOrder) return kEnd;
      opts_.optarg = word;
      ++opts_.optind;
      return kArgument;
    }
    opts_.__nextchar = word + (opts_.long_options != nullptr && word[1] == '-' ? 2 : 1);
    return kOptionFound;
  }

  bool LongOnly() const { return (opts_.flags & PM_OPTFLAG_LONG_ONLY) != 0; }

  bool MayBeLong(const char* word) const {
    return word[1] == '-' ||
           (LongOnly() && (word[2] != '\0' || strchr(shorts_, word[1]) == nullptr));
  }

  // All options that a name may stand for.  Only one if the name is exact, or if all options that
  // begin with it mean the same.  The first option comes first, the others in reverse order.
  std::vector<const pmLongOptions*> Candidates(std::string_view name) const {
    std::vector<const pmLongOptions*> found;
    for (const pmLongOptions* p = opts_.long_options; p->long_opt != nullptr; ++p) {
      const std::string_view candidate = p->long_opt;
      if (!candidate.starts_with(name)) continue;
      if (candidate.size() == name.size()) return {p};
      if (found.empty() || LongOnly() || found[0]->has_arg != p->has_arg ||
          found[0]->short_opt != p->short_opt)
        found.insert(found.empty() ? found.end() : found.begin() + 1, p);
    }
    return found;
  }

  // Takes an argument after an equals sign, or the next word.  `dashes` began the option.
  int TakeLong(const pmLongOptions& option, char* after_name, const std::string& dashes) {
    char* argument = nullptr;
    if (*after_name != '\0') {
      if (option.has_arg == 0)
        return Fail(option.short_opt, kError,
                    "option '" + dashes + option.long_opt + "' doesn't allow an argument");
      argument = after_name + 1;
    } else if (option.has_arg == 1) {
      if (opts_.optind >= argc_)
        return Fail(option.short_opt, missing_argument_,
                    "option '" + (dashes == "-" ? "--" : dashes) + option.long_opt +
                        "' requires an argument");
      argument = argv_[opts_.optind++];
    }
    opts_.optarg = argument;
    opts_.index = static_cast<int>(&option - opts_.long_options);
    return option.short_opt;
  }

  int ReadLong(const char* word) {
    char* const text = opts_.__nextchar;
    const std::string dashes = word[1] == '-' ? "--" : "-";
    const std::string_view name = NameIn(text);
    const std::vector<const pmLongOptions*> found = Candidates(name);
    if (found.size() == 1) {
      ++opts_.optind;
      SkipWord();
      return TakeLong(*found[0], text + name.size(), dashes);
    }
    if (found.empty() && LongOnly() && word[1] != '-' && strchr(shorts_, *text) != nullptr)
      return kNotLong;
    std::string complaint = "unrecognized option '" + dashes + text + "'";
    if (!found.empty()) {
      complaint = std::string("option '") + word + "' is ambiguous; possibilities:";
      for (const pmLongOptions* option : found)
        complaint.append(" '--").append(option->long_opt) += "'";
    }
    ++opts_.optind;
    SkipWord();
    return Fail(0, kError, complaint);
  }

  int ReadShort() {
    const char option = *opts_.__nextchar++;
    if (*opts_.__nextchar == '\0') ++opts_.optind;
    const char* const known = strchr(shorts_, option);
    const std::string shown = std::string(" -- '") + option + "'";
    if (known == nullptr || option == ':' || option == ';')
      return Fail(option, kError, "invalid option" + shown);
    const bool is_long = known[0] == 'W' && known[1] == ';' && opts_.long_options != nullptr;
    if (known[1] != ':' && !is_long) return option;
    const bool optional = !is_long && known[2] == ':';
    char* const rest = std::exchange(opts_.__nextchar, nullptr);
    if (*rest != '\0') {
      opts_.optarg = rest;
      ++opts_.optind;
    } else if (!optional) {
      if (opts_.optind >= argc_)
        return Fail(option, missing_argument_, "option requires an argument" + shown);
      opts_.optarg = argv_[opts_.optind++];
    }
    return is_long ? ReadLongBehindW(opts_.optarg) : option;
  }

  // Reads "-W name=argument".
  int ReadLongBehindW(char* text) {
    const std::string_view name = NameIn(text);
    const std::vector<const pmLongOptions*> found = Candidates(name);
    if (found.empty()) return 'W';
    if (found.size() > 1) {
      ++opts_.optind;  // one word too many, as in the C library
      return Fail(opts_.optopt, kError, std::string("option '-W ") + text + "' is ambiguous");
    }
    const int optopt = opts_.optopt;
    const int option = TakeLong(*found[0], text + name.size(), "-W ");
    if (option == kError || option == ':') opts_.optopt = optopt;
    return option;
  }

  void SkipWord() { opts_.__nextchar += strlen(opts_.__nextchar); }

  int Fail(int option, int result, const std::string& complaint) {
    opts_.optopt = option;
    if (!is_quiet_) pmprintf("%s: %s\n", pmGetProgname(), complaint.c_str());
    return result;
  }

  int argc_;
  char** argv_;
  pmOptions& opts_;
  const char* shorts_;
  int missing_argument_ = kError;
  bool is_quiet_ = false;
};

}  // namespace

int pmgetopt_r(int argc, char* const* argv, pmOptions* opts) {
  fdr::pmapi::ApplyDebugEnvironment();
  if (argc < 1 || opts->short_options == nullptr) return kEnd;
  int option = kError;
  fdr::pmapi::Guarded([&] {
    option = Reader(argc, argv, *opts).Next();
    return 0;
  });
  return option;
}
