# SPDX-License-Identifier: Apache-2.0
# What was configured, in six lines.

set (LULL_WARNINGS_ARE warnings)
if (CMAKE_COMPILE_WARNING_AS_ERROR)
  set (LULL_WARNINGS_ARE errors)
endif ()
message (STATUS "lull ${PROJECT_VERSION}")
message (STATUS "  build type      ${CMAKE_BUILD_TYPE}")
message (STATUS "  compiler        ${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}")
message (STATUS "  flags           ${CMAKE_C_FLAGS}")
message (STATUS "  warnings        ${LULL_WARNINGS_ARE}")
message (STATUS "  tests           ${LULL_BUILD_TESTS}")
