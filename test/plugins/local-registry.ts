import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { projectRoot } from '#ground/plugin-host';

interface PackageEntry {
  name?: string;
  version?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
}

const TARBALL = '/-/tarball/';

/**
 * An npm registry with the packages that are installed in this tree, so that `npm install` runs without a network. What
 * it says about them is in `package-lock.json`.
 */
export class LocalRegistry {
  readonly #server: Server;
  readonly #entries = Object.entries(
    (JSON.parse(readFileSync(join(projectRoot(), 'package-lock.json'), 'utf8')) as { packages: object }).packages,
  ) as [string, PackageEntry][];

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://registry').pathname);
      if (path.startsWith(TARBALL)) {
        const folder = join(projectRoot(), path.slice(TARBALL.length));
        const words = ['-cf', '-', '--exclude', 'node_modules', '-C', dirname(folder), basename(folder)];
        spawn('tar', words, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout.pipe(response);
        return;
      }
      const found = this.#describe(path.slice(1));
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ?? { error: 'Not found' }));
    });
  }

  static async start(): Promise<LocalRegistry> {
    const registry = new LocalRegistry();
    await new Promise<void>((resolve) => registry.#server.listen(0, '127.0.0.1', resolve));
    return registry;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #describe(name: string): object | undefined {
    const installed = this.#entries.filter(
      // One that is installed under another name says its own.
      ([path, entry]) => !entry.link && (entry.name ?? path.split(/(?:^|\/)node_modules\//).at(-1)) === name,
    );
    const versions = Object.fromEntries(
      installed
        // A package for another platform is known, but not installed.
        .filter(([path, { os, cpu }]) => os !== undefined || cpu !== undefined || existsSync(join(projectRoot(), path)))
        .map(([path, entry]) => [
          entry.version ?? '',
          { ...entry, name, dist: { tarball: `${this.address}${TARBALL}${encodeURIComponent(path)}` } },
        ]),
    );
    const latest = installed[0]?.[1].version;
    return latest === undefined ? undefined : { name, 'dist-tags': { latest }, versions };
  }
}
