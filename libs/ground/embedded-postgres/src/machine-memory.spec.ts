import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { machineMemory } from './machine-memory.js';

const TOTAL = 8_000_000_000;
const NO_LIMIT_OF_VERSION_1 = '9223372036854771712\n';

describe('the memory of the machine', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'archivolt-test-memory-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const memory = (constrainedBytes = 0) => machineMemory({ totalBytes: TOTAL, constrainedBytes, root });

  it('the memory is that of the whole machine where there are no control groups', () => {
    expect(memory()).toBe(TOTAL);
  });

  it('the memory is the limit that Node reports, if that is smaller', () => {
    expect(memory(2_000_000_000)).toBe(2_000_000_000);
    expect(memory(2 ** 63)).toBe(TOTAL);
  });

  it('the memory is the limit of a container with control groups of version 2', () => {
    write('proc/self/cgroup', '0::/\n');
    write('sys/fs/cgroup/memory.max', '1073741824\n');
    expect(memory()).toBe(1_073_741_824);
  });

  it("the memory is the limit of an enclosing group if the process's own group has none", () => {
    write('proc/self/cgroup', '0::/system.slice/archivolt.service\n');
    write('sys/fs/cgroup/system.slice/archivolt.service/memory.max', 'max\n');
    write('sys/fs/cgroup/system.slice/memory.max', '3000000000\n');
    expect(memory()).toBe(3_000_000_000);
  });

  it('the memory is the limit of a container with control groups of version 1, whose path is that of the host', () => {
    write('proc/self/cgroup', '5:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n0::/\n');
    write('sys/fs/cgroup/memory/memory.limit_in_bytes', '536870912\n');
    expect(memory()).toBe(536_870_912);
  });

  it('the memory ignores the number that means no limit in version 1, and text without a number', () => {
    write('proc/self/cgroup', 'nonsense\n4:memory:/a\n');
    write('sys/fs/cgroup/memory/a/memory.limit_in_bytes', NO_LIMIT_OF_VERSION_1);
    write('sys/fs/cgroup/memory/memory.limit_in_bytes', 'broken');
    expect(memory()).toBe(TOTAL);
  });
});
