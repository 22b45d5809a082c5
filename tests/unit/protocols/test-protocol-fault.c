/* SPDX-License-Identifier: Apache-2.0 */
/* Each rule of the protocol API that the tables show, broken once. */
#include "lull-protocols.h"
#include "lull-test.h"

#include <string.h>

/* A protocol with everything, and room to spoil it. */
typedef struct
{
  LullProtocol protocol;
  LullOption options[3];
  LullStep steps[2];
  LullCollective collectives[2];
  const char *values[3];
  const char *places[3];
} Specimen;

static void
run (const LullView *view G_GNUC_UNUSED,
     gpointer node G_GNUC_UNUSED,
     LullOutbox *out G_GNUC_UNUSED)
{
}

static gsize
size (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return 1;
}

static guint
control_max (guint workers G_GNUC_UNUSED, guint messages G_GNUC_UNUSED)
{
  return 1;
}

static void
on_control (const LullView *view G_GNUC_UNUSED,
            gpointer node G_GNUC_UNUSED,
            guint8 from G_GNUC_UNUSED,
            const guint8 *payload G_GNUC_UNUSED,
            LullOutbox *out G_GNUC_UNUSED)
{
}

static void
specimen_init (Specimen *self)
{
  *self = (Specimen){
    .options = { { "first", self->values, "help" }, { "second", self->values, "help" } },
    .steps = { { .name = "step", .needs = LULL_NEEDS_RESULT, .run = run } },
    .collectives = { { .name = "sum", .combine = LULL_COMBINE_SUM, .size = size } },
    .values = { "a", "b" },
    .places = { "here", "there" },
  };
  self->protocol = (LullProtocol){ .api = LULL_PROTOCOL_API,
                                   .name = "specimen-1",
                                   .summary = "summary",
                                   .source = "source",
                                   .options = self->options,
                                   .places = self->places,
                                   .steps = self->steps,
                                   .collectives = self->collectives,
                                   .control_size = 1,
                                   .control_max = control_max,
                                   .on_control = on_control };
}

/* Whether the specimen is refused, and WORDS are in the reason. */
static void
check_fault (const Specimen *specimen, const char *words)
{
  const char *fault = lull_protocol_fault (&specimen->protocol);

  CU_ASSERT_PTR_NOT_NULL (fault);
  if (fault == NULL)
    return;
  CU_ASSERT_PTR_NOT_NULL (strstr (fault, words));
  if (strstr (fault, words) == NULL)
    g_print ("%s\n", fault);
}

static void
the_specimen_is_without_fault (void)
{
  Specimen specimen;

  specimen_init (&specimen);
  CU_ASSERT_PTR_NULL (lull_protocol_fault (&specimen.protocol));
}

static void
the_least_protocol_is_without_fault (void)
{
  Specimen specimen;

  specimen_init (&specimen);
  specimen.steps[0].needs = LULL_NEEDS_NOTHING;
  specimen.protocol = (LullProtocol){ .api = LULL_PROTOCOL_API,
                                      .name = "least",
                                      .summary = "summary",
                                      .source = "source",
                                      .places = specimen.places,
                                      .steps = specimen.steps };
  CU_ASSERT_PTR_NULL (lull_protocol_fault (&specimen.protocol));
}

static void
names_and_words (void)
{
  static const char *const bad_names[] = { NULL, "", "With Capitals", "under_score" };
  Specimen specimen;

  for (guint i = 0; i < G_N_ELEMENTS (bad_names); i++)
    {
      specimen_init (&specimen);
      specimen.protocol.name = bad_names[i];
      check_fault (&specimen, "its name is not made of");
    }
  specimen_init (&specimen);
  specimen.protocol.summary = "";
  check_fault (&specimen, "summary");
  specimen_init (&specimen);
  specimen.protocol.source = NULL;
  check_fault (&specimen, "source");
  specimen_init (&specimen);
  specimen.protocol.api++;
  check_fault (&specimen, "another version");
}

static void
options_of_a_protocol (void)
{
  Specimen specimen;

  specimen_init (&specimen);
  specimen.options[1].name = "first";
  check_fault (&specimen, "two options have the same name");
  specimen_init (&specimen);
  specimen.options[1].name = "second option";
  check_fault (&specimen, "the name of an option");
  specimen_init (&specimen);
  specimen.options[1].help = NULL;
  check_fault (&specimen, "no help");
  specimen_init (&specimen);
  specimen.options[1].values = NULL;
  check_fault (&specimen, "no values");
  specimen_init (&specimen);
  specimen.values[0] = NULL;
  check_fault (&specimen, "no values");
  specimen_init (&specimen);
  specimen.values[1] = "";
  check_fault (&specimen, "a value of an option");
  specimen_init (&specimen);
  specimen.values[1] = "a";
  check_fault (&specimen, "two values of the same name");
}

static void
places_of_a_protocol (void)
{
  Specimen specimen;

  specimen_init (&specimen);
  specimen.protocol.places = NULL;
  check_fault (&specimen, "no places");
  specimen_init (&specimen);
  specimen.places[0] = NULL;
  check_fault (&specimen, "no places");
  specimen_init (&specimen);
  specimen.places[1] = "";
  check_fault (&specimen, "empty name");
}

static void
more_places_than_a_byte_can_tell (void)
{
  const char *places[257] = { NULL };
  Specimen specimen;

  specimen_init (&specimen);
  specimen.protocol.places = places;
  for (guint i = 0; i < 254; i++)
    places[i] = "here";
  CU_ASSERT_PTR_NULL (lull_protocol_fault (&specimen.protocol));
  places[254] = places[255] = "here";
  check_fault (&specimen, "too many places");
}

static void
steps_of_a_protocol (void)
{
  Specimen specimen;

  specimen_init (&specimen);
  specimen.steps[0].name = NULL;
  check_fault (&specimen, "no steps");
  specimen_init (&specimen);
  specimen.steps[0].name = "";
  check_fault (&specimen, "empty name");
  specimen_init (&specimen);
  specimen.steps[0].run = NULL;
  check_fault (&specimen, "run is NULL");
  specimen_init (&specimen);
  specimen.steps[0].at = 2;
  check_fault (&specimen, "a place that there is not");
  specimen_init (&specimen);
  specimen.steps[0].at = LULL_ANYWHERE;
  CU_ASSERT_PTR_NULL (lull_protocol_fault (&specimen.protocol));
  specimen.steps[0].needs = 1 << 4;
  check_fault (&specimen, "does not know");
  specimen_init (&specimen);
  specimen.steps[0].looks_at = 1 << 4;
  check_fault (&specimen, "looks at something");
  specimen_init (&specimen);
  specimen.protocol.collectives = NULL;
  check_fault (&specimen, "there is none");
}

static void
collectives_of_a_protocol (void)
{
  Specimen specimen;

  specimen_init (&specimen);
  specimen.collectives[0].name = "";
  check_fault (&specimen, "empty name");
  specimen_init (&specimen);
  specimen.collectives[0].combine = (LullCombine) 9;
  check_fault (&specimen, "does not know");
  specimen_init (&specimen);
  specimen.collectives[0].size = NULL;
  check_fault (&specimen, "does not say their size");
  specimen.collectives[0].combine = LULL_COMBINE_NOTHING;
  CU_ASSERT_PTR_NULL (lull_protocol_fault (&specimen.protocol));
}

static void
control_messages_of_a_protocol (void)
{
  Specimen specimen;

  specimen_init (&specimen);
  specimen.protocol.control_max = NULL;
  check_fault (&specimen, "control_max is NULL");
  specimen_init (&specimen);
  specimen.protocol.on_control = NULL;
  check_fault (&specimen, "on_control is NULL");
  specimen_init (&specimen);
  specimen.protocol.control_size = 0;
  check_fault (&specimen, "control_size is 0");
  specimen_init (&specimen);
  specimen.protocol.control_size = LULL_CONTROL_SIZE_MAX + 1;
  check_fault (&specimen, "longer than the API allows");
}

int
main (void)
{
  CU_TestInfo sound[] = {
    { "the specimen is without fault", the_specimen_is_without_fault },
    { "the least protocol is without fault", the_least_protocol_is_without_fault },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo faults[] = { { "names and words", names_and_words },
                           { "options", options_of_a_protocol },
                           { "places", places_of_a_protocol },
                           { "more places than a byte can tell",
                             more_places_than_a_byte_can_tell },
                           { "steps", steps_of_a_protocol },
                           { "collectives", collectives_of_a_protocol },
                           { "control messages", control_messages_of_a_protocol },
                           CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "without fault", NULL, NULL, NULL, NULL, sound },
                            { "faults", NULL, NULL, NULL, NULL, faults },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
