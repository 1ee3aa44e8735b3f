// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The program that common_headers.h is compiled for, since programs and libraries are compiled
// differently.

int main() { return 0; }
