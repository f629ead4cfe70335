import { describe } from '@jest/globals';
import { PermanentPluginError, type AutoTagger, type TaggingRequest } from '@archivolt/plugin-kit';
import { autoTaggerCases, type AutoTaggerUnderTest } from '@archivolt/plugin-kit/testing';
import { TemplateTagger } from '../../plugins/_template/auto-tagger/src/template-tagger.js';
import { itCatches } from './broken.js';

type Suggest = AutoTagger['suggest'];

const sound: Suggest = (...args) => new TemplateTagger().suggest(...args);

function target(suggest: Suggest = sound, away: Suggest = () => Promise.reject(new Error('ECONNREFUSED'))) {
  return (): AutoTaggerUnderTest => ({
    tagger: { suggest },
    away: { suggest: away },
    samples: [
      {
        name: 'letter.txt',
        content: 'An invoice of the plumber.',
        tags: ['Invoice', 'Plumber'],
        expectTags: ['Invoice'],
      },
    ],
  });
}

const answers = (change: (tags: readonly string[], request: TaggingRequest) => readonly string[]) =>
  target(async (request, context) => ({ tags: change((await sound(request, context)).tags, request) }));

describe('the contract of auto-taggers', () => {
  itCatches(autoTaggerCases, target(), [
    ['suggests the expected tags for its samples', 'suggests nothing', answers(() => [])],
    [
      'suggests the expected tags for its samples',
      'counts negative tokens',
      target(async (...args) => ({ ...(await sound(...args)), usage: { tokens: -1 } })),
    ],
    [
      'suggests at most the given number of tags',
      'ignores maxTags',
      target((request, context) => sound({ ...request, maxTags: 100 }, context)),
    ],
    ['suggests no tag twice', 'repeats a tag', answers((tags) => [...tags, ...tags])],
    [
      'suggests existing tags only, as long as it may not create others',
      'always adds a tag of its own',
      answers((tags) => ['Suggested', ...tags]),
    ],
    [
      'the tagger does not follow instructions in a document',
      'answers what the document tells it to',
      answers((tags, { content }) => /\["(\w+)"/.exec(content)?.slice(1) ?? tags),
    ],
    [
      'suggests values of the given properties only, each once and by its type',
      'suggests a value of a property that it was not given',
      target(async (...args) => ({ ...(await sound(...args)), properties: [{ name: 'Approved', value: true }] })),
    ],
    [
      'suggests values of the given properties only, each once and by its type',
      'suggests a word as a date',
      target(async (request, context) => ({
        ...(await sound(request, context)),
        properties: (request.properties ?? []).map(({ name }) => ({ name, value: 'now' })),
      })),
    ],
    [
      'returns a list for a document without text and for one with as much text as it is ever given',
      'fails for long texts',
      target((request, context) =>
        request.content.length > 50_000
          ? Promise.reject(new Error('context length exceeded'))
          : sound(request, context),
      ),
    ],
    [
      'the tagger does not change the request',
      'sorts the tags of the request',
      target((request, context) => {
        (request.tags as unknown[]).reverse();
        return sound(request, context);
      }),
    ],
    [
      'answers concurrent requests independently of each other',
      'keeps the request of the latest call',
      () => {
        let latest: TaggingRequest | undefined;
        return target(async (request, context) => {
          latest = request;
          await Promise.resolve();
          return sound(latest, context);
        })();
      },
    ],
    [
      'the tagger does not start when the signal is already aborted',
      'ignores the signal',
      target((request) => sound(request, { signal: new AbortController().signal })),
    ],
    [
      'lets another attempt succeed after its service was away',
      'counts an outage as permanent',
      target(sound, () => Promise.reject(new PermanentPluginError('ECONNREFUSED'))),
    ],
    [
      'lets another attempt succeed after its service was away',
      'suggests nothing instead of reporting the outage',
      target(sound, () => Promise.resolve({ tags: [] })),
    ],
  ]);
});
