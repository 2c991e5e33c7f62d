import { describe, expect, test } from 'vitest';
import { docSentence, withoutName } from './doc-sentence.mjs';

describe('docSentence', () => {
  function check(what, doc, sentence) {
    test(what, () => expect(docSentence(doc)).toBe(sentence));
  }

  check('ends at the full stop', 'Opens the file at a path. Then more.', 'Opens the file at a path.');
  check('spans lines', 'Opens the file\n  at a path\n\nThen more.', 'Opens the file at a path');
  check(
    'does not end inside a name',
    'Reads os.Stdin until the end of it. More.',
    'Reads os.Stdin until the end of it.',
  );
  check('stops before tags', 'Opens the file at a path\n@param path where', 'Opens the file at a path');
  check('returns undefined under four words', 'Opens the file.', undefined);
  check('returns undefined for a line of symbols', '---- ==== ---- ====', undefined);
});

describe('withoutName', () => {
  function check(what, sentence, name, rest) {
    test(what, () => expect(withoutName(sentence, name)).toBe(rest));
  }

  check('removes the name', 'OpenFile opens the file at', 'OpenFile', 'opens the file at');
  check(
    'removes an expression that contains the name',
    'calls `store.get(key)` and returns what',
    'get',
    'calls and returns what',
  );
  check('returns undefined if too little is left', 'OpenFile opens the file.', 'OpenFile', undefined);
});
