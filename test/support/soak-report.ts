/** Reports the figures of a soak suite to `npm run test:soak`, which prints them. Does nothing in other runs. */
import { appendFileSync } from 'node:fs';

export function reportSoak(figures: Readonly<Record<string, number>>): void {
  const file = process.env.CODECOMPASS_SOAK_FIGURES;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
