import { describe, expect, it } from '@jest/globals';
import { permissionGroups, READING } from './permissions';

describe('the permissions of an API key', () => {
  it('permissions of an API key are grouped by part, in the order of the list', () => {
    const [first, ...others] = permissionGroups();
    expect(first).toEqual({
      part: 'documents',
      permissions: ['documents:create', 'documents:read', 'documents:update', 'documents:delete'],
    });
    expect(others.map(({ part }) => part)).toContain('events');
    expect(permissionGroups(['tags:read', 'documents:read', 'tags:update'])).toEqual([
      { part: 'tags', permissions: ['tags:read', 'tags:update'] },
      { part: 'documents', permissions: ['documents:read'] },
    ]);
  });

  it('permissions for reading contain no other permissions', () => {
    expect(READING).toContain('documents:read');
    expect(READING.every((permission) => permission.endsWith(':read'))).toBe(true);
  });
});
