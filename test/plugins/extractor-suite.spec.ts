import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import {
  definePlugin,
  TransientPluginError,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
} from '@archivolt/plugin-kit';
import { extractorCases, type ExtractorContract } from '@archivolt/plugin-kit/testing';
import { itCatches } from './broken.js';

type Extract = (input: ExtractionInput, context: ExtractionContext) => Promise<ExtractionResult>;

const TYPE = 'application/x-notes';
const CONTENT = 'NOTES words worth finding, and some more of them';
const textResult = (text: string): ExtractionResult => ({ outcome: 'text', pages: [{ text, source: 'text-layer' }] });
const corrupt: ExtractionResult = { outcome: 'corrupt', pages: [], reason: 'The file does not contain notes.' };

class Config {
  isAway = false;
}

const sound: Extract = async ({ path }, { signal, config, ocr }) => {
  if ((config as Config).isAway) throw new TransientPluginError('the service is unavailable');
  signal.throwIfAborted();
  const text = await readFile(path, 'utf8');
  if (!text.startsWith('NOTES ') || text.includes('\0') || text.includes('\ufffd')) return corrupt;
  await ocr({ gray: new Uint8Array(1), width: 1, height: 1 });
  return textResult(text.slice(6) || 'notes');
};

/**
 * Tests the cases with an inline extractor of the remote form, which has the cases of the sandboxed form and one more.
 */
function contractOf(extract: Extract, accepts = [TYPE]): ExtractorContract {
  return {
    manifest: definePlugin<Config>({
      id: 'extraction-notes',
      contract: 2,
      config: Config,
      provides: { extraction: { form: 'remote', accepts, create: () => ({ extract }) } },
    }),
    samples: [{ file: Buffer.from(CONTENT), type: TYPE, fileName: 'notes', expectWords: ['words', 'FINDING'] }],
    awayConfig: { isAway: true },
    deadlineMs: 2000,
  };
}

const unlessItIs = (isSpecial: (text: string) => boolean, special: Extract) => () =>
  contractOf(async (input, context) => {
    const text = await readFile(input.path, 'utf8');
    return isSpecial(text) ? special(input, context) : sound(input, context);
  });
const fails: Extract = () => Promise.reject(new Error('unexpected end of file'));

describe('the contract of extraction plugins', () => {
  itCatches(extractorCases(contractOf(sound)), () => contractOf(sound), [
    [`reads notes as ${TYPE}`, 'finds no words', () => contractOf(async () => textResult('other words'))],
    [
      `reads notes as ${TYPE}`,
      'returns an unknown outcome',
      () => contractOf(async () => ({ ...textResult(CONTENT), outcome: 'ok' as 'text' })),
    ],
    [
      `returns an outcome for notes as ${TYPE} when the file is truncated`,
      'throws at the end of the file',
      unlessItIs((text) => text.length < CONTENT.length, fails),
    ],
    [
      `returns an outcome for bytes that are not notes as ${TYPE}`,
      'never returns',
      () => ({
        ...contractOf((input, context) =>
          input.size === CONTENT.length ? sound(input, context) : new Promise(() => undefined),
        ),
        deadlineMs: 50,
      }),
    ],
    [
      `stops reading notes as ${TYPE} when aborted`,
      'reads images after the abort',
      () => contractOf((input, context) => sound(input, { ...context, signal: new AbortController().signal })),
    ],
    [
      `leaves nothing in its temporary folder after notes as ${TYPE}`,
      'leaves a file behind',
      () =>
        contractOf(async (input, context) => {
          await writeFile(join(context.tempDir, 'page.png'), '');
          return sound(input, context);
        }),
    ],
    [
      `returns an outcome without text for an empty file of ${TYPE}`,
      'returns text for an empty file',
      unlessItIs(
        (text) => text === '',
        async () => textResult('empty'),
      ),
    ],
    [
      `returns an outcome for a file of zeros as ${TYPE}`,
      'returns NUL characters',
      unlessItIs(
        (text) => text.includes('\0'),
        async ({ path }) => textResult(await readFile(path, 'latin1')),
      ),
    ],
    ['accepts every type it has a sample for', 'does not declare a type', () => contractOf(sound, ['text/*'])],
    [
      'throws TransientPluginError when its service is unavailable',
      'reports a corrupt file',
      () => contractOf((input, context) => sound(input, context).catch(() => corrupt)),
    ],
  ]);
});
