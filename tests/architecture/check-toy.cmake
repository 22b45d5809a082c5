# SPDX-License-Identifier: Apache-2.0
# cmake -DLULL=lull -DTOY=toy-checker -DSCENARIO=… -P check-toy.cmake
#
# Fails if the toy checker of docs/ and lull find different things in the same race.

cmake_minimum_required (VERSION 3.25)

execute_process (COMMAND "${TOY}" OUTPUT_VARIABLE toy COMMAND_ERROR_IS_FATAL ANY)
execute_process (COMMAND "${LULL}" check --json --whole-graph "${SCENARIO}"
  OUTPUT_VARIABLE json COMMAND_ERROR_IS_FATAL ANY)
string (JSON verdict GET "${json}" verdict)
string (JSON steps GET "${json}" witness_length)
string (JSON states GET "${json}" states)
string (JSON transitions GET "${json}" transitions)
set (lull "${verdict}; ${steps} steps; ${states} states; ${transitions} transitions")
string (REGEX REPLACE "\n.*" "" first_line "${toy}")
if (NOT first_line STREQUAL lull)
  message (FATAL_ERROR "the toy says\n  ${first_line}\nand lull says\n  ${lull}")
endif ()
