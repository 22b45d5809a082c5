# SPDX-License-Identifier: Apache-2.0
# lull_add_layer (NAME SOURCES … HEADERS … DEPENDS …)
#
# One layer of the program: a static library lull-NAME whose include folder reaches only those that
# link it, so that an include against the direction of docs/architecture.md does not compile. The objects and
# the HEADERS go into the one installed library as well.

function (lull_add_layer name)
  cmake_parse_arguments (PARSE_ARGV 1 layer "" "" "SOURCES;HEADERS;DEPENDS")
  add_library (lull-${name} STATIC ${layer_SOURCES} ${layer_HEADERS})
  target_include_directories (lull-${name} PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries (lull-${name} PUBLIC ${layer_DEPENDS} PRIVATE $<BUILD_INTERFACE:lull-build-flags>)
  set_property (GLOBAL APPEND PROPERTY LULL_LAYERS lull-${name})
  list (TRANSFORM layer_HEADERS PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  set_property (GLOBAL APPEND PROPERTY LULL_HEADERS ${layer_HEADERS})
endfunction ()
