// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Headers of others that most tests include.  The compiler reads them once for all tests.  A test
// includes what it uses all the same: the preset `dev` does without this file.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tl/expected.hpp>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>
