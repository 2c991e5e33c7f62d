/** Signatures of TypeScript, which also fit JavaScript. */
import { colonParameter, splitTypes } from '../signature-text.ts';
import { signaturesBy } from '../signatures.ts';

export const typescriptSignatures = signaturesBy({
  parameters: (list) => splitTypes(list, ',').flatMap(colonParameter),
});
