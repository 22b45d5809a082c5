# SPDX-License-Identifier: Apache-2.0
# cmake -DHEADERS=a;b;… -DOUTPUT=map -P LullExports.cmake
#
# Writes a linker version script that exports the functions declared in HEADERS. Inline functions are
# named too, which does no harm: the linker passes over names that are not there.

cmake_minimum_required (VERSION 3.25)

set (names)
foreach (header IN LISTS HEADERS)
  file (READ "${header}" text)
  string (REGEX MATCHALL "[\n *]lull_[a-z0-9_]+ \\(" calls "${text}")
  list (TRANSFORM calls REPLACE "^[\n *](lull_[a-z0-9_]+) \\($" "\\1")
  list (APPEND names ${calls})
endforeach ()
list (REMOVE_DUPLICATES names)
list (SORT names)
list (JOIN names ";\n    " lines)
file (WRITE "${OUTPUT}" "{\n  global:\n    ${lines};\n  local: *;\n};\n")
