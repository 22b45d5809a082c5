# SPDX-License-Identifier: Apache-2.0
# What every target of this project shares: the language, the warnings, GLib's version window.

set (CMAKE_C_STANDARD 11)
set (CMAKE_C_STANDARD_REQUIRED ON)
set (CMAKE_C_EXTENSIONS OFF)
set (CMAKE_POSITION_INDEPENDENT_CODE ON)
set (CMAKE_C_VISIBILITY_PRESET hidden)
set (CMAKE_EXPORT_COMPILE_COMMANDS ON)

if (NOT CMAKE_BUILD_TYPE)
  set (CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif ()

# Private to our build; never part of what an installed target asks of its users.
add_library (lull-build-flags INTERFACE)
target_compile_options (lull-build-flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
  -Wcast-qual -Wswitch-enum -Wformat=2 -Wvla -Wundef -Wwrite-strings)
# Nobody replaces functions of ours when loading liblull, so that they may be inlined where they are
# called in their own file.
target_compile_options (lull-build-flags INTERFACE -fno-semantic-interposition)
target_compile_definitions (lull-build-flags INTERFACE
  GLIB_VERSION_MIN_REQUIRED=GLIB_VERSION_2_74
  GLIB_VERSION_MAX_ALLOWED=GLIB_VERSION_2_74
  LULL_VERSION="${PROJECT_VERSION}")
