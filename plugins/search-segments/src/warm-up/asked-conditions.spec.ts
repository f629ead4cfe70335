import { describe, expect, it } from '@jest/globals';
import type { SearchTree } from '@archivolt/plugin-kit';
import { AskedConditions, conditionOf } from './asked-conditions.js';

const tag = (id: string): SearchTree => ({ kind: 'tag', tagIds: [id] });
const json = (...trees: SearchTree[]) => trees.map((tree) => JSON.stringify(tree));

describe('the conditions that searches asked for', () => {
  it('the last organization and the last condition come first', () => {
    const asked = new AskedConditions();
    asked.note('org_a', { kind: 'and', children: [tag('1'), { kind: 'not', child: tag('2') }] });
    asked.note('org_b', tag('3'));
    asked.note('org_a', tag('1'));
    expect(asked.latestFirst()).toEqual([
      { organizationId: 'org_a', conditions: json(tag('1'), tag('2')) },
      { organizationId: 'org_b', conditions: json(tag('3')) },
    ]);
  });

  it('words, typed values, users and times of creation are not kept', () => {
    const asked = new AskedConditions();
    asked.note('org_a', {
      kind: 'or',
      children: [
        { kind: 'text', words: ['secret'], fields: ['content'] },
        { kind: 'property', propertyId: 'prop_1', condition: { type: 'text', equals: 'secret' } },
        { kind: 'property', propertyId: 'prop_1', condition: { type: 'user', userIds: ['user_1'] } },
        { kind: 'owner', userIds: ['user_1'] },
        { kind: 'date', field: 'createdAt', from: new Date(0) },
        { kind: 'mimeType', mimeTypes: ['secret'.repeat(1_000)] },
      ],
    });
    expect(asked.latestFirst()).toEqual([{ organizationId: 'org_a', conditions: [] }]);
  });

  it('a kept condition is the one that was asked for, with its dates', () => {
    const condition: SearchTree = { kind: 'date', field: 'documentDate', from: new Date('2024-02-29') };
    const number: SearchTree = { kind: 'number', field: 'pages', from: 3, before: 9 };
    expect(json(condition, number).map(conditionOf)).toEqual([condition, number]);
  });

  it('the kept organizations, conditions and characters have limits', () => {
    const asked = new AskedConditions();
    for (let organization = 0; organization < 150; organization += 1) {
      for (let id = 0; id < 30; id += 1) asked.note(`org_${String(organization)}`, tag(`tag_${String(id)}`));
    }
    const kept = asked.latestFirst();
    expect(kept).toHaveLength(100);
    expect(kept[0]?.organizationId).toBe('org_149');
    expect(kept[0]?.conditions).toHaveLength(24);
    expect(JSON.stringify(kept).length).toBeLessThan(64_000);
  });

  it('what another process has kept comes after what was asked for here', () => {
    const asked = new AskedConditions();
    asked.note('org_a', tag('1'));
    asked.addOlder([
      { organizationId: 'org_b', conditions: json(tag('9')) },
      { organizationId: 'org_a', conditions: json(tag('2'), tag('1')) },
    ]);
    expect(asked.latestFirst()).toEqual([
      { organizationId: 'org_a', conditions: json(tag('1'), tag('2')) },
      { organizationId: 'org_b', conditions: json(tag('9')) },
    ]);
  });
});
