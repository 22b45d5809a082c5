/* SPDX-License-Identifier: Apache-2.0 */
/* lull-bench MODEL: checks one benchmark model exhaustively and prints what it took. */
#include "lull-bench-model.h"
#include "lull-checker.h"

#include <stdlib.h>
#include <sys/resource.h>

typedef struct
{
  LullBenchSize size;
  gint threads;
  gint memory_mib;
  gboolean no_reduction;
  gboolean every_step;
  gboolean json;
  char *name;
} Arguments;

/* The most memory that the whole process ever had. */
static guint64
peak_memory_bytes (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (guint64) usage.ru_maxrss * 1024;
}

static double
ratio (double above, double below)
{
  return below > 0 ? above / below : 0;
}

/* One figure, as a line "key value" or as a member of an object. */
static void
print_figure (const Arguments *arguments,
              const char *key,
              const char *format,
              double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, format, value);
  g_print (arguments->json ? ", \"%s\": %s" : "%s %s\n", key, number);
}

static void
print_count (const Arguments *arguments, const char *key, guint64 value)
{
  g_print (arguments->json ? ", \"%s\": %" G_GUINT64_FORMAT
                           : "%s %" G_GUINT64_FORMAT "\n",
           key, value);
}

static void
print_word (const Arguments *arguments, const char *key, const char *value)
{
  g_print (arguments->json ? ", \"%s\": \"%s\"" : "%s %s\n", key, value);
}

static void
print_size (const Arguments *arguments, const LullBenchSize *size)
{
  const struct
  {
    const char *key;
    gint value;
  } numbers[] = { { "workers", size->workers }, { "bound", size->bound },
                  { "chains", size->chains },   { "hops", size->hops },
                  { "fanout", size->fanout },   { "levels", size->depth } };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (numbers[i].value != 0)
      print_count (arguments, numbers[i].key, (guint64) numbers[i].value);
  if (size->protocol != NULL)
    print_word (arguments, "protocol", size->protocol);
}

static void
print_findings (const Arguments *arguments,
                const LullBenchModel *bench,
                const LullFindings *findings)
{
  double states = (double) findings->states;
  double transitions = (double) findings->transitions;

  g_print (arguments->json ? "{\"model\": \"%s\"" : "model %s\n", arguments->name);
  print_size (arguments, &bench->size);
  print_count (arguments, "threads", (guint64) arguments->threads);
  print_word (arguments, "verdict", lull_findings_word (findings, bench->model));
  g_print (arguments->json ? ", \"%s\": %s" : "%s %s\n", "exhaustive",
           findings->exhaustive ? "true" : "false");
  print_count (arguments, "distinct", findings->states);
  print_count (arguments, "generated", findings->initial_states + findings->transitions);
  print_count (arguments, "transitions", findings->transitions);
  print_count (arguments, "depth", findings->depth);
  print_figure (arguments, "seconds", "%.3f", findings->seconds);
  print_figure (arguments, "transitions_per_second", "%.0f",
                ratio (transitions, findings->seconds));
  print_figure (arguments, "bytes_per_state", "%.2f",
                ratio ((double) findings->bytes, states));
  print_count (arguments, "peak_memory_bytes", peak_memory_bytes ());
  if (arguments->json)
    g_print ("}\n");
}

static void
run (const Arguments *arguments, const LullBenchModel *bench)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  g_autoptr (LullFindings) findings = NULL;

  options.threads = (guint) arguments->threads;
  options.memory_bytes_max = (guint64) arguments->memory_mib << 20;
  options.whole_graph = arguments->no_reduction;
  options.reduction = !arguments->no_reduction;
  options.every_step = arguments->every_step;
  findings = lull_check (bench->model, &options);
  print_findings (arguments, bench, findings);
}

static gboolean
parse (Arguments *arguments, int argc, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "workers", 0, 0, G_OPTION_ARG_INT, &arguments->size.workers, "How many workers",
      "N" },
    { "bound", 0, 0, G_OPTION_ARG_INT, &arguments->size.bound,
      "Bound on counters or messages", "B" },
    { "chains", 0, 0, G_OPTION_ARG_INT, &arguments->size.chains,
      "Workers that start a chain", "C" },
    { "hops", 0, 0, G_OPTION_ARG_INT, &arguments->size.hops, "Nested calls of a chain",
      "H" },
    { "fanout", 0, 0, G_OPTION_ARG_INT, &arguments->size.fanout, "Calls of each handler",
      "F" },
    { "depth", 0, 0, G_OPTION_ARG_INT, &arguments->size.depth, "Levels of a tree", "D" },
    { "protocol", 0, 0, G_OPTION_ARG_STRING, &arguments->size.protocol,
      "Protocol of the join", "P" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &arguments->threads, "Threads of the search",
      "T" },
    { "memory", 0, 0, G_OPTION_ARG_INT, &arguments->memory_mib, "Limit on memory",
      "MIB" },
    { "no-reduction", 0, 0, G_OPTION_ARG_NONE, &arguments->no_reduction,
      "Search the full graph, through violations too", NULL },
    { "every-step", 0, 0, G_OPTION_ARG_NONE, &arguments->every_step,
      "Take every step, also where commuting steps are known to lead to the same", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &arguments->json, "Print one JSON object", NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("MODEL");
  g_autofree char *models = lull_bench_models_to_string ();

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
                                "Checks one benchmark model and prints what it took.");
  g_option_context_set_description (context, models);
  if (!g_option_context_parse (context, &argc, &argv, error))
    return FALSE;
  if (argc == 2 && arguments->threads >= 1 && arguments->memory_mib >= 0)
    {
      arguments->name = argv[1];
      return TRUE;
    }
  if (argc != 2)
    g_set_error (error, LULL_BENCH_ERROR, LULL_BENCH_ERROR_NAME,
                 "found %d models, expected one", argc - 1);
  else
    g_set_error (error, LULL_BENCH_ERROR, LULL_BENCH_ERROR_SIZE,
                 "found %d for --threads and %d for --memory, expected at least 1 and 0",
                 arguments->threads, arguments->memory_mib);
  return FALSE;
}

int
main (int argc, char **argv)
{
  Arguments arguments = { .threads = 1 };
  LullBenchModel bench = { 0 };
  g_autoptr (GError) error = NULL;

  if (parse (&arguments, argc, argv, &error) &&
      lull_bench_model_init (&bench, arguments.name, &arguments.size, &error))
    run (&arguments, &bench);
  lull_bench_model_clear (&bench);
  if (error == NULL)
    return EXIT_SUCCESS;
  g_printerr ("lull-bench: %s\n", error->message);
  return 2;
}
