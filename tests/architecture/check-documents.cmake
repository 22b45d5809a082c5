# SPDX-License-Identifier: Apache-2.0
# cmake -DLULL=lull -DSOURCE_DIR=… -P check-documents.cmake
#
# Fails if a shipped protocol is missing from the table of docs/protocols/README.md, has no page of its own, or is right
# and has no broken twin; if a verdict is not in the glossary, an option not in the manual page, or if a document links to a file that is not
# there.

cmake_minimum_required (VERSION 3.25)

set (wrong)

execute_process (COMMAND "${LULL}" list protocols
  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
string (REGEX MATCHALL "(^|\n)[a-z0-9-]+" names "${output}")
list (TRANSFORM names STRIP)
list (LENGTH names count)
if (count LESS 6)
  message (FATAL_ERROR "lull lists ${count} protocols")
endif ()
file (READ "${SOURCE_DIR}/docs/protocols/README.md" table)
foreach (name IN LISTS names)
  if (NOT table MATCHES "\n\\| \\[${name}\\]\\(${name}.md\\) ")
    list (APPEND wrong "docs/protocols/README.md has no row for ${name}")
  endif ()
  if (NOT EXISTS "${SOURCE_DIR}/docs/protocols/${name}.md")
    list (APPEND wrong "docs/protocols/${name}.md is missing")
  endif ()
  # What is right has a twin that is not, so that the checker is seen to tell them apart.
  file (GLOB twins "${SOURCE_DIR}/protocols/broken/${name}-*.c")
  if (table MATCHES "\n\\| \\[${name}\\][^\n]* safe \\|" AND NOT twins)
    list (APPEND wrong "protocols/broken/ has no twin of ${name}")
  endif ()
endforeach ()

file (READ "${SOURCE_DIR}/docs/glossary.md" glossary)
foreach (word safe premature deadlock livelock inconclusive)
  if (NOT glossary MATCHES "\n\\| [^|]*${word}[^|]* \\|")
    list (APPEND wrong "docs/glossary.md has no row for ${word}")
  endif ()
endforeach ()

file (GLOB_RECURSE documents "${SOURCE_DIR}/docs/*.md")
list (APPEND documents "${SOURCE_DIR}/README.md" "${SOURCE_DIR}/CHANGELOG.md")
foreach (document IN LISTS documents)
  get_filename_component (folder "${document}" DIRECTORY)
  file (READ "${document}" text)
  # An unbalanced bracket would keep CMake from seeing a list.
  string (REPLACE "](" "LINK-TO:" text "${text}")
  string (REGEX MATCHALL "LINK-TO:[^)# ]+" links "${text}")
  foreach (link IN LISTS links)
    string (REPLACE "LINK-TO:" "" target "${link}")
    if (NOT target MATCHES "^[a-z]+:" AND NOT EXISTS "${folder}/${target}")
      list (APPEND wrong "${document} links to ${target}, which is not there")
    endif ()
  endforeach ()
endforeach ()

file (READ "${SOURCE_DIR}/docs/lull.1" manual)
string (REPLACE "\\-" "-" manual "${manual}")
foreach (command check run figure replay list)
  execute_process (COMMAND "${LULL}" ${command} --help
    OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  string (REGEX REPLACE "\nExamples:.*" "" help "${help}")
  string (REGEX MATCHALL "\n  [^\n]*--[a-z-]+" options "${help}")
  foreach (option IN LISTS options)
    string (REGEX REPLACE ".*(--[a-z-]+)$" "\\1" option "${option}")
    if (NOT option STREQUAL "--help" AND NOT manual MATCHES "${option}")
      list (APPEND wrong "docs/lull.1 does not know ${option} of ${command}")
    endif ()
  endforeach ()
endforeach ()

if (wrong)
  list (JOIN wrong "\n  " lines)
  message (FATAL_ERROR "documents and program differ:\n  ${lines}")
endif ()
