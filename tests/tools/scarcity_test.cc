// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs every verb with few file descriptors, or with little address space.  Each verb does its work
// or says what is missing, and never ends by a signal.
//
// A start of the command costs much under a sanitizer.  There each limit is tried with one archive
// only, and what was written is not checked, except in a soak.

#include <elf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "fdr/tests/hosts/invented_host.h"
#include "fdr/tests/support/mebibyte.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

struct Limits {
  std::optional<std::uint64_t> descriptors, address_space;
};

std::string Describe(const Limits& limits) {
  if (limits.descriptors) return std::to_string(*limits.descriptors) + " descriptors";
  return std::to_string(*limits.address_space / kMiB) + " MiB of addresses";
}

bool IsBrief() { return kSlowness > 1 && !IsSoak(); }

// If the limits are too low, the libraries cannot be loaded.  The sanitizer opens a pipe to look at
// the type of an object, and without one it takes the object for another.
bool IsFaultOfOthers(const ChildOutcome& outcome) {
  const auto says = [&](const char* text) { return outcome.err.find(text) != std::string::npos; };
  return (outcome.exit_status == 127 && says("error while loading shared libraries")) ||
         (outcome.exit_status == 1 && says("note: object has invalid vptr"));
}

class ScarcityTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    recorded_ = new TempDirectory;
    plain_ = *recorded_ / "plain";
    packed_ = *recorded_ / "packed";
    const ChildOutcome recorded =
        RunFdr({"record", "-q", "-t", "10ms", "-s", "30", plain_, "kernel", "mem", "proc.nprocs"});
    ASSERT_EQ(recorded.exit_status, 0) << recorded.err;
    Copy(plain_, packed_);
    ASSERT_EQ(RunFdr({"compress", "-q", packed_}).exit_status, 0);
  }
  static void TearDownTestSuite() { delete recorded_; }

  ScarcityTest() {
    host_.source.step = 20'000'000;
    for (std::uint32_t i = 0; i < 50; ++i) host_.source.Add("top.m" + std::to_string(i), i, i);
  }

  static void Copy(const std::string& from, const std::string& to) {
    for (const char* part : {".0", ".0.xz", ".meta", ".index"})
      if (std::filesystem::exists(from + part))
        std::filesystem::copy_file(from + part, to + part,
                                   std::filesystem::copy_options::overwrite_existing);
  }

  static ChildOutcome RunLimited(std::vector<std::string> arguments, const Limits& limits) {
    arguments.insert(arguments.begin(), FDR_COMMAND);
    const auto outcome = RunChild({.argv = std::move(arguments),
                                   .environment = {"TZ=UTC", "FDR_RUN_DIR=" + *recorded_ / "run"},
                                   .most_descriptors = limits.descriptors,
                                   .most_address_space = limits.address_space});
    EXPECT_EQ(ErrorOf(outcome), "");
    return outcome.value_or(ChildOutcome{});
  }

  static void Expect(const std::vector<std::string>& arguments, const Limits& limits,
                     bool reads_only = false) {
    const ChildOutcome outcome = RunLimited(arguments, limits);
    if (IsFaultOfOthers(outcome)) return;
    const std::string what =
        arguments[0] + " with " + Describe(limits) + ": " + outcome.err + outcome.out;
    EXPECT_EQ(outcome.signal, 0) << what;
    EXPECT_FALSE(outcome.timed_out) << what;
    EXPECT_TRUE(outcome.exit_status == 0 || outcome.exit_status == 1)
        << outcome.exit_status << ": " << what;
    if (outcome.exit_status == 0) {
      EXPECT_TRUE(!reads_only || outcome.out == WithoutLimits(arguments).out) << what;
      return;
    }
    EXPECT_NE(outcome.err, "") << what;
    EXPECT_TRUE(!limits.descriptors || Has(outcome.err, "Too many open files") ||
                (reads_only && outcome.err == WithoutLimits(arguments).err))
        << what;
    // A report would be one of the shortage, not of the archive.
    EXPECT_TRUE(arguments[0] != "check" || outcome.out.empty()) << what;
  }

  // Of a reader, which prints the same each time.
  static const ChildOutcome& WithoutLimits(const std::vector<std::string>& arguments) {
    static std::map<std::vector<std::string>, ChildOutcome> known;
    const auto [place, is_new] = known.try_emplace(arguments);
    if (is_new) place->second = RunLimited(arguments, {});
    return place->second;
  }

  // If the archive has any data, it is sound.
  static void ExpectWhole(const std::string& base, const Limits& limits) {
    if (IsBrief()) return;
    std::error_code none;
    const std::uintmax_t size = std::filesystem::file_size(base + ".0", none);
    if (none || size == 0) return;
    const ChildOutcome checked = RunFdr({"check", "-w", base});
    EXPECT_EQ(checked.exit_status, 0) << Describe(limits) << "\n" << checked.out;
    EXPECT_NE(checked.out.find("0 errors, 0 warnings"), std::string::npos)
        << Describe(limits) << "\n"
        << checked.out;
  }

  void TryReaders(const Limits& limits) const {
    const bool is_odd = limits.descriptors.value_or(0) % 2 == 1;
    for (const std::string& archive : {plain_, packed_}) {
      if (IsBrief() && (archive == packed_) != is_odd) continue;
      Expect({"info", archive}, limits, true);
      Expect({"names", archive}, limits, true);
      Expect({"replay", archive, "kernel.all.load"}, limits, true);
      Expect({"replay", "-t", "1s", archive, "mem.util", "--plot"}, limits, true);
      Expect({"dump", archive}, limits, true);
      Expect({"check", archive}, limits, true);
    }
    Expect({"names", "-L", "kernel"}, limits);
    Expect({"live", "-t", "1ms", "-s", "2", "kernel.all.load"}, limits);
    Expect({"live", "-h", host_.host(), "-t", "1ms", "-s", "2", "top"}, limits);
    Expect({"status"}, limits, true);
  }

  void TryWriters(const Limits& limits) const {
    const TempDirectory out;
    Expect({"record", "-q", "-t", "5ms", "-s", "3", out / "local", "kernel", "mem"}, limits);
    ExpectWhole(out / "local", limits);
    Expect({"record", "-q", "-h", host_.host(), "-t", "5ms", "-s", "3", out / "host", "top"},
           limits);
    ExpectWhole(out / "host", limits);
    Expect({"record", "-q", "--from", packed_, "-t", "50ms", out / "thin"}, limits);
    ExpectWhole(out / "thin", limits);
    Expect({"repair", plain_, out / "mended"}, limits);
    Copy(plain_, out / "p");
    Expect({"compress", out / "p"}, limits);
    ExpectWhole(out / "p", {});
    std::filesystem::remove(out / "p.0.xz");
    Copy(packed_, out / "q");
    Expect({"decompress", out / "q"}, limits);
  }

  // All numbers in a soak run.  Otherwise a few, chosen by chance from a seed.
  static std::vector<std::uint64_t> Chosen(std::uint64_t first, std::uint64_t last,
                                           std::size_t daily, std::uint32_t seed) {
    std::vector<std::uint64_t> all;
    for (std::uint64_t i = first; i <= last; ++i) all.push_back(i);
    if (IsSoak()) return all;
    std::shuffle(all.begin(), all.end(), std::mt19937(seed));
    all.resize(daily);
    return all;
  }

  static inline TempDirectory* recorded_ = nullptr;
  static inline std::string plain_, packed_;
  InventedHost host_;
};

TEST_F(ScarcityTest, AnyNumberOfDescriptorsIsEnoughOrSaidToBeTooLow) {
  // Each of these numbers makes a verb fail at another place, so every run tries them all.
  for (std::uint64_t n = 3; n <= 12; ++n) {
    TryReaders({.descriptors = n, .address_space = {}});
    TryWriters({.descriptors = n, .address_space = {}});
  }
  for (const std::uint64_t n : Chosen(13, 60, IsBrief() ? 2 : 5, 1)) {
    TryReaders({.descriptors = n, .address_space = {}});
    TryWriters({.descriptors = n, .address_space = {}});
  }
}

#if !defined(FDR_ADDRESS_SANITIZER) && !defined(FDR_THREAD_SANITIZER)
// Sanitizers need descriptors of their own, and more addresses than any limit leaves.
TEST_F(ScarcityTest, WithTooFewDescriptorsARecorderSaysSoAndEnds) {
  const TempDirectory out;
  for (const char* host : {"127.0.0.1:1", "localhost:1"}) {
    const ChildOutcome outcome =
        RunLimited({"record", "-h", host, out / "rec"}, {.descriptors = 5, .address_space = {}});
    EXPECT_EQ(outcome.exit_status, 1) << outcome.err;
    EXPECT_NE(outcome.err.find("Too many open files"), std::string::npos) << outcome.err;
  }
}

// How many bytes the kernel maps for a program, without its libraries.
std::uint64_t SizeInMemory(const std::string& program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr head = {};
  file.read(reinterpret_cast<char*>(&head), sizeof head);
  file.seekg(static_cast<std::streamoff>(head.e_phoff));
  std::uint64_t size = 0;
  for (int i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr segment = {};
    file.read(reinterpret_cast<char*>(&segment), sizeof segment);
    if (segment.p_type == PT_LOAD) size = std::max(size, segment.p_vaddr + segment.p_memsz);
  }
  EXPECT_TRUE(file) << program;
  return size;
}

// Below its own size, the kernel ends a program before the program begins.
TEST_F(ScarcityTest, AnyAmountOfMemoryIsEnoughOrSaidToBeTooLittle) {
  const std::uint64_t least = SizeInMemory(FDR_COMMAND) / kMiB + 2;
  ASSERT_LT(least, 20u);
  for (const std::uint64_t mib : Chosen(least, 30, 8, 2)) {
    TryReaders({.descriptors = {}, .address_space = mib * kMiB});
    TryWriters({.descriptors = {}, .address_space = mib * kMiB});
  }
  for (const std::uint64_t mib : Chosen(31, 300, 8, 3)) {
    TryReaders({.descriptors = {}, .address_space = mib * kMiB});
    TryWriters({.descriptors = {}, .address_space = mib * kMiB});
  }
}
#endif

}  // namespace
}  // namespace fdr::test
