// A child process that answers messages `{ id, name, input }` with `{ id, result }`.
import { fork } from 'node:child_process';
import { join } from 'node:path';

export class Forked {
  #waiting = new Map();
  #count = 0;

  constructor(file) {
    this.child = fork(join(import.meta.dirname, file), { serialization: 'advanced' });
    this.child.on('message', ({ id, result }) => {
      this.#waiting.get(id)?.resolve(result);
      this.#waiting.delete(id);
    });
    this.child.on('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${file} ended with ${code}`));
    });
  }

  ask(name, input = {}) {
    this.#count += 1;
    const answer = Promise.withResolvers();
    answer.promise.catch(() => undefined); // a scenario that ran out of time no longer looks at it
    this.#waiting.set(this.#count, answer);
    this.child.send({ id: this.#count, name, input });
    return answer.promise;
  }

  end() {
    this.child.disconnect();
  }
}
