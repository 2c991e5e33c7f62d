/** Asks a server where a name is defined, again and again, until the answer is right. */

import { callTimeoutMs, pause } from '../same-answers/children.mjs';
import { documentOf } from '../same-answers/server.mjs';

const betweenAsksMs = 10;

/** Returns the time from the edit to the right answer, and how many answers before it were wrong, by freshness. */
export async function askUntilRight({ client, side }, { kind, name, places, atMs }) {
  const wrong = { fresh: 0, stale: 0, syncing: 0 };
  for (;;) {
    const result = await client.callTool({ name: 'locate_symbol', arguments: { name } }, { timeout: callTimeoutMs });
    const body = documentOf(result.content[0].text);
    const found = (body.results ?? []).filter((each) => each.name === name).map((at) => `${at.path}:${at.line_start}`);
    const ms = performance.now() - atMs;
    const freshness = body.metadata.freshness_status;
    if (found.join() === places.join()) return { ms, freshness, wrong };
    wrong[freshness]++;
    if (ms > callTimeoutMs) throw new Error(`The build ${side} never found ${name} at ${places} (${kind}).`);
    await pause(betweenAsksMs);
  }
}
