# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD_DIR=… -DSOURCE_DIR=… -DCC=cc -DC_FLAGS=… -DLIBDIR=lib -DPKG_CONFIG=… -P check-install.cmake
#
# Installs to a prefix of its own, moves that, and uses what is there as a stranger would: a program of
# one's own and the example of a protocol of one's own, each built by both roads, find_package() and pkg-config.

cmake_minimum_required (VERSION 3.25)

set (work "${BUILD_DIR}/install-check")
set (prefix "${work}/moved")
set (example "${prefix}/share/lull/examples/my-protocol")
file (REMOVE_RECURSE "${work}")

function (must_run)
  execute_process (COMMAND ${ARGV} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE error)
  if (failed)
    list (JOIN ARGV " " command)
    message (FATAL_ERROR "${command}\n${output}${error}")
  endif ()
  set (output "${output}" PARENT_SCOPE)
endfunction ()

function (must_print expected)
  must_run (${ARGN})
  string (FIND "${output}" "${expected}" place)
  if (place EQUAL -1)
    message (FATAL_ERROR "expected ${expected}, found ${output}")
  endif ()
endfunction ()

must_run (${CMAKE_COMMAND} --install "${BUILD_DIR}" --prefix "${work}/installed")
file (RENAME "${work}/installed" "${prefix}")

# Each installed header stands by itself.
set (ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig:$ENV{PKG_CONFIG_PATH}")
must_run (${PKG_CONFIG} --cflags lull)
separate_arguments (cflags UNIX_COMMAND "${output} ${C_FLAGS}")
must_run (${PKG_CONFIG} --libs lull)
separate_arguments (libs UNIX_COMMAND "${output}")
file (GLOB headers RELATIVE "${prefix}/include" "${prefix}/include/lull/*.h")
set (includers)
foreach (header IN LISTS headers)
  string (MAKE_C_IDENTIFIER "${header}" name)
  file (WRITE "${work}/${name}.c" "#include <${header}>\n")
  list (APPEND includers "${work}/${name}.c")
endforeach ()
must_run (${CC} -std=c11 -Wall -Werror -fsyntax-only ${cflags} ${includers})

# A program of one's own.
set (consumer "${SOURCE_DIR}/tests/architecture/consumer")
must_run (${CMAKE_COMMAND} -S "${consumer}" -B "${work}/consumer" -G Ninja
  "-DCMAKE_C_COMPILER=${CC}" "-DCMAKE_C_FLAGS=${C_FLAGS}" "-DCMAKE_PREFIX_PATH=${prefix}")
must_run (${CMAKE_COMMAND} --build "${work}/consumer")
must_print ("three in 2 steps" "${work}/consumer/consumer")
must_run (${CC} -std=c11 ${cflags} "${consumer}/consumer.c" -o "${work}/consumer-by-hand" ${libs})
set (ENV{LD_LIBRARY_PATH} "${prefix}/${LIBDIR}")
must_print ("three in 2 steps" "${work}/consumer-by-hand")

# A protocol of one's own.
must_run (${CMAKE_COMMAND} -S "${example}" -B "${work}/my-protocol" -G Ninja
  "-DCMAKE_C_COMPILER=${CC}" "-DCMAKE_C_FLAGS=${C_FLAGS}" "-DCMAKE_PREFIX_PATH=${prefix}")
must_run (${CMAKE_COMMAND} --build "${work}/my-protocol")
file (GLOB built "${work}/my-protocol/*.so")
file (GLOB sources "${example}/*.c")
must_run (${CC} -std=c11 -shared -fPIC ${cflags} ${sources} -o "${work}/by-hand.so")
file (GLOB scenarios "${example}/*.yaml")
if (NOT built OR NOT scenarios)
  message (FATAL_ERROR "the example has no shared object or no scenario")
endif ()
foreach (plugin ${built} "${work}/by-hand.so")
  foreach (scenario IN LISTS scenarios)
    must_run ("${prefix}/bin/lull" check --plugin "${plugin}" "${scenario}")
  endforeach ()
endforeach ()

# What belongs to the program is found where the program is.
must_print ("${prefix}/share/lull/scenarios/core/" ${CMAKE_COMMAND} -E chdir "${work}" "${prefix}/bin/lull" list scenarios)
foreach (document writing-a-protocol.md scenario-format.md protocols/pairwise.md race-figure.svg)
  if (NOT EXISTS "${prefix}/share/doc/lull/${document}")
    message (FATAL_ERROR "${document} is not installed")
  endif ()
endforeach ()

# Nobody has to guess what an installed header is for.
file (READ "${prefix}/share/doc/lull/architecture.md" architecture)
foreach (header IN LISTS headers)
  get_filename_component (name "${header}" NAME)
  if (NOT architecture MATCHES "\n\\|[^\n]*`${name}`")
    message (FATAL_ERROR "${header} is installed, and architecture.md has no row for it")
  endif ()
endforeach ()

must_print ("scenarios: " "${prefix}/bin/lull" check "${prefix}/share/lull/scenarios/core")
