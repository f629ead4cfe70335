import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { AuthConfig } from '#config/auth';
import { BACKGROUND_THREADS } from '#ground/kernel';

const IDLE_MS = 60_000;
const extension = extname(import.meta.filename);
const WORKER = fileURLToPath(new URL(`./scrypt-worker${extension}`, import.meta.url));

export interface KeyDerivation {
  password: string;
  salt: Uint8Array;
  keyBytes: number;
  /** N (cost), r (block size) and p (parallel) of scrypt. */
  cost: { N: number; r: number; p: number };
}

/**
 * Hashes passwords in separate threads. Node would use the threads that also read files and resolve host names, where a
 * few simultaneous sign-ins would block every upload.
 */
@Injectable()
export class PasswordHasher implements OnApplicationShutdown {
  #threads: Piscina | undefined;

  constructor(private readonly config: AuthConfig) {}

  async hash(password: string): Promise<string> {
    return (await this.#run('hash', { password })) as string;
  }

  async verify({ password, hash }: { password: string; hash: string }): Promise<boolean> {
    return (await this.#run('verify', { password, stored: hash })) as boolean;
  }

  /** The key that scrypt derives with a cost and a salt of the caller's format. */
  async deriveKey(task: KeyDerivation): Promise<Uint8Array> {
    return (await this.#run('deriveKey', task)) as Uint8Array;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#threads?.destroy();
  }

  #run(name: 'deriveKey' | 'hash' | 'verify', task: object): Promise<unknown> {
    this.#threads ??= new Piscina({
      ...BACKGROUND_THREADS,
      filename: WORKER,
      minThreads: 0,
      maxThreads: this.config.passwordThreads,
      idleTimeout: IDLE_MS,
    });
    return this.#threads.run(task, { name });
  }
}
