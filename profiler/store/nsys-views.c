/* Each view is events of some kinds under other names. There is one process, whose number is 1 (16777216: 1 << 24), and
 * a thread is a track; names of tracks stand behind the strings (from 1,000,000,000 on).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/nsys-views.h"

const char rs_nsys_views[]
    = "CREATE VIEW StringIds AS SELECT id, text AS value FROM strings UNION ALL SELECT 1000000000 + id, name "
      "FROM tracks; "
      "CREATE VIEW ThreadNames AS SELECT 1000000000 + id AS nameId, 10 AS priority, 16777216 | id AS globalTid "
      "FROM tracks; "
      "CREATE VIEW TARGET_INFO_GPU AS SELECT 0 AS vmId, CAST(substr(name, 13) AS INTEGER) AS id, CASE WHEN "
      "instr(value, ';') > 0 THEN substr(value, 1, instr(value, ';') - 1) ELSE value END AS name FROM meta WHERE "
      "name LIKE 'device cuda:%'; "
      /* Devices and queues of tracks: "cuda:1 stream 7", "opencl:0", "cpu". */
      "CREATE VIEW nsys_lanes AS SELECT id AS track, CASE WHEN name LIKE 'cuda:%' THEN CAST(substr(name, 6) AS "
      "INTEGER) WHEN name LIKE 'opencl:%' THEN 100 + CAST(substr(name, 8) AS INTEGER) ELSE 200 END AS deviceId, "
      "CASE WHEN instr(name, ' stream ') > 0 THEN CAST(substr(name, instr(name, ' stream ') + 8) AS INTEGER) "
      "ELSE id END AS streamId FROM tracks; "
      /* "512x512 / 16x16, 32 registers, 4096 bytes shared": work items (a, b, c) and block (p, q, r) by dimension. */
      "CREATE VIEW nsys_sizes AS WITH parts AS (SELECT id, text, CASE WHEN instr(text, ',') > 0 THEN "
      "substr(text, 1, instr(text, ',') - 1) ELSE text END AS both, CASE WHEN instr(text, ',') > 0 THEN "
      "substr(text, instr(text, ',') + 2) END AS more FROM strings), sides AS (SELECT id, more, CASE WHEN "
      "instr(both, ' / ') > 0 THEN substr(both, 1, instr(both, ' / ') - 1) ELSE both END AS a, CASE WHEN "
      "instr(both, ' / ') > 0 THEN substr(both, instr(both, ' / ') + 3) END AS p FROM parts), seconds AS (SELECT "
      "*, CASE WHEN instr(a, 'x') > 0 THEN substr(a, instr(a, 'x') + 1) END AS b, CASE WHEN instr(p, 'x') > 0 "
      "THEN substr(p, instr(p, 'x') + 1) END AS q FROM sides) SELECT *, CASE WHEN instr(b, 'x') > 0 THEN "
      "substr(b, instr(b, 'x') + 1) END AS c, CASE WHEN instr(q, 'x') > 0 THEN substr(q, instr(q, 'x') + 1) END "
      "AS r FROM seconds; "
      /* The last size is that of x. */
      "CREATE VIEW nsys_shapes AS SELECT id, more, coalesce(CAST(c AS INTEGER), CAST(b AS INTEGER), CAST(a AS "
      "INTEGER), 1) AS itemsX, CASE WHEN c IS NOT NULL THEN CAST(b AS INTEGER) WHEN b IS NOT NULL THEN CAST(a AS "
      "INTEGER) ELSE 1 END AS itemsY, CASE WHEN c IS NOT NULL THEN CAST(a AS INTEGER) ELSE 1 END AS itemsZ, "
      "coalesce(CAST(r AS INTEGER), CAST(q AS INTEGER), CAST(p AS INTEGER), 1) AS blockX, CASE WHEN r IS NOT "
      "NULL THEN CAST(q AS INTEGER) WHEN q IS NOT NULL THEN CAST(p AS INTEGER) ELSE 1 END AS blockY, CASE WHEN r "
      "IS NOT NULL THEN CAST(p AS INTEGER) ELSE 1 END AS blockZ FROM nsys_sizes; "
      "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT e.start, e.end, l.deviceId, 1 AS contextId, l.streamId, "
      "e.a AS correlationId, 16777216 AS globalPid, e.name AS demangledName, e.name AS shortName, e.name AS "
      "mangledName, CASE WHEN s.more LIKE '% registers%' THEN CAST(s.more AS INTEGER) END AS registersPerThread, "
      "s.itemsX / max(s.blockX, 1) AS gridX, s.itemsY / max(s.blockY, 1) AS gridY, s.itemsZ / max(s.blockZ, 1) "
      "AS gridZ, s.blockX AS blockX, s.blockY AS blockY, s.blockZ AS blockZ, 0 AS staticSharedMemory, CASE WHEN "
      "s.more LIKE '%,%bytes shared' THEN CAST(substr(s.more, instr(s.more, ',') + 2) AS INTEGER) WHEN s.more "
      "LIKE '%bytes shared' THEN CAST(s.more AS INTEGER) ELSE 0 END AS dynamicSharedMemory FROM events e LEFT "
      "JOIN nsys_lanes l ON l.track = e.track LEFT JOIN nsys_shapes s ON s.id = e.detail WHERE e.kind = 4; "
      /* Copies as their device ran them; where no device told, as the host saw them. */
      "CREATE VIEW CUPTI_ACTIVITY_KIND_MEMCPY AS SELECT e.start, e.end, l.deviceId, 1 AS contextId, l.streamId, "
      "CASE e.kind WHEN 8 THEN e.parent ELSE e.a END AS correlationId, 16777216 AS globalPid, e.b AS bytes, CASE "
      "WHEN d.text = 'host->array' THEN 3 WHEN d.text = 'array->host' THEN 4 WHEN d.text = 'array->array' THEN 5 "
      "WHEN d.text = 'array->device' THEN 6 WHEN d.text = 'device->array' THEN 7 WHEN d.text = 'host->host' THEN "
      "9 WHEN d.text LIKE 'host->%' THEN 1 WHEN d.text LIKE '%->host' THEN 2 WHEN d.text LIKE '%->other device' "
      "THEN 10 WHEN substr(d.text, 1, instr(d.text, '->') - 1) = substr(d.text, instr(d.text, '->') + 2) THEN 8 "
      "WHEN d.text LIKE '%->%' THEN 10 ELSE 0 END AS copyKind FROM events e LEFT JOIN nsys_lanes l ON l.track = "
      "e.track LEFT JOIN strings d ON d.id = e.detail WHERE e.kind = 21 OR (e.kind = 8 AND NOT EXISTS (SELECT 1 "
      "FROM totals WHERE kind = 21)); "
      "CREATE VIEW CUPTI_ACTIVITY_KIND_MEMSET AS SELECT e.start, e.end, l.deviceId, 1 AS contextId, l.streamId, "
      "e.a AS correlationId, 16777216 AS globalPid, e.b AS bytes FROM events e LEFT JOIN nsys_lanes l ON l.track "
      "= e.track WHERE e.kind = 22; "
      "CREATE VIEW CUPTI_ACTIVITY_KIND_RUNTIME AS SELECT e.start, e.end, 0 AS eventClass, 16777216 | e.track AS "
      "globalTid, e.a AS correlationId, e.name AS nameId, CASE e.kind WHEN 23 THEN e.b ELSE 0 END AS returnValue "
      "FROM events e WHERE e.kind IN (3, 23); "
      "CREATE VIEW NVTX_EVENTS AS SELECT e.start, e.end, 59 AS eventType, CASE WHEN e.name = 0 THEN k.name END "
      "AS text, 16777216 | e.track AS globalTid, nullif(e.name, 0) AS textId FROM events e LEFT JOIN kinds k ON "
      "k.id = e.kind WHERE e.kind IN (1, 2, 18); ";
