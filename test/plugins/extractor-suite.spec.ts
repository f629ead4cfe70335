import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import {
  definePlugin,
  PermanentPluginError,
  TransientPluginError,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type FileType,
} from '@archivolt/plugin-kit';
import { extractorCases, type ExtractorContract } from '@archivolt/plugin-kit/testing';
import { itCatches } from './broken.js';

type Extract = (input: ExtractionInput, context: ExtractionContext) => Promise<ExtractionResult>;

const TYPE = 'application/x-notes';
const NOTES: FileType = { type: TYPE, extensions: ['notes'], magic: [{ bytes: 'NOTES ' }] };
const CONTENT = 'NOTES words worth finding, and some more of them';
const textResult = (text: string): ExtractionResult => ({ outcome: 'text', pages: [{ text, source: 'text-layer' }] });
const corrupt: ExtractionResult = { outcome: 'corrupt', pages: [], reason: 'The file does not contain notes.' };

class Config {
  /** Without an address the extractor reads the file itself. */
  url: string | undefined;
}

const MOST_RESPONSE_BYTES = 1024 * 1024;
type Call = (url: string, signal: AbortSignal) => Promise<ExtractionResult>;

const call: Call = async (url, signal) => {
  const response = await fetch(url, { method: 'POST', body: 'x', signal, redirect: 'error' }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw new TransientPluginError('the service is unavailable', { cause: error });
    },
  );
  if (response.status === 503 || response.status === 429) throw new TransientPluginError('the service is busy');
  if (!response.ok) throw new PermanentPluginError(`the service responded with ${response.status}`);
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MOST_RESPONSE_BYTES) throw new PermanentPluginError('the response is too long');
  }
  return textResult('words');
};

const soundWith =
  (callService: Call): Extract =>
  async ({ path }, { signal, config, ocr }) => {
    const { url } = config as Config;
    if (url !== undefined) return callService(url, signal);
    signal.throwIfAborted();
    const text = await readFile(path, 'utf8');
    if (!text.startsWith('NOTES ') || text.includes('\0') || text.includes('\ufffd')) return corrupt;
    await ocr({ gray: new Uint8Array(1), width: 1, height: 1 });
    return textResult(text.slice(6) || 'notes');
  };
const sound = soundWith(call);

const throwPermanent = (error: Error): never => {
  throw new PermanentPluginError(error.message);
};
const throwTransient = (error: Error): never => {
  throw new TransientPluginError(error.message);
};

/**
 * Tests the cases with an inline extractor of the remote form, which has the cases of the sandboxed form and more.
 */
function contractOf(extract: Extract, accepts = [TYPE], types = [NOTES]): ExtractorContract {
  return {
    manifest: definePlugin<Config>({
      id: 'extraction-notes',
      contract: 2,
      config: Config,
      types,
      provides: { extraction: { form: 'remote', accepts, create: () => ({ extract }) } },
    }),
    samples: [{ file: Buffer.from(CONTENT), type: TYPE, fileName: 'notes', expectWords: ['words', 'FINDING'] }],
    serviceAt: (url) => ({ url }),
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
      'joins words without a space',
      () => contractOf(async () => textResult(CONTENT.replaceAll(' ', ''))),
    ],
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
      'accepts only types that the host detects or that it declares itself',
      'accepts a type that nothing detects',
      () => contractOf(sound, [TYPE, 'text/plian']),
    ],
    [
      'accepts only types that the host detects or that it declares itself',
      'declares magic bytes that its sample does not have',
      () => contractOf(sound, [TYPE], [{ ...NOTES, magic: [{ bytes: 'NOTES ', offset: 2 }] }]),
    ],
    [
      'throws TransientPluginError when its service is unavailable',
      'reports a corrupt file',
      () => contractOf(soundWith((url, signal) => call(url, signal).catch(() => corrupt))),
    ],
    [
      'throws TransientPluginError when its service is busy (503, 429)',
      'counts a busy service as final',
      () => contractOf(soundWith((url, signal) => call(url, signal).catch(throwPermanent))),
    ],
    [
      'throws PermanentPluginError when its service rejects its credentials (401)',
      'would have its calls repeated',
      () => contractOf(soundWith((url, signal) => call(url, signal).catch(throwTransient))),
    ],
    [
      'stops waiting for its service when aborted',
      'does not pass the signal on',
      () => ({ ...contractOf(soundWith((url) => call(url, new AbortController().signal))), deadlineMs: 20_000 }),
    ],
    [
      'a response without end is not read',
      'reads the whole response',
      () => contractOf(soundWith(async (url) => textResult((await (await fetch(url)).text()).slice(0, 10)))),
    ],
    [
      'the file is not sent to an address to which its service redirects',
      'follows redirects',
      () => contractOf(soundWith(async (url) => textResult(`words ${(await fetch(url, { method: 'POST' })).status}`))),
    ],
  ]);
});
