/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Feeds mutations of a corpus to the target: the same ones each time, unless LULL_SEED
 * says otherwise. The first argument is their number, the others are files and folders.
 */
#include "fuzz-corpus.h"
#include "fuzz-target.h"
#include "lull-test.h"

#include <string.h>

#define SIZE_MAX_BYTES 65536U

/* Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014. */
static guint64
draw (guint64 *state)
{
  guint64 z = *state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Less than @p bound, or 0. */
static gsize
draw_below (guint64 *state, gsize bound)
{
  return bound > 0 ? (gsize) (draw (state) % bound) : 0;
}

/* What readers stumble over. */
// clang-format off
static const char *const tokens[] = {
  "[", "]", "{", "}", "(", ")", ":", ": ", "- ", "? ", ", ", "\n", "\r", "\t", "  ", "'", "\"", "\\",
  "#", "%", "&a ", "*a ", "!!x ", "|", ">", "---\n", "...\n", "->", "~>", "await ", "0", "-1",
  "18446744073709551616", "4294967296", "0x10", "1e9", "uniform(", "exponential(0)", "name: ",
  "workers: ", "calls: ", "work: ", "any: ", "from: all", "protocol: ", "expect: ", "links: ",
  "unlimited", "true", "null", "\xef\xbb\xbf", "\xc2\x85", "\xe2\x80\xa8", "\xff", "\x1b[2J",
  "\\u0000", "\"action\": ", "4294967295", "\"words\": ", "\"tick\": ",
};
// clang-format on

static void
insert_token (GString *text, guint64 *state)
{
  const char *token = tokens[draw_below (state, G_N_ELEMENTS (tokens))];

  g_string_insert_len (text, (gssize) draw_below (state, text->len + 1), token, -1);
}

static void
remove_part (GString *text, guint64 *state)
{
  const gsize at = draw_below (state, text->len + 1);
  const gsize length = draw_below (state, MIN (32, text->len - at) + 1);

  g_string_erase (text, (gssize) at, (gssize) length);
}

/* Copies a part to another place, sometimes many times over. */
static void
repeat_part (GString *text, guint64 *state)
{
  const gsize at = draw_below (state, text->len + 1);
  const gsize length = draw_below (state, MIN (64, text->len - at) + 1);
  const gsize to = draw_below (state, text->len + 1);
  const gsize times = draw_below (state, 8) == 0 ? 200 : 1;
  g_autofree char *part = g_strndup (text->str + at, length);

  for (gsize i = 0; i < times; i++)
    g_string_insert_len (text, (gssize) to, part, -1);
}

static void
flip_bit (GString *text, guint64 *state)
{
  if (text->len > 0)
    text->str[draw_below (state, text->len)] ^= (char) (1 << draw_below (state, 7));
}

/* The end of this one becomes the end of another. */
static void
splice (GString *text, guint64 *state, GPtrArray *inputs)
{
  gsize length;
  const char *other = g_bytes_get_data (
      g_ptr_array_index (inputs, draw_below (state, inputs->len)), &length);
  const gsize at = draw_below (state, length + 1);

  g_string_truncate (text, draw_below (state, text->len + 1));
  g_string_append_len (text, other + at, (gssize) (length - at));
}

static void
mutate (GString *text, guint64 *state, GPtrArray *inputs)
{
  switch (draw_below (state, 6))
    {
    case 0:
      flip_bit (text, state);
      break;
    case 1:
      remove_part (text, state);
      break;
    case 2:
      repeat_part (text, state);
      break;
    case 3:
      splice (text, state, inputs);
      break;
    default:
      insert_token (text, state);
      break;
    }
  g_string_truncate (text, MIN (text->len, SIZE_MAX_BYTES));
}

/* The input is a block of its own, so that a sanitizer sees a read behind its end. */
static void
feed (const GString *text)
{
  g_autofree guint8 *data = g_memdup2 (text->str, text->len);

  LLVMFuzzerTestOneInput (data, text->len);
}

static void
feed_mutations (GPtrArray *inputs, guint64 count)
{
  for (guint64 number = 0; number < count; number++)
    {
      /* A mutation depends on its number alone, so that it can be had without those
       * before it. */
      guint64 state =
          lull_test_seed () + number * G_GUINT64_CONSTANT (0xd1342543de82ef95);
      GBytes *input = g_ptr_array_index (inputs, draw_below (&state, inputs->len));
      gsize length;
      const char *data = g_bytes_get_data (input, &length);
      g_autoptr (GString) text = g_string_new_len (data, (gssize) length);

      for (gsize times = 1 + draw_below (&state, 6); times > 0; times--)
        mutate (text, &state, inputs);
      feed (text);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) inputs = fuzz_corpus_new ();

  g_assert_cmpint (argc, >, 2);
  g_print ("LULL_SEED=%" G_GUINT64_FORMAT "\n", lull_test_seed ());
  for (int i = 2; i < argc; i++)
    fuzz_corpus_add (inputs, argv[i]);
  g_assert_cmpuint (inputs->len, >, 0);
  feed_mutations (inputs, g_ascii_strtoull (argv[1], NULL, 10));
  return 0;
}
