import { expect } from '@jest/globals';
import { TransientPluginError } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { IntakeBench } from './intake-bench.js';
import type { IntakeContract } from './intake-contract.js';

const LONGEST_KEY = 500;
const FILES = new Map(['one', 'two', 'three'].map((word) => [`${word}.txt`, `the content of ${word}`]));

/** The cases of the contract of an intake, each with an empty source. */
export const intakeCases: readonly ContractCase<IntakeContract>[] = [
  {
    name: 'hands over every file that is there, whole, with its name and an organization',
    check: async (contract) => {
      await using bench = await filled(contract);
      await bench.start();
      await allArrive(bench);
      for (const [name, content] of FILES)
        expect(bench.handedOver).toContainEqual(expect.objectContaining({ fileName: name, content }));
      for (const { organizationId } of bench.handedOver) expect(organizationId).not.toBe('');
    },
  },
  {
    name: 'hands over a file that is added while it runs',
    check: async (contract) => {
      await using bench = await filled(contract);
      await bench.start();
      await allArrive(bench);
      await bench.source.add('late.txt', Buffer.from('added later'));
      await bench.until('the file that was added', () => bench.keysOf('added later').size > 0);
    },
  },
  {
    name: 'gives different files different keys, none too long',
    check: async (contract) => {
      await using bench = await IntakeBench.open(contract);
      const names = ['a.txt', 'b.txt', `${'long'.repeat(50)}.txt`];
      for (const name of names) await bench.source.add(name, Buffer.from('the same content'));
      await bench.start();
      await bench.until('all files', () => new Set(bench.handedOver.map(({ fileName }) => fileName)).size === 3);
      expect(bench.keysOf('the same content').size).toBe(3);
      for (const { key } of bench.handedOver) expect([key.length > 0, key.length <= LONGEST_KEY]).toEqual([true, true]);
    },
  },
  {
    name: 'hands over a file again under the same key when the first attempt has failed',
    check: async (contract) => {
      await using bench = await filled(contract);
      const failed = new Set<string>();
      const succeed = bench.respond;
      bench.respond = (file) => {
        if (failed.has(file.content)) return succeed(file);
        failed.add(file.content);
        throw new TransientPluginError('the disk is full');
      };
      await bench.start();
      for (const content of FILES.values())
        await bench.until(
          `the second attempt of ${content}`,
          () => bench.handedOver.filter((file) => file.content === content).length > 1,
        );
      for (const content of FILES.values()) expect(bench.keysOf(content).size).toBe(1);
    },
  },
  {
    name: 'hands over a file again under the same key after a restart',
    check: async (contract) => {
      await using bench = await filled(contract);
      bench.respond = () => {
        throw new TransientPluginError('the process is killed');
      };
      await bench.start();
      await allArrive(bench);
      await bench.stop();
      const { length } = bench.handedOver;
      bench.respond = ({ key }) => ({ outcome: 'created', documentId: key });
      await bench.start();
      await bench.until('the files after the restart', () => bench.handedOver.length >= length + FILES.size);
      for (const content of FILES.values()) expect(bench.keysOf(content).size).toBe(1);
    },
  },
  {
    name: 'continues with the other files when one is refused or a duplicate',
    check: async (contract) => {
      await using bench = await filled(contract);
      bench.respond = ({ content, key }) => {
        if (content.endsWith('one')) return { outcome: 'refused', reason: 'The file is too large.' };
        return { outcome: 'duplicate', documentId: key };
      };
      await bench.start();
      await allArrive(bench);
      await bench.source.add('next.txt', Buffer.from('the next one in line'));
      await bench.until('a file after the refused one', () => bench.keysOf('the next one in line').size > 0);
    },
  },
  {
    name: 'a taken file is not handed over again while nothing changes',
    check: async (contract) => {
      await using bench = await filled(contract);
      await bench.start();
      await allArrive(bench);
      await bench.source.add('last.txt', Buffer.from('the last'));
      await bench.until('the last file', () => bench.keysOf('the last').size > 0);
      await bench.source.add('very-last.txt', Buffer.from('the very last'));
      await bench.until('the very last file', () => bench.keysOf('the very last').size > 0);
      for (const content of FILES.values())
        expect(bench.handedOver.filter((file) => file.content === content)).toHaveLength(1);
    },
  },
  {
    name: 'ends when the signal is aborted, and hands over nothing afterwards',
    check: async (contract) => {
      await using bench = await filled(contract);
      let isStopping = false;
      const succeed = bench.respond;
      const stopped = Promise.withResolvers<boolean>();
      bench.respond = (file) => {
        if (!isStopping) setImmediate(() => stopped.resolve(bench.stop()));
        isStopping = true;
        return succeed(file);
      };
      await bench.start();
      expect(await stopped.promise).toBe(true);
      bench.late.length = 0;
      await bench.start();
      // A run that goes on looks at its source as often as the one that takes these files.
      for (const word of ['first', 'second', 'third']) {
        await bench.source.add(`${word}.txt`, Buffer.from(`the ${word} after the end`));
        await bench.until(`the ${word} file after the end`, () => bench.keysOf(`the ${word} after the end`).size > 0);
      }
      expect(bench.late).toEqual([]);
    },
  },
  {
    name: 'leaves nothing open after it was stopped and closed',
    check: async (contract) => {
      await using bench = await filled(contract);
      const before = openResources();
      await bench.start();
      await allArrive(bench);
      await bench.stop();
      await bench.until('timers, files and sockets to be closed', () => openResources() <= before);
    },
  },
];

async function filled(contract: IntakeContract): Promise<IntakeBench> {
  const bench = await IntakeBench.open(contract);
  for (const [name, content] of FILES) await bench.source.add(name, Buffer.from(content));
  return bench;
}

async function allArrive(bench: IntakeBench): Promise<void> {
  for (const [name, content] of FILES) await bench.until(name, () => bench.keysOf(content).size > 0);
}

/** What keeps a process alive, except the timer of the one who asks. */
function openResources(): number {
  return process.getActiveResourcesInfo().filter((kind) => /FSEvent|StatWatcher|TCP|Timeout/.test(kind)).length;
}
