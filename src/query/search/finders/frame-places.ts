/** The places in the repository that the frames of a stack trace name. */
import type { FileVersion } from '../../../store/store.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { type MatchedFile, matchFiles } from './match-files.ts';
import { onlyFirst } from './only-first.ts';
import { stackFrames } from './stack-frames.ts';

export interface FramePlace {
  readonly file: FileVersion;
  readonly line: number;
  /** The position of the frame, 0 for the innermost call. */
  readonly position: number;
  /** How well the path of the frame matches the file. */
  readonly score: number;
}

export interface FramePlaces {
  /** Innermost call first. Frames outside of the repository have none. */
  readonly places: readonly FramePlace[];
  /** The number of frames in the text. */
  readonly frames: number;
  readonly remarks: readonly string[];
}

/** Each path takes a pass over all files. */
const maxFrames = 100;

export async function framePlaces(view: RefView, files: FileTable, text: string): Promise<FramePlaces> {
  const frames = stackFrames(text);
  const places: FramePlace[] = [];
  // Recursion repeats the same few files.
  const bestOf = new Map<string, MatchedFile | undefined>();
  for (const [position, { path, line }] of frames.slice(0, maxFrames).entries()) {
    if (!bestOf.has(path)) bestOf.set(path, (await matchFiles(view, files, path))[0]);
    const best = bestOf.get(path);
    // A file that only has the same base name belongs to another project.
    if (best === undefined || best.score < weights.frameFile) continue;
    places.push({ file: best.file, line, position, score: best.score });
  }
  const remarks = frames.length > maxFrames ? [onlyFirst(maxFrames, 'stack frames', frames.length)] : [];
  return { places, frames: frames.length, remarks };
}
