import { describe, expect, it } from '@jest/globals';
import { FolderConfig } from './folder.config.js';
import { FolderLayout, isWithin } from './folder-layout.js';

const organizationId = 'org_000000000000000000000001';

const layout = (settings: Partial<FolderConfig> = {}) =>
  new FolderLayout(Object.assign(new FolderConfig(), { rootPath: '/in', ...settings }));

describe('the folders of an organization', () => {
  it('folders are below that of their organization, or where an absolute path says', () => {
    expect(layout().errorFolder(organizationId)).toBe(`/in/${organizationId}/ingestion-error`);
    expect(layout({ doneFolder: '/done' }).doneFolder(organizationId)).toBe('/done');
    expect(layout({ doneFolder: '/done' }).isChosen('/done', organizationId)).toBe(true);
    expect(layout().isChosen(`/in/${organizationId}/ingestion-done`, organizationId)).toBe(false);
  });

  it('folders that contain the watched one are refused', () => {
    for (const errorFolder of ['.', '..', '/in', '/'])
      expect(() => layout({ errorFolder })).toThrow('no file would be taken');
    expect(() => layout({ strategy: 'move', doneFolder: './' })).toThrow('no file would be taken');
    expect(() => layout({ strategy: 'delete', doneFolder: './' })).not.toThrow();
  });

  it('folders are ignored by whole names, the done folder only when files are moved there', () => {
    const ignores = (place: string, settings?: Partial<FolderConfig>) =>
      layout(settings).isIgnored(organizationId, `/in/${organizationId}/${place}`);
    expect(ignores('ingestion-error')).toBe(true);
    expect(ignores('ingestion-error/deep/scan.pdf')).toBe(true);
    expect(ignores('ingestion-error-old/scan.pdf')).toBe(false);
    expect(ignores('ingestion-done/scan.pdf')).toBe(false);
    expect(ignores('ingestion-done/scan.pdf', { strategy: 'move' })).toBe(true);
    expect(ignores('ingestion-done-old/scan.pdf', { strategy: 'move' })).toBe(false);
  });
});

describe('the patterns of what is ignored', () => {
  const ignored = (names: string[], settings?: Partial<FolderConfig>) =>
    names.filter((name) => layout(settings).isIgnored(organizationId, `/in/${organizationId}/${name}`));

  it('ignored patterns cover what systems and editors leave, and what is still being written', () => {
    const names = [
      ...['.DS_Store', '.env', 'a/desktop.ini', 'Thumbs.db', '.git', '.git/config', '.idea/x', '.vscode/x'],
      ...['node_modules/a/b.js', '@eaDir/a', 'scan.pdf@SynoResource', 'scan.pdf@SynoEAStream', '.hidden'],
      ...['~$letter.docx', 'a.tmp', 'a.part', 'a.partial', 'a.crdownload', 'a.filepart'],
      ...['#recycle', '#recycle/a/scan.pdf', 'scans/#snapshot/scan.pdf', '@Recycle/scan.pdf'],
      ...['@Recently-Snapshot/scan.pdf', '$RECYCLE.BIN/S-1-5-21/$R1.pdf', 'scans/$RECYCLE.BIN', 'RECYCLER/scan.pdf'],
      ...['System Volume Information/tracking.log', 'lost+found/#1234', 'scans/lost+found'],
    ];
    expect(ignored(names)).toEqual(names);
    expect(ignored(['scan.pdf', 'a.b.c', 'part', 'tmp', 'desktop.ini.pdf', 'a~$b'])).toEqual([]);
    expect(ignored(['recycle/a.pdf', '#1234.pdf', 'lost+found.pdf', 'lostfound/a.pdf', 'Recycle/a.pdf'])).toEqual([]);
  });

  it('ignored patterns are replaced by the setting, even for a path below a hidden folder', () => {
    const settings = { ignoredPatterns: ['**/*.log'], rootPath: '/home/.data/in' };
    const at = (name: string) => layout(settings).isIgnored(organizationId, `/home/.data/in/${organizationId}/${name}`);
    expect([at('a.log'), at('b/a.log'), at('a.tmp'), at('a.pdf')]).toEqual([true, true, false, false]);
    const usual = layout({ rootPath: '/home/.data/in' });
    expect(usual.isIgnored(organizationId, `/home/.data/in/${organizationId}/a.pdf`)).toBe(false);
  });
});

describe('a path within a folder', () => {
  it('a path is compared by whole names', () => {
    expect(isWithin('/a/b', '/a')).toBe(true);
    expect(isWithin('/a', '/a')).toBe(true);
    expect(isWithin('/a/..b', '/a')).toBe(true);
    expect(isWithin('/ab', '/a')).toBe(false);
    expect(isWithin('/', '/a')).toBe(false);
  });
});
