# SPDX-License-Identifier: Apache-2.0
# The target `docs`, where Doxygen is installed: the public headers as HTML. A comment that names
# what is not there is an error.

find_package (Doxygen QUIET)
if (NOT DOXYGEN_FOUND)
  return ()
endif ()

set (DOXYGEN_PROJECT_BRIEF "${PROJECT_DESCRIPTION}")
set (DOXYGEN_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/docs")
set (DOXYGEN_ALIASES [["transfer{1}=<em>(transfer \1)</em>"]] [["nullable=<em>(nullable)</em>"]])
set (DOXYGEN_OPTIMIZE_OUTPUT_FOR_C YES)
set (DOXYGEN_JAVADOC_AUTOBRIEF YES)
# Members whose names say it all have no comment, and are shown all the same. That no function is
# without a word is for tests/architecture/ to see.
set (DOXYGEN_EXTRACT_ALL YES)
set (DOXYGEN_EXTRACT_STATIC YES)
set (DOXYGEN_WARN_IF_INCOMPLETE_DOC NO)
set (DOXYGEN_WARN_NO_PARAMDOC NO)
set (DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
set (DOXYGEN_HAVE_DOT NO)
set (DOXYGEN_QUIET YES)
set (DOXYGEN_ENABLE_PREPROCESSING YES)
set (DOXYGEN_MACRO_EXPANSION YES)
set (DOXYGEN_EXPAND_ONLY_PREDEF YES)
set (DOXYGEN_PREDEFINED G_BEGIN_DECLS= G_END_DECLS= "G_DEFINE_AUTOPTR_CLEANUP_FUNC(a,b)="
  "G_GNUC_PRINTF(a,b)=" "G_GNUC_CONST=")
get_property (lull_headers GLOBAL PROPERTY LULL_HEADERS)
doxygen_add_docs (docs ${lull_headers} COMMENT "Rendering the public headers")
