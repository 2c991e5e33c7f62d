/** Which values look generated. */
import { expect, it } from 'vitest';
import { isGenerated } from './generated-value.ts';

it.each([
  'Zq7kR2mXvX9w',
  'd41d8cd98f00b204e9800998ecf8427e',
  '6f1d2c3b-4a5e-4f60-8b7c-9d0e1f2a3b4c',
  'wJalrXUtnFEMI/K7MDENG+bPxRfiCY',
  'k3j9x0q2m8v7p1z5',
  'Tr0ub4dor&3xKq',
])('%s is generated', (value) => {
  expect(isGenerated(value)).toBe(true);
});

it.each([
  'Zq7kR2mXvX9',
  'my-secret-password',
  'newPasswordConfirmation2',
  'GITHUB_TOKEN_2024',
  'test-token-123456',
  'process.env.API_TOKEN_2',
  '2024-01-01T00:00:00Z',
  '1234567890123456',
  'abababababab1212',
  '/etc/ssl/a1b2C3d4E5/key.pem',
  'https://a1b2C3d4E5f6G7.example',
  'getToken(a1B2c3D4)',
  `\${a1B2c3D4e5F6}`,
  'your-a1B2c3D4e5F6',
  'arn:aws:secretsmanager:us-east-1:123456789012:secret:Ab1Cd2',
  'ENC[AES256_GCM,data:Zq7kR2mXvX9w]',
  Buffer.from('my-secret-key-that-should-be-changed-in-production').toString('base64'),
])('%s is not a generated value', (value) => {
  expect(isGenerated(value)).toBe(false);
});
