// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The plain driver of a fuzz target, so that ordinary tests run the targets, too:
//
//   TARGET_fuzz MUTATIONS CORPUS [REGRESSIONS]
//
// runs every file of the directories, and then this number of mutations of them.  FDR_SOAK=1 in the
// environment multiplies the number by kSoakFactor.  The mutations depend only on the files.  The
// driver leaves an input that crashes the target in crash-PID in the working directory.  That file
// can be given instead of a directory.

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/support/soak.h"

// A function of the sanitizers, which end the program without a signal.  They may use such names.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace fdr::fuzz {
namespace {

using Input = std::vector<std::uint8_t>;

constexpr std::size_t kSoakFactor = 100;
constexpr std::size_t kMaxSize = 4096;

Input current;
std::array<char, 32> crash_name;

void LeaveInput() {
  const int fd = ::open(crash_name.data(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || ::write(fd, current.data(), current.size()) < 0) return;
  std::fprintf(stderr, "The input that did it is in %s.\n", crash_name.data());
}

void OnSignal(int number) {
  LeaveInput();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void PrepareForTheWorst() {
  std::snprintf(crash_name.data(), crash_name.size(), "crash-%d", ::getpid());
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE}) std::signal(number, OnSignal);
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(LeaveInput);
}

// The buffer is exactly as large as the input, so that a read past its end is noticed.
void Run(const Input& input) {
  current.assign(input.begin(), input.end());
  current.shrink_to_fit();
  LLVMFuzzerTestOneInput(current.data(), current.size());
}

std::vector<Input> ReadAll(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(path)) {
    for (const auto& entry : std::filesystem::directory_iterator(path))
      files.push_back(entry.path());
  } else if (std::filesystem::exists(path)) {
    files.push_back(path);
  }
  std::ranges::sort(files);
  std::vector<Input> inputs;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return inputs;
}

class Mutator {
 public:
  explicit Mutator(const std::vector<Input>& inputs) : inputs_(inputs) {}

  Input Next() {
    Input input = inputs_[Below(inputs_.size())];
    for (std::size_t changes = 1 + Below(4); changes > 0; --changes) Change(input);
    input.resize(std::min(input.size(), kMaxSize));
    return input;
  }

 private:
  std::size_t Below(std::size_t limit) { return random_() % limit; }
  auto At(Input& input, std::size_t index) {
    return input.begin() + static_cast<std::ptrdiff_t>(index);
  }

  void Change(Input& input) {
    const std::size_t at = Below(input.size() + 1);
    const std::size_t room = input.size() - at;
    switch (Below(6)) {
      case 0:
        if (room > 0) input[at] ^= static_cast<std::uint8_t>(1u << Below(8));
        break;
      case 1:
        if (room > 0) input[at] = static_cast<std::uint8_t>(random_());
        break;
      case 2:
        SetWord(input, at - at % 4);
        break;
      case 3:
        input.erase(At(input, at), At(input, at + Below(room + 1)));
        break;
      case 4:
        input.insert(At(input, at), 1 + Below(8), static_cast<std::uint8_t>(random_()));
        break;
      case 5: {  // a piece of this or another input
        const Input& other = inputs_[Below(inputs_.size())];
        const std::size_t from = Below(other.size() + 1);
        const std::size_t size = Below(other.size() - from + 1);
        const Input piece(other.begin() + static_cast<std::ptrdiff_t>(from),
                          other.begin() + static_cast<std::ptrdiff_t>(from + size));
        input.insert(At(input, at), piece.begin(), piece.end());
        break;
      }
    }
  }

  // Decoders fail most often at counts and lengths.
  void SetWord(Input& input, std::size_t at) {
    if (input.size() - std::min(at, input.size()) < 4) return;
    const std::array<std::uint32_t, 8> words = {
        0, 1, 7, 8, 0x7fffffff, 0x80000000, 0xffffffff, static_cast<std::uint32_t>(input.size())};
    const std::uint32_t word =
        words[Below(words.size())] + static_cast<std::uint32_t>(Below(3)) - 1;
    StoreU32(reinterpret_cast<std::byte*>(input.data() + at), word);
  }

  const std::vector<Input>& inputs_;
  std::mt19937 random_{20260101};  // NOLINT(cert-msc51-cpp): the same mutations every time
};

int Main(std::span<char*> arguments) {
  std::size_t mutations = 0;
  if (arguments.size() < 2 || std::sscanf(arguments[0], "%zu", &mutations) != 1) {
    std::fprintf(stderr, "usage: TARGET_fuzz MUTATIONS CORPUS [REGRESSIONS]\n");
    return 2;
  }
  PrepareForTheWorst();
  std::vector<Input> inputs;
  for (const char* argument : arguments.subspan(1))
    for (Input& input : ReadAll(argument)) inputs.push_back(std::move(input));
  if (inputs.empty()) {
    std::fprintf(stderr, "There is no input to begin with.\n");
    return 2;
  }
  for (const Input& input : inputs) Run(input);
  if (test::IsSoak()) mutations *= kSoakFactor;
  Mutator mutator(inputs);
  for (std::size_t i = 0; i < mutations; ++i) Run(mutator.Next());
  std::printf("%zu inputs and %zu mutations of them\n", inputs.size(), mutations);
  return 0;
}

}  // namespace
}  // namespace fdr::fuzz

int main(int argc, char** argv) {
  return fdr::fuzz::Main(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
}
