/* Reads RS_DEBUG, once, and tells of its topics.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/debug-topics.h"

#include <string.h>

#define HELP "help"

static const char *const topic_names[RS_N_DEBUG_TOPICS + 1] = {
  /* and the NULL that g_strjoinv looks for */
#define RS_DEBUG_TOPIC(NAME, name, told) [RS_DEBUG_TOPIC_##NAME] = name,
#include "compiler/base/debug-topics.def"
#undef RS_DEBUG_TOPIC
};

static const char *const topic_texts[RS_N_DEBUG_TOPICS] = {
#define RS_DEBUG_TOPIC(NAME, name, told) [RS_DEBUG_TOPIC_##NAME] = told,
#include "compiler/base/debug-topics.def"
#undef RS_DEBUG_TOPIC
};

/* The words of RS_DEBUG, empty ones left in. */
static char **
read_words (void)
{
  const char *text = g_getenv ("RS_DEBUG");

  return g_strsplit_set (text != NULL ? text : "", ",:; ", -1);
}

/* RS_N_DEBUG_TOPICS when there is none of that name. */
static guint
find_topic (const char *word)
{
  guint topic = 0;

  while (topic < RS_N_DEBUG_TOPICS && strcmp (word, topic_names[topic]) != 0)
    topic++;
  return topic;
}

gboolean
rs_debug_topic_is_on (RsDebugTopic topic)
{
  static gsize topics; /* a bit each; the one above them says that RS_DEBUG was read */

  g_return_val_if_fail (topic < RS_N_DEBUG_TOPICS, FALSE);
  if (g_once_init_enter (&topics))
    {
      g_auto (GStrv) words = read_words ();
      gsize read = (gsize)1 << RS_N_DEBUG_TOPICS;

      for (guint i = 0; words[i] != NULL; i++)
        read |= (gsize)1 << find_topic (words[i]);
      g_once_init_leave (&topics, read);
    }
  return (topics >> topic & 1) != 0;
}

gboolean
rs_debug_topics_tell (FILE *file)
{
  g_auto (GStrv) words = read_words ();
  gboolean is_help = FALSE;

  for (guint i = 0; words[i] != NULL; i++)
    if (strcmp (words[i], HELP) == 0)
      is_help = TRUE;
    else if (*words[i] != '\0' && find_topic (words[i]) == RS_N_DEBUG_TOPICS)
      {
        g_autofree char *names = g_strjoinv (", ", (char **)topic_names);

        fprintf (file, "redshift: RS_DEBUG has no topic \"%s\"; there are %s, and " HELP " tells of them\n", words[i],
                 names);
      }
  if (!is_help)
    return FALSE;
  fprintf (file, "RS_DEBUG takes topics, with commas between them; all is told on standard error:\n");
  for (guint i = 0; i < RS_N_DEBUG_TOPICS; i++)
    fprintf (file, "  %-12s%s\n", topic_names[i], topic_texts[i]);
  return TRUE;
}
