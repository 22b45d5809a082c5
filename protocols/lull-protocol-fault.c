/* SPDX-License-Identifier: Apache-2.0 */
/* Which rule of the API a protocol breaks, as far as its tables show it. */
#include "lull-protocols.h"

#include <string.h>

static gboolean
is_empty (const char *text)
{
  return text == NULL || text[0] == '\0';
}

/* Names stand in scenario files and on command lines. */
static gboolean
is_name (const char *text)
{
  return !is_empty (text) &&
         strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen (text);
}

static const char *
values_fault (const char *const *values)
{
  if (values == NULL || values[0] == NULL)
    return "an option has no values";
  for (guint i = 0; values[i] != NULL; i++)
    {
      if (!is_name (values[i]))
        return "a value of an option is not made of lower-case letters, digits and "
               "hyphens";
      for (guint j = 0; j < i; j++)
        if (strcmp (values[i], values[j]) == 0)
          return "an option has two values of the same name";
    }
  return NULL;
}

static const char *
options_fault (const LullOption *options)
{
  for (guint i = 0; options != NULL && options[i].name != NULL; i++)
    {
      const char *fault = values_fault (options[i].values);

      if (fault != NULL)
        return fault;
      if (!is_name (options[i].name))
        return "the name of an option is not made of lower-case letters, digits and "
               "hyphens";
      if (is_empty (options[i].help))
        return "an option has no help";
      for (guint j = 0; j < i; j++)
        if (strcmp (options[i].name, options[j].name) == 0)
          return "two options have the same name";
    }
  return NULL;
}

static const char *
places_fault (const char *const *places, guint *count)
{
  *count = 0;
  if (places == NULL || places[0] == NULL)
    return "it has no places";
  for (; places[*count] != NULL; (*count)++)
    if (places[*count][0] == '\0')
      return "a place has an empty name";
  return *count < LULL_ANYWHERE ? NULL : "it has too many places";
}

static const char *
steps_fault (const LullProtocol *protocol, guint place_count)
{
  const guint needs =
      LULL_NEEDS_RESULT | LULL_NEEDS_IDLE | LULL_NEEDS_NO_FUTURES | LULL_NEEDS_LOCK;
  const guint looks = LULL_LOOKS_AT_RESULT | LULL_LOOKS_AT_NODE | LULL_LOOKS_AT_FUTURES |
                      LULL_LOOKS_AT_IDLE;
  const LullStep *step = protocol->steps;

  if (step == NULL || step->name == NULL)
    return "it has no steps";
  for (; step->name != NULL; step++)
    {
      if (step->name[0] == '\0')
        return "a step has an empty name";
      if (step->run == NULL)
        return "a step does nothing: run is NULL";
      if (step->at >= place_count && step->at != LULL_ANYWHERE)
        return "a step is taken at a place that there is not";
      if ((step->needs & ~needs) != 0)
        return "a step needs something that the API does not know";
      if ((step->looks_at & ~looks) != 0)
        return "a step looks at something that the API does not know";
      if ((step->needs & LULL_NEEDS_RESULT) != 0 && protocol->collectives == NULL)
        return "a step needs the result of a collective, and there is none";
    }
  return NULL;
}

static const char *
collectives_fault (const LullCollective *collective)
{
  for (; collective != NULL && collective->name != NULL; collective++)
    {
      if (collective->name[0] == '\0')
        return "a collective has an empty name";
      if ((guint) collective->combine > LULL_COMBINE_GATHER)
        return "a collective combines in a way that the API does not know";
      if (collective->combine != LULL_COMBINE_NOTHING && collective->size == NULL)
        return "a collective combines contributions and does not say their size";
    }
  return NULL;
}

static const char *
controls_fault (const LullProtocol *protocol)
{
  if (protocol->control_size == 0)
    return protocol->control_max == NULL && protocol->on_control == NULL
               ? NULL
               : "it has control messages of no bytes: control_size is 0";
  if (protocol->control_size > LULL_CONTROL_SIZE_MAX)
    return "its control messages are longer than the API allows";
  if (protocol->control_max == NULL)
    return "it does not say how many control messages can be on the wire: control_max is "
           "NULL";
  if (protocol->on_control == NULL)
    return "it does not take its control messages: on_control is NULL";
  return NULL;
}

const char *
lull_protocol_fault (const LullProtocol *protocol)
{
  guint place_count;
  const char *fault;

  if (protocol->api != LULL_PROTOCOL_API)
    return "it was built against another version of the API";
  if (!is_name (protocol->name))
    return "its name is not made of lower-case letters, digits and hyphens";
  if (is_empty (protocol->summary))
    return "it has no summary";
  if (is_empty (protocol->source))
    return "it names no source";
  fault = options_fault (protocol->options);
  if (fault == NULL)
    fault = places_fault (protocol->places, &place_count);
  if (fault == NULL)
    fault = steps_fault (protocol, place_count);
  if (fault == NULL)
    fault = collectives_fault (protocol->collectives);
  if (fault == NULL)
    fault = controls_fault (protocol);
  return fault;
}
