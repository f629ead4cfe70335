import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);
const TEMPLATES = readdirSync(new URL('plugins/_template/', ROOT), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('the packages of the plugin templates', () => {
  // npm asks the registry for a version that the workspace does not have, and `plugin:new` fails.
  it.each(TEMPLATES)('the template %s requires the version of the kit that this repository has', (template) => {
    const { dependencies } = read(`plugins/_template/${template}/package.json`);
    const kit = read('libs/ground/plugin-kit/package.json').version;

    expect(dependencies['@archivolt/plugin-kit']).toBe(`^${kit.split('.')[0]}.0.0`);
  });
});

function read(path: string): { version: string; dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as never;
}
