/**
 * Compares uses of symbols with a judge's. The judge gives `{ files, places }`: the files it covers, and for each place
 * `path:line:column` of a name the places of the declarations that it means, or `unknown`.
 */
export class Tally {
  mismatches = [];
  #judgement;
  /** By row of the report: what is counted. */
  #rows = new Map();
  /** The places that mean a declaration, by its place. */
  #uses = new Map();

  constructor(judgement) {
    this.#judgement = judgement;
    for (const [place, targets] of judgement.places) {
      if (!Array.isArray(targets)) continue;
      for (const target of targets) {
        if (!this.#uses.has(target)) this.#uses.set(target, new Set());
        this.#uses.get(target).add(place);
      }
    }
  }

  add({ kind, title, declared, found, places }) {
    const { files, places: judged, traits, isSilent } = this.#judgement;
    const isCovered = (place) => files.has(place.slice(0, place.indexOf(':')));
    if (!declared.some(isCovered)) return this.#count('all', kind, 'skipped');
    this.#count('all', kind, 'symbols');
    const truth = new Set(declared.flatMap((each) => [...(this.#uses.get(each) ?? [])]));
    for (const each of declared) truth.delete(each);
    const useOf = (place) => places.get(place)?.use ?? 'renamed';
    for (const place of truth) {
      if (!isCovered(place)) continue;
      // A place that the judge takes for a declaration too, such as a later assignment, is no use that could be missed.
      if (judged.get(place)?.includes(place)) continue;
      const confidence = found.get(place);
      this.#count(useOf(place), kind, 'uses');
      if (confidence !== undefined) this.#count(useOf(place), kind, 'found');
      if (confidence === 'static') this.#count(useOf(place), kind, 'foundStatic');
      if (confidence === undefined) {
        const ours = places.get(place)?.meaning ?? 'absent';
        this.mismatches.push(`missed   ${place} ${useOf(place)} of ${title}, here: ${ours}`);
      }
    }
    for (const [place, confidence] of found) {
      const said = judged.get(place);
      if (!isCovered(place) || said === 'unknown' || (said === undefined && isSilent)) continue;
      // The method of a trait stands for those of its impls.
      if (traits.has(place) && !truth.has(place)) continue;
      this.#count(useOf(place), kind, confidence);
      if (truth.has(place)) this.#count(useOf(place), kind, `${confidence}Right`);
      else {
        const theirs = Array.isArray(said) ? said.slice(0, 2).join(' ') : (said ?? 'no name');
        this.mismatches.push(
          `${confidence === 'static' ? 'wrong   ' : 'guessed '} ${place} ${useOf(place)} of ${title}, judge: ${theirs}`,
        );
      }
    }
  }

  figures() {
    return Object.fromEntries(this.#rows);
  }

  report() {
    const lines = [
      '                        symbols    uses   recall  static recall   static precision   heuristic precision',
    ];
    for (const [name, row] of this.#rows) {
      const share = (part, whole) =>
        (row[whole] ?? 0) === 0 ? '–' : `${((100 * (row[part] ?? 0)) / row[whole]).toFixed(1)} %`;
      const wrong = (row.static ?? 0) - (row.staticRight ?? 0);
      lines.push(
        `${name.padEnd(24)}${String(row.symbols ?? '').padStart(7)}${String(row.uses ?? 0).padStart(8)}${share('found', 'uses').padStart(9)}` +
          `${share('foundStatic', 'uses').padStart(15)}${`${share('staticRight', 'static')} (${wrong} wrong)`.padStart(19)}${share('heuristicRight', 'heuristic').padStart(22)}`,
      );
    }
    return `${lines.join('\n')}\n`;
  }

  #count(use, kind, what) {
    const rows = use === 'all' ? ['all', `kind ${kind}`] : ['all', `kind ${kind}`, `use ${use}`];
    for (const name of rows) {
      if (!this.#rows.has(name)) this.#rows.set(name, {});
      const row = this.#rows.get(name);
      row[what] = (row[what] ?? 0) + 1;
    }
  }
}
