# SPDX-License-Identifier: Apache-2.0
# lull_add_test (NAME LABEL label [THREADS] SOURCES … LINK …)
#
# One test program, one ctest entry of that name. THREADS: it has several threads at work on the same
# memory; such tests have the label `threads`, too, and are what the target `threads-tests` builds.

add_custom_target (threads-tests)

function (lull_add_test name)
  cmake_parse_arguments (PARSE_ARGV 1 test "THREADS" "LABEL" "SOURCES;LINK")
  add_executable (test-${name} ${test_SOURCES})
  target_link_libraries (test-${name} PRIVATE lull-test-support ${test_LINK} lull-build-flags)
  add_test (NAME ${name} COMMAND test-${name})
  set (labels ${test_LABEL})
  if (test_THREADS)
    list (APPEND labels threads)
    add_dependencies (threads-tests test-${name})
  endif ()
  set_tests_properties (${name} PROPERTIES
    LABELS "${labels}"
    ENVIRONMENT "G_DEBUG=fatal-criticals")
endfunction ()
