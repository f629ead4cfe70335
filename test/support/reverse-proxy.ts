import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilTrue } from './until.js';

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((program) => existsSync(program));

/** False when the Debian package nginx-light is missing. */
export const hasNginx = NGINX !== undefined;

export interface ProxyPlace {
  port: number;
  /** `/archive` */
  path: string;
  /** Address of the server. */
  target: string;
  /** Whether the server gets the path, too. */
  keepsPath: boolean;
}

export interface RunningProxy {
  stop(): Promise<void>;
}

/** A reverse proxy that has the server below a path, and nothing else. */
export async function startProxy({ port, path, target, keepsPath }: ProxyPlace): Promise<RunningProxy> {
  const agent = new Agent({ keepAlive: false });
  const server: Server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    if (!url.startsWith(`${path}/`)) return void outgoing.writeHead(404).end('nothing here');
    const rest = keepsPath ? url : url.slice(path.length);
    const passed = request(target + rest, { method, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    return void incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** nginx as people set it up, with a slash behind the address (the path is removed) or without. */
export async function startNginx({ port, path, target, keepsPath }: ProxyPlace): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-nginx-'));
  await chmod(folder, 0o755);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; ${temporary}
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location ${path}/ {
      proxy_pass ${target}${keepsPath ? '' : '/'};
      proxy_set_header Host $http_host;
      proxy_request_buffering off;
    }
  }
}
`,
  );
  const child: ChildProcess = spawn(NGINX ?? 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  await untilTrue('nginx to respond', () =>
    fetch(`http://127.0.0.1:${port}${path}/api/ping`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
