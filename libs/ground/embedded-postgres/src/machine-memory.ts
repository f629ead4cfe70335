import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';

const LONGEST_PATH = 64;

/** Where the figures come from; replaced in tests. */
export interface MemorySources {
  totalBytes: number;
  /** What Node knows of a limit; 0 or a huge number when there is none. */
  constrainedBytes: number;
  /** Folder with `proc/self/cgroup` and `sys/fs/cgroup`. */
  root: string;
}

/** Memory that this process and its children may use together: of the machine, or of the container. */
export function machineMemory({ totalBytes, constrainedBytes, root }: MemorySources = ofThisProcess()): number {
  const limits = [totalBytes, constrainedBytes, ...cgroupLimits(root)];
  return Math.min(...limits.filter((bytes) => Number.isFinite(bytes) && bytes > 0));
}

const ofThisProcess = (): MemorySources => ({
  totalBytes: totalmem(),
  constrainedBytes: process.constrainedMemory(),
  root: '/',
});

/** Limits of the group of this process and of those around it; each of them applies. */
function cgroupLimits(root: string): number[] {
  return (read(join(root, 'proc/self/cgroup')) ?? '')
    .split('\n')
    .map((line) => /^\d+:([^:]*):(\/.*)$/.exec(line))
    .flatMap((match) => {
      const [, controllers = '', path = '/'] = match ?? [];
      if (!match || path.length > LONGEST_PATH * LONGEST_PATH) return [];
      if (controllers === '') return limitsUpward(join(root, 'sys/fs/cgroup'), path, 'memory.max');
      const isMemory = controllers.split(',').includes('memory');
      return isMemory ? limitsUpward(join(root, 'sys/fs/cgroup/memory'), path, 'memory.limit_in_bytes') : [];
    });
}

/** Returns the limits from a path upward. In a container the path is the host's, and only the top folder exists. */
function limitsUpward(top: string, path: string, file: string): number[] {
  const limits: number[] = [];
  let folder = path;
  for (let level = 0; level < LONGEST_PATH; level += 1) {
    limits.push(Number(read(join(top, folder, file))?.trim() ?? Number.NaN)); // `max` is no number
    if (folder === '/') break;
    folder = dirname(folder);
  }
  return limits;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
