/**
 * The table of shapes of content that give a file away whatever its name, if it is data: source code and documents show
 * them too.
 */
import type { CheckedFile } from './checked-files.ts';
import { privateKey, setting, staticKey } from './setting-forms.ts';

const byte = '(?:25[0-5]|2[0-4]\\d|1?\\d{1,2})';

/** A shape of content that gives a file of settings or data away. */
export interface CredentialShape extends Pick<CheckedFile, 'what' | 'holds'> {
  /** Begins a word in every text of this shape. One search for the words of all rows dismisses most files. */
  readonly word?: RegExp;
  /** The same, within a word. */
  readonly part?: RegExp;
}

export const credentialShapes: readonly CredentialShape[] = [
  {
    what: 'key of a service account, or another private key among settings',
    part: /private_key/,
    holds: [
      new RegExp(
        String.raw`private_key["']?\s{0,200}[:=]\s{0,200}(?:[|>][-+]?\s{1,40}|["']{1,3}(?:\\[nr]|\s){0,20})?${privateKey}`,
        'gi',
      ),
    ],
  },
  {
    what: 'whole private key, as text or in base64',
    part: /PRIVATE KEY|LS0tLS1CRUdJTi/,
    holds: [
      new RegExp(
        String.raw`${privateKey}(?: BLOCK)? ?-{4,5}(?:\\[nr]|\s){1,20}(?:[A-Z][\w-]{0,40}:[^\n\\]{0,200}(?:\\[nr]|\s){1,20}){0,4}[A-Za-z0-9+/]{40}|LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,60}(?:UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW)[A-Za-z0-9+/]{40}`,
        'g',
      ),
    ],
  },
  {
    what: 'token or seed, framed like a key',
    word: /BEGIN [A-Z ]{0,40}(?:TOKEN|SEED|JWT|SECRET|CREDENTIALS?)/,
    holds: [
      /-----BEGIN [A-Z ]{0,40}(?:TOKEN|SEED|JWT|SECRET|CREDENTIALS?)[A-Z ]{0,20}-----(?:\\[nr]|\s){1,20}([\w+/=.-]{20,200})/g,
    ],
  },
  {
    what: 'key of age',
    word: /AGE-SECRET-KEY-/,
    holds: [/AGE-SECRET-KEY-(?:PQ-)?1([A-Z0-9]{40,80})/g],
  },
  {
    what: 'shared key of OpenVPN',
    word: /BEGIN OpenVPN/,
    holds: [new RegExp(String.raw`${staticKey}[^\r\n-]{0,40}-----\s{1,4}[0-9a-f]{32}`, 'gi')],
  },
  {
    what: 'key of a chain',
    word: /(?:ed25519|secp256k1):/,
    holds: [/(?:private|secret)_?key["']?\s{0,40}:\s{0,40}["']?(?:ed25519|secp256k1):([1-9A-HJ-NP-Za-z]{40,200})/gi],
  },
  {
    what: 'key of Solana: nothing but 64 bytes',
    part: /^\s{0,40}\[\s{0,40}\d{1,3}\s{0,40},/,
    holds: [new RegExp(String.raw`^\s{0,40}\[\s{0,40}(?:${byte}\s{0,40},\s{0,40}){63}${byte}\s{0,40}\]\s{0,40}$`, 'g')],
  },
  {
    what: 'credentials of Google Cloud',
    word: /(?:external_account_|gdch_)?(?:service_account|authorized_user)/,
    holds: [
      /type["']?\s{0,40}[:=]\s{0,40}["']?(?:service_account|(?:external_account_)?authorized_user|gdch_service_account)\b/gi,
      setting('refresh_token|private_key', 12),
    ],
  },
  {
    what: 'keys of Kubernetes',
    word: /client-key-data/,
    holds: [
      /client-key-data["']?\s{0,40}:\s{0,40}(?:!!\w{1,20}\s{1,16})?(?:[|>][-+]?\s{1,60})?["']?([A-Za-z0-9+/]{40,200})/gi,
    ],
  },
  {
    what: 'tokens of Kubernetes',
    word: /users["']?\s{0,40}:/,
    holds: [
      /\bkind["']?\s{0,40}:\s{0,40}["']?Config(?![\w-])/g,
      /\busers["']?\s{0,40}:/g,
      setting('token|password|client-secret', 8),
    ],
  },
  {
    what: 'key of WireGuard',
    part: /(?:private|preshared)[-_]?key["']?\s{0,16}[=:]/,
    holds: [
      /(?:private|preshared)[-_]?key["']?\s{0,16}[=:]\s{0,16}["']?([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)(?![A-Za-z0-9+/=])/gi,
    ],
  },
  {
    what: 'tokens of Docker',
    word: /auths["']?\s{0,40}[:=]/,
    holds: [
      /auths["']?\s{0,40}[:=]/gi,
      /["']?(?:\bauth|identitytoken|registrytoken)["']?\s{0,40}[:=]\s{0,40}["']?([A-Za-z0-9+/=_.-]{8,200})/gi,
    ],
  },
  {
    what: 'tokens of Docker in Kubernetes',
    word: /dockerc(?:onfigjson|fg)/,
    holds: [/\.dockerc(?:onfigjson|fg)["']?\s{0,40}:\s{0,40}(?:[|>][-+]?\s{1,60})?["']?([A-Za-z0-9+/=]{40,200})/gi],
  },
  {
    what: 'key of AWS among settings',
    part: /aws_?secret_?(?:access_?)?key/,
    holds: [/aws_?secret_?(?:access_?)?key["']?\s{0,16}[=:]\s{0,16}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi],
  },
  {
    what: 'key of AWS in a row of a table',
    word: /AKIA/,
    holds: [/(?<![A-Z0-9])AKIA[A-Z0-9]{16}["']?[,;\t|]["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g],
  },
  {
    what: 'secret of a tunnel',
    word: /TunnelSecret/,
    holds: [/"TunnelSecret"\s{0,40}:\s{0,40}"([^"\s]{16,200})/gi],
  },
  {
    what: 'key of a name server',
    word: /algorithm[\s"]{1,8}hmac-/,
    holds: [/algorithm[\s"]{1,8}hmac-/gi, /\bsecret[\s"]{1,8}([A-Za-z0-9+/]{16,200}={0,2})["\s]{0,8};/gi],
  },
  {
    what: 'keys and root token of Vault',
    word: /unseal[_ ]key|keys_base64|recovery_keys/,
    holds: [
      /(?:(?:unseal|recovery)_keys?(?:_b64|_hex)?|keys_base64)["']?\s{0,40}:\s{0,40}\[\s{0,40}["']?([A-Za-z0-9+/=]{32,200})|Unseal Key \d{1,2}:\s{0,16}([A-Za-z0-9+/=]{32,200})/gi,
    ],
  },
  {
    what: 'passwords of users, hashed',
    word: /:(?:\$(?:[1567y]|2[aby]|apr1|argon2i?d?|scrypt)\$|\{S?SHA|\{[\w-]{1,20}CRYPT\}|\{PLAIN\})/,
    holds: [
      /^[^:\s#]{1,64}:(?:\$(?:[1567y]|2[aby]|apr1|argon2i?d?|scrypt)\$[\w./$=,+-]{16}|\{(?:S?SHA\d{0,3}|[\w-]{1,20}CRYPT|PLAIN)\}\S{8})/gm,
    ],
  },
  {
    what: 'passwords of clients of Kafka',
    part: /LoginModule/,
    holds: [/LoginModule\s/g, /\bpassword\s{0,16}=\s{0,16}\\?["']([^"'\s$<{\\]{4,200})/gi],
  },
  {
    what: 'private JSON web key',
    word: /kty"/,
    holds: [
      /^\s{0,40}[[{]/g,
      /"kty"\s{0,40}:\s{0,40}"(?:RSA|EC|OKP|oct)"/g,
      /"[dk]"\s{0,40}:\s{0,40}"([\w-]{40,200})/g,
    ],
  },
  {
    what: 'key of Ceph',
    word: /key = AQ/,
    holds: [/^[ \t]{0,16}key = (AQ[A-Za-z0-9+/]{36,38}={1,2})[ \t\r]{0,16}$/gim],
  },
  {
    what: 'password of CouchDB',
    word: /pbkdf2[:-]/,
    holds: [/^\w{1,64} ?= ?-pbkdf2(?::\w{1,10})?-([0-9a-f]{32,200}),/gim],
  },
  {
    what: 'password of a router or switch',
    part: /(?:secret|password) \d /,
    holds: [/(?:secret|password) \d (\$\d\$\S{16,200}|[0-9A-F]{12,200}(?!\S))/gi],
  },
  {
    what: 'passwords of an installation of Windows',
    part: /Password>\s{0,40}<Value>/,
    holds: [/Password>\s{0,40}<Value>([^<\s]{4,200})/gi],
  },
];
