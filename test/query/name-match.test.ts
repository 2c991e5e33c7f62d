/** Names as people write them. */
import { expect, test } from 'vitest';
import { symbolsWritten } from '../../src/query/names/name-match.ts';
import { askAbout } from '../support/query-view.ts';

const files = {
  'user.rb': 'class User\n  def save; end\n  def save!; end\n  def valid?; end\n  def name=(name); end\nend\n',
  'lib.rs': 'macro_rules! shout { () => {} }\n',
};

test('endings of Ruby are part of the name, the mark of a macro is not', async () => {
  await askAbout(files, async (view) => {
    const found = async (written: string) => (await symbolsWritten(view, written)).map(({ name }) => name);
    expect(await found('save!')).toEqual(['save!']);
    expect(await found('User#save!')).toEqual(['save!']);
    expect(await found('User#save')).toEqual(['save']);
    expect(await found('User.valid?')).toEqual(['valid?']);
    expect(await found('User#name=')).toEqual(['name=']);
    expect(await found('shout!')).toEqual(['shout']);
  });
});
