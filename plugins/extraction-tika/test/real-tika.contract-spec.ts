import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PermanentPluginError, type ExtractionResult } from '@archivolt/plugin-kit';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { freePort } from '../../../test/support/free-port.js';
import { until } from '../../../test/support/until.js';
import { TikaConfig } from '../src/tika.config.js';
import { TikaExtractor } from '../src/tika-extractor.js';

/** The published jar of the server (tika-server-standard), which needs Java. */
const jar = process.env['TIKA_SERVER_JAR'];
const missing =
  jar === undefined || jar === ''
    ? 'TIKA_SERVER_JAR names no jar'
    : spawnSync('java', ['-version']).status === 0
      ? undefined
      : 'there is no java';
const name = `the real server of Apache Tika${missing === undefined ? '' : ` (skipped: ${missing})`}`;

/** A JVM starts slowly on a machine that runs other tests. */
const WITHIN_MS = 240_000;
const RTF = String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0 Arial;}}\f0 The plumber sends \b his\b0  invoice: Gr\'fc\'dfe.\par}`;

(missing === undefined ? describe : describe.skip)(name, () => {
  let folder: string;
  let server: ChildProcess;
  let extractor: TikaExtractor;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'real-tika-'));
    const port = await freePort();
    // In one process: the usual second one would outlive a test that is stopped.
    const words = ['-Xmx256m', '-jar', jar ?? '', '--host', '127.0.0.1', '--port', String(port), '--noFork'];
    server = spawn('java', words, { stdio: 'ignore', cwd: folder });
    const baseUrl = `http://127.0.0.1:${port}`;
    extractor = new TikaExtractor(aTestHost(Object.assign(new TikaConfig(), { baseUrl })));
    await until(WITHIN_MS, 'the server to start', () =>
      extractor.check(AbortSignal.timeout(5_000)).then(
        () => true,
        () => false,
      ),
    );
  }, WITHIN_MS + 10_000);
  afterAll(async () => {
    if (server.exitCode === null) {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  const read = async (content: string, fileName: string, type: string): Promise<ExtractionResult> => {
    const path = join(folder, 'file');
    await writeFile(path, content, 'latin1');
    return extractor.extract(
      { path, size: content.length, fileName, type },
      {
        config: undefined,
        signal: new AbortController().signal,
        deadline: Date.now() + WITHIN_MS,
        languages: ['eng'],
        limits: { maxOcrPages: 1, maxChars: 100_000, maxPixels: 1, maxInflatedBytes: 1, maxEntries: 1 },
        tempDir: folder,
        ocr: () => Promise.reject(new PermanentPluginError('there is none')),
        progress: () => undefined,
      },
    );
  };

  it('Tika detects the type of a file and names its version', async () => {
    const result = await read(RTF, 'letter', 'application/x-unknown');
    expect(result).toMatchObject({ outcome: 'text', engine: expect.stringMatching(/^Apache Tika \d/) });
    expect(result.pages[0]?.text).toContain('The plumber sends his invoice: Grüße.');
  });

  it('Tika reads a text whose name is not plain ASCII', async () => {
    expect(await read('Einfacher Text', 'Größe "1".txt', 'text/plain')).toMatchObject({
      outcome: 'text',
      pages: [{ text: 'Einfacher Text' }],
    });
  });

  it('a damaged PDF has an outcome', async () => {
    const { outcome } = await read('%PDF-1.7\n1 0 obj\n<< broken', 'a.pdf', 'application/pdf');
    expect(['empty', 'insufficient']).toContain(outcome);
  });
});
