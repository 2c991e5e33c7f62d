import { Store, open, type Index } from './store';
import * as items from './items';

export async function serve(parameter: Store): Promise<void> {
  const made = new Store<string>('a');
  const opened = await open('x', () => made.get());
  let written: Index | undefined;
  const { part, other: renamed } = opened.parts();
  const cast = parameter as unknown as Index;
  for (const item of opened.items()) {
    item.save();
    const made = item.parent();
    made.save();
  }
  made.close();
  written?.close();
  part.close();
  renamed.close();
  cast.close();
  parameter.each((entry: Index, key) => {
    entry.close();
    key.trim();
  });
  parameter.map((entry) => entry.save());
  parameter.on('close', onClose);
  parameter.on('open', items.onOpen);
  register({ onClose, open, handle: onClose, made });
  try {
    parameter.run();
  } catch (failure) {
    failure.print();
  }
  const self = self.next();
  self.close();
}

function onClose() {}
const handlers = [onClose, open];
