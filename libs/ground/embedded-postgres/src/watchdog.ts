import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

/** Stops the cluster when this process is gone, even after kill -9. */
export interface Watchdog {
  /** Called when the cluster is stopped, or when another process has taken over. */
  dismiss(): void;
}

// Both wait for the end of their input, which the kernel closes when this process ends. They signal only the postmaster
// that they were started for, so that a late watchdog cannot stop the cluster of the next server.
const SHELL = `trap '' HUP INT TERM
cat > /dev/null
[ "$(head -n 1 "$1" 2> /dev/null)" = "$2" ] && kill -INT "$2"`;
const NODE = `process.stdin.resume().on('end', () => {
  const [pidFile, pid, pgCtl, cluster] = process.argv.slice(1);
  const first = require('node:fs').readFileSync(pidFile, 'utf8').split(/\\r?\\n/)[0];
  if (first === pid) require('node:child_process').spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast']);
})`;

export function startWatchdog(cluster: string, pidFile: string, pid: number, pgCtl: string): Watchdog {
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore'];
  const options = { stdio, detached: true, windowsHide: true };
  const child: ChildProcess =
    process.platform === 'win32'
      ? spawn(process.execPath, ['-e', NODE, pidFile, String(pid), pgCtl, cluster], options)
      : spawn('/bin/sh', ['-c', SHELL, 'archivolt-watchdog', pidFile, String(pid)], {
          ...options,
          env: { PATH: '/usr/bin:/bin' },
        });
  child.on('error', () => undefined); // the cluster works without a watchdog; a later start takes it over
  child.stdin?.on('error', () => undefined);
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return {
    dismiss: () => {
      child.kill('SIGKILL');
      child.stdin?.destroy();
    },
  };
}
