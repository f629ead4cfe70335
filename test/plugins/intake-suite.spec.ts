import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { HostServices, Intake, IntakeContext, IntakeFile, Sql } from '@archivolt/plugin-kit';
import { intakeCases, type IntakeContract } from '@archivolt/plugin-kit/testing';
import manifest from '../../plugins/_template/intake/src/plugin.js';
import { TemplateIntake } from '../../plugins/_template/intake/src/template-intake.js';
import type { TemplateConfig } from '../../plugins/_template/intake/src/template.config.js';
import { itCatches } from './broken.js';

type Run = Intake['run'];

function contract(change: (run: Run, host: HostServices<TemplateConfig>) => Run = (run) => run): IntakeContract {
  const create = (host: HostServices<TemplateConfig>): Intake => {
    const template = new TemplateIntake(host);
    return { run: change(template.run.bind(template), host) };
  };
  const made: IntakeContract<TemplateConfig> = {
    manifest: { ...manifest, provides: { intake: { create } } },
    source: async () => {
      const path = await mkdtemp(join(tmpdir(), 'intake-suite-'));
      return {
        config: { path, organization: 'org_000000000000000000000001', intervalMs: 20, settleMs: 0 },
        add: (name, content) => writeFile(join(path, name), content),
        close: () => rm(path, { recursive: true, force: true }),
      };
    },
  };
  return made;
}

type Upload = IntakeContext['upload'];

/** Replaces what the plugin does with a file. */
const uploading = (change: (upload: Upload, file: IntakeFile) => ReturnType<Upload>) =>
  contract((run) => (context) => {
    const upload: Upload = (file) => change(context.upload, file).finally(() => file.content.destroy());
    return run({ ...context, upload });
  });

describe('the contract of intake plugins', () => {
  const forgotten: NodeJS.Timeout[] = [];
  afterAll(() => forgotten.forEach(clearInterval));

  const running: Promise<void>[] = [];
  let end = new AbortController();
  afterEach(async () => {
    end.abort();
    // One that goes on may find that its folder is gone.
    await Promise.allSettled(running.splice(0));
    end = new AbortController();
  });

  itCatches(
    intakeCases,
    () => contract(),
    [
      [
        'hands over every file that is there, whole, with its name and an organization',
        'forgets the name',
        () => uploading((upload, file) => upload({ ...file, fileName: 'file' })),
      ],
      [
        'hands over a file that is added while it runs',
        'looks once',
        () => {
          const seen = new Set<string>();
          return uploading((upload, file) => {
            if (seen.size === 3 && !seen.has(file.fileName)) return Promise.reject(new Error('not in the list'));
            seen.add(file.fileName);
            return upload(file);
          });
        },
      ],
      [
        'gives different files different keys, none too long',
        'gives all files one key',
        () => uploading((upload, file) => upload({ ...file, key: 'the only key' })),
      ],
      [
        'hands over a file again under the same key when the first attempt has failed',
        'gives a file up after one failure',
        () => {
          const seen = new Set<string>();
          return uploading((upload, file) => {
            if (seen.has(file.fileName)) return Promise.reject(new Error('seen already'));
            seen.add(file.fileName);
            return upload(file);
          });
        },
      ],
      [
        'hands over a file again under the same key after a restart',
        'counts its files from the start',
        () => {
          let starts = 0;
          return contract((run) => {
            const start = (starts += 1);
            return (context) =>
              run({ ...context, upload: (file) => context.upload({ ...file, key: `${start} ${file.fileName}` }) });
          });
        },
      ],
      [
        'continues with the other files when one is refused or a duplicate',
        'stays at a refused file',
        () => {
          const stuck = new Promise<never>(() => undefined);
          let isStuck = false;
          return uploading(async (upload, file) => {
            if (isStuck) return stuck;
            const result = await upload(file);
            isStuck = result.outcome === 'refused';
            return isStuck ? stuck : result;
          });
        },
      ],
      [
        'a taken file is not handed over again while nothing changes',
        'sends all it knows each time',
        () => {
          const sent: { key: string; fileName: string; organizationId: string }[] = [];
          return uploading(async (upload, file) => {
            for (const known of sent) {
              const text = `the content of ${known.fileName.replace('.txt', '')}`;
              await upload({ ...known, content: Readable.from([Buffer.from(text)]) });
            }
            const { key, fileName, organizationId } = file;
            sent.push({ key, fileName, organizationId });
            return upload(file);
          });
        },
      ],
      [
        'ends when the signal is aborted, and hands over nothing afterwards',
        'ignores the signal',
        () => contract((run) => (context) => run({ ...context, signal: AbortSignal.timeout(8_000) })),
      ],
      [
        'ends when the signal is aborted, and hands over nothing afterwards',
        'only seems to end',
        () =>
          contract((run) => async (context) => {
            const goesOn = run({ ...context, signal: end.signal });
            running.push(goesOn);
            await Promise.race([goesOn, once(context.signal, 'abort')]);
          }),
      ],
      [
        'leaves nothing open after it was stopped and closed',
        'forgets a timer',
        () =>
          contract((run) => async (context) => {
            forgotten.push(setInterval(() => undefined, 1_000));
            await run(context);
          }),
      ],
    ],
    { sampled: 4 },
  );

  it('an intake with tables gets the database of its spec', async () => {
    const statements: string[] = [];
    const query = (text: string): Promise<never[]> => {
      statements.push(text);
      return Promise.resolve([]);
    };
    const sql: Sql = { query, transaction: (work) => work(sql) };
    const made = contract((run, host) => async (context) => {
      await host.sql.query('select from intake_template_seen');
      await run(context);
    });
    const handing = intakeCases.find(({ name }) => name.startsWith('hands over every file'));
    await handing?.check({ ...made, host: { sql } });
    expect(statements).toContain('select from intake_template_seen');
  });
});
