/** A client of a language server over its standard streams, for judges. */
import { spawn } from 'node:child_process';

export class LanguageClient {
  #process;
  #waiting = new Map();
  #last = 0;
  #received = Buffer.alloc(0);

  constructor(program, args) {
    this.#process = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.stdout.on('data', (chunk) => this.#read(chunk));
  }

  ask(method, params) {
    const id = ++this.#last;
    this.#send({ jsonrpc: '2.0', id, method, params });
    return new Promise((done) => this.#waiting.set(id, done));
  }

  tell(method, params) {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  async close() {
    await this.ask('shutdown', null);
    this.tell('exit', null);
  }

  #send(message) {
    const body = JSON.stringify(message);
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #read(chunk) {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.subarray(0, end).toString())[1]);
      if (this.#received.length < end + 4 + length) return;
      const message = JSON.parse(this.#received.subarray(end + 4, end + 4 + length).toString());
      this.#received = this.#received.subarray(end + 4 + length);
      this.#take(message);
    }
  }

  /** Requests of the server, such as for its configuration, are answered with nothing. */
  #take({ id, method, params, result }) {
    if (method !== undefined && id !== undefined) {
      const items = method === 'workspace/configuration' ? params.items.map(() => null) : null;
      this.#send({ jsonrpc: '2.0', id, result: items });
    } else if (id !== undefined) {
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    }
  }
}
