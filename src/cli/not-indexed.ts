/** The error of a ref that was asked for by name and is not indexed. */
import { CodedError } from '../errors.ts';

export function refNotIndexed(ref: string): CodedError {
  return new CodedError('ref_not_indexed', `The ref ${ref} is not indexed.`, {
    remediation: `Run \`codecompass index --ref ${ref}\`; \`codecompass refs\` lists those that are.`,
    data: { ref },
  });
}
