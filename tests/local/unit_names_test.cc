// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What people call the groups of processes, and the files that name containers.

#include "fdr/replay/sources/local/usage/unit_names.h"

#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fdr/replay/sources/local/cgroups/unit_name.h"
#include "fdr/tests/local/kernel_tree.h"

namespace fdr::local {
namespace {

const std::string kId(64, 'a'), kOtherId(64, 'b');

TEST(UnitNameTest, AGroupOfSystemdIsCalledByItsUnit) {
  const std::pair<const char*, const char*> kNames[] = {
      {"/system.slice/nginx.service", "nginx.service"},
      {"/system.slice/nginx.service/workers/3", "nginx.service"},
      {"/system.slice/system-postgresql.slice/postgresql@15-main.service",
       "postgresql@15-main.service"},
      {"/init.scope", "init.scope"},
      {"/system.slice/dev-hugepages.mount", "dev-hugepages.mount"},
      {"/user.slice/user-1000.slice/user@1000.service/app.slice/dbus.service",
       "user@1000.service/dbus.service"},
      {"/user.slice/user-1000.slice/user@1000.service/init.scope", "user@1000.service/init.scope"},
      {"/user.slice/user-1000.slice/user@1000.service", "user@1000.service"},
      {"/../../system.slice/cron.service", "cron.service"},
      {"/system.slice", "system.slice"},
      {"/lxc.payload.web/system.slice/cron.service", "lxc/web"},
      {"/process_api/8edace66", "/process_api/*"},
      {"/jobs/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f/3", "/jobs/*/3"},
      {"/../x", "/x"},
      {"/..", "/"},
      {"/", "/"},
      {"", "/"}};
  for (const auto& [group, name] : kNames) EXPECT_EQ(UnitOf(group), name) << group;
}

TEST(UnitNameTest, WhatDiffersWithEachStartIsLeftOut) {
  const std::pair<const char*, const char*> kNames[] = {
      {"/user.slice/user-1000.slice/session-12.scope", "user-1000.slice/session-*.scope"},
      {"/user.slice/user-1000.slice/session-c1.scope", "user-1000.slice/session-*.scope"},
      {"/system.slice/run-p4157-i4457.service", "run-*.service"},
      {"/machine.slice/machine-qemu\\x2d3\\x2dweb.scope", "machine-qemu-*-web.scope"},
      {"/machine.slice/machine-build\\x2dbox.scope", "machine-build-box.scope"},
      {"/machine.slice/machine-\\x2.scope", "machine-\\x2.scope"},
      {"/user@1.service/dbus-:1.2-org.example.Search@3.service",
       "user@1.service/dbus-*-org.example.Search@*.service"},
      {"/user@1.service/dbus-:@3.service", "user@1.service/dbus-*@*.service"},
      {"/u@1/user@1.service/app.slice/app-gnome-firefox-4711.scope",
       "user@1.service/app-gnome-firefox-*.scope"},
      {"/user@1.service/app-org.kde.konsole@0123456789abcdef0123456789abcdef.service",
       "user@1.service/app-org.kde.konsole@*.service"},
      {"/user@1.service/vte-spawn-0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f.scope",
       "user@1.service/vte-spawn-*.scope"},
      {"/system.slice/run-u12.service", "run-*.service"},
      {"/system.slice/run-r0123456789abcdef0123456789abcdef.scope", "run-*.scope"},
      {"/system.slice/sshd@7-10.0.0.1:22-10.0.0.2:5000.service", "sshd@*.service"},
      {"/system.slice/systemd-coredump@3-812-0.service", "systemd-coredump@*.service"},
      {"/system.slice/user@1000.service", "user@1000.service"},
      {"/machine.slice/-7.scope", "-7.scope"}};
  for (const auto& [group, name] : kNames) EXPECT_EQ(UnitOf(group), name) << group;
}

TEST(UnitNameTest, TheGroupThatSaysMostCounts) {
  const std::string docker = "/docker/" + kId;
  EXPECT_EQ(GroupOf("4:memory:" + docker + "\n0::/system.slice/containerd.service\n"), docker);
  EXPECT_EQ(GroupOf("4:memory:/m\n1:name=systemd:/a.service\n0::/b.service\n"), "/b.service");
  EXPECT_EQ(GroupOf("4:memory:/m\n1:name=systemd:/a.service\n0::/\n"), "/a.service");
  EXPECT_EQ(GroupOf("9:name=systemd:/\n4:memory:/m\n0::/\n"), "/m");
  EXPECT_EQ(GroupOf("0::/a.service (deleted)\n"), "/a.service");
  for (const char* none : {"", "0::/\n", "0::", "::", "nothing", "4:memory"})
    EXPECT_EQ(GroupOf(none), "/") << none;
}

TEST(ContainerGroupTest, HasTheIdentifierAndTheEngine) {
  const std::pair<std::string, const char*> kEngines[] = {
      {"/docker/" + kId, "docker"},
      {"/system.slice/docker-" + kId + ".scope/init.scope", "docker"},
      {"/machine.slice/libpod-" + kId + ".scope/container", "podman"},
      {"/machine.slice/machine-libpod_pod_" + kOtherId + ".slice/libpod-" + kId + ".scope",
       "podman"},
      {"/machine.slice/libpod-conmon-" + kId + ".scope", "podman"},
      {"/a.slice/crio-" + kId + ".scope", "crio"},
      {"/a.slice/cri-containerd-" + kId + ".scope", "containerd"},
      {"/system.slice/a.slice:cri-containerd:" + kId, "containerd"},
      {"/ecs/task/" + kId, "container"},
      {"/docker/" + kId + "/docker/" + kOtherId, "docker"}};
  for (const auto& [group, engine] : kEngines) {
    const auto found = ContainerGroupOf(group);
    ASSERT_TRUE(found) << group;
    EXPECT_EQ(found->id, kId) << group;
    EXPECT_EQ(found->engine, engine) << group;
    EXPECT_EQ(found->pod, "");
  }
  EXPECT_FALSE(ContainerGroupOf("/system.slice/docker.service"));
  EXPECT_FALSE(ContainerGroupOf("/docker/" + kId.substr(1)));
}

TEST(ContainerGroupTest, HasThePodAndTheUser) {
  const std::string pod = "0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f";
  for (const std::string& group : {"/kubepods/burstable/pod" + pod + "/" + kId,
                                   "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod"
                                   "0a1b2c3d_0a1b_0a1b_0a1b_0a1b2c3d4e5f.slice/cri-containerd-" +
                                       kId + ".scope"})
    EXPECT_EQ(ContainerGroupOf(group)->pod, pod) << group;
  EXPECT_EQ(ContainerGroupOf("/system.slice/kubepods-burstable-pod0a1b2c3d_0a1b_0a1b_0a1b_"
                             "0a1b2c3d4e5f.slice:cri-containerd:" +
                             kId)
                ->pod,
            pod);
  EXPECT_EQ(ContainerGroupOf("/kubepods/pod" + std::string(32, 'c') + "/" + kId)->pod,
            std::string(32, 'c'));
  EXPECT_EQ(ContainerGroupOf("/kubepods/podium/" + kId)->pod, "");
  EXPECT_EQ(ContainerGroupOf("/pod" + pod + "/" + kId)->pod, "");
  EXPECT_EQ(ContainerGroupOf("/user@1000.service/libpod-" + kId + ".scope")->user, 1000u);
  EXPECT_FALSE(ContainerGroupOf("/user@99999999999.service/libpod-" + kId)->user);
}

class UnitNamesTest : public testing::Test {
 protected:
  std::string Name(const std::string& group) {
    names_.BeginSample();
    return std::string(names_.Name("0::" + group + "\n"));
  }

  test::KernelTree tree_;
  UnitNames names_{tree_.Path("root")};
  const std::string docker_ = "root/var/lib/docker/containers/" + kId + "/config.v2.json",
                    podman_ = "root/var/lib/containers/storage/overlay-containers/";
};

TEST_F(UnitNamesTest, ContainersHaveTheNamesOfTheirFiles) {
  tree_.Write(docker_, R"({"State":{"Name":"/no"},"Name":"/web"})");
  EXPECT_EQ(Name("/docker/" + kId), "docker/web");
  tree_.Write(podman_ + "volatile-containers.json",
              R"([{"id":"x","names":["no"]}, {"id":")" + kOtherId + R"(","names":["db","x"]}])");
  EXPECT_EQ(Name("/machine.slice/libpod-" + kOtherId + ".scope"), "podman/db");
}

TEST_F(UnitNamesTest, PodsHaveTheNamesOfTheirLogs) {
  const std::string pod(32, 'c'), group = "/kubepods/pod" + pod + "/";
  tree_.Write("root/var/log/containers/web-0_shop_nginx-" + kId + ".log", "");
  tree_.Write("root/var/log/pods/shop_web-0_" + pod + "/x", "");
  EXPECT_EQ(Name(group + kId), "pod/shop/web-0/nginx");
  EXPECT_EQ(Name(group + kOtherId), "pod/shop/web-0");
  EXPECT_EQ(Name("/kubepods/pod" + std::string(32, 'd') + "/" + kId), "pod/shop/web-0/nginx");
  EXPECT_EQ(Name("/kubepods/pod" + std::string(32, 'd') + "/" + std::string(64, 'e')),
            "pod/" + std::string(32, 'd'));
}

TEST_F(UnitNamesTest, OddNamesOfLogsAreSurvived) {
  for (const char* name : {"", "_", "__", "a", "a_b", "_b_c"})
    tree_.Write("root/var/log/containers/" + std::string(name) + "-" + kId + ".log", "");
  EXPECT_TRUE(Name("/kubepods/pod" + std::string(32, 'c') + "/" + kId).starts_with("pod/"));
}

TEST_F(UnitNamesTest, AUsersContainersAreInTheStorageOfThatUser) {
  const passwd* const user = getpwuid(geteuid());
  ASSERT_NE(user, nullptr);
  const std::string unit = "user@" + std::to_string(geteuid()) + ".service";
  const std::string file = "root" + std::string(user->pw_dir) +
                           "/.local/share/containers/storage/overlay-containers/containers.json";
  tree_.Write(file, R"([{"id":")" + kId + R"(","names":["web"]}])");
  EXPECT_EQ(Name("/" + unit + "/libpod-" + kId + ".scope"), unit + "/podman/web");
  const std::string other = "user@" + std::to_string(geteuid() + 1) + ".service";
  EXPECT_EQ(Name("/" + other + "/libpod-" + kId + ".scope"), other + "/podman/aaaaaaaaaaaa");
}

TEST_F(UnitNamesTest, AUserCannotTakeTheNameOfAnothersContainer) {
  tree_.Write(docker_, R"({"Name":"/web"})");
  EXPECT_EQ(Name("/user@7.service/docker-" + kId + ".scope"), "user@7.service/docker/web");
  EXPECT_EQ(Name("/user@7.service/docker-" + kOtherId + ".scope"),
            "user@7.service/docker/bbbbbbbbbbbb");
}

TEST_F(UnitNamesTest, ALongNameKeepsItsEnd) {
  const std::string pod(32, 'c');
  for (const char* container : {"one", "two"})
    tree_.Write("root/var/log/containers/" + std::string(140, 'w') + "_shop_" + container + "-" +
                    (container == std::string("one") ? kId : kOtherId) + ".log",
                "");
  const std::string one = Name("/kubepods/pod" + pod + "/" + kId);
  EXPECT_TRUE(one.starts_with("pod/shop/www") && one.ends_with("www/one")) << one;
  EXPECT_EQ(one.size(), 120u);
  EXPECT_TRUE(Name("/kubepods/pod" + pod + "/" + kOtherId).ends_with("www/two"));
}

// To open a pipe would wait for ever, and to open a device does something.
TEST_F(UnitNamesTest, WhatIsNoPlainFileIsNotOpened) {
  tree_.Write(docker_ + ".real", R"({"Name":"/web"})");
  tree_.Link(docker_, tree_.Path(docker_ + ".real"));
  tree_.Write(podman_ + "x", "");
  ASSERT_EQ(mkfifo(tree_.Path(podman_ + "containers.json").c_str(), 0600), 0);
  EXPECT_EQ(Name("/docker/" + kId), "docker/" + std::string(12, 'a'));
}

TEST_F(UnitNamesTest, DamagedFilesNameNothing) {
  const std::string good = R"({"Name":"/web"})";
  for (std::size_t size = 0; size < good.size(); ++size) {
    tree_.Write(docker_, good.substr(0, size));
    EXPECT_EQ(UnitNames(tree_.Path("root")).Name("0::/"), "/");
    UnitNames names(tree_.Path("root"));
    names.BeginSample();
    EXPECT_EQ(names.Name("0::/docker/" + kId), "docker/" + std::string(12, 'a')) << size;
  }
  tree_.Write(docker_, good + std::string(std::size_t{2} << 20, ' '));
  EXPECT_EQ(Name("/docker/" + kId), "docker/" + std::string(12, 'a'));
}

TEST_F(UnitNamesTest, ANameIsOneWordAndNotThatOfTheRest) {
  tree_.Write(docker_, R"({"Name":"/a b\n)" + std::string(500, 'x') + R"("})");
  const std::string name = Name("/docker/" + kId);
  EXPECT_TRUE(name.starts_with("docker/a_b_xxx")) << name;
  EXPECT_EQ(name.size(), 120u);
  EXPECT_EQ(Name("(other)"), "/(other)");
}

// The file may come a moment after the container.
TEST_F(UnitNamesTest, AFileIsLookedForInThreeSamples) {
  const std::string group = "/docker/" + kId, id = "docker/" + std::string(12, 'a');
  EXPECT_EQ(Name(group), id);
  tree_.Write(docker_, R"({"Name":"/web"})");
  EXPECT_EQ(names_.Name("0::" + group), id);  // still in the same sample
  EXPECT_EQ(Name(group), "docker/web");
  tree_.Write(docker_, R"({"Name":"/other"})");
  EXPECT_EQ(Name(group), "docker/web");

  const std::string late = "/libpod-" + kOtherId;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Name(late).starts_with("podman/bbb"));
  tree_.Write(podman_ + "containers.json", R"([{"id":")" + kOtherId + R"(","names":["db"]}])");
  EXPECT_TRUE(Name(late).starts_with("podman/bbb"));
}

TEST_F(UnitNamesTest, AThousandNewContainersDoNotHoldUpASample) {
  const auto id = [](int i) {
    std::string number = std::to_string(i);
    return std::string(64 - number.size(), '0') + number;
  };
  for (int i = 0; i < 20; ++i)
    tree_.Write("root/var/lib/docker/containers/" + id(i) + "/config.v2.json",
                R"({"Name":"/web)" + std::to_string(i) + R"("})");
  names_.BeginSample();
  int named = 0;
  for (int i = 0; i < 20; ++i)
    named += names_.Name("0::/docker/" + id(i)).starts_with("docker/web") ? 1 : 0;
  EXPECT_EQ(named, 16);
  names_.BeginSample();
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(names_.Name("0::/docker/" + id(i)), "docker/web" + std::to_string(i));
}

TEST_F(UnitNamesTest, GroupsThatAreGoneAreForgotten) {
  tree_.Write(docker_, R"({"Name":"/web"})");
  EXPECT_EQ(Name("/docker/" + kId), "docker/web");
  tree_.Write(docker_, R"({"Name":"/other"})");
  names_.BeginSample();
  for (int i = 0; i < 17'000; ++i) names_.Name("0::/" + std::to_string(i) + ".service\n");
  EXPECT_EQ(Name("/docker/" + kId), "docker/other");
}

}  // namespace
}  // namespace fdr::local
