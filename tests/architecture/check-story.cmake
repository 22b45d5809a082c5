# SPDX-License-Identifier: Apache-2.0
# cmake -DLULL=lull -DSOURCE_DIR=… -DWORK_DIR=… -P check-story.cmake
#
# Fails if docs/pytorch-story.md quotes what the program does not say of that scenario today, shows a
# figure that is not what it draws, leaves out one of the scenarios it is about, or if docs/figures/ holds one that it does not show.
# LULL_UPDATE_GOLDEN=1 in the environment draws the figures anew.

cmake_minimum_required (VERSION 3.25)

set (wrong)
file (READ "${SOURCE_DIR}/docs/pytorch-story.md" story)

# Each quotation is a piece of the output, from one line to another.
set (opening "```console\n$ lull check ")
set (rest "${story}")
set (quotations 0)
while (TRUE)
  string (FIND "${rest}" "${opening}" start)
  if (start EQUAL -1)
    break ()
  endif ()
  string (LENGTH "${opening}" length)
  math (EXPR start "${start} + ${length}")
  string (SUBSTRING "${rest}" ${start} -1 rest)
  string (FIND "${rest}" "\n" end)
  string (SUBSTRING "${rest}" 0 ${end} scenario)
  string (SUBSTRING "${rest}" ${end} -1 rest)
  string (FIND "${rest}" "```\n" end)
  string (SUBSTRING "${rest}" 0 ${end} quoted)
  execute_process (COMMAND "${LULL}" check "${scenario}"
    WORKING_DIRECTORY "${SOURCE_DIR}"
    OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  string (FIND "${output}" "${quoted}" found)
  if (found EQUAL -1)
    list (APPEND wrong "lull check ${scenario} does not say${quoted}")
  endif ()
  math (EXPR quotations "${quotations} + 1")
endwhile ()
if (quotations EQUAL 0)
  list (APPEND wrong "docs/pytorch-story.md quotes nothing")
endif ()

file (GLOB figures RELATIVE "${SOURCE_DIR}/docs/figures" "${SOURCE_DIR}/docs/figures/*.svg")
string (REGEX MATCHALL "\\(figures/[^)]+\\.svg\\)" shown "${story}")
list (TRANSFORM shown REPLACE "^\\(figures/(.*)\\)$" "\\1")
list (SORT shown)
list (SORT figures)
if (NOT shown STREQUAL figures)
  list (APPEND wrong "docs/pytorch-story.md shows ${shown}, and docs/figures/ holds ${figures}")
endif ()
foreach (figure IN LISTS shown)
  string (REPLACE ".svg" ".yaml" scenario "${figure}")
  execute_process (COMMAND "${LULL}" figure "scenarios/pytorch/${scenario}" -o "${WORK_DIR}/${figure}"
    WORKING_DIRECTORY "${SOURCE_DIR}"
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  if (DEFINED ENV{LULL_UPDATE_GOLDEN})
    file (COPY_FILE "${WORK_DIR}/${figure}" "${SOURCE_DIR}/docs/figures/${figure}")
  endif ()
  execute_process (COMMAND ${CMAKE_COMMAND} -E compare_files
    "${WORK_DIR}/${figure}" "${SOURCE_DIR}/docs/figures/${figure}"
    OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE differs)
  if (differs)
    list (APPEND wrong "docs/figures/${figure} is not what lull figure draws (with the fonts of "
      "tools/packages); compare it with ${WORK_DIR}/${figure}")
  endif ()
endforeach ()

# What the story tells of g15 holds for each of them, so it links to some only.
file (GLOB scenarios RELATIVE "${SOURCE_DIR}" "${SOURCE_DIR}/scenarios/pytorch/*.yaml")
list (FILTER scenarios EXCLUDE REGEX "/g15-")
foreach (scenario IN LISTS scenarios)
  string (FIND "${story}" "${scenario}" found)
  if (found EQUAL -1)
    list (APPEND wrong "docs/pytorch-story.md does not tell of ${scenario}")
  endif ()
endforeach ()

if (wrong)
  list (JOIN wrong "\n  " lines)
  message (FATAL_ERROR "the story and the program differ:\n  ${lines}")
endif ()
