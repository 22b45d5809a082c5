# SPDX-License-Identifier: Apache-2.0
# lull_add_scenarios (FOLDER)
#
# Each scenario file below FOLDER becomes a ctest entry: what it expects is what must come out.

function (lull_add_scenarios folder)
  file (GLOB_RECURSE scenarios CONFIGURE_DEPENDS RELATIVE "${folder}" "${folder}/*.yaml")
  foreach (scenario IN LISTS scenarios)
    string (REGEX REPLACE "\\.yaml$" "" name "${scenario}")
    add_test (NAME scenario/${name} COMMAND lull check "${folder}/${scenario}")
    set_tests_properties (scenario/${name} PROPERTIES
      LABELS scenario
      ENVIRONMENT "G_DEBUG=fatal-criticals")
  endforeach ()
endfunction ()
