/** Errors of calls in the shape of the contract. */
import { CodedError } from '../../errors.ts';

export function errorShape({ code, message, remediation, data }: CodedError): Record<string, unknown> {
  return { code, message, data: { ...data, remediation } };
}

/** Whatever a cancelled call throws, it is no fault. The protocol sends no response. */
export function cancelled(): CodedError {
  return new CodedError('request_cancelled', 'The client cancelled the request.');
}
