import { describe, expect, test } from 'vitest';
import { docSentence, withoutName } from './doc-sentence.mjs';

describe('the sentence of a doc comment', () => {
  function check(what, doc, sentence) {
    test(what, () => expect(docSentence(doc)).toBe(sentence));
  }

  check('ends with its full stop', 'Opens the file at a path. Then more.', 'Opens the file at a path.');
  check('goes over lines', 'Opens the file\n  at a path\n\nThen more.', 'Opens the file at a path');
  check(
    'does not end within a name',
    'Reads os.Stdin until the end of it. More.',
    'Reads os.Stdin until the end of it.',
  );
  check('stops before tags', 'Opens the file at a path\n@param path where', 'Opens the file at a path');
  check('is none under four words', 'Opens the file.', undefined);
  check('is none in a rule of signs', '---- ==== ---- ====', undefined);
});

describe('the sentence without the name', () => {
  function check(what, sentence, name, rest) {
    test(what, () => expect(withoutName(sentence, name)).toBe(rest));
  }

  check('loses the name', 'OpenFile opens the file at', 'OpenFile', 'opens the file at');
  check('loses it in signs as well', 'calls `store.get(key)` and returns what', 'get', 'calls and returns what');
  check('is none if little is left', 'OpenFile opens the file.', 'OpenFile', undefined);
});
