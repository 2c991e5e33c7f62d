/** A unified diff for the terminal: safe to print, removed lines red and added lines green. */
import { printableLines } from '../text/printable.ts';
import type { Colour, Rendering } from './rendering.ts';

export function paintedDiff(diff: string, { paint }: Pick<Rendering, 'paint'>): string {
  const painted = printableLines(diff)
    .split('\n')
    .map((line) => {
      const colour = colours[line[0] ?? ''];
      return colour === undefined ? line : paint(colour, line);
    });
  return painted.join('\n');
}

const colours: Readonly<Record<string, Colour>> = { '-': 'red', '+': 'green', '@': 'dim' };
