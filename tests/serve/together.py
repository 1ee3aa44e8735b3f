# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Parts of a test that mostly wait run side by side."""
from concurrent.futures import ThreadPoolExecutor


def side_by_side(*parts, most=8):
    """The results of functions, `most` of which run at a time.  Raises what one of them raises."""
    with ThreadPoolExecutor(most) as pool:
        return [result.result() for result in [pool.submit(part) for part in parts]]
