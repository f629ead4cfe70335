/** @own-modules */
import { describe, expect, it } from '@jest/globals';
import { defineEvent, EVENT_NAMES } from '#ground/history';
import { systemContext } from '#ground/kernel';
import { partsOf, visibleNames } from './visible-events.js';

defineEvent('test:one', { description: 'One.' });
defineEvent('test:two', { description: 'Two.' });
defineEvent('test:three', { description: 'Three.' });

describe('the names of the events that a client asks for', () => {
  const ctx = systemContext('org_1', 'command');

  it('the names are the same for the same events, in any order and however often each is given', () => {
    const repeated = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'test:two' : 'test:one'));
    const given = [['test:one', 'test:two'], ['test:two', 'test:one'], repeated];
    for (const names of given) expect(visibleNames(ctx, names)).toEqual(['test:one', 'test:two']);
  });

  it('the log gets no names when the client wants all events, or names all of them', () => {
    expect(visibleNames(ctx)).toBeUndefined();
    expect(visibleNames(ctx, EVENT_NAMES)).toBeUndefined();
  });
});

describe('the parts of an organization that an event is about', () => {
  it.each([
    ['document:tag:added', ['documents']],
    ['tag:created', ['tags']],
    ['tagging-rule:deleted', ['tagging-rules']],
    ['member:removed', ['members']],
    ['custom-property:created', ['custom-properties']],
    ['agenda:due', ['reminders', 'documents']],
    ['reminder:created', ['reminders']],
    ['intake:failed', ['intake-failures']],
    ['intake:failure:removed', ['intake-failures']],
    ['document:property:changed', ['documents', 'custom-properties']],
  ])('the parts of %s are named as in permissions', (event, parts) => expect(partsOf(event)).toEqual(parts));
});
