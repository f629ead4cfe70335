import { describe, expect, it } from '@jest/globals';
import { TransientPluginError } from '@archivolt/plugin-kit';
import { askSteps } from './ask-steps.js';
import { stepsFor, type ExtractionPlugin } from './extraction-plugins.js';
import { makeExtraction, PluginFailedForNow, type Extraction, type ExtractionTurn } from '#capabilities/sandbox';
import { firstTurn } from './extraction.js';

const FILE = { type: 'text/plain', size: 1, fileName: 'a.txt' };

function plugin(id: string, step = 0, more: object = {}): ExtractionPlugin {
  return {
    id,
    version: '1.0.0',
    config: undefined,
    step,
    declaration: {
      form: 'remote',
      accepts: ['text/*'],
      create: () => Promise.reject(new Error('nothing is created here')),
      ...more,
    },
  };
}
const sandboxed = (id: string, step = 0): ExtractionPlugin =>
  plugin(id, step, { form: 'sandboxed', extractor: new URL('file:///nowhere.js') });

describe('the steps of CONTENT_EXTRACTION_STRATEGY', () => {
  let asked: string[] = [];
  const ask = (
    plugins: ExtractionPlugin[],
    outcomes: Record<string, Extraction['outcome']>,
    turn: ExtractionTurn = firstTurn('a'),
  ): Promise<Extraction> => {
    asked = [];
    return askSteps(stepsFor(FILE, plugins), { type: FILE.type, turn }, async ({ id }) => {
      asked.push(id);
      const outcome = outcomes[id] ?? 'text';
      return makeExtraction(outcome, outcome === 'text' ? { text: `by ${id}` } : { reason: `${id} says ${outcome}.` });
    });
  };

  it('steps are asked in their order, whatever types and priorities the plugins declare', async () => {
    const plugins = [
      plugin('exact', 1, { accepts: ['text/plain'], priority: 9 }),
      plugin('any', 0, { accepts: ['*/*'] }),
    ];
    expect(await ask(plugins, {})).toMatchObject({ text: 'by any', provider: 'any', warnings: [] });
    expect(asked).toEqual(['any']);
  });

  it.each(['empty', 'insufficient', 'unsupported'] as const)(
    'a plugin that hands over the files in a file ends the steps, even with the outcome %s',
    async (outcome) => {
      const handed = { files: [{ name: 'a.xml', type: 'text/xml', size: 1 }], count: 1, path: 'nowhere' };
      const plugins = [sandboxed('first'), plugin('second', 1)];
      const extraction = await askSteps(stepsFor(FILE, plugins), { type: FILE.type, turn: firstTurn('a') }, () =>
        Promise.resolve(makeExtraction(outcome, { handed })),
      );
      expect(extraction).toMatchObject({ outcome, handed, provider: 'first' });
    },
  );

  it.each(['empty', 'corrupt', 'insufficient', 'unsupported', 'too-large'] as const)(
    'the next step follows the outcome %s, which the document then does not mention',
    async (outcome) => {
      const plugins = [sandboxed('first'), plugin('second', 1)];
      expect(await ask(plugins, { first: outcome })).toMatchObject({ text: 'by second', warnings: [] });
    },
  );

  it.each(['crashed', 'failed', 'timeout'] as const)(
    'the next step follows the outcome %s, which the document names',
    async (outcome) => {
      expect(await ask([plugin('first'), sandboxed('second', 1)], { first: outcome })).toMatchObject({
        outcome: 'text',
        provider: 'second',
        warnings: [`first could not read it: first says ${outcome}.`],
      });
    },
  );

  it('the steps continue after a sandboxed plugin that cannot read for now, and wait for it when it is the last', async () => {
    const asking = (plugins: ExtractionPlugin[], fault: Error) =>
      askSteps(stepsFor(FILE, plugins), { type: FILE.type, turn: firstTurn('a') }, async ({ id }) => {
        if (id === 'first') throw fault;
        if (id === 'rejects') return makeExtraction('unsupported');
        return makeExtraction('text', { text: `by ${id}` });
      });
    const fault = new PluginFailedForNow('no licence is free');
    expect(await asking([sandboxed('first'), plugin('second', 1)], fault)).toMatchObject({
      ...{ outcome: 'text', provider: 'second' },
      warnings: ['first could not read it: no licence is free'],
    });
    await expect(asking([sandboxed('first')], fault)).rejects.toBe(fault);
    await expect(asking([sandboxed('first'), plugin('rejects', 1)], fault)).rejects.toBe(fault);
    const ofServer = new TransientPluginError('The process that reads documents does not start.');
    await expect(asking([sandboxed('first'), plugin('second', 1)], ofServer)).rejects.toBe(ofServer);
  });

  it('a file that needs a password ends the steps', async () => {
    const plugins = [sandboxed('first'), plugin('second', 1)];
    expect(await ask(plugins, { first: 'encrypted' })).toMatchObject({ outcome: 'encrypted', provider: 'first' });
    expect(asked).toEqual(['first']);
  });

  it('the other plugins of a step are skipped when one of them knows what the file is', async () => {
    const plugins = [sandboxed('first'), sandboxed('likewise'), plugin('second', 1)];
    expect(await ask(plugins, { first: 'empty' })).toMatchObject({ provider: 'second' });
    expect(asked).toEqual(['first', 'second']);
    await ask(plugins, { first: 'insufficient', likewise: 'unsupported' });
    expect(asked).toEqual(['first', 'likewise', 'second']);
  });

  it.each([
    [{ first: 'empty', second: 'crashed', third: 'insufficient' }, 'crashed', 'second'],
    [{ first: 'failed', second: 'unsupported', third: 'unsupported' }, 'failed', 'first'],
    [{ first: 'insufficient', second: 'unsupported', third: 'insufficient' }, 'insufficient', 'third'],
    [{ first: 'crashed', second: 'insufficient', third: 'empty' }, 'empty', 'third'],
  ] as const)('the most informative outcome is kept when all steps fail: %j', async (outcomes, outcome, provider) => {
    const plugins = [plugin('first'), plugin('second', 1), plugin('third', 2)];
    expect(await ask(plugins, outcomes)).toMatchObject({ outcome, provider, text: '' });
  });

  it('the steps continue in another lane with the next plugin, and keep what failed before', async () => {
    const plugins = [plugin('first'), plugin('second', 1), sandboxed('third', 2)];
    const moved = await ask(plugins, { first: 'crashed', second: 'needs-remote-lane' });
    expect(moved).toMatchObject({ outcome: 'needs-remote-lane', hasFallback: true });
    const turn = moved.nextTurn ?? firstTurn('a');
    const last = await ask(plugins, { second: 'empty', third: 'needs-quick-lane' }, turn);
    expect(asked).toEqual(['second', 'third']);
    expect(last).not.toHaveProperty('hasFallback');
    expect(await ask(plugins, {}, last.nextTurn)).toMatchObject({
      provider: 'third',
      warnings: ['first could not read it: first says crashed.'],
    });
    expect(asked).toEqual(['third']);
  });

  it('the steps do not include plugins that are not named, lack a setting, or do not accept the file', async () => {
    const plugins = [
      plugin('unnamed', -1),
      plugin('unconfigured', 0, { isConfigured: () => false }),
      plugin('particular', 1, { takes: ({ size }: { size: number }) => size > 1_000 }),
      plugin('of another type', 2, { accepts: ['image/*'] }),
      plugin('last', 3),
    ];
    expect(await ask(plugins, {})).toMatchObject({ provider: 'last' });
    expect(asked).toEqual(['last']);
    expect(stepsFor({ ...FILE, size: 2_000 }, plugins).map((step) => step.map(({ id }) => id))).toEqual([
      ['particular'],
      ['last'],
    ]);
  });
});
