# SPDX-License-Identifier: Apache-2.0
# cmake -DLULL=lull -DSOURCE_DIR=… -DWORK_DIR=… -P check-readme.cmake
#
# Fails if README.md quotes another output, or shows another figure, than the program gives today. The quote
# is the beginning of the output, up to the sentence that says what went wrong, and a mark.
# LULL_UPDATE_GOLDEN=1 in the environment brings both up to date instead.

cmake_minimum_required (VERSION 3.25)

set (scenario scenarios/race-figure.yaml)
set (figure docs/race-figure.svg)
set (readme_file "${SOURCE_DIR}/README.md")

execute_process (COMMAND "${LULL}" check "${scenario}"
  WORKING_DIRECTORY "${SOURCE_DIR}"
  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
execute_process (COMMAND "${LULL}" figure "${scenario}" -o "${WORK_DIR}/readme.svg"
  WORKING_DIRECTORY "${SOURCE_DIR}"
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file (READ "${WORK_DIR}/readme.svg" drawn)
file (READ "${readme_file}" readme)

set (opening "```console\n$ build/release/lull check ${scenario}\n")
string (FIND "${readme}" "${opening}" start)
if (start EQUAL -1)
  message (FATAL_ERROR "README.md shows no lull check ${scenario}")
endif ()
string (LENGTH "${opening}" length)
math (EXPR start "${start} + ${length}")
string (SUBSTRING "${readme}" 0 ${start} before)
string (SUBSTRING "${readme}" ${start} -1 rest)
string (FIND "${rest}" "```\n" end)
string (SUBSTRING "${rest}" 0 ${end} quoted)
string (SUBSTRING "${rest}" ${end} -1 after)

set (mark "  […]\n")
set (last "has arrived without having been sent.\n")
string (FIND "${output}" "${last}" end)
if (end EQUAL -1)
  message (FATAL_ERROR "lull check ${scenario} does not say that something ${last}")
endif ()
string (LENGTH "${last}" length)
math (EXPR end "${end} + ${length}")
string (SUBSTRING "${output}" 0 ${end} output)
string (APPEND output "${mark}")

if (DEFINED ENV{LULL_UPDATE_GOLDEN})
  file (WRITE "${readme_file}" "${before}${output}${after}")
  file (WRITE "${SOURCE_DIR}/${figure}" "${drawn}")
  return ()
endif ()
if (NOT quoted STREQUAL output)
  message (FATAL_ERROR "README.md quotes\n${quoted}\nand the program says\n${output}")
endif ()
file (READ "${SOURCE_DIR}/${figure}" committed)
if (NOT committed STREQUAL drawn)
  message (FATAL_ERROR "${figure} is not what lull figure ${scenario} draws (with the fonts of "
    "tools/packages); compare it with ${WORK_DIR}/readme.svg")
endif ()
