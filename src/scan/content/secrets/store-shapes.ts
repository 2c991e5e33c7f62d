/** The shapes of stores of credentials: wallets, identities of nodes, exports of password managers, one-time passwords. */
import type { CredentialShape } from './credential-shapes.ts';

export const storeShapes: readonly CredentialShape[] = [
  {
    what: 'key store of Ethereum',
    word: /kdfparams"/,
    holds: [/"kdfparams"/gi, /"ciphertext"\s{0,40}:\s{0,40}"([0-9a-f]{32,200})/gi],
  },
  {
    what: 'signing key of Cardano',
    part: /SigningKey/,
    holds: [/"type"\s{0,40}:\s{0,40}"\w{0,60}SigningKey/g, /"cborHex"\s{0,40}:\s{0,40}"([0-9a-f]{32,400})/gi],
  },
  {
    what: 'account of Polkadot',
    word: /pkcs8"/,
    holds: [/"content"\s{0,40}:\s{0,40}\[\s{0,40}"pkcs8"/g, /"encoded"\s{0,40}:\s{0,40}"([^"\s]{40,400})/g],
  },
  {
    what: 'identity of a node',
    word: /priv_?key(?:"|:)/,
    holds: [
      /"priv_key"\s{0,40}:\s{0,40}\{[^{}]{0,400}"value"\s{0,40}:\s{0,40}"([A-Za-z0-9+/]{40,200})|"PrivKey"\s{0,40}:\s{0,40}"([A-Za-z0-9+/]{40,400})|(?<!\w)privkey:([0-9a-f]{64})/gi,
    ],
  },
  {
    what: 'phrase from which keys are derived',
    part: /mnemonic|(?:seed|recovery)[-_ ]?phrase/,
    // Those that everybody knows begin with "test" and "abandon".
    holds: [
      /(?:mnemonic|(?:seed|recovery)[-_ ]?phrase)["']?\s{0,16}[=:]\s{0,16}["']?(?!test |abandon )((?:[a-z]{3,8}[ \t]){11,23}[a-z]{3,8})(?![a-z ])/gi,
    ],
  },
  {
    what: 'export of Bitwarden',
    word: /passwordHistory"|encrypted"\s{0,8}:\s{0,8}false/,
    holds: [/"items"\s{0,8}:\s{0,8}\[/g, /"password"\s{0,8}:\s{0,8}"([^"\s]{2,200})/g],
  },
  {
    what: 'export of KeePass',
    word: /KeePassFile>/,
    holds: [/<Key>Password<\/Key>\s{0,40}<Value[^<>]{0,100}>([^<\s]{2,200})/g],
  },
  {
    what: 'seed of one-time passwords',
    word: /otpauth(?:-migration)?:\/\//,
    holds: [/otpauth(?:-migration)?:\/\/[^\s"'<>]{1,300}[?&](?:secret|data)=([A-Za-z0-9%+/_-]{12,400})/gi],
  },
  {
    what: 'store of one-time passwords',
    word: /(?:issuer|digits|period)"/,
    holds: [/"(?:issuer|digits|period)"\s{0,16}:/gi, /"secret"\s{0,16}:\s{0,16}"([A-Z2-7]{16,200}=*)"/g],
  },
  {
    what: 'cookies of sessions',
    word: /HTTP Cookie File/,
    holds: [/^# (?:Netscape )?HTTP Cookie File/g, /\t(?:TRUE|FALSE)\t\d{1,20}\t[^\t\r\n]{1,100}\t([^\s]{16,400})/g],
  },
];
