/* What RS_DEBUG asks for: names of topics with commas between them, or "help". debug-topics.def has the topics.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <stdio.h>

typedef enum
{
#define RS_DEBUG_TOPIC(NAME, name, told) RS_DEBUG_TOPIC_##NAME,
#include "compiler/base/debug-topics.def"
#undef RS_DEBUG_TOPIC
  RS_N_DEBUG_TOPICS,
} RsDebugTopic;

/* RS_DEBUG as it was when a topic was first asked for. Any thread may ask. */
gboolean
rs_debug_topic_is_on (RsDebugTopic topic);

/* For the start of a program: names the topics of RS_DEBUG that don't exist, and lists all where "help" is among them.
 * TRUE after "help": then the program is to end.
 */
gboolean
rs_debug_topics_tell (FILE *file);
