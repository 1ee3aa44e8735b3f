// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record` on a disk that is really full.

#include <algorithm>
#include <filesystem>

#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

class RecordDiskTest : public RecordFixture {
 protected:
  static ChildOutcome Shell(std::vector<std::string> wrapper, const std::string& script,
                            const std::vector<std::string>& arguments) {
    wrapper.insert(wrapper.end(), {"/bin/sh", "-c", script, "sh"});
    wrapper.insert(wrapper.end(), arguments.begin(), arguments.end());
    const auto outcome = RunChild({.argv = wrapper, .environment = {"TZ=UTC"}});
    EXPECT_EQ(ErrorOf(outcome), "");
    return outcome.value_or(ChildOutcome{});
  }

  // The words before a command that let it mount a file system of its own, which goes away with the
  // process.  Empty if the system does not allow that.
  static std::vector<std::string> WithMounts() {
    for (const char* namespaces : {"-m", "-Urm"}) {
      const std::vector<std::string> unshare = {"unshare", namespaces};
      if (Shell(unshare, "mount -t tmpfs none /mnt", {}).exit_status == 0) return unshare;
    }
    return {};
  }

  // Records without processes: how many there are depends on the machine, and they change all the
  // time, so that a full disk may take the sample behind a change, which check notes.

  // No file gets larger than this number of blocks of 512 bytes.
  static ChildOutcome RecordWithLimit(const std::vector<std::string>& arguments, int blocks) {
    std::vector<std::string> argv = {FDR_COMMAND, "record", "--processes", "none"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return Shell({}, "ulimit -f " + std::to_string(blocks) + "; exec \"$@\"", argv);
  }

  // Records on a file system of 2 MiB.  All its files are copied to `directory_` at the end.
  ChildOutcome RecordOnSmallDisk(const std::vector<std::string>& unshare,
                                 const std::vector<std::string>& arguments) const {
    std::vector<std::string> argv = {directory_.path(), FDR_COMMAND, "record", "--processes",
                                     "none"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return Shell(unshare,
                 "mount -t tmpfs -o size=2m none /mnt && cd /mnt || exit 99\n"
                 "out=$1; shift; \"$@\"; status=$?; cp -a . \"$out\" && exit $status",
                 argv);
  }
};

TEST_F(RecordDiskTest, AFileThatMayNotGrowEndsTheRecordingCleanly) {
  const ChildOutcome outcome = RecordWithLimit({base_, "-t", "2ms", "-T", "20s"}, 600);
  EXPECT_EQ(outcome.exit_status, 1) << "and no signal, such as " << outcome.signal;
  EXPECT_EQ(outcome.err.find("fdr: " + base_ + ".0: File too large at offset "), 0u) << outcome.err;
  ExpectSound(base_);
  EXPECT_GE(Records(base_, "kernel.all.load"), 5);
}

// If no disk may be mounted, a limit for the size of files stands in.  It takes the same path
// through the program with another error number.  The tests in tests/logger use the number of a
// full disk.
TEST_F(RecordDiskTest, AFullDiskEndsTheRecordingCleanly) {
  const std::vector<std::string> unshare = WithMounts();
  const std::vector<std::string> arguments = {"rec", "-t", "2ms", "-T", "20s"};
  const ChildOutcome outcome = unshare.empty()
                                   ? RecordWithLimit({base_, "-t", "2ms", "-T", "20s"}, 4000)
                                   : RecordOnSmallDisk(unshare, arguments);
  EXPECT_EQ(outcome.exit_status, 1) << outcome.err;
  const std::string why = unshare.empty() ? "File too large" : "No space left on device";
  EXPECT_NE(outcome.err.find("rec.0: " + why), std::string::npos) << outcome.err;
  ExpectSound(base_);
  EXPECT_GE(Records(base_, "kernel.all.load"), 20);
  const ChildOutcome more = Record({base_, "--append", "-t", "2ms", "-s", "3"});
  EXPECT_EQ(more.exit_status, 0) << more.err;
  ExpectSound(base_);
}

TEST_F(RecordDiskTest, AFullDiskIsMadeRoomOnWhereASizeIsKept) {
  const std::vector<std::string> unshare = WithMounts();
  // 7 MB of samples in archives of about 1 MB.  A full disk always has an archive to remove.
  const std::vector<std::string> options = {"-t",       "20ms", "-s",     "300",
                                            "--rotate", "1s",   "--keep", "100MB"};
  std::vector<std::string> arguments = options;
  arguments.insert(arguments.begin(), unshare.empty() ? directory_ / "%H%M%S" : "%H%M%S");
  const ChildOutcome outcome =
      unshare.empty() ? RecordWithLimit(arguments, 100'000) : RecordOnSmallDisk(unshare, arguments);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  if (!unshare.empty()) {
    EXPECT_NE(outcome.err.find("The disk was full; older archives were removed"), std::string::npos)
        << outcome.err;
    // At most for each archive, of which a slow machine makes one a second; not for each of the 300
    // samples.
    EXPECT_LT(std::ranges::count(outcome.err, '\n'), 300);
  }
  const std::set<std::string> archives = Archives(directory_.path());
  EXPECT_GE(archives.size(), 2u);
  for (const std::string& base : archives) ExpectSound(directory_ / base);
}

}  // namespace
}  // namespace fdr::test
