# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE_DIR=… -P check-reports.cmake
#
# Fails if docs/reports.md has not all sixteen reports, or has a scenario of one under another verdict than
# the scenario expects.

cmake_minimum_required (VERSION 3.25)

set (wrong)
file (READ "${SOURCE_DIR}/docs/reports.md" page)

string (REGEX MATCHALL "\n\\| B[0-9][0-9] \\|" rows "${page}")
list (LENGTH rows count)
if (NOT count EQUAL 16)
  list (APPEND wrong "docs/reports.md has ${count} reports")
endif ()

file (GLOB scenarios RELATIVE "${SOURCE_DIR}"
  "${SOURCE_DIR}/scenarios/reports/*.yaml" "${SOURCE_DIR}/tests/reports/*.yaml")
list (LENGTH scenarios count)
if (count LESS 24)
  message (FATAL_ERROR "there are ${count} scenarios of reports")
endif ()
foreach (scenario IN LISTS scenarios)
  file (READ "${SOURCE_DIR}/${scenario}" text)
  if (NOT text MATCHES "\nexpect: ({ verdict: )?([a-z]+)")
    message (FATAL_ERROR "${scenario} expects nothing")
  endif ()
  set (verdict "${CMAKE_MATCH_2}")
  set (link "[${verdict}](../${scenario})")
  if (text MATCHES "cut: ([a-z]+)")
    string (APPEND link ", ${CMAKE_MATCH_1} cut")
  endif ()
  string (FIND "${page}" "${link}" at)
  if (at EQUAL -1 AND scenario MATCHES "/b[0-9][0-9]-")
    list (APPEND wrong "docs/reports.md does not say ${link}")
  endif ()
endforeach ()

if (wrong)
  list (JOIN wrong "\n  " lines)
  message (FATAL_ERROR "reports and scenarios differ:\n  ${lines}")
endif ()
