/** The process of a job. It hears its request from its parent, ends with it, and leaves by exit code alone. */
import { toCodedError } from '../errors.ts';
import type { JobMessage, JobRequest } from './job.ts';
import { runJob } from './run-job.ts';

const cancellation = new AbortController();
const cancel = () => cancellation.abort();
process.once('SIGTERM', cancel);
process.once('SIGINT', cancel);
process.once('disconnect', cancel);

process.once('message', async (request: JobRequest) => {
  try {
    const summary = await runJob(request, (progress) => send({ type: 'progress', progress }), cancellation.signal);
    send({ type: 'done', summary });
  } catch (thrown) {
    const { code, message, remediation, data, cause } = toCodedError(thrown);
    if (code === 'internal_error' && cause instanceof Error) process.stderr.write(`${cause.stack}\n`);
    send({ type: 'failed', code, message, remediation, data });
  } finally {
    process.off('disconnect', cancel);
    if (process.connected) process.disconnect();
  }
});

function send(message: JobMessage): void {
  if (process.connected) process.send?.(message);
}
