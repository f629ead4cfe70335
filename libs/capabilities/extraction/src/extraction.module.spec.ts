import 'reflect-metadata';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataConfig } from '#config/data';
import { ExtractionConfig } from '#config/extraction';
import { ConfigModule } from '#ground/settings';
import { Clock } from '#ground/kernel';
import { PluginHost, type LoadedPlugin } from '#ground/plugin-host';
import { ExtractionModule, ExtractionService, firstTurn } from './index.js';

const plugin: LoadedPlugin = {
  id: 'reads-words',
  packageName: 'reads-words',
  version: '1.0.0',
  kinds: ['extraction'],
  config: undefined,
  manifest: {
    id: 'reads-words',
    contract: 2,
    provides: {
      extraction: {
        form: 'sandboxed',
        accepts: ['text/plain'],
        extractor: new URL('../../sandbox/test/bad-extractors/reads-words.mjs', import.meta.url),
      },
    },
  },
};

@Module({})
class PluginsStandIn {}

const noDatabase = (): Promise<never> => Promise.reject(new Error('there is no database here'));

describe('the extraction module', () => {
  let dataDir: string;
  beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'extraction-module-'))));
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('the module starts without an OCR plugin, extracts a text, and leaves no files when the application ends', async () => {
    const data = Object.assign(new DataConfig(), { dataDir });
    const host = new PluginHost([plugin], {
      dataDir,
      sql: { query: noDatabase, transaction: noDatabase },
      controlSql: { query: noDatabase },
      networkFor: () => ({ http: { send: noDatabase, stream: noDatabase }, lookup: noDatabase }),
      clock: new Clock(),
    });
    const module = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot(
          new Map<typeof DataConfig | typeof ExtractionConfig, object>([
            [DataConfig, data],
            [ExtractionConfig, new ExtractionConfig()],
          ]),
        ),
        {
          module: PluginsStandIn,
          global: true,
          providers: [{ provide: PluginHost, useValue: host }],
          exports: [PluginHost],
        },
        ExtractionModule,
      ],
    }).compile();
    await module.init();
    const service = module.get(ExtractionService);
    const extraction = await service.extract(
      { open: async () => Readable.from([Buffer.from('words')]), fileName: 'a.txt', declaredType: 'text/plain' },
      { languages: [], lane: 'quick', signal: new AbortController().signal, owner: 'a', turn: firstTurn('document') },
    );
    expect(extraction).toMatchObject({ outcome: 'text', text: 'words' });
    await module.close();
    expect(await readdir(join(dataDir, 'tmp', 'extraction'))).toEqual([]);
  });
});
