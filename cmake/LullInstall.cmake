# SPDX-License-Identifier: Apache-2.0
# What is installed: one shared library of all layers' objects, the program, the headers, the scenarios,
# the example of a protocol of one's own, the manual page, and what CMake and pkg-config look for.
include (CMakePackageConfigHelpers)

get_property (lull_layers GLOBAL PROPERTY LULL_LAYERS)
get_property (lull_headers GLOBAL PROPERTY LULL_HEADERS)

# What the public headers declare is exported, and nothing else: the list is read off them.
set (lull_exports "${CMAKE_CURRENT_BINARY_DIR}/lull.map")
add_custom_command (OUTPUT "${lull_exports}"
  COMMAND ${CMAKE_COMMAND} "-DHEADERS=${lull_headers}" "-DOUTPUT=${lull_exports}"
    -P "${CMAKE_CURRENT_LIST_DIR}/LullExports.cmake"
  DEPENDS ${lull_headers} "${CMAKE_CURRENT_LIST_DIR}/LullExports.cmake"
  COMMENT "Collecting the public names"
  VERBATIM)
add_custom_target (lull-exports DEPENDS "${lull_exports}")

set (lull_objects)
foreach (layer IN LISTS lull_layers)
  list (APPEND lull_objects $<TARGET_OBJECTS:${layer}>)
  # The linker's list decides what is seen; the compiler must not have hidden it before.
  set_target_properties (${layer} PROPERTIES C_VISIBILITY_PRESET default)
endforeach ()

add_library (lull-shared SHARED ${lull_objects})
add_dependencies (lull-shared lull-exports)
set_target_properties (lull-shared PROPERTIES
  OUTPUT_NAME lull
  EXPORT_NAME lull
  LINKER_LANGUAGE C
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}
  LINK_DEPENDS "${lull_exports}")
target_link_options (lull-shared PRIVATE "LINKER:--version-script=${lull_exports}")
target_include_directories (lull-shared INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/lull>)
target_link_libraries (lull-shared
  PUBLIC $<BUILD_INTERFACE:PkgConfig::GLIB>
  INTERFACE $<INSTALL_INTERFACE:PkgConfig::LULL_GLIB>
  PRIVATE PkgConfig::GMODULE PkgConfig::YAML PkgConfig::JSON_GLIB PkgConfig::CAIRO
    PkgConfig::XXHASH Threads::Threads m)

set (lull_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/lull")
configure_package_config_file (
  "${CMAKE_CURRENT_LIST_DIR}/lull-config.cmake.in" "${CMAKE_CURRENT_BINARY_DIR}/lull-config.cmake"
  INSTALL_DESTINATION "${lull_package_dir}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file ("${CMAKE_CURRENT_BINARY_DIR}/lull-config-version.cmake"
  COMPATIBILITY SameMinorVersion)

# The prefix is found from where the file lies, so that an install tree may be moved.
file (RELATIVE_PATH lull_prefix_from_pc
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string (REGEX REPLACE "/$" "" lull_prefix_from_pc "${lull_prefix_from_pc}")
configure_file ("${CMAKE_CURRENT_LIST_DIR}/lull.pc.in" "${CMAKE_CURRENT_BINARY_DIR}/lull.pc" @ONLY)

install (TARGETS lull RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install (TARGETS lull-shared EXPORT lull LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install (EXPORT lull NAMESPACE lull:: FILE lull-targets.cmake DESTINATION "${lull_package_dir}")
install (FILES ${lull_headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/lull")
install (FILES
  "${CMAKE_CURRENT_BINARY_DIR}/lull-config.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/lull-config-version.cmake"
  DESTINATION "${lull_package_dir}")
install (FILES "${CMAKE_CURRENT_BINARY_DIR}/lull.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install (FILES "${PROJECT_SOURCE_DIR}/docs/lull.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install (DIRECTORY "${PROJECT_SOURCE_DIR}/scenarios/" DESTINATION "${CMAKE_INSTALL_DATADIR}/lull/scenarios"
  FILES_MATCHING PATTERN "*.yaml")
install (FILES "${PROJECT_SOURCE_DIR}/docs/scenario.schema.json" DESTINATION "${CMAKE_INSTALL_DATADIR}/lull")
# The documents link to each other, and to their figures.
install (DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  FILES_MATCHING PATTERN "*.md" PATTERN "*.svg"
  PATTERN examples EXCLUDE)
install (DIRECTORY "${PROJECT_SOURCE_DIR}/docs/examples/" DESTINATION "${CMAKE_INSTALL_DATADIR}/lull/examples")
