# SPDX-License-Identifier: Apache-2.0
# cmake -DHEADERS=a|b|… -P check-headers.cmake
#
# Fails if a public header declares a function without a word on it, or does not say what it is for.

cmake_minimum_required (VERSION 3.25)

string (REPLACE "|" ";" HEADERS "${HEADERS}")
set (wrong)
set (functions 0)
foreach (header IN LISTS HEADERS)
  file (READ "${header}" text)
  if (NOT text MATCHES "@file")
    list (APPEND wrong "${header} does not say what it is for")
  endif ()
  string (REGEX MATCHALL "\n[A-Za-z][A-Za-z0-9_ *]*[ *\n]lull_[a-z0-9_]+ \\(" all "${text}")
  string (REGEX MATCHALL "\n\n[A-Za-z][A-Za-z0-9_ *]*[ *\n]lull_[a-z0-9_]+ \\(" bare "${text}")
  list (LENGTH all count)
  math (EXPR functions "${functions} + ${count}")
  foreach (declaration IN LISTS bare)
    string (REGEX REPLACE "[^l]*.*(lull_[a-z0-9_]+) \\($" "\\1" name "${declaration}")
    if (NOT name MATCHES "_quark$")
      list (APPEND wrong "${header} has no word on ${name}")
    endif ()
  endforeach ()
endforeach ()
if (functions LESS 50)
  message (FATAL_ERROR "only ${functions} functions were looked at")
endif ()
if (wrong)
  list (JOIN wrong "\n  " text)
  message (FATAL_ERROR "undocumented:\n  ${text}")
endif ()
