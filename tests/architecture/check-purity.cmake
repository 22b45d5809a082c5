# SPDX-License-Identifier: Apache-2.0
# cmake -DNM=nm -DLIBRARY=lib.a -DALLOWED=object:symbol;… -P check-purity.cmake
#
# Fails if an object of LIBRARY calls what would make its results differ from run to run: chance,
# time, the environment. ALLOWED names the one place that may, and what for.

cmake_minimum_required (VERSION 3.25)

set (impure
  "^(s?rand(om)?(_r)?|[dejlmn]rand48(_r)?|arc4random.*|getrandom|getentropy)$"
  "^(time|times|gettimeofday|clock|clock_gettime|timespec_get|localtime.*|gmtime.*)$"
  "^(secure_)?getenv$"
  "^g_(random_|rand_|get_real_time|get_monotonic_time|get_current_time|date_time_new_now|getenv)"
  "^g_(get_host_name|get_user_name|get_home_dir|get_current_dir|get_tmp_dir|uuid_string_random)")

execute_process (COMMAND "${NM}" -u "${LIBRARY}"
  OUTPUT_VARIABLE output RESULT_VARIABLE failed ERROR_QUIET)
if (failed)
  message (FATAL_ERROR "${NM} cannot read ${LIBRARY}")
endif ()

set (object)
set (objects 0)
set (found)
string (REPLACE "\n" ";" lines "${output}")
foreach (line IN LISTS lines)
  if (line MATCHES "^(.+\\.o):$")
    set (object "${CMAKE_MATCH_1}")
    math (EXPR objects "${objects} + 1")
  elseif (line MATCHES "^ *[UwW] ([^@ ]+)")
    set (symbol "${CMAKE_MATCH_1}")
    foreach (pattern IN LISTS impure)
      if (symbol MATCHES "${pattern}" AND NOT "${object}:${symbol}" IN_LIST ALLOWED)
        list (APPEND found "${object} calls ${symbol}")
      endif ()
    endforeach ()
  endif ()
endforeach ()
if (objects EQUAL 0)
  message (FATAL_ERROR "${LIBRARY} has no objects: nothing was looked at")
endif ()
if (found)
  list (JOIN found "\n  " text)
  message (FATAL_ERROR "${LIBRARY} is not pure:\n  ${text}")
endif ()
