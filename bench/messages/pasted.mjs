/** A message as a user pastes it: values in its holes, perhaps a prefix or a cause, perhaps cut off. Never quoted. */

const values = [
  () => 'acme',
  () => 'user_profile',
  () => 'OrderItem',
  () => 'my-service',
  () => 'list_users',
  () => 'release-2024',
  () => 'foo.bar.Baz',
  (random) => String(Math.floor(random() * 5000)),
  (random) => String(Math.floor(random() * 90) + 1),
  (random) => `/srv/data/batch${Math.floor(random() * 50)}.json`,
  () => 'src/app/main.conf',
  (random) => `10.0.3.${Math.floor(random() * 250)}:8443`,
  () => 'https://example.org/v2/items',
  () => 'true',
  () => 'None',
];
const prefixes = [
  'Error: ',
  'ValueError: ',
  'java.lang.IllegalStateException: ',
  'Uncaught TypeError: ',
  'error: ',
  'fatal: ',
  'panic: ',
  '2024-03-11 09:41:22,512 ERROR ',
  '[2024-03-11T09:41:22Z] app.WARNING: ',
  'E0311 09:41:22.512 ',
];
const causes = [': connection refused', ': no such file or directory', ' (exit status 1)', ' at line 12'];
const maxLength = 190;
const minLength = 24;

export function pasted({ pieces }, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  let text = pieces.map((piece) => piece ?? pick(values)(random)).join('');
  text = text.replace(/\s+/g, ' ').trim();
  const dice = random();
  if (dice < 0.2) text = pick(prefixes) + text;
  else if (dice < 0.3) text += pick(causes);
  else if (dice < 0.45 && text.length >= 2 * minLength)
    text = text.slice(0, Math.ceil(text.length * (0.55 + 0.3 * random()))).trim();
  return text.slice(0, maxLength);
}
