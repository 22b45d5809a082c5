# SPDX-License-Identifier: Apache-2.0
# lull_add_test (NAME LABEL label SOURCES … LINK …)
#
# One test program, one ctest entry of that name.

function (lull_add_test name)
  cmake_parse_arguments (PARSE_ARGV 1 test "" "LABEL" "SOURCES;LINK")
  add_executable (test-${name} ${test_SOURCES})
  target_link_libraries (test-${name} PRIVATE lull-test-support ${test_LINK} lull-build-flags)
  add_test (NAME ${name} COMMAND test-${name})
  set_tests_properties (${name} PROPERTIES
    LABELS "${test_LABEL}"
    ENVIRONMENT "G_DEBUG=fatal-criticals")
endfunction ()
