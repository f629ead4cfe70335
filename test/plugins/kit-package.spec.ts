import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PLUGIN_CONTRACT } from '@archivolt/plugin-kit';
import { projectRoot } from '#ground/plugin-host';
import { guideBlocks } from '../guides/guide-blocks.js';
import { packageFile } from './installed-copy.js';

const KIT = '@archivolt/plugin-kit';
const root = projectRoot();
const kit = packageFile('libs/ground/plugin-kit');
const RANGE = `^${PLUGIN_CONTRACT}.0.0`;

describe('the package of the kit', () => {
  it('the kit has the version of the contract as its major version', () => {
    expect(Number(kit.version.split('.')[0])).toBe(PLUGIN_CONTRACT);
    expect(packageFile('.').dependencies?.[KIT]).toBe(kit.version);
  });

  it('the package contains the licence of the product', () => {
    const texts = ['LICENSE', 'libs/ground/plugin-kit/LICENSE'].map((file) => readFileSync(join(root, file), 'utf8'));
    expect(texts[1]).toBe(texts[0]);
  });

  it.each(globSync('plugins/{*,_template/*}/package.json', { cwd: root }).map(dirname))(
    'the kit has a version that %s requires: any minor version of this contract',
    (folder) => expect(packageFile(folder).dependencies?.[KIT]).toBe(RANGE),
  );

  it('the guide names the present version of the kit', () => {
    const guide = readFileSync(join(root, 'docs/guides/plugins/outside-this-repository.md'), 'utf8');
    const printed = guideBlocks(guide).find(({ attributes }) => attributes.get('outside') === 'package.json');
    expect(JSON.parse(printed?.code ?? '{}')).toMatchObject({ peerDependencies: { [KIT]: RANGE } });
    expect(guide.match(/archivolt-plugin-kit-[\d.]+\.tgz/g)).toEqual([`archivolt-plugin-kit-${kit.version}.tgz`]);
  });
});
