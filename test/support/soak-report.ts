/** What a heavy suite did, in figures, handed to `npm run test:soak`, which prints them; without it nobody is told. */
import { appendFileSync } from 'node:fs';

export function reportSoak(figures: Readonly<Record<string, number>>): void {
  const file = process.env.CODECOMPASS_SOAK_FIGURES;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
