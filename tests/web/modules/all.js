// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All tests of modules.

import './busy_test.js';
import './damage_test.js';
import './earlier_links_test.js';
import './explanation_test.js';
import './export_test.js';
import './finding_words_test.js';
import './first_page_test.js';
import './frames_test.js';
import './given_names_test.js';
import './heat_sum_test.js';
import './link_test.js';
import './metrics_test.js';
import './names_test.js';
import './picker_test.js';
import './ranges_test.js';
import './rank_test.js';
import './scales_test.js';
import './stack_plot_test.js';
import './states_test.js';
import './time_format_test.js';
import './units_test.js';
import './view_colours_test.js';
import './view_file_test.js';
import { runAll } from './check.js';

window.results = await runAll();
