import { describe, expect, it } from '@jest/globals';
import { adoptedRoles, type FilledBy, type IndexRoles } from './index-roles.js';

const A = { pluginId: 'search-a', indexVersion: 1 };
const B = { pluginId: 'search-b', indexVersion: 1 };
const C = { pluginId: 'search-c', indexVersion: 1 };
const ALONE = {
  isTransactional: true,
  answeringPluginId: null,
  answeringIndexVersion: null,
  leftPluginId: null,
  leftIsWritten: false,
};
const KEPT_BY_A: IndexRoles = { ...A, ...ALONE };
/** `search-a` answers while `search-b` is filled. */
const FROM_A_TO_B: IndexRoles = { ...B, ...ALONE, answeringPluginId: A.pluginId, answeringIndexVersion: 1 };

function adopted(before: IndexRoles, chosen: FilledBy, given: { isComplete?: boolean; isReadable?: boolean } = {}) {
  const { isComplete = true, isReadable = true } = given;
  return adoptedRoles(before, {
    chosen: { ...chosen, isTransactional: chosen.pluginId !== 'search-outside' },
    isComplete,
    isReadable: () => isReadable,
  });
}

describe('adoptedRoles', () => {
  it('changes nothing when the same plugin is chosen, even in the middle of a switch', () => {
    expect(adopted(KEPT_BY_A, A)).toBeUndefined();
    expect(adopted(FROM_A_TO_B, B, { isComplete: false })).toBeUndefined();
  });

  it('lets a complete index answer while another plugin is filled', () => {
    expect(adopted(KEPT_BY_A, B)).toEqual({ ...FROM_A_TO_B, needsRebuild: true, clears: true });
  });

  it.each([
    ['is not complete', KEPT_BY_A, B, { isComplete: false }],
    ['was filled by a plugin that is not installed', KEPT_BY_A, B, { isReadable: false }],
    ['is outside the database', { ...KEPT_BY_A, isTransactional: false }, B, {}],
    ['would not be written for a plugin outside the database', KEPT_BY_A, { ...A, pluginId: 'search-outside' }, {}],
  ])('an index cannot answer that %s', (_, before, chosen, given) => {
    expect(adopted(before, chosen, given)).toMatchObject({ answeringPluginId: null, needsRebuild: true, clears: true });
  });

  it('fills the index of a new version of the plugin without removing anything', () => {
    const next = { ...A, indexVersion: 2 };
    expect(adopted(KEPT_BY_A, next)).toEqual({ ...KEPT_BY_A, ...next, needsRebuild: true, clears: false });
  });

  it('removes what an older version of a plugin that does not answer yet has written', () => {
    const next = { ...B, indexVersion: 2 };
    expect(adopted(FROM_A_TO_B, next)).toEqual({ ...FROM_A_TO_B, ...next, needsRebuild: true, clears: true });
  });

  it('returns to the answering plugin without filling it, and drops the other one', () => {
    expect(adopted(FROM_A_TO_B, A, { isComplete: false })).toEqual({
      ...KEPT_BY_A,
      leftPluginId: 'search-b',
      needsRebuild: false,
      clears: false,
    });
  });

  it('returns to a new version of the answering plugin, which keeps what the old one has filled', () => {
    expect(adopted(FROM_A_TO_B, { ...A, indexVersion: 2 }, { isComplete: false })).toMatchObject({
      pluginId: 'search-a',
      answeringPluginId: null,
      leftPluginId: 'search-b',
      needsRebuild: true,
      clears: false,
    });
  });

  it('lets the same index answer when a third plugin is chosen in the middle', () => {
    expect(adopted(FROM_A_TO_B, C, { isComplete: false })).toMatchObject({
      pluginId: 'search-c',
      answeringPluginId: 'search-a',
      leftPluginId: 'search-b',
      needsRebuild: true,
    });
  });

  it('an index that is chosen again is not removed', () => {
    const left = { ...B, ...ALONE, leftPluginId: 'search-a', leftIsWritten: true };
    expect(adopted(left, A)).toMatchObject({ pluginId: 'search-a', answeringPluginId: 'search-b', leftPluginId: null });
    expect(adopted(left, C)).toMatchObject({ leftPluginId: 'search-a', leftIsWritten: true });
  });
});
