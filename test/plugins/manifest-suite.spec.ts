import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { definePlugin, Env, type PluginManifest } from '@archivolt/plugin-kit';
import { HOST_EVENTS, manifestCase } from '@archivolt/plugin-kit/testing';
import { projectRoot } from '#ground/plugin-host';
import { itCatches } from './broken.js';

const create = () => {
  throw new Error('the rules for manifests create nothing');
};
const types = [{ type: 'application/x-notes', extensions: ['notes'] }];
const extraction = { form: 'remote', accepts: ['application/x-notes'], create } as const;

/** An extraction plugin with these fields instead of right ones, as a plugin without types may have them. */
function notes(changes: object = {}): () => PluginManifest {
  const right = definePlugin({ id: 'extraction-notes', contract: 2, types, provides: { extraction } });
  return () => ({ ...right, ...changes });
}

class OtherPrefix {
  @Env('NOTES_PAGES') pages: number = 5;
}

const ACCEPTED = 'the manifest is one that the server accepts';

describe('the rules for manifests in the contract suites', () => {
  itCatches([manifestCase('extraction')], notes(), [
    [ACCEPTED, 'writes an extension with its dot', notes({ types: [{ ...types[0], extensions: ['.zzz'] }] })],
    [
      ACCEPTED,
      'accepts a word instead of a media type',
      notes({ provides: { extraction: { ...extraction, accepts: ['notes'] } } }),
    ],
    [
      ACCEPTED,
      'has a field that the contract does not know',
      notes({ provides: { extraction: { ...extraction, prioritiy: 5 } } }),
    ],
    [ACCEPTED, 'has an id of another kind', notes({ id: 'storage-notes' })],
    [ACCEPTED, 'is made for another version of the contract', notes({ contract: 1 })],
    [ACCEPTED, 'names a setting without its id', notes({ config: OtherPrefix })],
    [
      ACCEPTED,
      'has migrations that do not sort',
      notes({
        migrations: [
          { name: '0002-b', up: 'x' },
          { name: '0001-a', up: 'x' },
        ],
      }),
    ],
    [
      ACCEPTED,
      'provides another kind than the one of the suite',
      notes({ id: 'storage-notes', provides: { storage: { create } } }),
    ],
  ]);

  it('the suites refuse a subscriber to an event that does not exist', async () => {
    const subscriber = (event: string) =>
      definePlugin({ id: 'subscriber-notes', contract: 2, provides: { subscriber: { events: [event], create } } });
    const { check } = manifestCase('subscriber');
    await check(subscriber('document:created'));
    await expect(check(subscriber('document:craeted'))).rejects.toThrow('document:craeted');
  });

  it('the suites know every event of the server', () => {
    const page = readFileSync(join(projectRoot(), 'docs/reference/events.md'), 'utf8');
    const events = Array.from(page.matchAll(/^\| `([a-z:-]+)` \|/gm), ([, name]) => name);
    expect([...HOST_EVENTS]).toEqual(events.sort());
  });
});
