/* SPDX-License-Identifier: Apache-2.0 */
#include "scenario-fixture.h"

#include "lull-document.h"
#include "lull-test.h"

#include <string.h>

LullDraft *
fixture_read (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LullDocument) document =
      lull_document_parse ("s.yaml", text, strlen (text), &error);
  LullDraft *draft = NULL;

  if (document != NULL)
    draft = lull_draft_read (lull_document_get_root (document), &error);
  if (draft == NULL)
    g_print ("%s\n", error->message);
  CU_ASSERT_PTR_NOT_NULL (draft);
  return draft;
}

char *
fixture_refusal_with (const char *text, const char *key, const char *value)
{
  const LullOverride change = { key, value };
  g_autoptr (GError) error = NULL;
  g_autoptr (LullScenario) scenario = lull_scenario_parse (
      "s.yaml", text, strlen (text), key != NULL ? &change : NULL, key != NULL, &error);

  CU_ASSERT ((scenario == NULL) == (error != NULL));
  return error != NULL ? g_strdup (error->message) : NULL;
}

char *
fixture_refusal (const char *text)
{
  return fixture_refusal_with (text, NULL, NULL);
}

void
fixture_check_refusals (const FixtureRefusal *table)
{
  for (; table->text != NULL; table++)
    {
      g_autofree char *message = fixture_refusal (table->text);
      const gboolean same = g_strcmp0 (message, table->message) == 0;

      if (!same)
        g_print ("\n%s\nis refused with: %s\nexpected:        %s\n", table->text,
                 message != NULL ? message : "nothing", table->message);
      CU_ASSERT (same);
    }
}
